#include "kernel/freebsd_kernel.h"

#include <algorithm>
#include <array>

namespace thrashlab {
namespace {

constexpr std::uint32_t highest_sequential_count = 127; // [S]
constexpr std::uint64_t sequential_unit = 8192;         // [S]
// Buffers that clusters and read-ahead leave free: for metadata on the way to a block and for the block itself. The
// kernel would sleep for one with the cluster in its hands, which could be for ever with very few buffers. [C]
constexpr std::uint32_t spared_buffers = 4;

constexpr std::uint64_t ceiling_divide(std::uint64_t value, std::uint64_t unit) {
    return (value + unit - 1) / unit;
}

} // namespace

FreebsdKernel::FreebsdKernel(const KernelParameters& parameters, const FileLayout& layout, Machine& machine)
    : parameters_(parameters), layout_(layout), machine_(machine), next_sync_(SimTime{} + parameters.syncer_interval),
      allocated_(layout.blocks(), true) {
}

void FreebsdKernel::open() {
    sequential_count_ = 0;
    next_offset_ = 0;
    last_block_.reset();
}

void FreebsdKernel::count_sequential(std::uint64_t offset, std::uint64_t bytes) {
    if (offset == next_offset_) {
        const std::uint64_t count = sequential_count_ + ceiling_divide(bytes, sequential_unit);
        sequential_count_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, highest_sequential_count));
    } else {
        sequential_count_ = sequential_count_ > 1 ? 1 : 0;
    }
}

std::uint64_t FreebsdKernel::read(std::uint64_t offset, std::uint64_t bytes) {
    const std::uint64_t there = offset < layout_.file_bytes() ? layout_.file_bytes() - offset : 0;
    const std::uint64_t wanted = std::min(bytes, there);
    const std::uint32_t block_size = layout_.block_size();
    machine_.record({.block = wanted > 0 ? BlockNo{static_cast<std::uint32_t>(offset / block_size)} : BlockNo::none(),
                     .other = static_cast<std::uint32_t>(bytes),
                     .kind = EventKind::call_entered,
                     .reason = Reason::read_call});
    run_syncer();
    count_sequential(offset, bytes);
    machine_.spend(parameters_.system_call);
    std::uint64_t done = 0;
    while (done < wanted) {
        const std::uint64_t at = offset + done;
        const BlockNo block{static_cast<std::uint32_t>(at / block_size)};
        const std::uint64_t copied = std::min(wanted - done, block_size - at % block_size);
        const BufferId buffer = read_block(block, bytes - done);
        machine_.spend(parameters_.copy_kibibyte * static_cast<std::int64_t>(copied) / 1024);
        release(buffer, Reason::used);
        last_block_ = block.value;
        done += copied;
    }
    next_offset_ = offset + done;
    machine_.record({.other = static_cast<std::uint32_t>(done), .kind = EventKind::call_returned});
    return done;
}

void FreebsdKernel::read_from_zero_device(std::uint64_t bytes) {
    machine_.record({.other = static_cast<std::uint32_t>(bytes),
                     .kind = EventKind::call_entered,
                     .reason = Reason::read_zeros_call});
    machine_.spend(parameters_.system_call + parameters_.copy_kibibyte * static_cast<std::int64_t>(bytes) / 1024);
    machine_.record({.other = 0, .kind = EventKind::call_returned});
}

void FreebsdKernel::write_to_null_device(std::uint64_t bytes) {
    machine_.record(
        {.other = static_cast<std::uint32_t>(bytes), .kind = EventKind::call_entered, .reason = Reason::write_call});
    machine_.spend(parameters_.system_call);
    machine_.record({.other = 0, .kind = EventKind::call_returned});
}

std::uint32_t FreebsdKernel::largest_cluster() const {
    return std::max(1U, parameters_.largest_transfer / layout_.block_size());
}

std::uint32_t FreebsdKernel::free_buffers() const {
    return cache().length(BufferQueue::empty) + cache().length(BufferQueue::age) + cache().length(BufferQueue::lru);
}

