// What a sweep looks like: the points as they were computed, where they belong.
#include "ui/sweep/sweep_chart.h"

#include "sim/scenario_file.h"
#include "store/sweep_table.h"

#include <gtest/gtest.h>

namespace thrashlab::ui {
namespace {

RunResult runOf(std::uint32_t number, std::uint64_t bytes) {
    RunResult run;
    run.number = number;
    run.counters.bytes = bytes;
    run.counters.ended = SimTime(std::chrono::seconds(1));
    return run;
}

// Point p reaches 1000 + p bytes a second in its first run and 10 + p in its second.
std::vector<SweepStore::Point> pointsOf(const SweepPlan& plan) {
    std::vector<SweepStore::Point> points;
    for (std::size_t point = 0; point < plan.size(); ++point) {
        points.push_back({point, {runOf(1, 1000 + point), runOf(2, 10 + point)}});
    }
    return points;
}

SweepPlan planOf(const std::vector<std::pair<std::string, std::string>>& axes) {
    SweepPlan plan{.name = "plan", .base = load_scenario("1997-ext2-1k")};
    for (const auto& [key, values] : axes) {
        plan.axes.push_back(parse_sweep_axis(key, values, plan.base));
    }
    return plan;
}

TEST(SweepChart, HasALineForEachWordAlongTheNumber) {
    const SweepPlan plan = planOf({{"cache.policy", "lru, arc"}, {"cache.buffers", "1900, 1700, 1800"}});
    const Chart chart = sweepChart(plan, pointsOf(plan), CurveRun::second);
    EXPECT_EQ(chart.kind, ChartKind::curve);
    ASSERT_EQ(chart.series.size(), 2U);
    EXPECT_EQ(chart.series[0].name, QLatin1String("policy=lru"));
    EXPECT_EQ(chart.series[1].name, QLatin1String("policy=arc"));
    EXPECT_EQ(chart.series[0].x, (std::vector<double>{1700, 1800, 1900}));
    EXPECT_EQ(chart.series[0].y, (std::vector<double>{11, 12, 10}));
    EXPECT_EQ(chart.series[1].y, (std::vector<double>{14, 15, 13}));
    ASSERT_TRUE(chart.table.has_value());
    EXPECT_EQ(chart.table->rows.size(), 12U);
}

TEST(SweepChart, IsAMapOfTwoNumbersAndLeavesOutWhatIsNotThere) {
    const SweepPlan plan = planOf({{"cache.buffers", "100, 400, 200, 300"}, {"workload.file_bytes", "1k, 2k, 3k, 4k"}});
    std::vector<SweepStore::Point> points = pointsOf(plan);
    points.pop_back(); // 300 buffers, 4 KiB
    const Chart chart = sweepChart(plan, points, CurveRun::first);
    EXPECT_EQ(chart.kind, ChartKind::heat_map);
    ASSERT_TRUE(chart.surface.has_value());
    EXPECT_EQ(chart.surface->x, (std::vector<double>{100, 200, 300, 400}));
    EXPECT_EQ(chart.surface->y, (std::vector<double>{1024, 2048, 3072, 4096}));
    // 100, 200, 300 and 400 buffers with 1 KiB.
    EXPECT_EQ(std::vector<double>(chart.surface->values.begin(), chart.surface->values.begin() + 4),
              (std::vector<double>{1000, 1008, 1012, 1004}));
    EXPECT_TRUE(std::isnan(chart.surface->values[3 * 4 + 2]));
    EXPECT_EQ(chart.surface->values[3 * 4 + 3], 1007);
    EXPECT_EQ(chart.surface->levels, (std::vector<double>{1005, 1010}));
}

TEST(SweepChart, HasABarForEachPointOfWords) {
    const SweepPlan plan = planOf({{"cache.policy", "lru, arc, fifo"}});
    const Chart chart = sweepChart(plan, pointsOf(plan), CurveRun::first);
    ASSERT_EQ(chart.series.size(), 1U);
    EXPECT_EQ(chart.series[0].shape, ChartShape::bars);
    EXPECT_EQ(chart.x.categories, (QStringList{"lru", "arc", "fifo"}));
    EXPECT_EQ(chart.series[0].y, (std::vector<double>{1000, 1001, 1002}));
}

TEST(SweepChart, KnowsWhichRunsThereAre) {
    const SweepPlan plan = planOf({{"cache.policy", "lru"}});
    EXPECT_EQ(runsOf(pointsOf(plan)), (std::vector<CurveRun>{CurveRun::first, CurveRun::second}));
    EXPECT_TRUE(runsOf({}).empty());
}

} // namespace
} // namespace thrashlab::ui
