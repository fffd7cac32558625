#include "kernel/linux_kernel.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace thrashlab {
namespace {

/// The largest unit in which memory is handed out is 2 to this power pages: no window boundary is coarser. [S]
constexpr std::uint32_t highest_order = 9;

// The first window of a reader: small requests are rounded up and multiplied, large ones get the whole window.
// [S mm/readahead.c, since 2.6.23]
std::uint64_t first_window(std::uint64_t wanted, std::uint64_t most) {
    const std::uint64_t rounded = std::bit_ceil(wanted);
    if (rounded <= most / 32) {
        return rounded * 4;
    }
    return rounded <= most / 4 ? rounded * 2 : most;
}

// The window after one of `size` pages: four times as large while it is very small, then twice, up to the largest.
// [S mm/readahead.c, since 2.6.23]
std::uint64_t next_window(std::uint64_t size, std::uint64_t most) {
    if (size < most / 16) {
        return size * 4;
    }
    return size <= most / 2 ? size * 2 : most;
}

} // namespace

std::uint32_t group_pages(const LinuxParameters& parameters) {
    const std::uint64_t bytes =
        parameters.memory_limit > parameters.group_overhead ? parameters.memory_limit - parameters.group_overhead : 0;
    return static_cast<std::uint32_t>(std::max<std::uint64_t>(1, bytes / page_bytes));
}

LinuxKernel::LinuxKernel(const LinuxParameters& parameters, const FileLayout& layout, Machine& machine)
    : parameters_(parameters), layout_(layout), machine_(machine), file_bytes_(layout.file_bytes()),
      shadows_(layout.blocks(), 0) {
    assert(layout.block_size() == page_bytes);
}

void LinuxKernel::open() {
    open(BlockNo{0}, layout_.file_bytes());
}

void LinuxKernel::open(BlockNo first, std::uint64_t bytes) {
    first_ = first;
    file_bytes_ = bytes;
    assert(first.value + file_pages() <= layout_.data_blocks());
    window_ = {};
    previous_end_.reset();
}

// [S mm/filemap.c: generic_file_buffered_read, filemap_read]
std::uint64_t LinuxKernel::read(std::uint64_t offset, std::uint64_t bytes) {
    const std::uint64_t there = offset < file_bytes_ ? file_bytes_ - offset : 0;
    const std::uint64_t wanted = std::min(bytes, there);
    machine_.record({.block = wanted > 0 ? block_of(offset / page_bytes) : BlockNo::none(),
                     .other = static_cast<std::uint32_t>(bytes),
                     .kind = EventKind::call_entered,
                     .reason = Reason::read_call});
    machine_.spend(parameters_.system_call);
    // What the call asks for counts, not what the file has left. [S]
    const FilePage end = (offset + bytes + page_bytes - 1) / page_bytes;
    std::uint64_t done = 0;
    while (done < wanted) {
        const std::uint64_t at = offset + done;
        const FilePage page = at / page_bytes;
        const std::uint64_t copied = std::min(wanted - done, page_bytes - at % page_bytes);
        bool hit = false;
        const BufferId buffer = find_or_read(page, end - page, hit);
        machine_.record({.block = block_of(page),
                         .buffer = buffer,
                         .kind = EventKind::page_accessed,
                         .reason = hit ? Reason::hit_in_buffer : Reason::used});
        // Reads that go on within a page count as one touch of it. [S mm/filemap.c]
        if (!previous_end_.has_value() || *previous_end_ == 0 || (*previous_end_ - 1) / page_bytes != page) {
            touch(block_of(page), buffer);
        }
        machine_.spend(parameters_.copy_kibibyte * static_cast<std::int64_t>(copied) / 1024);
        done += copied;
        previous_end_ = offset + done;
    }
    machine_.record({.other = static_cast<std::uint32_t>(done), .kind = EventKind::call_returned});
    return done;
}

void LinuxKernel::write_to_null_device(std::uint64_t bytes) {
    machine_.record(
        {.other = static_cast<std::uint32_t>(bytes), .kind = EventKind::call_entered, .reason = Reason::write_call});
    machine_.spend(parameters_.system_call);
    machine_.record({.other = 0, .kind = EventKind::call_returned});
}

