#include "kernel/machine_state.h"

#include <algorithm>
#include <cassert>

namespace thrashlab {
namespace {

constexpr std::uint64_t one_if(bool condition) {
    return condition ? 1 : 0;
}

} // namespace

// A sleep for a buffer that is on its way from the disk is a wait for the drive, whoever asked for it.
std::optional<TimePart> MachineState::part_of_wait(const Event& event) const {
    switch (event.reason) {
    case Reason::held_back:
        return TimePart::throttled;
    case Reason::all_busy:
        return TimePart::busy;
    case Reason::busy_buffer: {
        const auto holds = [block = event.block](const PendingCommand& command) {
            return block.value >= command.block.value && block.value - command.block.value < command.blocks;
        };
        const auto command = std::find_if(commands.begin(), commands.end(), holds);
        return command != commands.end() && is_write(command->purpose) ? std::optional(TimePart::busy) : std::nullopt;
    }
    default:
        return std::nullopt;
    }
}

void MachineState::apply_rarer(const Event& event) {
    switch (event.kind) {
    case EventKind::run_started:
        run = RunCounters{};
        run.started = time;
        run_number = event.count;
        running = true;
        position = BlockNo::none();
        break;
    case EventKind::run_ended:
        run.ended = time;
        running = false;
        break;
    case EventKind::wait_started:
        waiting = true;
        waiting_for = event.reason;
        waiting_block = event.block;
        waiting_part = part_of_wait(event);
        break;
    case EventKind::wait_ended:
        waiting = false;
        waiting_for = Reason::none;
        waiting_block = BlockNo::none();
        waiting_part.reset();
        break;
    case EventKind::dirty_discounted:
        assert(dirty_count >= event.count);
        dirty_count -= event.count;
        break;
    case EventKind::file_truncated:
        assert(dirty_count >= dirty_buffers);
        dirty_count -= dirty_buffers;
        dirty_buffers = 0;
        cache.discard_all();
        break;
    case EventKind::flush_started:
        ++run.flushes;
        break;
    case EventKind::call_entered: // these four by `apply` itself
    case EventKind::call_returned:
    case EventKind::buffer_found:
    case EventKind::buffer_released:
    case EventKind::flush_ended:
    case EventKind::cluster_ended:
        break;
    case EventKind::buffer_assigned:
    case EventKind::buffer_thrown_back:
    case EventKind::buffer_requeued:
    case EventKind::buffer_filled:
    case EventKind::write_delayed:
    case EventKind::mark_set:
    case EventKind::mark_cleared:
        apply_to_buffers(event);
        break;
    case EventKind::page_accessed:
    case EventKind::page_referenced:
    case EventKind::page_activated:
    case EventKind::page_deactivated:
    case EventKind::page_refaulted:
        apply_to_lists(event);
        break;
    case EventKind::command_queued:
    case EventKind::command_started:
    case EventKind::seek_started:
    case EventKind::rotation_started:
    case EventKind::transfer_started:
    case EventKind::command_done:
        apply_to_drive(event);
        break;
    }
}

// The policy hears of an event before the buffers change. What is only looked at, to be read ahead or written, is not
// an access; and neither the first call for a block that was read ahead nor a second one in a row is another use of it.
void MachineState::tell_policy(const Event& event) {
    switch (event.kind) {
    case EventKind::buffer_found:
        if (event.reason == Reason::hit_in_buffer) {
            const bool same_use = event.block == last_demanded || cache.buffer(event.buffer).prefetched;
            policy->hit(event.block, same_use ? Access::same_use : Access::demanded);
            last_demanded = event.block;
        } else if (event.reason == Reason::metadata_hit) {
            policy->hit(event.block, Access::ahead);
        }
        break;
    case EventKind::buffer_assigned: {
        if (event.victim().exists()) {
            policy->evicted(event.victim(), event.block);
        }
        const bool ahead = event.reason == Reason::read_ahead || event.reason == Reason::metadata_miss;
        policy->admitted(event.block, ahead ? Access::ahead : Access::demanded);
        last_demanded = ahead ? last_demanded : event.block;
        break;
    }
    case EventKind::buffer_thrown_back:
        policy->forgotten(event.block);
        break;
    case EventKind::file_truncated:
        for (BlockNo block{0}; block.value < cache.blocks(); block = block + 1) {
            const BufferId holder = cache.find(block);
            if (!holder.exists() || cache.buffer(holder).queue != BufferQueue::busy) {
                policy->forgotten(block);
            }
        }
        break;
    default:
        break;
    }
}

BufferId MachineState::next_victim(BlockNo incoming) const {
    const BufferId first = cache.next_victim();
    if (!policy || !first.exists() || cache.buffer(first).queue != BufferQueue::lru) {
        return first;
    }
    const auto is_pinned = [this](BlockNo block) { return cache.buffer(cache.find(block)).queue != BufferQueue::lru; };
    const BlockNo victim = policy->next_victim(incoming, Pinned(is_pinned));
    assert(victim.exists() && "a buffer is on LRU");
    return cache.find(victim);
}

void MachineState::apply_to_buffers(const Event& event) {
    switch (event.kind) {
    case EventKind::buffer_assigned: {
        if (event.victim().exists()) {
            ++run.evictions;
            run.wasted_read_ahead += one_if(cache.buffer(event.buffer).prefetched);
            evicted = event.victim();
            evicted_at = time;
        }
        cache.take(event.buffer);
        cache.assign(event.buffer, event.block);
        cache.flags(event.buffer).use_count = first_use_count;
        run.block_requests += one_if(event.reason == Reason::hit_in_page || event.reason == Reason::miss);
        run.page_hits += one_if(event.reason == Reason::hit_in_page);
        run.misses += one_if(event.reason == Reason::miss);
        run.metadata_reads += one_if(event.reason == Reason::metadata_miss);
        break;
    }
    case EventKind::buffer_thrown_back:
        cache.throw_back(event.buffer);
        break;
    case EventKind::buffer_requeued:
        cache.requeue(event.buffer);
        break;
    case EventKind::buffer_filled:
        cache.validate_pages(event.block);
        break;
    case EventKind::write_delayed:
        dirty_count += cache.buffer(event.buffer).dirty ? 0U : 1U;
        dirty_buffers += cache.buffer(event.buffer).dirty ? 0U : 1U;
        cache.flags(event.buffer).dirty = true;
        break;
    case EventKind::mark_set:
        cache.flags(event.buffer).marked = true;
        break;
    case EventKind::mark_cleared:
        cache.flags(event.buffer).marked = false;
        break;
    default:
        assert(false && "not a buffer event");
        break;
    }
}

void MachineState::apply_to_lists(const Event& event) {
    switch (event.kind) {
    case EventKind::page_accessed:
        cache.flags(event.buffer).prefetched = false;
        run.block_requests += one_if(event.reason == Reason::hit_in_buffer);
        run.buffer_hits += one_if(event.reason == Reason::hit_in_buffer);
        break;
    case EventKind::page_referenced:
        cache.flags(event.buffer).referenced = true;
        break;
    case EventKind::page_activated:
        ++run.activations;
        cache.flags(event.buffer).referenced = false;
        cache.activate(event.buffer);
        break;
    case EventKind::page_deactivated:
        ++run.deactivations;
        cache.deactivate(event.buffer);
        break;
    case EventKind::page_refaulted:
        ++run.refaults;
        break;
    default:
        assert(false && "not an event of the lists");
        break;
    }
}

void MachineState::apply_to_drive(const Event& event) {
    switch (event.kind) {
    case EventKind::command_queued: {
        commands.push_back({event.command(), event.block, event.count, event.reason});
        ++run.commands;
        run.blocks_transferred += event.count;
        run.single_block_commands += one_if(event.count == 1);
        run.read_ahead_commands += one_if(event.reason == Reason::read_ahead_command);
        const bool write = is_write(event.reason);
        run.write_commands += one_if(write);
        for (std::uint32_t i = 0; i < event.count; ++i) {
            Buffer& buffer = cache.flags(cache.find(event.block + i));
            buffer.in_flight = true;
            dirty_buffers -= buffer.dirty ? 1U : 0U;
            buffer.dirty = false;
            // The caller waits for the first block of what it demanded, for metadata, and for what it writes through;
            // the rest is released when it is done.
            buffer.async =
                write ? event.reason != Reason::write_through
                      : event.reason == Reason::read_ahead_command || event.reason == Reason::demanded_window || i > 0;
            buffer.prefetched = buffer.async && !write;
        }
        return;
    }
    case EventKind::command_started: {
        // Not always the one that waits longest: it goes to the front.
        const auto found = std::find_if(commands.begin(), commands.end(), [&](const PendingCommand& command) {
            return command.number == event.command();
        });
        assert(found != commands.end());
        std::rotate(commands.begin(), found, found + 1);
        phase = DrivePhase::command;
        break;
    }
    case EventKind::seek_started:
        phase = DrivePhase::seek;
        break;
    case EventKind::rotation_started:
        phase = DrivePhase::rotation;
        lost_turn = event.reason == Reason::lost_turn;
        run.lost_turns += one_if(lost_turn);
        break;
    case EventKind::transfer_started:
        phase = DrivePhase::transfer;
        lost_turn = false;
        break;
    case EventKind::command_done:
        finish_command(event);
        phase = DrivePhase::idle;
        break;
    default:
        assert(false && "not a drive event");
        break;
    }
    phase_started = time;
}

void MachineState::finish_command(const Event& event) {
    assert(!commands.empty() && commands.front().number == event.command());
    const bool write = is_write(commands.front().purpose);
    commands.erase(commands.begin());
    for (std::uint32_t i = 0; i < event.count; ++i) {
        const BlockNo block = event.block + i;
        const BufferId id = cache.find(block);
        Buffer& buffer = cache.flags(id);
        buffer.in_flight = false;
        if (!write) {
            cache.validate_pages(block);
        }
        if (buffer.async) {
            buffer.async = false;
            cache.release(id);
        }
    }
}

BlockStatus status(const Buffer& buffer) {
    if (!buffer.block.exists()) {
        return BlockStatus::on_disk;
    }
    if (buffer.in_flight) {
        return BlockStatus::in_flight;
    }
    if (buffer.dirty) {
        return BlockStatus::dirty;
    }
    return buffer.prefetched ? BlockStatus::read_ahead_unused : BlockStatus::in_buffer;
}

BlockStatus MachineState::status(BlockNo block) const {
    const BufferId id = cache.find(block);
    if (id.exists()) {
        return thrashlab::status(cache.buffer(id));
    }
    return cache.has_pages(block) && cache.pages_valid(block) ? BlockStatus::in_page : BlockStatus::on_disk;
}

} // namespace thrashlab