bool FreebsdKernel::buffers_to_spare() const {
    return free_buffers() > spared_buffers;
}

bool FreebsdKernel::lies_whole_in_file(BlockNo block) const {
    return (std::uint64_t{block.value} + 1) * layout_.block_size() <= layout_.file_bytes();
}

BufferId FreebsdKernel::read_block(BlockNo block, std::uint64_t bytes_left) {
    if (block.value + 1 == layout_.data_blocks()) {
        return plain_read(block, false);
    }
    if (!parameters_.clustered_reads) {
        return plain_read(block, last_block_.has_value() && block.value == *last_block_ + 1);
    }
    return cluster_read(block, bytes_left);
}

// bread, and with `one_ahead` breadn with one block behind it. [S]
BufferId FreebsdKernel::plain_read(BlockNo block, bool one_ahead) {
    const Lookup asked = get_block(block, Purpose::demand);
    if (!asked.cached) {
        map(block);
        issue({.first = block, .blocks = 1}, Reason::demanded);
    }
    const BlockNo behind = block + 1;
    if (one_ahead && behind.value < layout_.data_blocks() && !cache().find(behind).exists() && buffers_to_spare()) {
        const Lookup ahead = get_block(behind, Purpose::read_ahead);
        if (ahead.cached) {
            release(ahead.buffer, Reason::not_needed);
        } else {
            map(behind);
            issue({.first = behind, .blocks = 1}, Reason::read_ahead_command);
        }
    }
    machine_.wait_for(asked.buffer, Reason::own_read);
    return asked.buffer;
}

BufferId FreebsdKernel::cluster_read(BlockNo block, std::uint64_t bytes_left) {
    const std::uint32_t block_size = layout_.block_size();
    const auto request_blocks = static_cast<std::uint32_t>(bytes_left / block_size);
    const std::uint32_t most_ahead =
        std::min({2 * largest_cluster() + request_blocks, parameters_.read_ahead_limit, cache().size() / 8});

    const Lookup asked = get_block(block, Purpose::demand);
    BlockNo behind;
    Cluster demanded;
    bool mapped = false;
    if (asked.cached) {
        if (sequential_count_ == 0 || !cache().buffer(asked.buffer).marked) {
            return asked.buffer;
        }
        machine_.record({.block = block, .buffer = asked.buffer, .kind = EventKind::mark_cleared});
        const std::uint32_t in_core = blocks_in_core(block, most_ahead);
        if (in_core >= most_ahead) {
            return asked.buffer;
        }
        behind = block + in_core;
    } else {
        const std::uint64_t rest = std::min(bytes_left, layout_.file_bytes() - std::uint64_t{block.value} * block_size);
        demanded = {.first = block, .blocks = 1};
        if (rest > block_size) {
            const auto wanted = static_cast<std::uint32_t>(
                std::min<std::uint64_t>(ceiling_divide(rest, block_size), largest_cluster()));
            map(block);
            mapped = true;
            demanded = build_cluster(block, wanted, Purpose::demand);
        } else {
            mark(asked.buffer);
        }
        behind = block + demanded.blocks;
    }

    const Cluster ahead = build_read_ahead(block, behind, bytes_left);
    if (demanded.blocks > 0) {
        if (!mapped) {
            map(block);
        }
        issue(demanded, Reason::demanded);
    }
    if (ahead.blocks > 0) {
        issue(ahead, Reason::read_ahead_command);
    }
    machine_.wait_for(asked.buffer, Reason::own_read);
    return asked.buffer;
}

// How many blocks from `block` on, itself included, buffers hold, looking at no more than `limit`. New marks go where
// the next look is due: on the last block of each largest cluster, and on the last one looked at. [S]
std::uint32_t FreebsdKernel::blocks_in_core(BlockNo block, std::uint32_t limit) {
    std::uint32_t count = 1;
    for (; count < limit; ++count) {
        const BlockNo next = block + count;
        const BufferId buffer = next.value < layout_.data_blocks() ? cache().find(next) : BufferId::none();
        if (!buffer.exists()) {
            break;
        }
        if (count % largest_cluster() == largest_cluster() - 1 || count == limit - 1) {
            mark(buffer);
        }
    }
    return count;
}

