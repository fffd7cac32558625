// Throughput over two parameters: every value is that of a simulation, whoever computes it and in which order.
#include "sim/heat_map.h"

#include "error.h"
#include "sim/scenario_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace thrashlab {
namespace {

// A twentieth of the exhibit: which of 7 sizes of the file fit which of 9 caches?
HeatMapRequest small() {
    HeatMapRequest request;
    request.base = load_scenario("1997-ext2-1k");
    request.x = {.key = "cache.buffers", .range = {40, 120, false}, .steps = 9};
    request.y = {.key = "workload.file_bytes", .range = {40960, 102400, false}, .steps = 7};
    return request;
}

// Not a number is the same as not a number here.
void expect_equal(const std::vector<double>& a, const std::vector<double>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_TRUE(a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]))) << i << ": " << a[i] << ", " << b[i];
    }
}

TEST(HeatMap, HasWhatASimulationHasAtEachPoint) {
    CurveCache cache;
    const HeatMap map = compute_heat_map(small(), cache);
    EXPECT_EQ(map.x, (std::vector<double>{40, 50, 60, 70, 80, 90, 100, 110, 120}));
    EXPECT_EQ(map.y, (std::vector<double>{40960, 51200, 61440, 71680, 81920, 92160, 102400}));
    ASSERT_EQ(map.values.size(), 63U);
    EXPECT_TRUE(map.complete);
    EXPECT_EQ(map.stride, 1U);
    EXPECT_EQ(map.known, 63U);
    EXPECT_EQ(map.simulated, 63U);
    for (std::size_t i = 0; i < map.y.size(); ++i) {
        for (std::size_t j = 0; j < map.x.size(); ++j) {
            Scenario scenario = small().base;
            scenario.buffers = static_cast<std::uint32_t>(map.x[j]);
            scenario.workload.file_bytes = static_cast<std::uint64_t>(map.y[i]);
            EXPECT_EQ(map.values[i * map.x.size() + j], simulate(scenario)[1].bytes_per_second());
        }
    }
    EXPECT_GT(map.values[8], 10 * map.values[6 * 9]) << "the small file in the large cache, and the other way round";
}

TEST(HeatMap, GoesFromCoarseToFine) {
    CurveCache cache;
    std::vector<std::size_t> strides;
    std::size_t known = 0;
    const HeatMap map = compute_heat_map(small(), cache, [&](const HeatMap& partial) {
        EXPECT_GE(partial.known, known);
        known = partial.known;
        if (strides.empty() || strides.back() != partial.stride) {
            strides.push_back(partial.stride);
        }
        for (std::size_t i = 0; partial.stride > 0 && i < partial.y.size(); i += partial.stride) {
            for (std::size_t j = 0; j < partial.x.size(); j += partial.stride) {
                EXPECT_FALSE(std::isnan(partial.values[i * partial.x.size() + j]));
            }
        }
    });
    strides.erase(std::remove(strides.begin(), strides.end(), 0U), strides.end());
    EXPECT_EQ(strides, (std::vector<std::size_t>{4, 2, 1}));
    EXPECT_EQ(known, 63U);
}

TEST(HeatMap, IsTheSameOnOneThreadAndOnFour) {
    CurveCache one;
    CurveCache four;
    expect_equal(compute_heat_map(small(), one, {}, {.threads = 1}).values,
                 compute_heat_map(small(), four, {}, {.threads = 4}).values);
}

TEST(HeatMap, SimulatesNothingTwiceNotEvenWhatACurveHas) {
    CurveCache cache;
    CurveRequest curve;
    curve.base = small().base;
    curve.base.workload.file_bytes = 40960;
    curve.from = 40;
    curve.to = 120;
    curve.coarse = 9;
    curve.budget = 9;
    EXPECT_EQ(compute_curve(curve, cache).simulated, 9U);
    const HeatMap map = compute_heat_map(small(), cache);
    EXPECT_EQ(map.simulated, 54U) << "one row of 9 was known";
    HeatMapRequest request = small();
    request.run = CurveRun::first;
    const HeatMap first = compute_heat_map(request, cache);
    EXPECT_EQ(first.simulated, 0U);
    EXPECT_NE(first.values[6 * 9], map.values[6 * 9]);
}

TEST(HeatMap, SaysWhyAPointIsNone) {
    HeatMapRequest request = small();
    request.x = {.key = "drive.sectors", .range = {100, 196608, false}, .steps = 2};
    CurveCache cache;
    const HeatMap map = compute_heat_map(request, cache);
    EXPECT_TRUE(map.complete);
    EXPECT_TRUE(std::isnan(map.values[0]));
    EXPECT_FALSE(map.problems[0].empty());
    EXPECT_FALSE(std::isnan(map.values[1]));
    EXPECT_TRUE(map.problems[1].empty());
    request = small();
    request.base.workload.runs = 1;
    const HeatMap single = compute_heat_map(request, cache);
    EXPECT_TRUE(std::isnan(single.values[0]));
    EXPECT_EQ(single.problems[0], "there is no such run");
}

TEST(HeatMap, StopsWhenAsked) {
    std::stop_source stop;
    CurveCache cache;
    const HeatMap map = compute_heat_map(small(), cache, [&](const HeatMap&) { stop.request_stop(); },
                                         {.threads = 1, .stop = stop.get_token()});
    EXPECT_FALSE(map.complete);
    EXPECT_LE(map.known, 6U) << "no more than the first round";
}

TEST(HeatMap, RefusesKeysThatMakeNoMap) {
    CurveCache cache;
    HeatMapRequest request = small();
    request.y = request.x;
    EXPECT_THROW(static_cast<void>(compute_heat_map(request, cache)), Error);
    request.y = {.key = "cache.policy", .range = {}};
    EXPECT_THROW(static_cast<void>(compute_heat_map(request, cache)), Error);
    request.y = {.key = "no.such_key", .range = {}};
    EXPECT_THROW(static_cast<void>(compute_heat_map(request, cache)), Error);
}

TEST(HeatMap, IsSuggestedAroundThePresentValues) {
    const Scenario scenario = load_scenario("1997-ext2-1k");
    const HeatMapRequest request = suggested_heat_map(scenario, "cache.buffers", "drive.rpm");
    EXPECT_EQ(request.x.range, suggested_range(scenario, "cache.buffers"));
    EXPECT_EQ(request.y.range, suggested_range(scenario, "drive.rpm"));
    EXPECT_EQ(request.base, scenario);
}

} // namespace
} // namespace thrashlab
