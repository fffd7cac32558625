#include "sim/journal.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace thrashlab {
namespace {

constexpr EventIndex shortest_keyframe_distance = 4096;
/// Keyframes may add one byte to this many bytes of events.
constexpr std::size_t keyframe_share = 6;
/// What a replay keeps on its way to an earlier place: no more than so many states and so many bytes, and none for a
/// way that is short anyway.
constexpr EventIndex most_kept = 16;
constexpr std::size_t most_kept_bytes = std::size_t{128} << 20;
constexpr EventIndex short_way = 1024;

} // namespace

void Journal::event(const Event& event, const MachineState& before) {
    const EventIndex index = size_;
    if (index >= next_keyframe_) {
        keyframes_.push_back({index, before});
        next_keyframe_ = index + std::max(shortest_keyframe_distance, before.bytes() * keyframe_share / sizeof(Record));
    }
    constexpr Duration longest{std::numeric_limits<std::uint32_t>::max()};
    if (chunks_.empty() || event.time - chunks_.back().base > longest) {
        chunks_.push_back({index, event.time});
    }
    if (index % records_in_block == 0) {
        blocks_.add();
    }
    new (block(index) + index % records_in_block)
        Record{.offset = static_cast<std::uint32_t>((event.time - chunks_.back().base).count()),
               .block = event.block.value,
               .buffer = event.buffer.value,
               .other = event.other,
               .count = event.count,
               .kind = event.kind,
               .reason = event.reason};
    ++size_;
}

const Journal::Chunk& Journal::chunk_of(EventIndex index) const {
    const auto behind = std::upper_bound(chunks_.begin(), chunks_.end(), index,
                                         [](EventIndex at, const Chunk& chunk) { return at < chunk.first; });
    assert(behind != chunks_.begin());
    return *(behind - 1);
}

Event Journal::operator[](EventIndex index) const {
    return unpack(at(index), chunk_of(index).base);
}

SimTime Journal::time(EventIndex index) const {
    return chunk_of(index).base + Duration(at(index).offset);
}

EventIndex Journal::index_at(SimTime time) const {
    const auto behind = std::upper_bound(chunks_.begin(), chunks_.end(), time,
                                         [](SimTime at, const Chunk& chunk) { return at < chunk.base; });
    if (behind == chunks_.begin()) {
        return 0;
    }
    const Chunk& chunk = *(behind - 1);
    const EventIndex end = behind == chunks_.end() ? size() : behind->first;
    EventIndex low = chunk.first;
    for (EventIndex high = end; low < high;) {
        const EventIndex middle = low + (high - low) / 2;
        if (Duration(at(middle).offset) <= time - chunk.base) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

SimTime Journal::end_time() const {
    return size_ == 0 ? SimTime{} : time(size() - 1);
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
    return size_ * sizeof(Record) + chunks_.size() * sizeof(Chunk) + keyframe_bytes();
}

std::vector<std::byte> Journal::event_bytes() const {
    static_assert(std::has_unique_object_representations_v<Record>);
    std::vector<std::byte> bytes;
    bytes.reserve(size_ * sizeof(Record));
    for (EventIndex index = 0; index < size_; index += records_in_block) {
        const std::byte* begin = blocks_[index / records_in_block];
        bytes.insert(bytes.end(), begin, begin + std::min(records_in_block, size_ - index) * sizeof(Record));
    }
    return bytes;
}

void Replay::jump_to(EventIndex index) {
    const Journal::Keyframe& keyframe = journal_->keyframe_before(index);
    while (!kept_.empty() && (kept_.back().index > index || kept_.front().index < keyframe.index)) {
        kept_.pop_back();
    }
    const Journal::Keyframe& start = kept_.empty() ? keyframe : kept_.back();
    state_ = start.state;
    index_ = start.index;
    const EventIndex room = std::min<EventIndex>(most_kept, most_kept_bytes / state_.bytes());
    const EventIndex distance =
        kept_.size() < room ? std::max((index - index_) / (room - kept_.size() + 1), short_way) : journal_->size();
    journal_->walk(index_, index, [&](EventIndex at, const Event& event) {
        if (at == index_ + distance && index - at >= short_way / 2) {
            kept_.push_back({at, state_});
            index_ = at;
        }
        state_.apply(event);
        return true;
    });
    index_ = index;
}

Replay::Replay(const Journal& journal) : journal_(&journal), state_(journal.keyframe_before(0).state) {
}

} // namespace thrashlab
