// The writing half of the kernel: dirty pages, the flusher, and writers that are held back. See linux_kernel.h.
#include "kernel/linux_kernel.h"

#include <algorithm>
#include <cassert>

namespace thrashlab {
namespace {

// Requests that the flusher keeps at the drive: enough for it never to idle, few enough that the state stays readable.
// The kernel queues many more; the drive takes them one after the other all the same. [C]
constexpr std::size_t most_queued = 2;

} // namespace

void LinuxKernel::read_from_zero_device(std::uint64_t bytes) {
    machine_.record({.other = static_cast<std::uint32_t>(bytes),
                     .kind = EventKind::call_entered,
                     .reason = Reason::read_zeros_call});
    machine_.spend(parameters_.system_call + parameters_.copy_kibibyte * static_cast<std::int64_t>(bytes) / 1024);
    machine_.record({.other = 0, .kind = EventKind::call_returned});
}

void LinuxKernel::create() {
    while (!machine_.state().commands.empty()) {
        wait_for_oldest_command(Reason::busy_buffer);
    }
    machine_.record({.kind = EventKind::file_truncated});
    dirty_.clear();
    std::fill(shadows_.begin(), shadows_.end(), 0);
    expired_ = false;
    cursor_ = 0;
}

// Blocks on the disk are found only when the flusher writes (delayed allocation), so a write touches no metadata.
// [S mm/filemap.c: generic_perform_write; fs/ext4/inode.c. Since 4.7 a write is no touch of the page.]
void LinuxKernel::write(std::uint64_t offset, std::uint64_t bytes) {
    machine_.record({.block = block_of(offset / page_bytes),
                     .other = static_cast<std::uint32_t>(bytes),
                     .kind = EventKind::call_entered,
                     .reason = Reason::write_call});
    machine_.spend(parameters_.system_call);
    std::uint64_t done = 0;
    while (done < bytes) {
        const std::uint64_t at = offset + done;
        const std::uint64_t copied = std::min(bytes - done, page_bytes - at % page_bytes);
        write_page(block_of(at / page_bytes), copied);
        done += copied;
    }
    hold_back_writer();
    machine_.record({.other = static_cast<std::uint32_t>(done), .kind = EventKind::call_returned});
}

void LinuxKernel::write_page(BlockNo block, std::uint64_t bytes) {
    machine_.wait_for_block(block, Reason::busy_buffer);
    const bool present = cache().find(block).exists();
    if (!present) {
        make_room();
    }
    const BufferId buffer = present ? cache().find(block) : take_page(block, Reason::new_block);
    machine_.spend(parameters_.copy_kibibyte * static_cast<std::int64_t>(bytes) / 1024);
    machine_.record({.block = block, .buffer = buffer, .kind = EventKind::buffer_filled});
    machine_.record({.block = block, .buffer = buffer, .kind = EventKind::write_delayed});
    if (dirty_.empty()) {
        dirty_since_ = machine_.now();
    }
    dirty_.insert(block.value);
    if (!present) {
        machine_.record({.block = block, .buffer = buffer, .kind = EventKind::buffer_released, .reason = Reason::used});
    }
}

// Reclaim passes over dirty pages and leaves them to the flusher. [S mm/vmscan.c: shrink_folio_list]
BufferId LinuxKernel::page_to_take() const {
    for (const BufferQueue queue : {BufferQueue::empty, BufferQueue::age, BufferQueue::lru, BufferQueue::active}) {
        BufferId id = cache().head(queue);
        while (id.exists() && cache().buffer(id).dirty) {
            id = cache().buffer(id).next;
        }
        if (id.exists()) {
            return id;
        }
    }
    return BufferId::none();
}

// Sleeps until there is a page to take; when every one is dirty or under way, one must be written first.
void LinuxKernel::make_room() {
    while (!page_to_take().exists()) {
        if (machine_.state().commands.empty()) {
            write_chunk();
        }
        wait_for_oldest_command(dirty_.empty() ? Reason::busy_buffer : Reason::held_back);
    }
}

std::uint64_t LinuxKernel::unwritten() const {
    std::uint64_t pages = machine_.state().dirty_buffers;
    for (const PendingCommand& command : machine_.state().commands) {
        pages += is_write(command.purpose) ? command.blocks : 0U;
    }
    return pages;
}

std::uint64_t LinuxKernel::share(std::uint32_t percent) const {
    return std::uint64_t{cache().size()} * percent / 100;
}

// A writer runs freely up to half-way between the background and the limit; from there on it goes as fast as the drive.
// The kernel reckons pauses that settle a little above that point; here the writer sleeps for each request of the
// flusher that takes it below. [S mm/page-writeback.c: balance_dirty_pages, dirty_freerun_ceiling, since 3.2; C: whole
// requests instead of reckoned pauses]
void LinuxKernel::hold_back_writer() {
    run_flusher();
    const std::uint64_t free_run = (share(parameters_.dirty_background_ratio) + share(parameters_.dirty_ratio)) / 2;
    while (unwritten() > free_run) {
        wait_for_oldest_command(Reason::held_back);
        run_flusher();
    }
}

// The flusher writes while more than the background share is dirty, and looks every few seconds whether the file has
// been dirty for too long; then all of it is written. It runs beside dd, whenever dd calls the kernel or pauses.
// [S fs/fs-writeback.c: wb_do_writeback, wb_check_old_data_flush, wb_over_bg_thresh]
void LinuxKernel::run_flusher() {
    if (dirty_.empty()) {
        expired_ = false;
        return;
    }
    const std::int64_t round = machine_.now().time_since_epoch() / parameters_.flush_interval;
    if (round != flusher_round_) {
        flusher_round_ = round;
        expired_ = expired_ || machine_.now() - dirty_since_ >= parameters_.dirty_expire;
    }
    while (!dirty_.empty() && machine_.state().commands.size() < most_queued &&
           (expired_ || machine_.state().dirty_buffers > share(parameters_.dirty_background_ratio))) {
        write_chunk();
    }
}

void LinuxKernel::sync() {
    while (!dirty_.empty() || !machine_.state().commands.empty()) {
        if (dirty_.empty() || machine_.state().commands.size() >= most_queued) {
            wait_for_oldest_command(Reason::own_write);
        } else {
            write_chunk();
        }
    }
}

// The next dirty pages in the order of the file, from where the flusher left off, as far as they follow each other on
// the disk and up to the largest request. [S mm/page-writeback.c: range_cyclic; fs/ext4/inode.c]
void LinuxKernel::write_chunk() {
    assert(!dirty_.empty());
    auto next = dirty_.lower_bound(cursor_);
    if (next == dirty_.end()) {
        next = dirty_.begin();
    }
    const BlockNo first{*next};
    const std::uint32_t limit =
        std::min(std::max(1U, parameters_.largest_request / page_bytes), layout_.contiguous_run(first));
    std::uint32_t blocks = 0;
    while (blocks < limit && next != dirty_.end() && *next == first.value + blocks) {
        machine_.record({.block = first + blocks,
                         .buffer = cache().find(first + blocks),
                         .kind = EventKind::buffer_found,
                         .reason = Reason::to_write});
        next = dirty_.erase(next);
        ++blocks;
    }
    cursor_ = first.value + blocks;
    machine_.issue(first, blocks, Reason::write_flushed);
    machine_.record({.count = static_cast<std::uint16_t>(blocks), .kind = EventKind::dirty_discounted});
}

void LinuxKernel::wait_for_oldest_command(Reason why) {
    machine_.wait_for_block(machine_.state().commands.front().block, why);
}

void LinuxKernel::pause(Duration time) {
    const SimTime end = machine_.now() + time;
    while (machine_.now() < end) {
        run_flusher();
        const SimTime next_look =
            SimTime(parameters_.flush_interval * (machine_.now().time_since_epoch() / parameters_.flush_interval + 1));
        const SimTime until = std::min(end, next_look);
        while (machine_.now() < until && !machine_.state().commands.empty() && machine_.step(until)) {
            run_flusher();
        }
        machine_.spend(until - machine_.now());
    }
}

} // namespace thrashlab
