// The record of a simulation: every event, and from time to time the whole state, so that any instant is near one.
#pragma once

#include "kernel/machine.h"
#include "sim/record_blocks.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <utility>
#include <vector>

namespace thrashlab {

/// Number of an event in a journal. The state "at" an index is the one that the event finds: index 0 is the start,
/// `size()` the end.
using EventIndex = std::size_t;

/// Events and keyframes. Filled once, by a simulation; afterwards read by any number of threads.
/// An event takes 20 bytes; keyframes come so far apart that they add no more than a sixth to long journals.
class Journal final : public EventSink {
public:
    explicit Journal(SpillOptions spill = {}) : blocks_(std::move(spill)) {}

    /// Throws Error when the events have outgrown their memory and the temporary file cannot take them.
    void event(const Event& event, const MachineState& before) override;

    [[nodiscard]] EventIndex size() const { return size_; }
    [[nodiscard]] Event operator[](EventIndex index) const;
    [[nodiscard]] SimTime time(EventIndex index) const;
    /// Number of events up to and including `time`: the index of the state at that time.
    [[nodiscard]] EventIndex index_at(SimTime time) const;
    /// The time of the last event; zero when there is none.
    [[nodiscard]] SimTime end_time() const;
    /// The state at an index. The journal must hold an event.
    [[nodiscard]] MachineState state_at(EventIndex index) const;

    /// Index of the first event with `from` <= index that matches, or nothing. For stepping by something larger.
    template <class Predicate>
    [[nodiscard]] std::optional<EventIndex> find_forward(EventIndex from, Predicate matches) const {
        std::optional<EventIndex> found;
        walk(from, size(), until(found, matches));
        return found;
    }
    /// The same backwards: the last one with index < `before`.
    template <class Predicate>
    [[nodiscard]] std::optional<EventIndex> find_backward(EventIndex before, Predicate matches) const {
        std::optional<EventIndex> found;
        walk_back(before, until(found, matches));
        return found;
    }

    /// Hands out the events from `from` to before `to` in order, faster than one by one: `visit(index, event)` says
    /// whether to go on.
    template <class Visit>
    void walk(EventIndex from, EventIndex to, Visit visit) const;
    /// The same backwards: those before `before`, the last one first.
    template <class Visit>
    void walk_back(EventIndex before, Visit visit) const;

    /// Bytes of events that lie in a temporary file, because there are more of them than memory for them.
    [[nodiscard]] std::size_t spilled_bytes() const { return blocks_.spilled_bytes(); }
    /// Bytes it takes wherever they lie, and of these the keyframes.
    [[nodiscard]] std::size_t bytes() const;
    [[nodiscard]] std::size_t keyframe_bytes() const;
    /// The events as they lie in memory, for comparing two journals to the byte.
    [[nodiscard]] std::vector<std::byte> event_bytes() const;

private:
    friend class Replay;
    // Goes on until one matches, and keeps its index.
    template <class Predicate>
    [[nodiscard]] static auto until(std::optional<EventIndex>& found, Predicate& matches) {
        return [&found, &matches](EventIndex index, const Event& event) {
            if (matches(event)) {
                found = index;
            }
            return !found.has_value();
        };
    }
    struct Record {
        std::uint32_t offset; ///< nanoseconds since the chunk's base time
        std::uint32_t block;
        std::uint32_t buffer;
        std::uint32_t other;
        std::uint16_t count;
        EventKind kind;
        Reason reason;
    };
    static_assert(sizeof(Record) == 20);
    /// Events whose times fit into 32 bits behind a base.
    struct Chunk {
        EventIndex first;
        SimTime base;
    };
    struct Keyframe {
        EventIndex index;
        MachineState state;
    };

    static constexpr std::size_t records_in_block = RecordBlocks::block_bytes / sizeof(Record);

    [[nodiscard]] const Record& at(EventIndex index) const { return block(index)[index % records_in_block]; }
    [[nodiscard]] Record* block(EventIndex index) const {
        return std::launder(reinterpret_cast<Record*>(blocks_[index / records_in_block]));
    }
    [[nodiscard]] const Chunk& chunk_of(EventIndex index) const;
    [[nodiscard]] static Event unpack(const Record& record, SimTime base) {
        return {.time = base + Duration(record.offset),
                .block = BlockNo{record.block},
                .buffer = BufferId{record.buffer},
                .other = record.other,
                .count = record.count,
                .kind = record.kind,
                .reason = record.reason};
    }
    [[nodiscard]] const Keyframe& keyframe_before(EventIndex index) const;

    RecordBlocks blocks_;
    EventIndex size_ = 0;
    EventIndex next_keyframe_ = 0;
    std::vector<Chunk> chunks_;
    std::vector<Keyframe> keyframes_;
};

template <class Visit>
void Journal::walk(EventIndex from, EventIndex to, Visit visit) const {
    if (from >= to) {
        return;
    }
    const Chunk* chunk = &chunk_of(from);
    const Chunk* const last = &chunks_.back();
    for (EventIndex index = from; index < to; ++index) {
        while (chunk != last && (chunk + 1)->first <= index) {
            ++chunk;
        }
        if (!visit(index, unpack(at(index), chunk->base))) {
            return;
        }
    }
}

template <class Visit>
void Journal::walk_back(EventIndex before, Visit visit) const {
    if (before == 0) {
        return;
    }
    const Chunk* chunk = &chunk_of(before - 1);
    for (EventIndex index = before; index-- > 0;) {
        while (chunk->first > index) {
            --chunk;
        }
        if (!visit(index, unpack(at(index), chunk->base))) {
            return;
        }
    }
}

/// A place in a journal that keeps the state there. Moving on applies events; moving back starts from a keyframe, or
/// from one of a few states that an earlier move back has kept: going back step by step costs little.
class Replay {
public:
    /// Starts at index 0. The journal must hold an event, gain no more, and outlive the replay.
    explicit Replay(const Journal& journal);

    [[nodiscard]] EventIndex index() const { return index_; }
    [[nodiscard]] const MachineState& state() const { return state_; }
    /// Goes to an index from 0 to the journal's size. What happens in between is handed to `seen(event)` when moving
    /// on from the present place, so that a view can redraw what changed alone; false when it jumped instead.
    template <class Seen>
    bool move_to(EventIndex index, Seen seen);
    void move_to(EventIndex index) {
        move_to(index, [](const Event&) {});
    }

private:
    void jump_to(EventIndex index);

    const Journal* journal_;
    EventIndex index_ = 0;
    MachineState state_;
    /// States between the keyframe before the place of the last jump and that place, in order.
    std::vector<Journal::Keyframe> kept_;
};

template <class Seen>
bool Replay::move_to(EventIndex index, Seen seen) {
    const auto& keyframe = journal_->keyframe_before(index);
    const bool jump = index < index_ || keyframe.index > index_;
    if (jump) {
        jump_to(index);
    }
    for (; index_ < index; ++index_) {
        const Event event = (*journal_)[index_];
        state_.apply(event);
        seen(event);
    }
    return !jump;
}

} // namespace thrashlab
