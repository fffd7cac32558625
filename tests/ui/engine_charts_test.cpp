// Charts have exactly the figures of what they are made from.
#include "ui/plots/engine_charts.h"

#include "sim/scenario_file.h"
#include "trace/scenario_references.h"
#include "ui/number_text.h"
#include "ui/plots/curve_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace thrashlab::ui {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

Scenario exhibit() {
    return load_scenario("1997-ext2-1k");
}

void expectSameLengths(const Chart& chart) {
    for (const ChartSeries& series : chart.series) {
        EXPECT_EQ(series.y.size(), series.x.size()) << series.name.toStdString();
        EXPECT_TRUE(series.low.empty() || series.low.size() == series.x.size());
        EXPECT_EQ(series.low.size(), series.high.size());
        EXPECT_TRUE(series.remarks.isEmpty() || static_cast<std::size_t>(series.remarks.size()) == series.x.size());
    }
}

TEST(ProgressChart, HasAStepForEachWindow) {
    const auto recording = record(exhibit());
    const auto progress = progress_of(*recording, 20);
    ASSERT_TRUE(progress);
    const Chart chart = progressChart(recording->scenario, *progress);
    EXPECT_EQ(chart.kind, ChartKind::progress);
    EXPECT_EQ(chart.y.unit, QStringLiteral("bytes/s"));
    EXPECT_EQ(chart.provenance.scenario, recording->scenario);
    ASSERT_EQ(chart.series.size(), 3U);
    expectSameLengths(chart);
    for (std::size_t run = 0; run < 3; ++run) {
        const ChartSeries& series = chart.series[run];
        const RunProgress& windows = (*progress)[run];
        EXPECT_EQ(series.shape, ChartShape::steps);
        EXPECT_EQ(series.name, QStringLiteral("run %1").arg(run + 1));
        ASSERT_EQ(series.x.size(), 21U);
        for (std::size_t window = 0; window < 20; ++window) {
            EXPECT_EQ(series.x[window], to_seconds(windows.begin(window) - windows.started));
            EXPECT_EQ(series.y[window], windows.bytes_per_second(window));
            EXPECT_TRUE(series.remarks[static_cast<int>(window)].startsWith(groupedText(windows.bytes[window])));
        }
        EXPECT_EQ(series.x.back(), to_seconds(recording->runs[run].counters.elapsed()));
    }
}

TEST(ProgressChart, MayBeOfOneRun) {
    const auto recording = record(exhibit());
    const Chart chart = progressChart(recording->scenario, *progress_of(*recording), 2);
    ASSERT_EQ(chart.series.size(), 1U);
    EXPECT_EQ(chart.series[0].name, QStringLiteral("run 2"));
    EXPECT_TRUE(chart.title.startsWith(QStringLiteral("Throughput inside run 2 — "))) << chart.title.toStdString();
}

TEST(CurveChartSource, HasThePointsOfTheCurveItsCliffAndNow) {
    CurveRequest request;
    request.base = exhibit();
    request.from = 1600;
    request.to = 2000;
    request.coarse = 5;
    request.policies = {"arc", "opt"};
    CurveCache cache;
    const Curve curve = compute_curve(request, cache);
    const Chart chart = curveChart(curve);
    EXPECT_EQ(chart.kind, ChartKind::curve);
    EXPECT_EQ(chart.x.title, QStringLiteral("Buffers (nbuf)"));
    EXPECT_TRUE(chart.y.logarithmic);
    EXPECT_FALSE(curveChart(curve, false).y.logarithmic);
    expectSameLengths(chart);
    QStringList names;
    for (const ChartSeries& series : chart.series) {
        names += series.name;
    }
    EXPECT_EQ(names, (QStringList{"first run", "second run: LRU", "later runs", "ARC", "OPT, the ceiling"}));
    const std::vector<CurveSeries> drawn = curveSeries(curve);
    ASSERT_EQ(drawn.size(), chart.series.size());
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const std::vector<CurvePoint>& points = curve.lines[drawn[i].line].points;
        ASSERT_EQ(chart.series[i].x.size(), points.size());
        for (std::size_t k = 0; k < points.size(); ++k) {
            EXPECT_EQ(chart.series[i].x[k], points[k].value);
            EXPECT_EQ(chart.series[i].y[k], points[k].throughput(drawn[i].run));
            EXPECT_EQ(chart.series[i].remarks[static_cast<int>(k)], curveRunCounts(*points[k].run(drawn[i].run)));
        }
    }
    ASSERT_EQ(chart.markers.size(), 2U);
    EXPECT_EQ(chart.markers[0], (ChartMarker{1701, QStringLiteral("now %1").arg(groupedText(1701U))}));
    EXPECT_EQ(chart.markers[1].x, 1838);
    EXPECT_TRUE(chart.markers[1].text.startsWith(QStringLiteral("the cliff: the whole file fits from 1")));
}

