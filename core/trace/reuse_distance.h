// How far back each reference was used last, and what that means for caches of every size at once.
#pragma once

#include "units.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace thrashlab {

/// Counts of misses for every capacity.
class MissCurve {
public:
    /// `distances[d]`: references with d other keys since their last use; `cold`: those never seen before;
    /// `references`: all of them. Counts may be estimates.
    MissCurve(std::vector<double> distances, double cold, double references);

    /// Misses of a cache that holds `capacity` keys and starts cold.
    [[nodiscard]] double misses(std::uint64_t capacity) const;
    [[nodiscard]] double miss_ratio(std::uint64_t capacity) const;
    [[nodiscard]] double references() const { return references_; }
    /// From this capacity on only cold misses are left.
    [[nodiscard]] std::uint64_t largest_useful_capacity() const { return misses_.size() - 1; }

private:
    std::vector<double> misses_; ///< by capacity
    double references_;
};

/// Finds the reuse distance of each reference as it comes: the number of different other keys since the last use of its
/// key. Time grows with the logarithm of the number of keys. The method: Bennett and Kruskal 1975, with a bit for each
/// time of last use, and a tree of counts of bits above them whose nodes have as many children as a cache line has room
/// for: a reference touches one line on each level, for its own time and for the present one.
class ReuseDistances {
public:
    /// Keys are 0 to `keys` - 1.
    explicit ReuseDistances(std::uint32_t keys);

    /// The distance, or nothing for a key's first use.
    std::optional<std::uint32_t> touch(BlockNo key);
    /// Takes a key back, as if it had never come.
    void forget(BlockNo key);
    /// The key will be touched soon: its time of last use is wanted from memory.
    void expect(BlockNo key) const { __builtin_prefetch(&last_[key.at()]); }

private:
    static constexpr std::uint32_t never = 0xffffffff;
    static constexpr std::size_t fan_out = 16;
    /// Children of one node.
    struct alignas(fan_out * sizeof(std::uint32_t)) Node {
        std::array<std::uint32_t, fan_out> counts{};
    };

    void mark(std::uint32_t time);
    void unmark(std::uint32_t time);
    [[nodiscard]] std::uint32_t marks_behind(std::uint32_t time) const;
    void renumber();

    std::vector<std::uint32_t> last_; ///< by key: time of last use, or never
    std::vector<std::uint64_t> bits_; ///< by time: it is some key's last use
    std::vector<std::vector<Node>>
        levels_; ///< of bits in a word, in a node of the level below, and so on up to one node
    std::uint32_t now_ = 0;
};

/// The exact curve of LRU, in one pass. When a stop is asked for it is that of the references so far.
[[nodiscard]] MissCurve lru_curve(std::span<const BlockNo> references, std::uint32_t keys,
                                  const std::stop_token& stop = {});

} // namespace thrashlab
