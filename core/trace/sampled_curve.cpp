#include "trace/sampled_curve.h"

#include "cache/future.h"
#include "cache/policy_run.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <queue>

namespace thrashlab {
namespace {

constexpr double all_hashes = 16777216; // 2^24, as many thresholds as there are
constexpr std::uint32_t hash_mask = 0xffffff;
constexpr std::size_t stop_interval = std::size_t{1} << 16; // a look at the token costs more than a reference

// The finaliser of MurmurHash3 (public domain), which spreads every bit of the key.
std::uint32_t hash(BlockNo key, std::uint64_t seed) {
    std::uint64_t mixed = key.value + seed * 0x9e3779b97f4a7c15ULL;
    mixed = (mixed ^ (mixed >> 33)) * 0xff51afd7ed558ccdULL;
    mixed = (mixed ^ (mixed >> 33)) * 0xc4ceb9fe1a85ec53ULL;
    return static_cast<std::uint32_t>((mixed ^ (mixed >> 33)) & hash_mask);
}

// One SHARDS pass.
class Shards {
public:
    Shards(std::uint32_t keys, std::uint32_t most_keys, std::uint64_t seed)
        : distances_(keys), in_sample_(keys), most_keys_(most_keys), seed_(seed) {}

    void touch(BlockNo key) {
        ++references_;
        const std::uint32_t value = hash(key, seed_);
        if (value >= threshold_) {
            return;
        }
        const double share = threshold_ / all_hashes;
        const auto distance = distances_.touch(key);
        if (distance) {
            add(static_cast<std::size_t>(*distance / share), 1 / share);
        } else {
            cold_ += 1 / share;
        }
        sampled_ += 1 / share;
        if (!in_sample_[key.value]) {
            in_sample_[key.value] = true;
            keys_.emplace(value, key);
            shrink();
        }
    }

    [[nodiscard]] MissCurve curve() const {
        std::vector<double> counts = counts_;
        counts.resize(std::max<std::size_t>(1, counts.size()));
        counts[0] += static_cast<double>(references_) - sampled_;
        return {std::move(counts), cold_, static_cast<double>(references_)};
    }
    [[nodiscard]] std::size_t keys() const { return keys_.size(); }

private:
    // The keys with the largest hash go, all of them, and the threshold falls to that hash.
    void shrink() {
        if (keys_.size() <= most_keys_) {
            return;
        }
        threshold_ = keys_.top().first;
        while (!keys_.empty() && keys_.top().first >= threshold_) {
            const BlockNo gone = keys_.top().second;
            distances_.forget(gone);
            in_sample_[gone.value] = false;
            keys_.pop();
        }
    }
    void add(std::size_t distance, double count) {
        if (distance >= counts_.size()) {
            counts_.resize(std::max(distance + 1, counts_.size() * 2));
        }
        counts_[distance] += count;
    }

