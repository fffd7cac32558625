// The writing half of the kernel. See freebsd_kernel.h.
#include "kernel/freebsd_kernel.h"

#include <algorithm>
#include <cassert>

namespace thrashlab {

void FreebsdKernel::create(bool truncate, bool synchronous) {
    synchronous_ = synchronous;
    gathering_ = {};
    // The layout is that of the file as it will be: before the first run writes it, none of it is there.
    if (truncate || !written_before_) {
        wait_for_drive();
        machine_.record({.kind = EventKind::file_truncated});
        std::fill(allocated_.begin(), allocated_.end(), false);
    }
    written_before_ = true;
}

void FreebsdKernel::sync() {
    write_all_dirty();
    wait_for_drive();
}

void FreebsdKernel::remount() {
    sync();
    machine_.record({.kind = EventKind::file_truncated}); // the buffers and pages are forgotten; the file is not
}

void FreebsdKernel::pause(Duration time) {
    const SimTime end = machine_.now() + time;
    while (parameters_.syncer_interval > Duration::zero() && next_sync_ <= end) {
        machine_.spend(std::max(Duration::zero(), next_sync_ - machine_.now()));
        run_syncer();
    }
    machine_.spend(end - machine_.now());
}

void FreebsdKernel::run_syncer() {
    if (parameters_.syncer_interval > Duration::zero() && machine_.now() >= next_sync_) {
        next_sync_ = machine_.now() + parameters_.syncer_interval;
        write_all_dirty();
    }
}

void FreebsdKernel::write_all_dirty() {
    for (BufferId dirty = first_dirty(); dirty.exists(); dirty = first_dirty()) {
        write_with_neighbours(dirty, Reason::write_synced);
    }
}

void FreebsdKernel::wait_for_drive() {
    while (!machine_.state().commands.empty()) {
        machine_.wait_for(cache().find(machine_.state().commands.back().block), Reason::busy_buffer);
    }
}

// Below the low mark of free buffers whoever wants one flushes and sleeps until the high mark is reached. [S: nbuf/18 +
// 5, and twice that]
void FreebsdKernel::wait_for_free_buffers() {
    flush();
    while (free_buffers() < 2 * (cache().size() / 18 + 5) && !machine_.state().commands.empty()) {
        machine_.wait_for(cache().find(machine_.state().commands.front().block), Reason::all_busy);
    }
}

void FreebsdKernel::write(std::uint64_t offset, std::uint64_t bytes) {
    const std::uint32_t block_size = layout_.block_size();
    machine_.record({.block = BlockNo{static_cast<std::uint32_t>(offset / block_size)},
                     .other = static_cast<std::uint32_t>(bytes),
                     .kind = EventKind::call_entered,
                     .reason = Reason::write_call});
    run_syncer();
    machine_.spend(parameters_.system_call);
    std::uint64_t done = 0;
    while (done < bytes) {
        const std::uint64_t at = offset + done;
        const BlockNo block{static_cast<std::uint32_t>(at / block_size)};
        const std::uint64_t copied = std::min(bytes - done, block_size - at % block_size);
        const bool full = at % block_size + copied == block_size;
        const BufferId buffer = allocate(block, copied == block_size);
        machine_.spend(parameters_.copy_kibibyte * static_cast<std::int64_t>(copied) / 1024);
        machine_.record({.block = block, .buffer = buffer, .kind = EventKind::buffer_filled});
        if (synchronous_) {
            write_single(buffer, Reason::write_through);
            machine_.wait_for(buffer, Reason::own_write);
            release(buffer, Reason::used);
        } else if (!full) {
            delay_write(buffer);
        } else if (parameters_.clustered_writes) {
            cluster_write(buffer);
        } else {
            write_single(buffer, Reason::write_at_once);
        }
        done += copied;
    }
    machine_.record({.other = static_cast<std::uint32_t>(done), .kind = EventKind::call_returned});
}

// balloc: a busy buffer for a block that is about to be written. Metadata on the way is made where it does not exist; a
// new metadata block is written at once and waited for, and the block that points to what was allocated is written
// later. [S]
BufferId FreebsdKernel::allocate(BlockNo block, bool full) {
    if (allocated_[block.at()]) {
        return write_over(block, full);
    }
    const BlockNo parent = layout_.parent(block);
    if (!parent.exists()) {
        machine_.spend(parameters_.allocate_block);
        allocated_[block.at()] = true;
        return get_block(block, Purpose::new_block).buffer;
    }
    allocate_metadata(parent);
    const BufferId pointers = get_block(parent, Purpose::metadata).buffer;
    machine_.spend(parameters_.allocate_block);
    allocated_[block.at()] = true;
    const BufferId buffer = get_block(block, Purpose::new_block).buffer;
    delay_write(pointers);
    return buffer;
}

// A block that exists. A direct one is read first even if all of it will be overwritten; one below an indirect block
// only if some of it stays. [S]
BufferId FreebsdKernel::write_over(BlockNo block, bool full) {
    map(block);
    const Lookup lookup = get_block(block, Purpose::new_block);
    if (!lookup.cached && (!full || !layout_.parent(block).exists())) {
        machine_.issue(block, 1, Reason::demanded);
        machine_.wait_for(lookup.buffer, Reason::own_read);
    }
    return lookup.buffer;
}

void FreebsdKernel::allocate_metadata(BlockNo block) {
    if (allocated_[block.at()]) {
        return;
    }
    const BlockNo parent = layout_.parent(block);
    BufferId pointers;
    if (parent.exists()) {
        allocate_metadata(parent);
        pointers = get_block(parent, Purpose::metadata).buffer;
    }
    const BufferId fresh = get_block(block, Purpose::new_block).buffer;
    allocated_[block.at()] = true;
    machine_.issue(block, 1, Reason::write_through);
    machine_.wait_for(fresh, Reason::own_write);
    release(fresh, Reason::used);
    if (pointers.exists()) {
        delay_write(pointers);
    }
}

// bdwrite: the buffer is dirty from now on; when too many are, they are flushed. [S]
void FreebsdKernel::delay_write(BufferId buffer) {
    machine_.record({.block = cache().buffer(buffer).block, .buffer = buffer, .kind = EventKind::write_delayed});
    release(buffer, Reason::used);
    if (machine_.state().dirty_count >= high_dirty_mark()) {
        flush();
    }
}

// While the count is above the low mark and a dirty buffer exists, the first one of AGE, or else of LRU, is written.
// [S]
void FreebsdKernel::flush() {
    machine_.record({.other = machine_.state().dirty_count, .kind = EventKind::flush_started});
    while (machine_.state().dirty_count > low_dirty_mark()) {
        const BufferId dirty = first_dirty();
        if (!dirty.exists()) {
            break;
        }
        write_with_neighbours(dirty, Reason::write_flushed);
    }
    machine_.record({.other = machine_.state().dirty_count, .kind = EventKind::flush_ended});
}

BufferId FreebsdKernel::first_dirty() const {
    if (machine_.state().dirty_buffers == 0) {
        return BufferId::none();
    }
    const BufferQueue queue = cache().head(BufferQueue::age).exists() ? BufferQueue::age : BufferQueue::lru;
    BufferId id = cache().head(queue);
    while (id.exists() && !cache().buffer(id).dirty) {
        id = cache().buffer(id).next;
    }
    return id;
}

// cluster_write: a full block waits until its cluster is complete or the next block does not follow it. [S]
void FreebsdKernel::cluster_write(BufferId buffer) {
    const BlockNo block = cache().buffer(buffer).block;
    if (block.value == 0) {
        gathering_ = {};
    }
    const bool follows = gathering_.room > 0 && block == gathering_.last + 1 &&
                         layout_.sector(block) == layout_.sector(gathering_.last) + layout_.sectors_per_block();
    if (!follows) {
        if (gathering_.room > 0) {
            write_gathered();
        }
        gathering_ = {.first = block, .room = largest_cluster() - 1, .last = block};
        if (gathering_.room == 0) {
            write_single(buffer, Reason::write_at_once);
        } else {
            delay_write(buffer);
        }
        return;
    }
    gathering_.last = block;
    delay_write(buffer);
    if (block == gathering_.first + gathering_.room) {
        write_gathered();
        gathering_.room = 0;
    }
}

void FreebsdKernel::write_gathered() {
    write_range(gathering_.first, gathering_.last.value - gathering_.first.value + 1, Reason::write_cluster);
}

// vfs_bio_awrite: a dirty buffer that is on a queue is written, with the dirty ones that follow it on the disk. [S]
void FreebsdKernel::write_with_neighbours(BufferId buffer, Reason purpose) {
    const BlockNo block = cache().buffer(buffer).block;
    std::uint32_t length = 1;
    if (!layout_.is_metadata(block) && parameters_.clustered_writes) {
        while (length < std::min(largest_cluster(), layout_.contiguous_run(block)) &&
               writable_on_its_own(block + length)) {
            ++length;
        }
    }
    write_range(block, length, purpose);
}

bool FreebsdKernel::writable_on_its_own(BlockNo block) const {
    const BufferId id = cache().find(block);
    return id.exists() && cache().buffer(id).dirty && cache().buffer(id).queue != BufferQueue::busy;
}

// cluster_wbuild: the dirty buffers of a range, in as few commands as may be. A single one is written plainly and taken
// off the dirty count; those of a cluster are not: that is the leak. [S]
void FreebsdKernel::write_range(BlockNo first, std::uint32_t length, Reason purpose) {
    while (length > 0) {
        if (!writable_on_its_own(first)) {
            first = first + 1;
            --length;
            continue;
        }
        const std::uint32_t blocks = gather_dirty(first, length);
        machine_.issue(first, blocks, purpose);
        if (length == 1) {
            discount(1);
        } else if (!parameters_.dirty_count_leaks) {
            discount(blocks);
        }
        first = first + blocks;
        length -= blocks;
    }
}

// Takes the dirty buffers from `first` on off their queues, as many as one command can write; how many.
std::uint32_t FreebsdKernel::gather_dirty(BlockNo first, std::uint32_t length) {
    const std::uint32_t most_pages = std::max(1U, parameters_.largest_transfer / page_bytes);
    const std::uint32_t run = layout_.is_metadata(first) ? 1 : layout_.contiguous_run(first);
    std::uint32_t blocks = 0;
    while (blocks < std::min(length, run) && writable_on_its_own(first + blocks)) {
        // Another buffer's pages are added to those so far, shared or not, before the sum is looked at. [S]
        if (blocks > 0 && pages_below(first, blocks) + cache().pages_per_block() > most_pages) {
            break;
        }
        const BufferId id = cache().find(first + blocks);
        machine_.record(
            {.block = first + blocks, .buffer = id, .kind = EventKind::buffer_found, .reason = Reason::to_write});
        ++blocks;
    }
    return blocks;
}

std::uint32_t FreebsdKernel::pages_below(BlockNo first, std::uint32_t blocks) const {
    if (!cache().has_pages(first)) {
        return 0;
    }
    return cache().first_page(first + (blocks - 1)).value + cache().pages_per_block() - cache().first_page(first).value;
}

// bawrite of a busy buffer. [S]
void FreebsdKernel::write_single(BufferId buffer, Reason purpose) {
    const bool dirty = cache().buffer(buffer).dirty;
    machine_.issue(cache().buffer(buffer).block, 1, purpose);
    if (dirty) {
        discount(1);
    }
}

void FreebsdKernel::discount(std::uint32_t buffers) {
    machine_.record({.count = static_cast<std::uint16_t>(buffers), .kind = EventKind::dirty_discounted});
}

std::uint32_t FreebsdKernel::high_dirty_mark() const {
    return parameters_.dirty_marks == DirtyMarks::spring ? cache().size() / 8 + 20 : cache().size() / 6 + 20;
}

std::uint32_t FreebsdKernel::low_dirty_mark() const {
    return parameters_.dirty_marks == DirtyMarks::spring ? cache().size() / 16 + 10 : cache().size() / 12 + 10;
}

} // namespace thrashlab
