#include "cache/policies/random.h"

#include "cache/policies/hash.h"

#include <limits>

namespace thrashlab {
namespace {

constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

} // namespace

RandomPolicy::RandomPolicy(const PolicySetup& setup) : places_(setup.keys, nowhere), seed_(setup.seed) {
    keys_.reserve(setup.capacity);
}

void RandomPolicy::admitted(BlockNo key, Access) {
    places_[key.at()] = size();
    keys_.push_back(key);
}

void RandomPolicy::evicted(BlockNo key, BlockNo) {
    ++draws_;
    forgotten(key);
}

void RandomPolicy::forgotten(BlockNo key) {
    const std::uint32_t place = places_[key.at()];
    if (place == nowhere) {
        return;
    }
    keys_[place] = keys_.back();
    places_[keys_[place].at()] = place;
    keys_.pop_back();
    places_[key.at()] = nowhere;
}

std::size_t RandomPolicy::lot() const {
    return static_cast<std::size_t>(scatter(seed_ ^ scatter(draws_)) % keys_.size());
}

BlockNo RandomPolicy::next_victim(BlockNo, const Pinned& pinned) const {
    if (keys_.empty()) {
        return BlockNo::none();
    }
    std::size_t place = lot();
    for (std::size_t tried = 0; tried < keys_.size(); ++tried) {
        if (!pinned(keys_[place])) {
            return keys_[place];
        }
        place = place + 1 == keys_.size() ? 0 : place + 1;
    }
    return BlockNo::none();
}

PolicyPicture RandomPolicy::describe() const {
    PolicyList drawn{.name = "resident"};
    for (const BlockNo key : keys_) {
        drawn.entries.push_back({key, 0});
    }
    if (!keys_.empty()) {
        drawn.hand = lot();
    }
    return {.lists = {std::move(drawn)}};
}

std::size_t RandomPolicy::bytes() const {
    return sizeof(*this) + keys_.size() * sizeof(BlockNo) + places_.size() * sizeof(std::uint32_t);
}

} // namespace thrashlab