// Only while the block lies within the sequential count of the asked one, and whole within the file. [S]
FreebsdKernel::Cluster FreebsdKernel::build_read_ahead(BlockNo asked, BlockNo first, std::uint64_t bytes_asked) {
    if (sequential_count_ == 0 || first.value >= asked.value + sequential_count_ || !lies_whole_in_file(first)) {
        return {};
    }
    map(first);
    const auto request_blocks = static_cast<std::uint32_t>(ceiling_divide(bytes_asked, layout_.block_size()));
    return build_cluster(first, std::max(sequential_count_, request_blocks), Purpose::read_ahead);
}

// Gathers buffers for one command from `first` on. For a demand the first buffer is busy already; for read-ahead it is
// looked up here, and an empty cluster comes back when there is nothing to read after all.
FreebsdKernel::Cluster FreebsdKernel::build_cluster(BlockNo first, std::uint32_t wanted, Purpose purpose) {
    if (purpose == Purpose::read_ahead) {
        const BufferId holder = cache().find(first);
        if (!holder.exists() && !buffers_to_spare()) {
            return {};
        }
        const Lookup lookup = get_block(first, Purpose::read_ahead);
        if (lookup.cached) {
            release(lookup.buffer, Reason::not_needed);
            return {};
        }
        mark(lookup.buffer);
    }
    const std::uint32_t run = layout_.contiguous_run(first);
    const std::uint32_t end_run = std::min(wanted, run);
    std::uint32_t length = end_run;
    while (length > 1 && !lies_whole_in_file(first + (length - 1))) {
        --length;
    }
    const std::uint32_t block_size = layout_.block_size();
    PageNo last_page = cache().first_page(first) + (cache().pages_per_block() - 1);
    std::uint32_t pages = cache().pages_per_block();
    std::uint32_t blocks = 1;
    std::optional<Reason> end;
    for (; blocks < length; ++blocks) {
        const BlockNo block = first + blocks;
        end = std::uint64_t{pages} * page_bytes + std::max(page_bytes, block_size) > parameters_.largest_transfer
                  ? Reason::transfer_limit
                  : refusal(block);
        if (end.has_value()) {
            break;
        }
        const bool second_of_demand = purpose == Purpose::demand && blocks == 1;
        if (second_of_demand || blocks + 1 == length) {
            mark(cache().find(block));
        }
        const PageNo page = cache().first_page(block) + (cache().pages_per_block() - 1);
        pages += page == last_page ? 0 : cache().pages_per_block();
        last_page = page;
    }
    if (!end.has_value()) {
        end = length < end_run ? Reason::end_of_file : wanted < run ? Reason::as_long_as_wanted : Reason::end_of_run;
    }
    machine_.record({.block = first + blocks,
                     .count = static_cast<std::uint16_t>(blocks),
                     .kind = EventKind::cluster_ended,
                     .reason = *end});
    return {.first = first, .blocks = blocks};
}

// Why a block cannot join a cluster; if it can, its buffer is busy on return.
std::optional<Reason> FreebsdKernel::refusal(BlockNo block) {
    if (cache().find(block).exists()) {
        return Reason::block_in_core;
    }
    if (!buffers_to_spare()) {
        return Reason::no_free_buffer;
    }
    const Lookup lookup = get_block(block, Purpose::read_ahead);
    if (lookup.cached) {
        release(lookup.buffer, Reason::not_needed);
        return Reason::page_valid;
    }
    if (parameters_.refuse_partial_pages && cache().pages_partly_valid(block)) {
        machine_.record({.block = block,
                         .buffer = lookup.buffer,
                         .kind = EventKind::buffer_thrown_back,
                         .reason = Reason::page_partly_valid});
        return Reason::page_partly_valid;
    }
    return std::nullopt;
}

