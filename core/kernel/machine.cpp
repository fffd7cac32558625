#include "kernel/machine.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace thrashlab {

Machine::Machine(MachineState initial, const FileLayout& layout, std::unique_ptr<Drive> drive, EventSink* sink)
    : state_(std::move(initial)), layout_(layout), drive_(std::move(drive)), sink_(sink), now_(state_.time) {
}

void Machine::note_next_drive_event() {
    next_drive_event_ = drive_->next_event_time().value_or(SimTime::max());
}

void Machine::issue(BlockNo first, std::uint32_t blocks, Reason purpose) {
    record({.block = first,
            .other = next_command_.value,
            .count = static_cast<std::uint16_t>(blocks),
            .kind = EventKind::command_queued,
            .reason = purpose});
    drive_->submit(
        {.number = next_command_, .first = layout_.sector(first), .sectors = blocks * layout_.sectors_per_block()},
        now_);
    next_command_ = next_command_ + 1;
    note_next_drive_event();
    while (next_drive_event_ <= now_) {
        step_drive();
    }
}

void Machine::step_drive() {
    const DriveEvent change = drive_->take_event();
    assert(change.time >= now_ && !state_.commands.empty());
    now_ = change.time;
    const auto found = std::find_if(state_.commands.begin(), state_.commands.end(),
                                    [&](const PendingCommand& each) { return each.number == change.command; });
    assert(found != state_.commands.end());
    const PendingCommand command = *found;
    EventKind kind = EventKind::command_started;
    switch (change.phase) {
    case DrivePhase::idle:
    case DrivePhase::command:
        break;
    case DrivePhase::seek:
        kind = EventKind::seek_started;
        break;
    case DrivePhase::rotation:
        kind = EventKind::rotation_started;
        break;
    case DrivePhase::transfer:
        kind = EventKind::transfer_started;
        break;
    case DrivePhase::done:
        kind = EventKind::command_done;
        break;
    }
    publish({.time = now_,
             .block = command.block,
             .other = command.number.value,
             .count = command.blocks,
             .kind = kind,
             .reason = change.lost_turn ? Reason::lost_turn : Reason::none});
    note_next_drive_event();
}

void Machine::wait_for(BufferId buffer, Reason why) {
    if (!state_.cache.buffer(buffer).in_flight) {
        return;
    }
    record(
        {.block = state_.cache.buffer(buffer).block, .buffer = buffer, .kind = EventKind::wait_started, .reason = why});
    while (state_.cache.buffer(buffer).in_flight) {
        step_drive();
    }
    record(
        {.block = state_.cache.buffer(buffer).block, .buffer = buffer, .kind = EventKind::wait_ended, .reason = why});
}

void Machine::wait_for_any_buffer() {
    record({.kind = EventKind::wait_started, .reason = Reason::all_busy});
    while (!state_.cache.next_victim().exists()) {
        step_drive();
    }
    record({.kind = EventKind::wait_ended, .reason = Reason::all_busy});
}

} // namespace thrashlab
