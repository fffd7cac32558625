// The machine a kernel runs on: simulated time, a drive, the state, and whoever listens.
#pragma once

#include "disk/drive.h"
#include "fs/file_layout.h"
#include "kernel/event.h"
#include "kernel/machine_state.h"

#include <memory>

namespace thrashlab {

/// Hears of every event, in order.
class EventSink {
public:
    EventSink() = default;
    EventSink(const EventSink&) = delete;
    EventSink& operator=(const EventSink&) = delete;
    virtual ~EventSink() = default;
    /// `before` is the state in which the event finds the machine.
    virtual void event(const Event& event, const MachineState& before) = 0;
};

/// One process, one drive, one clock. The kernel's code runs straight on and says what it spends; the machine lets the
/// drive's events happen at their times in between. Whatever happens goes through `record`, which changes the state
/// and tells the sink.
class Machine {
public:
    /// `sink` may be null and must outlive the machine. `layout` must outlive it too.
    Machine(MachineState initial, const FileLayout& layout, std::unique_ptr<Drive> drive, EventSink* sink);

    [[nodiscard]] const MachineState& state() const { return state_; }
    [[nodiscard]] SimTime now() const { return now_; }

    /// Makes the event happen now.
    void record(Event event) {
        event.time = now_;
        publish(event);
    }
    /// dd or the kernel computes for a while; the drive goes on meanwhile.
    void spend(Duration time) {
        const SimTime until = now_ + time;
        while (next_drive_event_ <= until) {
            step_drive();
        }
        now_ = until;
    }
    /// Issues a command for `blocks` blocks from `first` on, whose buffers are busy and lie behind each other on the
    /// disk. The purpose says whether it reads or writes.
    void issue(BlockNo first, std::uint32_t blocks, Reason purpose);
    /// Sleeps until no command for the buffer is under way.
    void wait_for(BufferId buffer, Reason why);
    /// The same for the buffer that holds a block, if one does.
    void wait_for_block(BlockNo block, Reason why) {
        if (const BufferId buffer = state_.cache.find(block); buffer.exists()) {
            wait_for(buffer, why);
        }
    }
    /// Lets the drive's next event happen if it is due by `limit`; false if it is not.
    bool step(SimTime limit) {
        if (next_drive_event_ > limit) {
            return false;
        }
        step_drive();
        return true;
    }
    /// Sleeps until some buffer is on a queue.
    void wait_for_any_buffer();

private:
    void publish(const Event& event) {
        if (sink_ != nullptr) {
            sink_->event(event, state_);
        }
        state_.apply(event);
    }
    void step_drive();
    void note_next_drive_event();

    MachineState state_;
    const FileLayout& layout_;
    std::unique_ptr<Drive> drive_;
    EventSink* sink_;
    SimTime now_;
    SimTime next_drive_event_ = SimTime::max();
    CommandNo next_command_{0};
};

} // namespace thrashlab
