// Traces, reuse distances and the curves that follow from them.
#include "error.h"
#include "sim/references.h"
#include "sim/scenario_file.h"
#include "temporary_folder.h"
#include "trace/sampled_curve.h"
#include "trace/trace_file.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fstream>
#include <list>
#include <set>

namespace thrashlab {
namespace {

namespace fs = std::filesystem;

const fs::path traces = fs::path(SOURCE_FOLDER) / ".." / "shared" / "traces";

std::vector<BlockNo> blocks(const std::vector<std::uint32_t>& numbers) {
    std::vector<BlockNo> result;
    for (const std::uint32_t number : numbers) {
        result.push_back(BlockNo{number});
    }
    return result;
}

TEST(ReuseDistances, AreTheNumberOfOtherKeysSinceTheLastUse) {
    ReuseDistances distances(3);
    const auto touch = [&](std::uint32_t key) { return distances.touch(BlockNo{key}); };
    EXPECT_EQ(touch(0), std::nullopt);
    EXPECT_EQ(touch(1), std::nullopt);
    EXPECT_EQ(touch(1), 0U);
    EXPECT_EQ(touch(0), 1U);
    EXPECT_EQ(touch(2), std::nullopt);
    EXPECT_EQ(touch(1), 2U);
    EXPECT_EQ(touch(1), 0U);
    EXPECT_EQ(touch(0), 2U);
    distances.forget(BlockNo{2});
    EXPECT_EQ(touch(1), 1U) << "0 alone";
    EXPECT_EQ(touch(2), std::nullopt);
}

// Against a list that is searched from its front, over several renumberings.
RC_GTEST_PROP(ReuseDistances, EqualALinearSearch, ()) {
    const auto keys = *rc::gen::inRange<std::uint32_t>(1, 40);
    const auto sequence =
        *rc::gen::resize(400, rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, keys)));
    ReuseDistances distances(keys);
    std::list<std::uint32_t> stack;
    for (int round = 0; round < 20; ++round) {
        for (const std::uint32_t key : sequence) {
            const auto found = std::find(stack.begin(), stack.end(), key);
            const auto expected = found == stack.end()
                                      ? std::optional<std::uint32_t>()
                                      : static_cast<std::uint32_t>(std::distance(stack.begin(), found));
            RC_ASSERT(distances.touch(BlockNo{key}) == expected);
            if (found != stack.end()) {
                stack.erase(found);
            }
            stack.push_front(key);
        }
    }
}

RC_GTEST_PROP(LruCurve, HasTheMissesOfASimulationAtEverySize, ()) {
    const auto keys = *rc::gen::inRange<std::uint32_t>(1, 30);
    const auto sequence = blocks(*rc::gen::resize(
        300, rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, keys))));
    const MissCurve curve = lru_curve(sequence, keys);
    for (std::uint32_t capacity = 1; capacity <= keys + 1; ++capacity) {
        RC_ASSERT(curve.misses(capacity) == static_cast<double>(run_policy("lru", sequence, keys, capacity).misses));
    }
}

TEST(LruCurve, OfTheExhibitFallsWhereTheFileFits) {
    const Scenario scenario = load_scenario("1997-ext2-1k");
    const FileLayout layout(scenario.file_system, file_extent(scenario.workload));
    const std::vector<BlockNo> references = demanded_references(scenario, layout);
    const MissCurve curve = lru_curve(references, layout.blocks());
    const std::uint32_t whole = layout.blocks();
    EXPECT_EQ(curve.misses(whole), whole) << "each once";
    EXPECT_GT(curve.misses(whole - 1), 2.9 * whole) << "and one buffer less: every time again";
    EXPECT_EQ(curve.largest_useful_capacity(), whole);
}

TEST(WorkingSet, CountsDifferentKeysAmongTheLastOnes) {
    const auto sequence = blocks({0, 1, 2, 2, 2, 0, 1, 1, 3, 3});
    const WorkingSet set = working_set(sequence, 4, 3, 10);
    EXPECT_EQ(set.keys, (std::vector<std::uint32_t>{1, 2, 3, 2, 1, 2, 3, 2, 2, 2}));
    EXPECT_EQ(set.places.back(), 10U);
}

RC_GTEST_PROP(WorkingSet, EqualsASetOfTheLastOnes, ()) {
    const auto sequence =
        blocks(*rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 9)));
    const auto window = *rc::gen::inRange<std::uint64_t>(1, 20);
    const WorkingSet set = working_set(sequence, 9, window, sequence.size() + 1);
    for (std::size_t i = 0; i < sequence.size(); ++i) {
        std::set<std::uint32_t> seen;
        for (std::size_t back = i + 1 > window ? i + 1 - window : 0; back <= i; ++back) {
            seen.insert(sequence[back].value);
        }
        RC_ASSERT(set.keys[i] == seen.size());
    }
}

TEST(CurveCapacities, AreAllOrEvenSteps) {
    EXPECT_EQ(curve_capacities(3), (std::vector<std::uint64_t>{1, 2, 3}));
    EXPECT_EQ(curve_capacities(1000, 4), (std::vector<std::uint64_t>{250, 500, 750, 1000}));
}

