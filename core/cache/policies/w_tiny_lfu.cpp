#include "cache/policies/w_tiny_lfu.h"

#include "cache/policies/hash.h"

#include <algorithm>
#include <bit>

namespace thrashlab {
namespace {

constexpr std::uint8_t highest = 15;
constexpr std::uint32_t narrowest = 16;

} // namespace

WTinyLfuPolicy::WTinyLfuPolicy(const PolicySetup& setup)
    : lists_(setup.keys), seed_(setup.seed), sample_(std::uint64_t{10} * setup.capacity),
      width_(std::bit_ceil(std::max(narrowest, setup.capacity))),
      window_most_(std::max(1U, percent_of(setup.capacity, 1))),
      protected_most_(percent_of(setup.capacity - window_most_, 80)) {
    counters_.assign(rows * width_, 0);
}

// One hash gives the places of all rows: 16 bits are not enough for wide rows, so the row is hashed along.
std::array<std::size_t, WTinyLfuPolicy::rows> WTinyLfuPolicy::places(BlockNo key) const {
    std::array<std::size_t, rows> result{};
    std::uint64_t hash = scatter(seed_ ^ key.value);
    const std::uint64_t step = hash >> 32U;
    for (std::size_t row = 0; row < rows; ++row) {
        result[row] = row * width_ + static_cast<std::size_t>(hash & (width_ - 1U));
        hash += step | 1U;
    }
    return result;
}

std::uint8_t WTinyLfuPolicy::estimate(BlockNo key) const {
    std::uint8_t lowest = highest;
    for (const std::size_t place : places(key)) {
        lowest = std::min(lowest, counters_[place]);
    }
    return lowest;
}

void WTinyLfuPolicy::count_use(BlockNo key) {
    for (const std::size_t place : places(key)) {
        counters_[place] = static_cast<std::uint8_t>(std::min<int>(counters_[place] + 1, highest));
    }
    if (++uses_ >= sample_) {
        for (std::uint8_t& counter : counters_) {
            counter = static_cast<std::uint8_t>(counter / 2);
        }
        uses_ /= 2;
    }
}

void WTinyLfuPolicy::hit(BlockNo key, Access access) {
    if (access != Access::same_use) {
        count_use(key);
    }
    if (lists_.holds(window, key) || access == Access::same_use) {
        lists_.move_to_back(lists_.list_of(key), key);
        return;
    }
    lists_.move_to_back(safe, key);
    while (lists_.length(safe) > protected_most_) {
        lists_.move_to_back(probation, lists_.front(safe));
    }
}

void WTinyLfuPolicy::admitted(BlockNo key, Access) {
    count_use(key);
    lists_.push_back(window, key);
    while (lists_.length(window) > window_most_) {
        lists_.move_to_back(probation, lists_.front(window));
    }
}

void WTinyLfuPolicy::evicted(BlockNo key, BlockNo) {
    lists_.remove(key);
}

void WTinyLfuPolicy::forgotten(BlockNo key) {
    lists_.remove_if_held(key);
}

BlockNo WTinyLfuPolicy::next_victim(BlockNo, const Pinned& pinned) const {
    const BlockNo newcomer = lists_.first_free(window, pinned);
    BlockNo old = lists_.first_free(probation, pinned);
    if (!old.exists()) {
        old = lists_.first_free(safe, pinned);
    }
    if (!newcomer.exists() || !old.exists()) {
        return newcomer.exists() ? newcomer : old;
    }
    const bool contends = lists_.length(window) >= window_most_;
    return contends && estimate(newcomer) <= estimate(old) ? newcomer : old;
}

PolicyPicture WTinyLfuPolicy::describe() const {
    PolicyPicture picture{.lists = {lists_.describe(window, "window", "estimated uses"),
                                    lists_.describe(probation, "probationary", "estimated uses"),
                                    lists_.describe(safe, "protected", "estimated uses")}};
    picture.lists[0].target = window_most_;
    picture.lists[2].target = protected_most_;
    for (PolicyList& list : picture.lists) {
        for (PolicyEntry& entry : list.entries) {
            entry.count = estimate(entry.key);
        }
    }
    return picture;
}

} // namespace thrashlab