    ReuseDistances distances_;
    std::vector<bool> in_sample_;
    std::priority_queue<std::pair<std::uint32_t, BlockNo>> keys_;
    std::uint32_t most_keys_;
    std::uint64_t seed_;
    std::uint32_t threshold_ = hash_mask + 1;
    std::vector<double> counts_;
    double cold_ = 0;
    double sampled_ = 0;
    std::uint64_t references_ = 0;
};

// Mean and standard error of the samples' curves.
SampledCurve combine(std::span<const std::uint64_t> capacities, const std::vector<std::vector<double>>& samples) {
    SampledCurve result{.capacities = {capacities.begin(), capacities.end()}};
    const auto count = static_cast<double>(samples.size());
    for (std::size_t i = 0; i < capacities.size(); ++i) {
        double mean = 0;
        for (const auto& sample : samples) {
            mean += sample[i] / count;
        }
        double squares = 0;
        for (const auto& sample : samples) {
            squares += (sample[i] - mean) * (sample[i] - mean);
        }
        result.miss_ratios.push_back(std::clamp(mean, 0.0, 1.0));
        result.errors.push_back(samples.size() > 1 ? std::sqrt(squares / (count - 1) / count) : 0);
    }
    return result;
}

DenseReferences sample_of(std::span<const BlockNo> references, double share, std::uint64_t seed) {
    const auto threshold = static_cast<std::uint32_t>(share * all_hashes);
    std::vector<std::uint64_t> kept;
    for (const BlockNo key : references) {
        if (hash(key, seed) < threshold) {
            kept.push_back(key.value);
        }
    }
    return dense(kept);
}

} // namespace

SampledCurve sampled_lru_curve(std::span<const BlockNo> references, std::uint32_t keys,
                               std::span<const std::uint64_t> capacities, const SampleOptions& options) {
    std::vector<std::vector<double>> samples;
    std::uint64_t sampled_keys = 0;
    for (std::uint32_t i = 0; i < options.samples; ++i) {
        Shards shards(keys, options.most_keys, options.seed + i);
        for (std::size_t at = 0; at < references.size(); ++at) {
            if (at % stop_interval == 0 && options.stop.stop_requested()) {
                break;
            }
            shards.touch(references[at]);
        }
        const MissCurve curve = shards.curve();
        auto& ratios = samples.emplace_back();
        for (const std::uint64_t capacity : capacities) {
            ratios.push_back(curve.miss_ratio(capacity));
        }
        sampled_keys += shards.keys();
    }
    SampledCurve result = combine(capacities, samples);
    result.sampled_keys = sampled_keys;
    return result;
}

SampledCurve policy_curve(std::string_view policy, std::span<const BlockNo> references, std::uint32_t keys,
                          std::span<const std::uint64_t> capacities, double share, const SampleOptions& options) {
    assert(share > 0 && share <= 1);
    std::vector<std::vector<double>> samples;
    std::uint64_t sampled_keys = 0;
    const std::uint32_t rounds = share < 1 ? options.samples : 1;
    // Expected rather than sampled references in the denominator, as SHARDS has it.
    const double expected = share * static_cast<double>(references.size());
    for (std::uint32_t i = 0; i < rounds; ++i) {
        const DenseReferences sample = share < 1 ? sample_of(references, share, options.seed + i) : DenseReferences{};
        const std::span<const BlockNo> played = share < 1 ? sample.references : references;
        PolicySetup setup{.keys = std::max(1U, share < 1 ? sample.keys : keys), .seed = options.seed, .future = {}};
        if (policy == "opt") {
            setup.future = std::make_shared<const Future>(played, setup.keys);
        }
        auto& ratios = samples.emplace_back(capacities.size());
        oneapi::tbb::parallel_for(std::size_t{0}, capacities.size(), [&, setup](std::size_t at) {
            PolicySetup scaled = setup;
            scaled.capacity =
                static_cast<std::uint32_t>(std::max(1.0, std::round(static_cast<double>(capacities[at]) * share)));
            const std::unique_ptr<ReplacementPolicy> fresh = make_policy(policy, scaled);
            if (!options.stop.stop_requested()) {
                const PolicyCounts counts = run_policy(*fresh, played, scaled.keys, scaled.capacity);
                ratios[at] = expected > 0 ? static_cast<double>(counts.misses) / expected : 0;
            }
        });
        sampled_keys += share < 1 ? sample.keys : keys;
    }
    SampledCurve result = combine(capacities, samples);
    result.sampled_keys = sampled_keys;
    return result;
}

std::vector<std::uint64_t> curve_capacities(std::uint64_t largest, std::size_t most) {
    std::vector<std::uint64_t> capacities;
    const std::uint64_t steps = std::min<std::uint64_t>(std::max<std::uint64_t>(largest, 1), most);
    for (std::uint64_t i = 1; i <= steps; ++i) {
        capacities.push_back(std::max<std::uint64_t>(1, largest * i / steps));
    }
    return capacities;
}

WorkingSet working_set(std::span<const BlockNo> references, std::uint32_t keys, std::uint64_t window,
                       std::size_t points) {
    assert(window > 0);
    constexpr std::uint64_t never = ~std::uint64_t{0};
    std::vector<std::uint64_t> last(keys, never);
    const std::uint64_t step = std::max<std::uint64_t>(1, references.size() / std::max<std::size_t>(1, points));
    WorkingSet result;
    std::uint32_t live = 0;
    for (std::uint64_t at = 0; at < references.size(); ++at) {
        if (at >= window) { // the reference that leaves the window takes its key along unless it came again
            live -= last[references[at - window].value] == at - window ? 1U : 0U;
        }
        const std::uint64_t before = last[references[at].value];
        live += before == never || at - before >= window ? 1U : 0U;
        last[references[at].value] = at;
        if ((at + 1) % step == 0) {
            result.places.push_back(at + 1);
            result.keys.push_back(live);
        }
    }
    return result;
}

} // namespace thrashlab
