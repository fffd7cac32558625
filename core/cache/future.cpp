#include "cache/future.h"

#include <algorithm>
#include <cassert>

namespace thrashlab {

Future::Future(std::span<const BlockNo> references, std::uint32_t keys) : begins_(std::size_t{keys} + 1, 0) {
    references_.reserve(references.size());
    for (const BlockNo key : references) {
        if (references_.empty() || references_.back() != key) {
            references_.push_back(key);
            ++begins_[key.at() + 1];
        }
    }
    assert(references_.size() < never);
    for (std::size_t key = 0; key < keys; ++key) {
        begins_[key + 1] += begins_[key];
    }
    places_.resize(references_.size());
    next_.assign(references_.size(), never);
    std::vector<std::size_t> filled(begins_.begin(), begins_.end() - 1);
    for (std::uint32_t place = 0; place < length(); ++place) {
        const std::size_t key = references_[place].at();
        if (filled[key] > begins_[key]) {
            next_[places_[filled[key] - 1]] = place;
        }
        places_[filled[key]++] = place;
    }
}

std::uint32_t Future::first_at(BlockNo key, std::uint32_t from) const {
    const auto begin = places_.begin() + static_cast<std::ptrdiff_t>(begins_[key.at()]);
    const auto end = places_.begin() + static_cast<std::ptrdiff_t>(begins_[key.at() + 1]);
    const auto found = std::lower_bound(begin, end, from);
    return found == end ? never : *found;
}

} // namespace thrashlab