// getblk. [S]
FreebsdKernel::Lookup FreebsdKernel::get_block(BlockNo block, Purpose purpose) {
    for (;;) {
        const BufferId holder = cache().find(block);
        if (holder.exists()) {
            if (cache().buffer(holder).in_flight) {
                machine_.wait_for(holder, Reason::busy_buffer);
                continue; // it may be another's by now: look again
            }
            constexpr std::array hits{Reason::hit_in_buffer, Reason::read_ahead, Reason::metadata_hit,
                                      Reason::hit_in_buffer};
            machine_.record({.block = block,
                             .buffer = holder,
                             .kind = EventKind::buffer_found,
                             .reason = hits[static_cast<std::size_t>(purpose)]});
            return {.buffer = holder, .cached = true};
        }
        if (free_buffers() < cache().size() / 18 + 5 && !machine_.state().commands.empty()) { // the low mark [S]
            wait_for_free_buffers();
            continue; // somebody may have brought the block in
        }
        const BufferId buffer = get_new_buffer(block);
        if (!buffer.exists()) {
            machine_.wait_for_any_buffer();
            continue;
        }
        const bool cached = cache().counts_as_valid(block, parameters_.page_validity);
        constexpr std::array misses{Reason::miss, Reason::read_ahead, Reason::metadata_miss, Reason::new_block};
        const Reason reason =
            cached && purpose == Purpose::demand ? Reason::hit_in_page : misses[static_cast<std::size_t>(purpose)];
        machine_.record({.block = block,
                         .buffer = buffer,
                         .other = cache().buffer(buffer).block.value,
                         .kind = EventKind::buffer_assigned,
                         .reason = reason});
        return {.buffer = buffer, .cached = cached};
    }
}

// getnewbuf: from EMPTY if any, else the head of AGE, else the head of LRU or what a policy chooses there. A dirty one
// is written instead, and the search begins again. [S: all but the policy]
BufferId FreebsdKernel::get_new_buffer(BlockNo incoming) {
    for (;;) {
        const BufferId victim = machine_.state().next_victim(incoming);
        if (!victim.exists() || cache().buffer(victim).queue == BufferQueue::empty) {
            return victim;
        }
        if (cache().buffer(victim).dirty) {
            write_with_neighbours(victim, Reason::write_victim);
            continue;
        }
        if (!parameters_.second_chance || machine_.state().policy || cache().buffer(victim).use_count == 0) {
            return victim;
        }
        machine_.record({.block = cache().buffer(victim).block,
                         .buffer = victim,
                         .kind = EventKind::buffer_requeued,
                         .reason = Reason::second_chance});
    }
}

// bmap: the metadata on the way to a block, outermost first. [S]
void FreebsdKernel::map(BlockNo block) {
    const BlockNo parent = layout_.parent(block);
    if (parent.exists()) {
        map(parent);
        read_metadata(parent);
    }
}

void FreebsdKernel::read_metadata(BlockNo block) {
    const Lookup lookup = get_block(block, Purpose::metadata);
    if (!lookup.cached) {
        machine_.issue(block, 1, Reason::metadata);
        machine_.wait_for(lookup.buffer, Reason::own_read);
    }
    release(lookup.buffer, Reason::used);
}

void FreebsdKernel::issue(const Cluster& cluster, Reason purpose) {
    machine_.issue(cluster.first, cluster.blocks, purpose);
}

void FreebsdKernel::mark(BufferId buffer) {
    if (!cache().buffer(buffer).marked) {
        machine_.record({.block = cache().buffer(buffer).block, .buffer = buffer, .kind = EventKind::mark_set});
    }
}

void FreebsdKernel::release(BufferId buffer, Reason why) {
    machine_.record(
        {.block = cache().buffer(buffer).block, .buffer = buffer, .kind = EventKind::buffer_released, .reason = why});
}

} // namespace thrashlab
