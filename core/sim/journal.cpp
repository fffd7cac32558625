#include "sim/journal.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>

namespace thrashlab {
namespace {

constexpr EventIndex shortest_keyframe_distance = 4096;
/// Keyframes may add one byte to this many bytes of events.
constexpr std::size_t keyframe_share = 10;

} // namespace

void Journal::event(const Event& event, const MachineState& before) {
    const EventIndex index = records_.size();
    if (keyframes_.empty() || (index >= keyframes_.back().index + shortest_keyframe_distance &&
                               (index - keyframes_.back().index) * sizeof(Record) >= before.bytes() * keyframe_share)) {
        keyframes_.push_back({index, before});
    }
    constexpr Duration longest{std::numeric_limits<std::uint32_t>::max()};
    if (chunks_.empty() || event.time - chunks_.back().base > longest) {
        chunks_.push_back({index, event.time});
    }
    records_.push_back({.offset = static_cast<std::uint32_t>((event.time - chunks_.back().base).count()),
                        .block = event.block.value,
                        .buffer = event.buffer.value,
                        .other = event.other,
                        .count = event.count,
                        .kind = event.kind,
                        .reason = event.reason});
}

const Journal::Chunk& Journal::chunk_of(EventIndex index) const {
    const auto behind = std::upper_bound(chunks_.begin(), chunks_.end(), index,
                                         [](EventIndex at, const Chunk& chunk) { return at < chunk.first; });
    assert(behind != chunks_.begin());
    return *(behind - 1);
}

Event Journal::unpack(const Record& record, SimTime base) {
    return {.time = base + Duration(record.offset),
            .block = BlockNo{record.block},
            .buffer = BufferId{record.buffer},
            .other = record.other,
            .count = record.count,
            .kind = record.kind,
            .reason = record.reason};
}

Event Journal::operator[](EventIndex index) const {
    return unpack(records_[index], chunk_of(index).base);
}

SimTime Journal::time(EventIndex index) const {
    return chunk_of(index).base + Duration(records_[index].offset);
}

EventIndex Journal::index_at(SimTime time) const {
    const auto behind = std::upper_bound(chunks_.begin(), chunks_.end(), time,
                                         [](SimTime at, const Chunk& chunk) { return at < chunk.base; });
    if (behind == chunks_.begin()) {
        return 0;
    }
    const Chunk& chunk = *(behind - 1);
    const EventIndex end = behind == chunks_.end() ? size() : behind->first;
    const auto first = records_.begin() + static_cast<std::ptrdiff_t>(chunk.first);
    const auto last = records_.begin() + static_cast<std::ptrdiff_t>(end);
    const auto found = std::upper_bound(first, last, (time - chunk.base).count(),
                                        [](std::int64_t at, const Record& record) { return at < record.offset; });
    return static_cast<EventIndex>(found - records_.begin());
}

SimTime Journal::end_time() const {
    return records_.empty() ? SimTime{} : time(size() - 1);
}

const Journal::Keyframe& Journal::keyframe_before(EventIndex index) const {
    assert(!keyframes_.empty() && index <= size());
    const auto behind = std::upper_bound(keyframes_.begin(), keyframes_.end(), index,
                                         [](EventIndex at, const Keyframe& keyframe) { return at < keyframe.index; });
    return *(behind - 1);
}

MachineState Journal::state_at(EventIndex index) const {
    const Keyframe& keyframe = keyframe_before(index);
    MachineState state = keyframe.state;
    for (EventIndex at = keyframe.index; at < index; ++at) {
        state.apply((*this)[at]);
    }
    return state;
}

std::size_t Journal::keyframe_bytes() const {
    std::size_t sum = 0;
    for (const Keyframe& keyframe : keyframes_) {
        sum += keyframe.state.bytes();
    }
    return sum;
}

std::size_t Journal::bytes() const {
    return records_.size() * sizeof(Record) + chunks_.size() * sizeof(Chunk) + keyframe_bytes();
}

std::vector<std::byte> Journal::event_bytes() const {
    static_assert(std::has_unique_object_representations_v<Record>);
    std::vector<std::byte> bytes(records_.size() * sizeof(Record));
    if (!bytes.empty()) {
        std::memcpy(bytes.data(), records_.data(), bytes.size());
    }
    return bytes;
}

Replay::Replay(const Journal& journal) : journal_(&journal), state_(journal.keyframe_before(0).state) {
}

} // namespace thrashlab
