#include "trace/reuse_distance.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace thrashlab {
namespace {

constexpr std::uint32_t word_bits = 64;
constexpr std::uint32_t fewest_times = 4096;

} // namespace

MissCurve::MissCurve(std::vector<double> distances, double cold, double references)
    : misses_(std::move(distances)), references_(references) {
    // A reference of distance d hits when the capacity is above d: what is behind the capacity misses.
    misses_.push_back(0);
    double behind = cold;
    for (auto count = misses_.rbegin(); count != misses_.rend(); ++count) {
        behind += *count;
        *count = behind;
    }
}

double MissCurve::misses(std::uint64_t capacity) const {
    return misses_[std::min(capacity, largest_useful_capacity())];
}

double MissCurve::miss_ratio(std::uint64_t capacity) const {
    return references_ > 0 ? misses(capacity) / references_ : 0;
}

ReuseDistances::ReuseDistances(std::uint32_t keys) : last_(keys, never) {
    // Twice as many times as keys can be live: then renumbering costs each reference a constant.
    const std::uint32_t words = (std::max(fewest_times, 2 * keys) + word_bits - 1) / word_bits;
    bits_.resize(words);
    counts_.resize(words + 1);
}

void ReuseDistances::mark(std::uint32_t time) {
    bits_[time / word_bits] |= std::uint64_t{1} << (time % word_bits);
    for (std::uint32_t i = time / word_bits + 1; i < counts_.size(); i += i & -i) {
        ++counts_[i];
    }
    ++live_;
}

void ReuseDistances::unmark(std::uint32_t time) {
    bits_[time / word_bits] &= ~(std::uint64_t{1} << (time % word_bits));
    for (std::uint32_t i = time / word_bits + 1; i < counts_.size(); i += i & -i) {
        --counts_[i];
    }
    --live_;
}

std::uint32_t ReuseDistances::marks_up_to(std::uint32_t time) const {
    const std::uint64_t below = bits_[time / word_bits] << (word_bits - 1 - time % word_bits);
    auto sum = static_cast<std::uint32_t>(std::popcount(below));
    for (std::uint32_t i = time / word_bits; i > 0; i -= i & -i) {
        sum += counts_[i];
    }
    return sum;
}

// Times of last use become 0, 1, 2 ... in their order.
void ReuseDistances::renumber() {
    std::vector<std::uint32_t> rank(bits_.size());
    std::uint32_t sum = 0;
    for (std::size_t word = 0; word < bits_.size(); ++word) {
        rank[word] = sum;
        sum += static_cast<std::uint32_t>(std::popcount(bits_[word]));
    }
    for (std::uint32_t& time : last_) {
        if (time != never) {
            const std::uint64_t before = bits_[time / word_bits] & ((std::uint64_t{1} << (time % word_bits)) - 1);
            time = rank[time / word_bits] + static_cast<std::uint32_t>(std::popcount(before));
        }
    }
    std::fill(bits_.begin(), bits_.end(), 0);
    std::fill(counts_.begin(), counts_.end(), 0);
    now_ = sum;
    live_ = 0;
    for (std::uint32_t time = 0; time < sum; ++time) {
        mark(time);
    }
}

std::optional<std::uint32_t> ReuseDistances::touch(BlockNo key) {
    assert(key.value < last_.size());
    if (now_ == bits_.size() * word_bits) {
        renumber();
    }
    std::uint32_t& last = last_[key.value];
    std::optional<std::uint32_t> distance;
    if (last != never) {
        distance = live_ - marks_up_to(last);
        unmark(last);
    }
    last = now_++;
    mark(last);
    return distance;
}

void ReuseDistances::forget(BlockNo key) {
    std::uint32_t& last = last_[key.value];
    if (last != never) {
        unmark(last);
        last = never;
    }
}

MissCurve lru_curve(std::span<const BlockNo> references, std::uint32_t keys) {
    ReuseDistances distances(keys);
    std::vector<double> counts;
    double cold = 0;
    for (const BlockNo key : references) {
        const auto distance = distances.touch(key);
        if (!distance) {
            ++cold;
            continue;
        }
        if (*distance >= counts.size()) {
            counts.resize(std::max<std::size_t>(*distance + 1, counts.size() * 2));
        }
        ++counts[*distance];
    }
    while (!counts.empty() && counts.back() == 0) {
        counts.pop_back();
    }
    return {std::move(counts), cold, static_cast<double>(references.size())};
}

} // namespace thrashlab
