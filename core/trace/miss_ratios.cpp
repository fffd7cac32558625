#include "trace/miss_ratios.h"

#include <algorithm>
#include <utility>

namespace thrashlab {
namespace {

constexpr double fewest_sampled_keys = 500; // below that a sample says little

double affordable_share(const DenseReferences& trace, std::size_t capacities, const MissRatioOptions& options) {
    const double all = static_cast<double>(trace.references.size()) * static_cast<double>(capacities);
    const auto budget = static_cast<double>(options.most_accesses);
    if (all <= budget) {
        return 1;
    }
    const double affordable = budget / (all * SampleOptions{}.samples);
    return std::min(1.0, std::max(affordable, fewest_sampled_keys / std::max(1U, trace.keys)));
}

SampledCurve exact_lru(const DenseReferences& trace, const std::vector<std::uint64_t>& capacities,
                       const std::stop_token& stop) {
    const MissCurve curve = lru_curve(trace.references, trace.keys, stop);
    SampledCurve result{.capacities = capacities, .sampled_keys = trace.keys};
    for (const std::uint64_t capacity : capacities) {
        result.miss_ratios.push_back(curve.miss_ratio(capacity));
        result.errors.push_back(0);
    }
    return result;
}

PolicyMissRatios curve_of(const std::string& policy, const DenseReferences& trace,
                          const std::vector<std::uint64_t>& capacities, const MissRatioOptions& options) {
    SampleOptions sample{.stop = options.stop};
    const double share = options.share.value_or(affordable_share(trace, capacities.size(), options));
    if (policy == "lru") {
        const bool exact = trace.references.size() <= options.exact_references;
        const std::uint32_t keys = options.sample_keys.value_or(exact ? 0 : sample.most_keys);
        if (keys > 0) {
            sample.most_keys = keys;
            return {policy, false, sampled_lru_curve(trace.references, trace.keys, capacities, sample)};
        }
        if (options.share.value_or(1) >= 1) {
            return {policy, true, exact_lru(trace, capacities, options.stop)};
        }
    }
    return {policy, share >= 1, policy_curve(policy, trace.references, trace.keys, capacities, share, sample)};
}

} // namespace

std::optional<MissRatios> miss_ratios(const DenseReferences& trace, const MissRatioOptions& options) {
    MissRatios result{.references = trace.references.size(),
                      .keys = trace.keys,
                      .capacities =
                          curve_capacities(options.largest > 0 ? options.largest : trace.keys, options.points),
                      .curves = {}};
    for (const std::string& policy : options.policies) {
        result.curves.push_back(curve_of(policy, trace, result.capacities, options));
        if (options.stop.stop_requested()) {
            return std::nullopt;
        }
        if (options.progress) {
            options.progress(static_cast<double>(result.curves.size()) / static_cast<double>(options.policies.size()));
        }
    }
    return result;
}

} // namespace thrashlab
