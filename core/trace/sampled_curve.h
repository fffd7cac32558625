// Miss curves from a sample of the keys: for traces that are too long for all of them, and for policies other than LRU.
#pragma once

#include "trace/reuse_distance.h"

#include <string_view>

namespace thrashlab {

/// A curve at chosen capacities, and how far off it may be.
struct SampledCurve {
    std::vector<std::uint64_t> capacities;
    std::vector<double> miss_ratios;
    /// Standard error of each, from the samples' differences.
    std::vector<double> errors;
    /// Keys in the samples together.
    std::uint64_t sampled_keys = 0;
};

struct SampleOptions {
    /// Keys that one sample holds at most; the share of keys sampled falls as more come.
    std::uint32_t most_keys = 8192;
    /// Independent samples: their mean is the curve, their spread the error. At least 2.
    std::uint32_t samples = 4;
    std::uint64_t seed = 1997;
    /// When a stop is asked for the curve comes back at once, and is worth nothing.
    std::stop_token stop;
};

/// LRU's curve after SHARDS with a fixed number of keys (Waldspurger, Park, Garthwaite, Ahmad, FAST 2015): a key is in
/// the sample when its hash is below a threshold that falls as the sample fills; distances and counts are scaled by the
/// share, and the count at distance 0 takes up the difference between expected and sampled references.
[[nodiscard]] SampledCurve sampled_lru_curve(std::span<const BlockNo> references, std::uint32_t keys,
                                             std::span<const std::uint64_t> capacities,
                                             const SampleOptions& options = {});

/// Any policy's curve by simulation of scaled-down caches on the sampled keys (Waldspurger, Saemundsson, Ahmad, Park,
/// USENIX ATC 2017). `share` of the keys, 0 < share <= 1; with a share of 1 it is exact, and the error is 0. Capacities
/// are simulated beside each other, on all cores. Throws Error for an unknown policy.
[[nodiscard]] SampledCurve policy_curve(std::string_view policy, std::span<const BlockNo> references,
                                        std::uint32_t keys, std::span<const std::uint64_t> capacities, double share = 1,
                                        const SampleOptions& options = {});

/// Capacities to draw a curve at: up to `most` of them from 1 to `largest`, every one if there are no more, else in
/// equal steps.
[[nodiscard]] std::vector<std::uint64_t> curve_capacities(std::uint64_t largest, std::size_t most = 200);

/// The number of different keys among the last `window` references, at up to `points` places evenly over the trace:
/// place (index of the reference behind it) and number.
struct WorkingSet {
    std::vector<std::uint64_t> places;
    std::vector<std::uint32_t> keys;
};
[[nodiscard]] WorkingSet working_set(std::span<const BlockNo> references, std::uint32_t keys, std::uint64_t window,
                                     std::size_t points = 1000);

} // namespace thrashlab
