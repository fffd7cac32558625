#include "trace/reuse_distance.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace thrashlab {
namespace {

constexpr std::uint32_t word_bits = 64;
constexpr std::uint32_t fewest_times = 4096;
constexpr std::size_t look_ahead = 16;                      // references
constexpr std::size_t stop_interval = std::size_t{1} << 16; // a look at the token costs more than a reference

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
    std::size_t entries = (std::max(fewest_times, 2 * keys) + word_bits - 1) / word_bits;
    bits_.resize(entries);
    do {
        entries = (entries + fan_out - 1) / fan_out;
        levels_.emplace_back(entries);
    } while (entries > 1);
}

void ReuseDistances::mark(std::uint32_t time) {
    bits_[time / word_bits] |= std::uint64_t{1} << (time % word_bits);
    std::size_t at = time / word_bits;
    for (std::vector<Node>& level : levels_) {
        ++level[at / fan_out].counts[at % fan_out];
        at /= fan_out;
    }
}

void ReuseDistances::unmark(std::uint32_t time) {
    bits_[time / word_bits] &= ~(std::uint64_t{1} << (time % word_bits));
    std::size_t at = time / word_bits;
    for (std::vector<Node>& level : levels_) {
        --level[at / fan_out].counts[at % fan_out];
        at /= fan_out;
    }
}

// Those that come later than `time`: in its word, in the words of its node, in the nodes of theirs, up to the node that
// has the present time below it too, behind which there is nothing.
std::uint32_t ReuseDistances::marks_behind(std::uint32_t time) const {
    auto sum = static_cast<std::uint32_t>(std::popcount(bits_[time / word_bits] >> (time % word_bits) >> 1));
    std::size_t at = time / word_bits;
    std::size_t present = now_ / word_bits;
    for (const std::vector<Node>& level : levels_) {
        if (at == present) {
            break;
        }
        const Node& node = level[at / fan_out];
        for (std::size_t child = 0; child < fan_out; ++child) { // all of them: without a branch that is soonest done
            sum += child > at % fan_out ? node.counts[child] : 0;
        }
        at /= fan_out;
        present /= fan_out;
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
    now_ = sum;
    std::uint64_t child = word_bits; // times below one entry of the level
    for (std::size_t word = 0; word < bits_.size(); ++word) {
        const std::uint64_t first = word * child;
        bits_[word] = first + child <= sum ? ~std::uint64_t{0}
                      : first < sum        ? (std::uint64_t{1} << (sum - first)) - 1
                                           : 0;
    }
    for (std::vector<Node>& level : levels_) {
        for (std::size_t at = 0; at < level.size() * fan_out; ++at) {
            const std::uint64_t first = std::min<std::uint64_t>(at * child, sum);
            level[at / fan_out].counts[at % fan_out] =
                static_cast<std::uint32_t>(std::min<std::uint64_t>(first + child, sum) - first);
        }
        child *= fan_out;
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
        distance = marks_behind(last);
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

MissCurve lru_curve(std::span<const BlockNo> references, std::uint32_t keys, const std::stop_token& stop) {
    ReuseDistances distances(keys);
    std::vector<std::uint64_t> counts(keys);
    // A distance is counted a little later than it is known: till then its count has come from memory.
    std::array<std::uint32_t, look_ahead> known{};
    std::size_t found = 0;
    std::size_t at = 0;
    for (; at < references.size() && (at % stop_interval != 0 || !stop.stop_requested()); ++at) {
        if (at + look_ahead < references.size()) {
            distances.expect(references[at + look_ahead]);
        }
        if (const auto distance = distances.touch(references[at])) {
            std::uint32_t& place = known[found % look_ahead];
            if (found >= look_ahead) {
                ++counts[place];
            }
            place = *distance;
            __builtin_prefetch(&counts[place], 1);
            ++found;
        }
    }
    for (std::size_t left = 0; left < std::min(found, look_ahead); ++left) {
        ++counts[known[left]];
    }
    while (!counts.empty() && counts.back() == 0) {
        counts.pop_back();
    }
    return {{counts.begin(), counts.end()}, static_cast<double>(at - found), static_cast<double>(at)};
}

} // namespace thrashlab