// A page that is valid and stays so until the caller has copied it. `wanted` counts the pages that the call still asks
// for, this one included.
BufferId LinuxKernel::find_or_read(FilePage page, std::uint64_t wanted, bool& hit) {
    const BlockNo block = block_of(page);
    hit = cache().find(block).exists();
    for (bool again = false;; again = true) {
        if (!cache().find(block).exists()) {
            hit = false;
            if (again) {
                read_pages(page, page + 1, page + 1, true);
            } else {
                read_ahead_for_miss(page, wanted);
            }
        }
        if (cache().find(block).exists() && cache().buffer(cache().find(block)).marked) {
            read_ahead_at_mark(page, wanted);
        }
        // With next to no memory, reading ahead may have cost the page itself. The kernel holds on to it; we look
        // again, for this page alone. [C]
        if (const BufferId buffer = cache().find(block); buffer.exists()) {
            machine_.wait_for(buffer, hit ? Reason::busy_buffer : Reason::own_read);
            return buffer;
        }
    }
}

// The first touch of a page on the inactive list is only remembered, the second one makes it active.
// [S mm/swap.c: mark_page_accessed, later folio_mark_accessed]
void LinuxKernel::touch(BlockNo block, BufferId buffer) {
    const Buffer& state = cache().buffer(buffer);
    if (!state.referenced) {
        machine_.record({.block = block, .buffer = buffer, .kind = EventKind::page_referenced});
    } else if (!state.active) {
        activate(block, buffer, Reason::second_touch);
    }
}

// A read larger than the window may go up to the largest request at once. [S mm/readahead.c, since 4.10]
std::uint64_t LinuxKernel::most_pages(std::uint64_t wanted) const {
    const std::uint64_t window = std::uint64_t{parameters_.read_ahead_kib} * 1024 / page_bytes;
    const std::uint64_t request = parameters_.largest_request / page_bytes;
    return wanted > window && request > window ? std::min(wanted, request) : window;
}

// How many pages right before `page` are in memory, looking at no more than `most`.
std::uint64_t LinuxKernel::cached_before(FilePage page, std::uint64_t most) const {
    std::uint64_t count = 0;
    while (count < std::min(most, page) && cached(page - count - 1)) {
        ++count;
    }
    return count;
}

// The page is not in memory. [S mm/readahead.c: ondemand_readahead, later page_cache_sync_ra]
void LinuxKernel::read_ahead_for_miss(FilePage page, std::uint64_t wanted) {
    if (parameters_.read_ahead_kib * 1024 < page_bytes) {
        read_pages(page, page + 1, page + 1, true);
        return;
    }
    const std::uint64_t most = most_pages(wanted);
    const bool goes_on =
        previous_end_.has_value() && page >= *previous_end_ / page_bytes && page - *previous_end_ / page_bytes <= 1;
    if (page == 0 || wanted > most || goes_on) {
        const std::uint64_t size = first_window(wanted, most);
        window_ = {.start = page, .size = size, .async_size = size > wanted ? size - wanted : size / 2};
        read_window(true);
        return;
    }
    // Does a stream of which nobody knows lead up to here? What it left in memory tells.
    std::uint64_t history = cached_before(page, most);
    if (history <= wanted) {
        read_pages(page, page + wanted, page + wanted, true); // a stray read: as much as it asks for, and no more
        return;
    }
    if (history == page) {
        history *= 2; // in memory from the file's start on: surely a stream
    }
    window_ = {.start = page, .size = std::min(history + wanted, most), .async_size = 1};
    read_window(true);
}

