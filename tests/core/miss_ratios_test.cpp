// Miss ratios of several policies: exact where that is cheap, near where it is not, and the same for window and
// terminal.
#include "trace/miss_ratios.h"

#include "error.h"
#include "sim/references.h"
#include "sim/scenario_file.h"
#include "trace/scenario_references.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace thrashlab {
namespace {

// Many keys, some of them much more often than others.
DenseReferences skewed() {
    std::vector<std::uint64_t> ids;
    std::uint64_t state = 1;
    for (int i = 0; i < 200000; ++i) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        const double share = static_cast<double>(state >> 33) / 2147483648.0;
        ids.push_back(static_cast<std::uint64_t>(share * share * 30000));
    }
    return dense(ids);
}

TEST(ScenarioReferences, AreTheDemandedOnesNumberedAsTheyCome) {
    for (const char* name : {"1997-ext2-1k", "1997-msdosfs-4k", "linux-cliff-above"}) {
        const Scenario scenario = load_scenario(name);
        const FileLayout layout(scenario.file_system, file_extent(scenario.workload));
        std::vector<std::uint64_t> ids;
        for (const BlockNo block : demanded_references(scenario, layout)) {
            ids.push_back(block.value);
        }
        const DenseReferences expected = dense(ids);
        const DenseReferences references = scenario_references(scenario);
        EXPECT_EQ(references.references, expected.references) << name;
        EXPECT_EQ(references.keys, expected.keys) << name;
    }
}

TEST(MissRatios, OfTheExhibitAreExactAndOptIsTheFloor) {
    const DenseReferences trace = scenario_references(load_scenario("1997-ext2-1k"));
    const auto found = miss_ratios(trace, {.policies = {"lru", "arc", "opt"}, .points = 40});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->references, trace.references.size());
    EXPECT_EQ(found->keys, trace.keys);
    ASSERT_EQ(found->curves.size(), 3U);
    EXPECT_EQ(found->capacities, curve_capacities(trace.keys, 40));
    const auto count = static_cast<double>(trace.references.size());
    for (const PolicyMissRatios& each : found->curves) {
        EXPECT_TRUE(each.exact);
        for (std::size_t i = 0; i < found->capacities.size(); i += 13) {
            const auto capacity = static_cast<std::uint32_t>(found->capacities[i]);
            const auto misses = run_policy(each.policy, trace.references, trace.keys, capacity).misses;
            EXPECT_EQ(each.curve.miss_ratios[i], static_cast<double>(misses) / count) << each.policy << capacity;
            EXPECT_EQ(each.curve.errors[i], 0);
            EXPECT_LE(found->curves[2].curve.miss_ratios[i], each.curve.miss_ratios[i]) << each.policy << capacity;
        }
    }
}

TEST(MissRatios, OfALongTraceAreSampledAndNear) {
    const DenseReferences trace = skewed();
    const auto exact = miss_ratios(trace, {.policies = {"lru", "s3-fifo"}, .points = 10});
    const auto sampled = miss_ratios(
        trace, {.policies = {"lru", "s3-fifo"}, .points = 10, .exact_references = 100'000, .most_accesses = 800'000});
    ASSERT_TRUE(exact && sampled);
    for (std::size_t policy = 0; policy < 2; ++policy) {
        const SampledCurve& far = sampled->curves[policy].curve;
        EXPECT_TRUE(exact->curves[policy].exact);
        EXPECT_FALSE(sampled->curves[policy].exact);
        for (std::size_t i = 0; i < 10; ++i) {
            EXPECT_NEAR(far.miss_ratios[i], exact->curves[policy].curve.miss_ratios[i], 5 * far.errors[i] + 0.02)
                << sampled->curves[policy].policy << " " << far.capacities[i];
        }
    }
}

TEST(MissRatios, AreAsExactAsTheyAreAskedToBe) {
    const DenseReferences trace = skewed();
    const auto found = miss_ratios(trace, {.policies = {"lru", "fifo"}, .points = 3, .sample_keys = 0, .share = 0.1});
    ASSERT_TRUE(found);
    const std::vector<std::uint64_t> capacities = curve_capacities(trace.keys, 3);
    for (const PolicyMissRatios& each : found->curves) {
        EXPECT_FALSE(each.exact);
        EXPECT_EQ(each.curve.miss_ratios,
                  policy_curve(each.policy, trace.references, trace.keys, capacities, 0.1).miss_ratios);
    }
    const auto shards = miss_ratios(trace, {.policies = {"lru"}, .points = 3, .sample_keys = 1000});
    ASSERT_TRUE(shards);
    EXPECT_EQ(shards->curves[0].curve.miss_ratios,
              sampled_lru_curve(trace.references, trace.keys, capacities, {.most_keys = 1000}).miss_ratios);
}

TEST(MissRatios, SayHowFarTheyAreAndStopWhenAsked) {
    const DenseReferences trace = scenario_references(load_scenario("1997-small-file"));
    std::vector<double> told;
    const auto tell = [&](double share) { told.push_back(share); };
    EXPECT_TRUE(miss_ratios(trace, {.policies = {"lru", "opt"}, .points = 3, .progress = tell}));
    EXPECT_EQ(told, (std::vector<double>{0.5, 1}));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(miss_ratios(trace, {.points = 3, .stop = stop.get_token()}));
    EXPECT_THROW(static_cast<void>(miss_ratios(trace, {.policies = {"luck"}})), Error);
}

} // namespace
} // namespace thrashlab