// A skewed sequence of enough keys for samples to be samples.
std::vector<BlockNo> skewed() {
    std::vector<BlockNo> sequence;
    std::uint64_t state = 1;
    for (int i = 0; i < 400000; ++i) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        const double share = static_cast<double>(state >> 33) / 2147483648.0;
        sequence.push_back(BlockNo{static_cast<std::uint32_t>(share * share * 50000)});
    }
    return sequence;
}

TEST(SampledCurve, LiesWithinItsErrorOfTheExactOne) {
    const std::vector<BlockNo> sequence = skewed();
    const MissCurve exact = lru_curve(sequence, 50000);
    const std::vector<std::uint64_t> capacities = curve_capacities(50000, 25);
    const SampledCurve sampled = sampled_lru_curve(sequence, 50000, capacities, {.most_keys = 2000});
    EXPECT_LE(sampled.sampled_keys, 4 * 2000U);
    EXPECT_GT(sampled.sampled_keys, 4 * 1900U);
    double sum = 0;
    for (std::size_t i = 0; i < capacities.size(); ++i) {
        const double off = std::abs(sampled.miss_ratios[i] - exact.miss_ratio(capacities[i]));
        EXPECT_LT(off, 5 * sampled.errors[i] + 0.01) << capacities[i];
        sum += off;
    }
    EXPECT_LT(sum / static_cast<double>(capacities.size()), 0.015);
}

TEST(PolicyCurve, IsExactForAllKeysAndNearForAShare) {
    const std::vector<BlockNo> sequence = skewed();
    const std::vector<std::uint64_t> capacities{5000, 20000};
    const SampledCurve exact = policy_curve("s3-fifo", sequence, 50000, capacities);
    EXPECT_EQ(exact.miss_ratios[0],
              static_cast<double>(run_policy("s3-fifo", sequence, 50000, 5000).misses) / 400000.0);
    EXPECT_EQ(exact.errors[0], 0);
    const SampledCurve sampled = policy_curve("s3-fifo", sequence, 50000, capacities, 0.05);
    for (std::size_t i = 0; i < capacities.size(); ++i) {
        EXPECT_NEAR(sampled.miss_ratios[i], exact.miss_ratios[i], 5 * sampled.errors[i] + 0.01);
    }
    EXPECT_THROW(static_cast<void>(policy_curve("luck", sequence, 50000, capacities)), Error);
}

class TraceFile : public testing::Test {
protected:
    fs::path write(const char* name, const std::string& text) {
        std::ofstream(folder.path() / name, std::ios::binary) << text;
        return folder.path() / name;
    }
    std::string problem_of(const fs::path& path) {
        try {
            static_cast<void>(read_trace(path));
            return "it was taken";
        } catch (const Error& error) {
            return error.what();
        }
    }
    TemporaryFolder folder;
};

TEST_F(TraceFile, TextAndTablesAreRead) {
    EXPECT_EQ(read_trace(write("a.txt", "5\n# a remark\n\n 7\r\n5")), (std::vector<std::uint64_t>{5, 7, 5}));
    EXPECT_EQ(read_trace(write("a.csv", "time,lbn,op\n1,8,r\n2,9,w\n")), (std::vector<std::uint64_t>{8, 9}));
    EXPECT_EQ(read_trace(write("b.csv", "1,8\n2,9\n")), (std::vector<std::uint64_t>{8, 9}));
}

TEST_F(TraceFile, WhatIsWrongIsSaidWithItsPlace) {
    EXPECT_NE(problem_of(write("a.txt", "5\nsix\n")).find("a.txt, line 2: there is no whole number to read"),
              std::string::npos);
    EXPECT_NE(problem_of(write("a.bin", std::string(25, 'x'))).find("a.bin, record 2: the file ends within it"),
              std::string::npos);
    EXPECT_NE(problem_of(write("empty.txt", "")).find("there are no requests in it"), std::string::npos);
    EXPECT_NE(problem_of(folder.path() / "missing").find("the trace cannot be read"), std::string::npos);
}

TEST(RealTrace, IsTheSameInThreeFormatsAndItsCurveHasTheMeasuredMisses) {
    if (!fs::exists(traces)) {
        GTEST_SKIP() << "the traces are not part of the project";
    }
    const auto ids = read_trace(traces / "cloudPhysicsIO.oracleGeneral.bin");
    const auto sectors = read_trace(traces / "cloudPhysicsIO.vscsi");
    const auto head = read_trace(traces / "cloudPhysicsIO.head20000.csv");
    ASSERT_EQ(ids.size(), 113872U);
    EXPECT_EQ(sectors.size(), ids.size());
    ASSERT_EQ(head.size(), 19999U);
    EXPECT_TRUE(std::equal(head.begin(), head.end(), sectors.begin()));
    const DenseReferences trace = dense(ids);
    EXPECT_EQ(trace.keys, 48974U);
    const MissCurve curve = lru_curve(trace.references, trace.keys);
    for (const std::uint32_t capacity : {49U, 489U, 4897U, 24487U}) {
        EXPECT_EQ(curve.misses(capacity),
                  static_cast<double>(run_policy("lru", trace.references, trace.keys, capacity).misses));
    }
}

} // namespace
} // namespace thrashlab