// The page carries the mark: time for the next window, while there is still something to read in the present one.
// [S mm/readahead.c: page_cache_async_readahead, later page_cache_async_ra]
void LinuxKernel::read_ahead_at_mark(FilePage page, std::uint64_t wanted) {
    const BlockNo block = block_of(page);
    machine_.record({.block = block, .buffer = cache().find(block), .kind = EventKind::mark_cleared});
    const std::uint64_t most = most_pages(wanted);
    if (most == 0) {
        return;
    }
    if (page == window_.start + window_.size - window_.async_size) {
        window_.start += window_.size;
        // Since 4.10 a single large read may have made the present window larger than the largest one. [S]
        window_.size = std::max(window_.size, next_window(window_.size, most));
    } else {
        // A mark that an earlier reader left: begin behind what is in memory.
        FilePage start = page + 1;
        while (start - page <= most && cached(start)) {
            ++start;
        }
        if (start - page > most) {
            return;
        }
        window_.start = start;
        window_.size = next_window(start - page + wanted, most);
    }
    if (parameters_.aligned_windows) {
        align_window(most);
    }
    window_.async_size = window_.size;
    read_window(false);
}

// [S mm/readahead.c, from 6.16 on]
void LinuxKernel::align_window(std::uint64_t most) {
    window_.order += 2;
    const auto finest = static_cast<std::uint32_t>(std::countr_zero(most)); // of the largest window's own boundary
    const std::uint64_t boundary = std::uint64_t{1} << std::min(window_.order, finest);
    const FilePage end = window_.start + window_.size;
    const FilePage aligned = end / boundary * boundary;
    if (aligned > window_.start) {
        window_.size -= end - aligned;
    }
    // Memory comes in units no larger than the window, and the next window starts out from the unit of this one.
    window_.order =
        std::min({window_.order, highest_order, static_cast<std::uint32_t>(std::bit_width(window_.size)) - 1});
}

void LinuxKernel::read_window(bool demanded) {
    const FilePage end = window_.start + window_.size;
    read_pages(window_.start, end, end - window_.async_size, demanded);
}

// Reads what is not in memory of pages `begin` to `end` - 1, as far as the file goes, and marks one of them. With
// `demanded` the first one is what dd waits for; then it is on its way on return, whatever else may be cut short.
// [S mm/readahead.c: page_cache_ra_unbounded and before it __do_page_cache_readahead; mm/mpage.c and the block layer's
// plug for how pages make requests]
void LinuxKernel::read_pages(FilePage begin, FilePage end, FilePage mark, bool demanded) {
    const BlockNo marked = block_of(mark);
    for (FilePage page = begin; page < std::min(end, file_pages());) {
        if (cached(page)) {
            ++page;
            continue;
        }
        const bool waited_for = demanded && page == begin;
        map(block_of(page));
        if (demanded && !waited_for && !in_flight(block_of(begin))) {
            return; // it came while metadata was read: copy it before its memory is wanted again [C]
        }
        const std::uint32_t blocks = gather(block_of(page), std::min(end, file_pages()) - page, marked, waited_for);
        if (blocks == 0) {
            return;
        }
        machine_.issue(block_of(page), blocks, waited_for ? Reason::demanded_window : Reason::read_ahead_command);
        page += blocks;
    }
}

// Takes memory for blocks that are not in memory and follow each other on the disk, up to the largest request.
std::uint32_t LinuxKernel::gather(BlockNo first, std::uint64_t most, BlockNo mark, bool demanded) {
    const std::uint64_t limit = std::min<std::uint64_t>(most, parameters_.largest_request / page_bytes);
    std::uint32_t blocks = 0;
    while (blocks < limit) {
        const BlockNo block = first + blocks;
        const std::uint64_t distance = std::uint64_t{blocks} * layout_.sectors_per_block();
        const bool follows = layout_.sector(block) == layout_.sector(first) + distance;
        if (!follows || layout_.parent(block) != layout_.parent(first) || cache().find(block).exists()) {
            break;
        }
        if (!page_to_take().exists()) {
            if (!demanded || blocks > 0) {
                break; // read-ahead does not wait for memory
            }
            make_room();
        }
        const BufferId buffer = take_page(block, demanded && blocks == 0 ? Reason::miss : Reason::read_ahead);
        if (block == mark) {
            machine_.record({.block = block, .buffer = buffer, .kind = EventKind::mark_set});
        }
        ++blocks;
    }
    return blocks;
}

