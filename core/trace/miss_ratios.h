// Miss ratio against cache size for several policies at once, exact where that is to be had soon, else from samples.
#pragma once

#include "cache/policy_run.h"
#include "trace/sampled_curve.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace thrashlab {

struct MissRatioOptions {
    /// Names of `policies()`. LRU takes one pass for all sizes; any other is simulated at each. OPT is the floor.
    std::vector<std::string> policies{"lru", "opt"};
    /// How many sizes, see `curve_capacities`.
    std::size_t points = 200;
    /// The largest size; 0 for as many as there are keys.
    std::uint64_t largest = 0;
    /// Keys in a sample for LRU; 0 for an exact curve. If not given it is exact up to `exact_references` references.
    std::optional<std::uint32_t> sample_keys;
    /// Share of the keys for the others, 0 < share <= 1; LRU follows it where `sample_keys` is 0. If not given it is 1
    /// as long as a curve takes no more than `most_accesses` accesses, else what that many allow.
    std::optional<double> share;
    std::uint64_t exact_references = 8'000'000;
    std::uint64_t most_accesses = 50'000'000;
    std::stop_token stop;
    /// Told the share of the curves done, from 0 to 1; may be empty.
    std::function<void(double)> progress;
};

/// A policy's curve, and how it was come by.
struct PolicyMissRatios {
    std::string policy;
    /// Every reference was played; the errors are 0.
    bool exact = true;
    SampledCurve curve;
};

struct MissRatios {
    std::uint64_t references = 0;
    std::uint32_t keys = 0;
    std::vector<std::uint64_t> capacities;
    /// In the order of the policies asked for, each at `capacities`.
    std::vector<PolicyMissRatios> curves;
};

/// The curves, sizes beside each other on all cores; the same ones whatever the number of threads. Nothing when it was
/// asked to stop. Throws Error for an unknown policy.
[[nodiscard]] std::optional<MissRatios> miss_ratios(const DenseReferences& trace, const MissRatioOptions& options = {});

} // namespace thrashlab
