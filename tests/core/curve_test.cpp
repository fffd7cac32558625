// Curves: where they are sampled, that a cliff is found to the block, and that nothing is computed twice.
#include "sim/curve.h"

#include "error.h"
#include "sim/scenario_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>

namespace thrashlab {
namespace {

CurveRequest exhibit() {
    CurveRequest request;
    request.base = load_scenario("1997-ext2-1k");
    request.from = 1000;
    request.to = 2400;
    return request;
}

// A twentieth of the exhibit, for whatever does not depend on its size.
CurveRequest small() {
    CurveRequest request = exhibit();
    request.base.workload.file_bytes = 100'000;
    request.from = 50;
    request.to = 150;
    return request;
}

std::vector<double> values(const CurveLine& line) {
    std::vector<double> result;
    for (const CurvePoint& point : line.points) {
        result.push_back(point.value);
    }
    return result;
}

TEST(CurveGrid, WholeNumbersAreAUnitApart) {
    CurveRequest request = exhibit();
    const CurveGrid buffers(request);
    EXPECT_EQ(buffers.size(), 1401U);
    EXPECT_EQ(buffers.value(0), 1000);
    EXPECT_EQ(buffers.value(1400), 2400);
    EXPECT_EQ(buffers.nearest(1000.4), 0U);
    EXPECT_EQ(buffers.nearest(99999), 1400U);
    EXPECT_EQ(buffers.as_parameter(1701), ParameterValue(std::int64_t{1701}));
    request.key = "workload.file_bytes";
    request.from = 100;
    request.to = 5000;
    const CurveGrid bytes(request);
    EXPECT_EQ(bytes.size(), 4U) << "a block is 1 KiB";
    EXPECT_EQ(bytes.value(0), 1024);
    EXPECT_EQ(bytes.value(3), 4096);
}

TEST(CurveGrid, PowersOfTwoAreNeighbours) {
    CurveRequest request = exhibit();
    request.key = "file_system.block_size";
    request.from = 1;
    request.to = 1e9;
    const CurveGrid grid(request);
    ASSERT_EQ(grid.size(), 5U) << "the parameter's own bounds";
    EXPECT_EQ(grid.value(0), 512);
    EXPECT_EQ(grid.value(4), 8192);
    EXPECT_EQ(grid.nearest(1100), 1U);
    EXPECT_EQ(grid.evenly(17).size(), 5U);
}

TEST(CurveGrid, RealNumbersAreCutIntoParts) {
    CurveRequest request = exhibit();
    request.key = "drive.command_cost";
    request.from = 0;
    request.to = 4;
    const CurveGrid grid(request);
    EXPECT_EQ(grid.size(), CurveGrid::real_steps + 1);
    EXPECT_EQ(grid.value(CurveGrid::real_steps / 4), 1);
    EXPECT_EQ(grid.nearest(1), CurveGrid::real_steps / 4);
    EXPECT_EQ(grid.value(grid.size() - 1), 4);
    EXPECT_EQ(grid.as_parameter(1.5), ParameterValue(1.5));
}

TEST(CurveGrid, EvenPlacesComeEndsFirst) {
    CurveRequest request = exhibit();
    request.from = 100;
    request.to = 108;
    EXPECT_EQ(CurveGrid(request).evenly(5), (std::vector<std::uint64_t>{0, 8, 4, 2, 6}));
    EXPECT_EQ(CurveGrid(request).evenly(200).size(), 9U);
    request.from = 100;
    request.to = 1600;
    request.logarithmic = true;
    const CurveGrid logarithmic(request);
    EXPECT_EQ(logarithmic.evenly(3), (std::vector<std::uint64_t>{0, 1500, 300})) << "400 is the geometric middle";
    EXPECT_EQ(logarithmic.middle(0, 1500), 300U);
    EXPECT_EQ(logarithmic.middle(0, 2), 1U);
}

TEST(CurveGrid, RefusesWhatHasNoRange) {
    const auto problem = [](CurveRequest request) -> std::string {
        try {
            static_cast<void>(CurveGrid(request));
            return "it was taken";
        } catch (const Error& error) {
            return error.what();
        }
    };
    CurveRequest request = exhibit();
    request.key = "cache.policy";
    EXPECT_NE(problem(request).find("it is no number"), std::string::npos);
    request = exhibit();
    request.to = 10;
    request.from = 5;
    EXPECT_NE(problem(request).find("16 to"), std::string::npos) << problem(request);
    request = exhibit();
    request.key = "cache.bufers";
    EXPECT_NE(problem(request).find("did you mean"), std::string::npos);
}

TEST(Curve, TheCliffLiesWhereFileAndMetadataJustFit) {
    const CurveRequest request = exhibit();
    const FileLayout layout(request.base.file_system, file_extent(request.base.workload));
    CurveCache cache;
    const Curve curve = compute_curve(request, cache);
    ASSERT_TRUE(curve.complete);
    ASSERT_EQ(curve.lines.size(), 1U);
    const std::optional<Cliff> cliff = find_cliff(curve.lines[0]);
    ASSERT_TRUE(cliff.has_value());
    EXPECT_EQ(cliff->above, layout.blocks());
    EXPECT_EQ(cliff->below, layout.blocks() - 1);
    EXPECT_TRUE(cliff->rises);
    EXPECT_TRUE(cliff->fits);
    EXPECT_GT(cliff->ratio, 3);
    EXPECT_LE(curve.points(), request.budget);
    EXPECT_FALSE(find_cliff(curve.lines[0], CurveRun::first).has_value()) << "the first run reads everything";
}

TEST(Curve, AGrowingFileFallsOffTheSameCliff) {
    CurveRequest request = exhibit();
    request.key = "workload.file_bytes";
    request.from = 1 << 20;
    request.to = 2 << 20;
    CurveCache cache;
    const Curve curve = compute_curve(request, cache);
    const std::optional<Cliff> cliff = find_cliff(curve.lines[0]);
    ASSERT_TRUE(cliff.has_value());
    EXPECT_FALSE(cliff->rises);
    EXPECT_TRUE(cliff->fits);
    const auto blocks = [&](double bytes) {
        return FileLayout(request.base.file_system, static_cast<std::uint64_t>(bytes)).blocks();
    };
    EXPECT_LE(blocks(cliff->below), request.base.buffers);
    EXPECT_GT(blocks(cliff->above), request.base.buffers);
    EXPECT_EQ(cliff->above - cliff->below, 1024);
}

TEST(Curve, EachPointIsWhatASimulationGives) {
    const CurveRequest request = small();
    CurveCache cache;
    const Curve curve = compute_curve(request, cache);
    for (const CurvePoint& point : curve.lines[0].points) {
        Scenario scenario = request.base;
        scenario.buffers = static_cast<std::uint32_t>(point.value);
        const std::vector<RunResult> runs = simulate(scenario);
        ASSERT_EQ(runs.size(), 3U);
        EXPECT_EQ(point.runs, runs);
        EXPECT_EQ(point.throughput(CurveRun::second), runs[1].bytes_per_second());
    }
}

TEST(Curve, IsTheSameOnAnyNumberOfThreads) {
    const CurveRequest request = small();
    CurveCache one;
    CurveCache many;
    const Curve alone = compute_curve(request, one, {}, {.threads = 1, .stop = {}});
    const Curve together = compute_curve(request, many, {}, {.threads = 2, .stop = {}});
    EXPECT_EQ(alone.lines, together.lines);
    EXPECT_GT(alone.points(), request.coarse) << "there was something to refine";
}

TEST(Curve, RefinesUntilNeighboursAgreeOrAreAdjacent) {
    const CurveRequest request = small();
    CurveCache cache;
    const Curve curve = compute_curve(request, cache);
    ASSERT_LT(curve.points(), request.budget);
    const std::vector<CurvePoint>& points = curve.lines[0].points;
    for (std::size_t i = 1; i < points.size(); ++i) {
        ASSERT_LT(points[i - 1].place, points[i].place);
        for (const CurveRun run : {CurveRun::first, CurveRun::second, CurveRun::last}) {
            const double apart = std::abs(std::log(points[i - 1].throughput(run) / points[i].throughput(run)));
            EXPECT_TRUE(apart <= std::log(1.02) || points[i].place == points[i - 1].place + 1) << points[i].value;
        }
    }
}

TEST(Curve, SpendsNoMoreThanItsBudgetAndThatOnTheLargestJump) {
    CurveRequest request = exhibit();
    request.budget = 40;
    request.base.workload.runs = 2;
    CurveCache cache;
    const Curve curve = compute_curve(request, cache);
    EXPECT_LE(curve.points(), 40U);
    EXPECT_TRUE(find_cliff(curve.lines[0]).has_value());
}

TEST(Curve, NothingIsComputedTwice) {
    CurveRequest request = small();
    CurveCache cache;
    const Curve first = compute_curve(request, cache);
    EXPECT_EQ(first.simulated, first.points());
    EXPECT_EQ(cache.points(), first.points());
    request.base.buffers = 77; // the cursor moves
    request.base.name = "moved";
    const Curve again = compute_curve(request, cache);
    EXPECT_EQ(again.simulated, 0U);
    EXPECT_EQ(again.lines, first.lines);
    request.base.workload.file_bytes = 90'000;
    EXPECT_GT(compute_curve(request, cache).simulated, 0U);
}

TEST(Curve, TheCacheForgetsTheOldestLine) {
    CurveRequest request = small();
    request.budget = 5;
    request.coarse = 5;
    CurveCache cache(12);
    static_cast<void>(compute_curve(request, cache));
    for (const std::uint64_t bytes : {90'000U, 80'000U}) {
        request.base.workload.file_bytes = bytes;
        static_cast<void>(compute_curve(request, cache));
    }
    request.base.workload.file_bytes = 90'000;
    EXPECT_EQ(compute_curve(request, cache).simulated, 0U);
    request.base.workload.file_bytes = 100'000;
    EXPECT_EQ(compute_curve(request, cache).simulated, 5U);
    EXPECT_LE(cache.points(), 15U);
}

TEST(Curve, ValuesThatAreRefusedAreGapsWithTheReason) {
    CurveRequest request = small();
    request.base.drive.sectors = request.base.file_system.first_sector.value + 400;
    request.key = "workload.file_bytes";
    request.from = 100'000;
    request.to = 300'000;
    CurveCache cache;
    const Curve curve = compute_curve(request, cache);
    const std::vector<CurvePoint>& points = curve.lines[0].points;
    const auto gap =
        std::find_if(points.begin(), points.end(), [](const CurvePoint& point) { return !point.problem.empty(); });
    ASSERT_NE(gap, points.end());
    ASSERT_NE(gap, points.begin());
    EXPECT_NE(gap->problem.find("does not fit on the drive"), std::string::npos) << gap->problem;
    EXPECT_TRUE(gap->runs.empty());
    EXPECT_EQ(gap->throughput(CurveRun::first), 0);
    EXPECT_EQ(std::prev(gap)->place + 1, gap->place) << "the end is found to the block";
}

TEST(Curve, PoliciesAreLinesOfTheirOwn) {
    CurveRequest request = small();
    request.policies = {"lru", "fifo", "opt"};
    CurveCache cache;
    const Curve curve = compute_curve(request, cache);
    ASSERT_EQ(curve.lines.size(), 3U) << "the base's own is not drawn twice";
    EXPECT_EQ(curve.lines[0].policy, "lru");
    EXPECT_EQ(curve.lines[1].policy, "fifo");
    EXPECT_EQ(curve.lines[2].policy, "opt");
    Scenario opt = request.base;
    opt.policy = "opt";
    const CurvePoint& point = curve.lines[2].points[curve.lines[2].points.size() / 2];
    opt.buffers = static_cast<std::uint32_t>(point.value);
    EXPECT_EQ(point.runs, simulate(opt));
    EXPECT_EQ(compute_curve(request, cache).simulated, 0U);
}

TEST(Curve, ReportsTheCoarseCurveFirstAndTheWholeOneLast) {
    const CurveRequest request = small();
    CurveCache cache;
    std::vector<std::size_t> sizes;
    bool complete = false;
    const Curve curve = compute_curve(request, cache, [&](const Curve& known) {
        sizes.push_back(known.points());
        complete = known.complete;
    });
    EXPECT_TRUE(complete);
    EXPECT_LE(sizes.front(), request.coarse);
    EXPECT_TRUE(std::is_sorted(sizes.begin(), sizes.end()));
    EXPECT_EQ(sizes.back(), curve.points());
}

TEST(Curve, AStopEndsItAndLeavesNoHalfPoints) {
    const CurveRequest request = exhibit();
    CurveCache cache;
    std::stop_source stop;
    const Curve curve = compute_curve(request, cache, [&](const Curve&) { stop.request_stop(); },
                                      {.threads = 2, .stop = stop.get_token()});
    EXPECT_FALSE(curve.complete);
    EXPECT_GE(curve.points(), 1U);
    EXPECT_LE(curve.points(), request.coarse);
    for (const CurvePoint& point : curve.lines[0].points) {
        EXPECT_EQ(point.runs.size(), 3U);
    }
    EXPECT_EQ(cache.points(), curve.points()) << "what is known stays known";
}

TEST(Curve, MoreRunsThanAreSimulatedAreStoodForByTheLast) {
    CurveRequest request = small();
    request.base.workload.runs = 5;
    request.budget = request.coarse = 2;
    CurveCache cache;
    EXPECT_EQ(compute_curve(request, cache).lines[0].points[0].runs.back().number, 3U);
    request.most_runs = 0;
    const Curve all = compute_curve(request, cache);
    EXPECT_EQ(all.lines[0].points[0].runs.size(), curve_runs);
    EXPECT_EQ(all.lines[0].points[0].runs.back().number, 5U);
    request.base.workload.runs = 1;
    const Curve one = compute_curve(request, cache);
    EXPECT_EQ(one.lines[0].points[0].run(CurveRun::second), nullptr);
    EXPECT_EQ(one.lines[0].points[0].throughput(CurveRun::second), 0);
}

TEST(CurveRange, ShowsThePresentValueAndWhereTheFileFits) {
    const Scenario scenario = exhibit().base;
    EXPECT_EQ(suggested_range(scenario, "cache.buffers"), (CurveRange{1000, 2400, false}));
    const FileLayout layout(scenario.file_system, file_extent(scenario.workload));
    for (const std::uint32_t buffers : {100U, 1701U, 20'000U}) {
        Scenario other = scenario;
        other.buffers = buffers;
        const CurveRange range = suggested_range(other, "cache.buffers");
        EXPECT_LE(range.from, std::min(buffers, layout.blocks()));
        EXPECT_GE(range.to, std::max(buffers, layout.blocks()));
    }
}

TEST(CurveRange, EveryNumberOfEveryScenarioHasOne) {
    for (const std::string& name : scenario_names()) {
        const Scenario scenario = load_scenario(name);
        for (const Parameter& each : parameters()) {
            const ParameterValue value = each.get(scenario);
            if (!std::holds_alternative<std::int64_t>(value) && !std::holds_alternative<double>(value)) {
                EXPECT_THROW(static_cast<void>(suggested_range(scenario, each.key)), Error) << each.key;
                continue;
            }
            const CurveRange range = suggested_range(scenario, each.key);
            const double now = numeric_value(scenario, each.key);
            EXPECT_LT(range.from, range.to) << name << " " << each.key;
            EXPECT_TRUE(range.from <= now && now <= range.to) << name << " " << each.key << " " << now;
            EXPECT_TRUE(!range.logarithmic || range.from > 0) << name << " " << each.key;
            CurveRequest request;
            request.base = scenario;
            request.key = each.key;
            request.from = range.from;
            request.to = range.to;
            request.logarithmic = range.logarithmic;
            EXPECT_GT(CurveGrid(request).size(), 1U) << name << " " << each.key;
        }
    }
}

TEST(Curve, WholeDifferencesAreLeftAloneWhenValuesAreFew) {
    CurveRequest request = small();
    request.key = "workload.runs";
    request.from = 1;
    request.to = 4;
    CurveCache cache;
    const Curve curve = compute_curve(request, cache);
    EXPECT_EQ(values(curve.lines[0]), (std::vector<double>{1, 2, 3, 4}));
    EXPECT_EQ(curve.lines[0].points[3].runs.back().number, 4U) << "runs are what is asked about";
}

} // namespace
} // namespace thrashlab