// Memory for one more page: what the group may still take, or else that of the page at the end of the inactive list.
// The kernel reclaims 32 pages at a time; one at a time leaves the same pages in memory but for those 32. [C]
// [S mm/vmscan.c: shrink_lruvec; mm/workingset.c: workingset_eviction]
BufferId LinuxKernel::take_page(BlockNo block, Reason reason) {
    BufferId victim = page_to_take();
    if (cache().buffer(victim).block.exists()) {
        balance_lists();
        victim = page_to_take();
        shadows_[cache().buffer(victim).block.at()] = ++age_;
    }
    machine_.record({.block = block,
                     .buffer = victim,
                     .other = cache().buffer(victim).block.value,
                     .kind = EventKind::buffer_assigned,
                     .reason = reason});
    note_refault(block, victim);
    return victim;
}

// A file page that comes back sooner than the active list is long would have stayed in memory had the active pages'
// room been its own: it becomes active at once and lets them compete. [S mm/workingset.c, since 3.15]
void LinuxKernel::note_refault(BlockNo block, BufferId buffer) {
    std::uint64_t& shadow = shadows_[block.at()];
    if (shadow == 0) {
        return;
    }
    const std::uint64_t distance = age_ - (shadow - 1);
    shadow = 0;
    const bool recent = distance <= list_lengths().active;
    machine_.record({.block = block,
                     .buffer = buffer,
                     .other = static_cast<std::uint32_t>(distance),
                     .count = static_cast<std::uint16_t>(recent ? 1 : 0),
                     .kind = EventKind::page_refaulted});
    if (recent) {
        activate(block, buffer, Reason::refault);
    }
}

// An activation frees a place on the inactive list as an eviction does, and so it counts as one. [S mm/workingset.c]
void LinuxKernel::activate(BlockNo block, BufferId buffer, Reason why) {
    ++age_;
    machine_.record({.block = block, .buffer = buffer, .kind = EventKind::page_activated, .reason = why});
}

// While the active list is the longer one, reclaim moves pages from it to the inactive list. Both are scanned in
// proportion to their lengths, so for each page evicted as many are moved as the one is longer than the other.
// Below 1 GiB the lists are to be of equal length. [S mm/vmscan.c: inactive_is_low, shrink_active_list]
void LinuxKernel::balance_lists() {
    const ListLengths lengths = list_lengths();
    if (lengths.inactive >= lengths.active) {
        return;
    }
    const std::uint32_t inactive = std::max(1U, cache().length(BufferQueue::lru));
    for (std::uint32_t left = cache().length(BufferQueue::active) / inactive; left > 0; --left) {
        const BufferId oldest = cache().head(BufferQueue::active);
        if (!oldest.exists()) {
            return;
        }
        machine_.record({.block = cache().buffer(oldest).block,
                         .buffer = oldest,
                         .kind = EventKind::page_deactivated,
                         .reason = Reason::inactive_low});
    }
}

// What the kernel takes the lengths of its lists to be. [S mm/memcontrol.c]
LinuxKernel::ListLengths LinuxKernel::list_lengths() {
    const ListLengths exact{.inactive = cache().length(BufferQueue::lru),
                            .active = cache().length(BufferQueue::active)};
    if (parameters_.statistics_age <= Duration::zero()) {
        return exact;
    }
    const std::int64_t round = machine_.now().time_since_epoch() / parameters_.statistics_age;
    if (round != known_at_) {
        known_at_ = round;
        known_lengths_ = exact;
    }
    return known_lengths_;
}

// The metadata on the way to a block, outermost first. It takes pages of the group like data. [S fs/buffer.c]
void LinuxKernel::map(BlockNo block) {
    const BlockNo parent = layout_.parent(block);
    if (!parent.exists()) {
        return;
    }
    map(parent);
    if (!cache().find(parent).exists()) {
        make_room();
        take_page(parent, Reason::metadata_miss);
        machine_.issue(parent, 1, Reason::metadata);
    }
    const BufferId buffer = cache().find(parent);
    if (cache().buffer(buffer).in_flight) {
        machine_.wait_for(buffer, Reason::own_read);
    }
    if (cache().buffer(buffer).queue == BufferQueue::busy) {
        machine_.record(
            {.block = parent, .buffer = buffer, .kind = EventKind::buffer_released, .reason = Reason::used});
    }
    touch(parent, buffer);
}

} // namespace thrashlab
