// How far back each reference was used last, and what that means for caches of every size at once.
#pragma once

#include "units.h"

#include <cstdint>
#include <optional>
#include <span>
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
/// time of last use and counts of bits in a tree.
class ReuseDistances {
public:
    /// Keys are 0 to `keys` - 1.
    explicit ReuseDistances(std::uint32_t keys);

    /// The distance, or nothing for a key's first use.
    std::optional<std::uint32_t> touch(BlockNo key);
    /// Takes a key back, as if it had never come.
    void forget(BlockNo key);

private:
    static constexpr std::uint32_t never = 0xffffffff;
    void mark(std::uint32_t time);
    void unmark(std::uint32_t time);
    [[nodiscard]] std::uint32_t marks_up_to(std::uint32_t time) const;
    void renumber();

    std::vector<std::uint32_t> last_;   ///< by key: time of last use, or never
    std::vector<std::uint64_t> bits_;   ///< by time: it is some key's last use
    std::vector<std::uint32_t> counts_; ///< of bits in the words, as a Fenwick tree
    std::uint32_t now_ = 0;
    std::uint32_t live_ = 0;
};

/// The exact curve of LRU, in one pass.
[[nodiscard]] MissCurve lru_curve(std::span<const BlockNo> references, std::uint32_t keys);

} // namespace thrashlab
