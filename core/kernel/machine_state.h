// The whole state of the simulated machine, and the one function that changes it.
#pragma once

#include "cache/buffer_cache.h"
#include "cache/policy.h"
#include "disk/drive.h"
#include "kernel/event.h"
#include "kernel/time_split.h"

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace thrashlab {

/// What one run of dd has done so far.
struct RunCounters {
    SimTime started;
    SimTime ended;
    std::uint64_t bytes = 0;
    std::uint64_t calls = 0;
    /// Blocks that dd's calls asked for, one for each call and block it touches.
    std::uint64_t block_requests = 0;
    std::uint64_t buffer_hits = 0;
    std::uint64_t page_hits = 0;
    std::uint64_t misses = 0;
    std::uint64_t metadata_reads = 0;
    std::uint64_t commands = 0;
    std::uint64_t read_ahead_commands = 0;
    std::uint64_t single_block_commands = 0;
    std::uint64_t blocks_transferred = 0;
    std::uint64_t lost_turns = 0;
    std::uint64_t write_commands = 0;
    std::uint64_t flushes = 0;
    std::uint64_t evictions = 0;
    /// Blocks that were read ahead and evicted before anybody asked for them.
    std::uint64_t wasted_read_ahead = 0;
    /// Blocks that were read although they had been in memory before.
    std::uint64_t refaults = 0;
    std::uint64_t activations = 0;
    std::uint64_t deactivations = 0;
    TimeSplit time;

    [[nodiscard]] Duration elapsed() const { return ended - started; }
    bool operator==(const RunCounters&) const = default;
};

/// A command between the kernel's issuing it and the drive's being done with it.
struct PendingCommand {
    CommandNo number;
    BlockNo block;
    std::uint16_t blocks = 0;
    Reason purpose = Reason::none;

    bool operator==(const PendingCommand&) const = default;
};

/// What a block is doing, as a view would colour it.
enum class BlockStatus : std::uint8_t { on_disk, in_page, in_buffer, in_flight, read_ahead_unused, dirty };
inline constexpr std::size_t block_statuses = 6;
/// The status of the block that a buffer holds; on_disk for a buffer that holds none.
[[nodiscard]] BlockStatus status(const Buffer& buffer);

/// The state of the machine at an instant: a plain value. It starts as just mounted and changes only through `apply`,
/// in the simulation as in a replay of its journal, so that both are bound to agree.
struct MachineState {
    /// Without a policy the victim is the head of LRU, as the kernel has it. A policy must be fresh, for as many keys
    /// as there are blocks and a capacity of all buffers.
    MachineState(std::uint32_t buffers, std::uint32_t blocks, std::uint32_t data_blocks, std::uint32_t block_size,
                 PolicyValue in_place_of_lru = {},
                 std::uint32_t page_memory = std::numeric_limits<std::uint32_t>::max())
        : cache(buffers, blocks, data_blocks, block_size, page_memory), policy(std::move(in_place_of_lru)) {}

    SimTime time;
    BufferCache cache;
    /// Chooses among the buffers on LRU when there is one. It is told of events alone: each block that a buffer holds
    /// is resident to it; dirty buffers are nothing special, and busy ones are pinned.
    PolicyValue policy;
    /// The block that the policy was told to be demanded last; kept only for it.
    BlockNo last_demanded;
    RunCounters run;
    std::uint16_t run_number = 0;
    bool running = false;
    bool waiting = false;
    Reason waiting_for = Reason::none;
    BlockNo waiting_block;
    /// What dd sleeps for is none of its own: the part its sleep belongs to, whatever the drive does meanwhile.
    std::optional<TimePart> waiting_part;
    /// The block that dd's present or last call asked for.
    BlockNo position;
    /// What the kernel believes to be the number of dirty buffers; with the leak it is more than there are.
    std::uint32_t dirty_count = 0;
    /// Buffers that are dirty indeed.
    std::uint32_t dirty_buffers = 0;
    /// In the order of issue, but for the one that the drive is at work on, which comes first unless `phase` is idle.
    std::vector<PendingCommand> commands;
    DrivePhase phase = DrivePhase::idle;
    SimTime phase_started;
    bool lost_turn = false;
    /// The block and its victim of the last eviction; for a short time of interest to whoever watches.
    BlockNo evicted;
    SimTime evicted_at;

    /// Goes on to the event's time and makes its change. Events must come in order. Inline for the kinds that come with
    /// every call: whoever records one knows its kind when the program is compiled, and no switch is left.
    void apply(const Event& event);
    [[nodiscard]] BlockStatus status(BlockNo block) const;
    /// The buffer that a new block would get, dirty or not: head of EMPTY, else of AGE, else of LRU, or what the policy
    /// chooses there; none when all are busy. `incoming` none: for some block never seen.
    [[nodiscard]] BufferId next_victim(BlockNo incoming = BlockNo::none()) const;

    /// Bytes of memory a copy takes, about.
    [[nodiscard]] std::size_t bytes() const { return sizeof(*this) + cache.bytes() + policy.bytes(); }
    bool operator==(const MachineState&) const = default;

private:
    void account(Duration interval) {
        assert((!waiting || interval == Duration::zero() || part_of(phase) != TimePart::cpu) &&
               "dd never waits for an idle drive");
        run.time[!waiting ? TimePart::cpu : waiting_part.value_or(part_of(phase))] += interval;
    }
    [[nodiscard]] std::optional<TimePart> part_of_wait(const Event& event) const;
    void find_buffer(const Event& event);
    void apply_rarer(const Event& event);
    void apply_to_buffers(const Event& event);
    void tell_policy(const Event& event);
    void apply_to_lists(const Event& event);
    void apply_to_drive(const Event& event);
    void finish_command(const Event& event);

    // Use counts of buffer headers. [S] They are always kept; only a kernel with second_chance looks at them.
    static constexpr std::uint8_t first_use_count = 4;
    static constexpr std::uint8_t highest_use_count = 24;
};

inline void MachineState::find_buffer(const Event& event) {
    cache.take(event.buffer);
    if (event.reason == Reason::to_write) {
        return;
    }
    Buffer& buffer = cache.flags(event.buffer);
    if (buffer.use_count < highest_use_count) {
        ++buffer.use_count;
    }
    if (event.reason == Reason::hit_in_buffer) {
        ++run.block_requests;
        ++run.buffer_hits;
        buffer.prefetched = false;
    }
}

inline void MachineState::apply(const Event& event) {
    assert(event.time >= time);
    if (running) {
        account(event.time - time);
    }
    time = event.time;
    if (policy) {
        tell_policy(event);
    }
    switch (event.kind) {
    case EventKind::call_entered:
        if (event.block.exists()) {
            position = event.block;
        }
        ++run.calls;
        break;
    case EventKind::call_returned:
        run.bytes += event.other;
        break;
    case EventKind::buffer_found:
        find_buffer(event);
        break;
    case EventKind::buffer_released:
        cache.release(event.buffer);
        break;
    default:
        apply_rarer(event);
        break;
    }
}

} // namespace thrashlab