TEST(CurveChartSource, LeavesAGapWhereNothingCanBe) {
    Curve curve;
    curve.request.base = exhibit();
    RunResult run;
    run.counters.bytes = 1000;
    run.counters.ended = SimTime(std::chrono::seconds(1));
    curve.lines.push_back({.policy = "lru",
                           .points = {{.place = 0, .value = 16, .runs = {run}, .problem = {}},
                                      {.place = 1, .value = 17, .runs = {}, .problem = "too few"}}});
    const Chart chart = curveChart(curve);
    ASSERT_EQ(chart.series.size(), 1U);
    EXPECT_EQ(chart.series[0].y[0], 1000);
    EXPECT_TRUE(std::isnan(chart.series[0].y[1]));
    EXPECT_EQ(chart.series[0].remarks[1], QStringLiteral("cannot be: too few"));
}

HeatMap smallMap() {
    HeatMap map{.request = suggested_heat_map(exhibit(), "cache.buffers", "workload.file_bytes")};
    map.x = {1, 2, 3, 4, 5};
    map.y = {10, 20, 30};
    map.values = {1e3, 2e3, 3e3, 4e3, 5e3, 1e4, nothing, 3e4, 4e4, 5e4, 1e5, 2e5, 3e5, 4e5, 5e5};
    map.problems.resize(15);
    return map;
}

TEST(HeatMapChart, HasTheValuesOfTheMap) {
    HeatMap map = smallMap();
    map.stride = 1;
    map.problems[6] = "no room";
    const Chart chart = heatMapChart(map);
    EXPECT_EQ(chart.kind, ChartKind::heat_map);
    EXPECT_EQ(chart.x.unit, QString());
    EXPECT_EQ(chart.y.unit, QStringLiteral("bytes"));
    ASSERT_TRUE(chart.surface);
    EXPECT_EQ(chart.surface->x, map.x);
    EXPECT_EQ(chart.surface->y, map.y);
    ASSERT_EQ(chart.surface->values.size(), 15U);
    for (std::size_t i = 0; i < 15; ++i) {
        EXPECT_TRUE(chart.surface->values[i] == map.values[i] || i == 6);
    }
    EXPECT_TRUE(std::isnan(chart.surface->values[6]));
    EXPECT_TRUE(chart.surface->logarithmic);
    EXPECT_EQ(chart.surface->levels, (std::vector<double>{2000, 5000, 10000, 20000, 50000, 100000, 200000}));
    ASSERT_EQ(chart.series.size(), 1U);
    EXPECT_EQ(chart.series[0].x, (std::vector<double>{1701}));
    EXPECT_EQ(chart.series[0].y, (std::vector<double>{1872034}));
    EXPECT_TRUE(chart.provenance.more.last().endsWith(QStringLiteral("no room")));
}

TEST(HeatMapChart, OfAnUnfinishedMapHasWhatIsKnownThroughout) {
    HeatMap map = smallMap();
    map.stride = 2;
    const Chart chart = heatMapChart(map);
    EXPECT_EQ(chart.surface->x, (std::vector<double>{1, 3, 5}));
    EXPECT_EQ(chart.surface->y, (std::vector<double>{10, 30}));
    EXPECT_EQ(chart.surface->values, (std::vector<double>{1e3, 3e3, 5e3, 1e5, 3e5, 5e5}));
}

