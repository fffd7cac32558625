// What happens, one event at a time. An event tells the whole story of a change: when, to which block, buffer and
// command, and why. Everything shown anywhere derives from events (see machine_state.h for what each one changes).
#pragma once

#include "units.h"

#include <cstdint>
#include <type_traits>

namespace thrashlab {

enum class EventKind : std::uint8_t {
    run_started,        ///< dd begins; count: number of the run, from 1
    run_ended,          ///< dd has printed its lines; count: number of the run
    call_entered,       ///< a system call; block: first block it asks for; other: bytes asked for; reason: which call
    call_returned,      ///< other: bytes moved
    buffer_found,       ///< the block was in a buffer, which is busy now
    buffer_assigned,    ///< a buffer now names the block and is busy; other: block it held before, or none
    buffer_released,    ///< to the tail of LRU
    buffer_thrown_back, ///< to the head of EMPTY, its block forgotten
    buffer_requeued,    ///< second chance: from the head of its queue to the tail
    mark_set,           ///< read-ahead mark
    mark_cleared,
    file_truncated,   ///< opened for writing from its start: buffers and pages of the file are forgotten
    buffer_filled,    ///< a process has put new data into a busy buffer: its pages are valid
    write_delayed,    ///< a busy buffer is dirty now; a clean one adds one to the dirty count
    dirty_discounted, ///< count: how many are taken off the dirty count, because their write has been issued
    flush_started,    ///< the dirty count has reached the high mark; other: the count
    flush_ended,      ///< other: the count
    cluster_ended,    ///< block: the first one left out; count: blocks in the cluster; reason: why it ended
    command_queued,   ///< block: the first; count: blocks; other: command; reason: for whom
    command_started,  ///< the drive takes it up (this and the next five name block, count and command likewise)
    seek_started,
    rotation_started, ///< reason: lost_turn when the sector had just gone by
    transfer_started,
    command_done, ///< its buffers are valid; those that nobody waits for go to the tail of LRU
    wait_started, ///< dd sleeps; block: on whose buffer; reason
    wait_ended,
    // Of a kernel with an active and an inactive list.
    page_accessed,    ///< dd is given what the block holds; its buffer stays where it is in its queue
    page_referenced,  ///< first touch: remembered, and nothing moves
    page_activated,   ///< the buffer belongs to the active list now; reason: why
    page_deactivated, ///< from the head of the active list to the tail of the inactive one
    page_refaulted,   ///< other: how many evictions and activations ago the block was evicted; count: 1 if recently
};

enum class Reason : std::uint8_t {
    none,
    // call_entered
    read_call,
    read_zeros_call, ///< from a device that gives zeros
    write_call,      ///< block: none when the device keeps nothing
    // buffer_found and buffer_assigned
    hit_in_buffer, ///< a buffer holds it
    hit_in_page,   ///< no buffer held it, but its page is in memory and counts as valid
    miss,          ///< must be read
    read_ahead,    ///< must be read, and nobody has asked for it yet
    metadata_hit,  ///< an indirect block or allocation table, in a buffer
    metadata_miss,
    new_block, ///< just allocated: nothing to read
    to_write,  ///< buffer_found: taken off its queue to be written
    // cluster_ended
    end_of_run, ///< the next block lies elsewhere on the disk, or another metadata block names it
    end_of_file,
    as_long_as_wanted, ///< the sequential count or the request asked for no more
    transfer_limit,    ///< the next block's page might not fit into the largest transfer
    block_in_core,     ///< the next block is in a buffer already
    page_valid,        ///< the next block's page is in memory and counts as valid
    page_partly_valid, ///< a page below the next block has a valid bit: it is refused, its buffer thrown back
    no_free_buffer,
    // command_queued
    demanded,
    read_ahead_command,
    metadata,
    write_cluster, ///< enough contiguous blocks have gathered, or the next one lies elsewhere
    write_flushed, ///< the dirty count is too high
    write_victim,  ///< its buffer is wanted for another block
    write_through, ///< dd waits for it: a new indirect block
    write_synced,  ///< somebody wants all of it on the disk: sync, fsync, the syncer
    write_at_once, ///< without clustering, a full block is written without anybody waiting
    // rotation_started
    lost_turn,
    // wait_started
    own_read,    ///< for the command that this call issued
    own_write,   ///< for the write that this call issued
    busy_buffer, ///< for a buffer that is on its way from or to the disk already
    all_busy,    ///< for any buffer at all
    // buffer_released, buffer_thrown_back, buffer_requeued
    used,
    not_needed, ///< looked at for a cluster or read-ahead, and already valid
    second_chance,
    // page_activated and page_deactivated
    second_touch, ///< asked for again while it was on the inactive list
    refault,      ///< it was evicted so lately that the active list could have made room for it
    inactive_low, ///< the active list is longer than the inactive one
    // wait_started
    held_back, ///< the writer has dirtied so much that it must go at the drive's pace
    // command_queued
    demanded_window, ///< what dd waits for, and behind it what it is likely to want
};

/// The purposes of a command that writes.
[[nodiscard]] constexpr bool is_write(Reason purpose) {
    return purpose >= Reason::write_cluster && purpose <= Reason::write_at_once;
}

/// One event as the machine hands it out. Unused fields are none or zero.
struct Event {
    SimTime time;
    BlockNo block;
    BufferId buffer;
    /// A block, a command or a number of bytes, as the kind says.
    std::uint32_t other = BlockNo::none().value;
    std::uint16_t count = 0;
    EventKind kind = EventKind::run_started;
    Reason reason = Reason::none;

    [[nodiscard]] BlockNo victim() const { return BlockNo{other}; }
    [[nodiscard]] CommandNo command() const { return CommandNo{other}; }
    bool operator==(const Event&) const = default;
};
static_assert(std::is_trivially_copyable_v<Event>);

} // namespace thrashlab
