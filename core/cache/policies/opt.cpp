#include "cache/policies/opt.h"

#include <algorithm>
#include <bit>

namespace thrashlab {
namespace {

constexpr std::uint32_t word_bits = 64;

} // namespace

PlaceSet::PlaceSet(std::uint32_t bound) {
    std::size_t words = std::size_t{bound} + 1; // `bound` itself may be asked for
    do {
        words = (words + word_bits - 1) / word_bits;
        levels_.emplace_back(std::max<std::size_t>(words, 1), 0);
    } while (words > 1);
}

void PlaceSet::insert(std::uint32_t place) {
    for (std::vector<std::uint64_t>& level : levels_) {
        std::uint64_t& word = level[place / word_bits];
        const bool known = word != 0;
        word |= std::uint64_t{1} << (place % word_bits);
        if (known) {
            return;
        }
        place /= word_bits;
    }
}

void PlaceSet::erase(std::uint32_t place) {
    for (std::vector<std::uint64_t>& level : levels_) {
        std::uint64_t& word = level[place / word_bits];
        word &= ~(std::uint64_t{1} << (place % word_bits));
        if (word != 0) {
            return;
        }
        place /= word_bits;
    }
}

std::uint32_t PlaceSet::largest_below(std::uint32_t bound) const {
    // Up until a word has something below the bound, then down along the highest bits.
    std::size_t level = 0;
    std::uint64_t word = 0;
    for (; level < levels_.size(); ++level) {
        const std::uint32_t within = bound % word_bits;
        const std::size_t at = bound / word_bits;
        word = at < levels_[level].size() ? levels_[level][at] & ((std::uint64_t{1} << within) - 1U) : 0;
        bound /= word_bits;
        if (word != 0) {
            break;
        }
    }
    if (word == 0) {
        return Future::never;
    }
    std::uint32_t place = bound;
    for (;; --level) {
        place = place * word_bits + (word_bits - 1U - static_cast<std::uint32_t>(std::countl_zero(word)));
        if (level == 0) {
            return place;
        }
        word = levels_[level - 1][place];
    }
}

std::size_t PlaceSet::bytes() const {
    std::size_t sum = 0;
    for (const auto& level : levels_) {
        sum += level.size() * sizeof(std::uint64_t);
    }
    return sum;
}

OptPolicy::OptPolicy(const PolicySetup& setup)
    : future_(setup.future ? setup.future : std::make_shared<const Future>(std::span<const BlockNo>{}, setup.keys)),
      lists_(setup.keys), expected_(future_->length()), places_(setup.keys, Future::never) {
}

bool OptPolicy::operator==(const OptPolicy& other) const {
    return clock_ == other.clock_ && last_ == other.last_ && lists_ == other.lists_ && expected_ == other.expected_ &&
           places_ == other.places_ && (future_ == other.future_ || *future_ == *other.future_);
}

void OptPolicy::await(BlockNo key, std::uint32_t place) {
    if (places_[key.at()] != Future::never) {
        expected_.erase(places_[key.at()]);
    }
    places_[key.at()] = place;
    if (place == Future::never) {
        lists_.move_to_back(done, key);
        return;
    }
    expected_.insert(place);
    if (!lists_.holds(awaited, key)) {
        lists_.move_to_back(awaited, key);
    }
}

// The clock goes on to behind the next reference to a key that is demanded now.
void OptPolicy::go_on(BlockNo key) {
    if (key == last_) {
        return;
    }
    last_ = key;
    const bool as_foreseen = clock_ < future_->length() && future_->at(clock_) == key;
    const std::uint32_t place = as_foreseen ? clock_ : future_->first_at(key, clock_);
    if (place == Future::never) {
        return;
    }
    for (; clock_ <= place; ++clock_) {
        if (expected_.contains(clock_)) {
            await(future_->at(clock_), future_->next_same(clock_));
        }
    }
}

void OptPolicy::hit(BlockNo key, Access access) {
    if (access != Access::ahead) {
        go_on(key);
    }
}

void OptPolicy::admitted(BlockNo key, Access access) {
    if (access == Access::demanded) {
        go_on(key);
    }
    lists_.push_back(awaited, key);
    await(key, future_->first_at(key, clock_));
}

void OptPolicy::evicted(BlockNo key, BlockNo) {
    forgotten(key);
}

void OptPolicy::forgotten(BlockNo key) {
    if (places_[key.at()] != Future::never) {
        expected_.erase(places_[key.at()]);
        places_[key.at()] = Future::never;
    }
    lists_.remove_if_held(key);
}

BlockNo OptPolicy::next_victim(BlockNo, const Pinned& pinned) const {
    const BlockNo idle = lists_.first_free(done, pinned);
    if (idle.exists()) {
        return idle;
    }
    std::uint32_t place = expected_.largest_below(future_->length());
    while (place != Future::never && pinned(future_->at(place))) {
        place = expected_.largest_below(place);
    }
    return place == Future::never ? BlockNo::none() : future_->at(place);
}

PolicyPicture OptPolicy::describe() const {
    PolicyPicture picture{.lists = {lists_.describe(done, "never again"),
                                    {.name = "by next use", .count_name = "references until then", .entries = {}}},
                          .figures = {{"references so far", static_cast<double>(clock_)}}};
    auto& entries = picture.lists[1].entries;
    for (std::uint32_t place = expected_.largest_below(future_->length()); place != Future::never;
         place = expected_.largest_below(place)) {
        entries.push_back({future_->at(place), place - clock_});
    }
    return picture;
}

} // namespace thrashlab