TEST(HeatMapChart, HasContoursAtRoundFigures) {
    EXPECT_EQ(contourLevels(100, 700), (std::vector<double>{200, 400, 600}));
    EXPECT_EQ(contourLevels(9, 110), (std::vector<double>{10, 20, 50, 100}));
    EXPECT_EQ(contourLevels(5, 2e6), (std::vector<double>{10, 100, 1e3, 1e4, 1e5, 1e6})) << "too many for all";
    EXPECT_TRUE(contourLevels(3, 3).empty());
    EXPECT_TRUE(contourLevels(0, 3).empty());
    EXPECT_TRUE(contourLevels(std::numeric_limits<double>::infinity(), 0).empty()) << "of a map without a value";
}

TEST(MissRatioChart, HasTheRatiosAndThePresentCache) {
    const DenseReferences trace = scenario_references(exhibit());
    const auto ratios = miss_ratios(trace, {.policies = {"lru", "opt"}, .points = 30});
    ASSERT_TRUE(ratios);
    const Chart chart = missRatioChart(*ratios, {.scenario = exhibit(), .trace = {}});
    EXPECT_EQ(chart.kind, ChartKind::miss_ratio);
    expectSameLengths(chart);
    ASSERT_EQ(chart.series.size(), 2U);
    EXPECT_EQ(chart.series[0].name, QStringLiteral("LRU"));
    EXPECT_EQ(chart.series[1].name, QStringLiteral("OPT, the floor"));
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(chart.series[i].y, ratios->curves[i].curve.miss_ratios);
        EXPECT_EQ(chart.series[i].x, std::vector<double>(ratios->capacities.begin(), ratios->capacities.end()));
        EXPECT_TRUE(chart.series[i].low.empty()) << "exact";
    }
    EXPECT_EQ(
        chart.series[0].remarks.last(),
        QStringLiteral("%1 of %2 references miss").arg(groupedText(trace.keys), groupedText(trace.references.size())));
    EXPECT_EQ(chart.markers, (std::vector<ChartMarker>{{1701, QStringLiteral("now %1").arg(groupedText(1701U))}}));
}

TEST(MissRatioChart, OfSamplesSaysHowFarOffTheyMayBe) {
    MissRatios ratios{.references = 100, .keys = 10, .capacities = {5, 10}, .curves = {}};
    ratios.curves.push_back({.policy = "lru",
                             .exact = false,
                             .curve = {.capacities = {5, 10}, .miss_ratios = {0.5, 0.01}, .errors = {0.1, 0.02}}});
    const Chart chart = missRatioChart(ratios, {.scenario = {}, .trace = QStringLiteral("a.vscsi")});
    EXPECT_EQ(chart.series[0].low, (std::vector<double>{0.4, 0}));
    EXPECT_EQ(chart.series[0].high, (std::vector<double>{0.6, 0.03}));
    EXPECT_TRUE(chart.markers.empty());
    EXPECT_FALSE(chart.provenance.scenario);
    EXPECT_EQ(chart.provenance.more.first(), QStringLiteral("trace a.vscsi"));
    EXPECT_TRUE(chart.title.endsWith(QStringLiteral("a.vscsi")));
}

TEST(WorkingSetChart, HasTheSetBesideTheCache) {
    const DenseReferences trace = scenario_references(exhibit());
    const WorkingSet set = working_set(trace.references, trace.keys, 2000, 50);
    const Chart chart = workingSetChart(set, 2000, {.scenario = exhibit(), .trace = {}});
    EXPECT_EQ(chart.kind, ChartKind::working_set);
    expectSameLengths(chart);
    ASSERT_EQ(chart.series.size(), 2U);
    EXPECT_EQ(chart.series[0].x, std::vector<double>(set.places.begin(), set.places.end()));
    EXPECT_EQ(chart.series[0].y, std::vector<double>(set.keys.begin(), set.keys.end()));
    EXPECT_EQ(chart.series[1].y, (std::vector<double>{1701, 1701}));
}

} // namespace
} // namespace thrashlab::ui
