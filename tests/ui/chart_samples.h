// A chart of each kind, for tests of what becomes of them.
#pragma once

#include "sim/parameter.h"
#include "sim/scenario_file.h"
#include "ui/plots/run_charts.h"

#include <cmath>
#include <limits>
#include <vector>

namespace thrashlab::ui {

inline const RunSeries& exhibitSeries() {
    static const RunSeries series{load_scenario("1997-ext2-1k"), simulate(load_scenario("1997-ext2-1k")), {7, 8, 9}};
    return series;
}

inline const RunSeries& largerCacheSeries() {
    static const RunSeries series = [] {
        Scenario scenario = load_scenario("1997-ext2-1k");
        const Scenario original = scenario;
        scenario.buffers = 1900;
        scenario.name = name_with_changes(original, scenario);
        return RunSeries{scenario, simulate(scenario), {}};
    }();
    return series;
}

inline Chart lineChart(ChartKind kind, const QString& title, ChartAxis x, ChartAxis y) {
    return {.kind = kind,
            .title = title,
            .x = std::move(x),
            .y = std::move(y),
            .provenance = {.scenario = load_scenario("1997-ext2-1k")}};
}

inline Chart progressSample() {
    Chart chart = lineChart(ChartKind::progress, QStringLiteral("Throughput inside the runs"),
                            {.title = QStringLiteral("Time since the run began"), .unit = QStringLiteral("s")},
                            {.title = QStringLiteral("Throughput"), .unit = QStringLiteral("bytes/s")});
    for (int run = 0; run < 3; ++run) {
        ChartSeries series{.name = QStringLiteral("run %1").arg(run + 1), .shape = ChartShape::steps};
        for (int i = 0; i < 200; ++i) {
            series.x.push_back(i * 0.15);
            series.y.push_back((run == 0 ? 450e3 : 60e3 + 5e3 * run) * (1 + 0.2 * std::sin(i * 0.1 + run)));
        }
        chart.series.push_back(series);
    }
    return chart;
}

inline Chart curveSample() {
    Chart chart =
        lineChart(ChartKind::curve, QStringLiteral("Throughput against the number of buffers"),
                  {.title = QStringLiteral("Buffers"), .logarithmic = true},
                  {.title = QStringLiteral("Throughput"), .unit = QStringLiteral("bytes/s"), .logarithmic = true});
    ChartSeries first{.name = QStringLiteral("first run")};
    ChartSeries second{.name = QStringLiteral("second run"), .shape = ChartShape::steps};
    for (int i = 0; i <= 60; ++i) {
        const double buffers = std::round(500 * std::pow(8, i / 60.0));
        first.x.push_back(buffers);
        first.y.push_back(469359.0 + i / 3.0);
        second.x.push_back(buffers);
        // A place where nothing could be simulated: the line breaks off.
        second.y.push_back(i == 20 ? std::numeric_limits<double>::quiet_NaN() : buffers < 1838 ? 62853.25 : 9307351.0);
        second.remarks += i == 3 ? QStringLiteral("1 367 lost turns") : QString();
    }
    chart.series = {first, second};
    chart.markers = {{1701, QStringLiteral("now 1 701")}, {1838, QStringLiteral("the cliff: the whole file fits")}};
    return chart;
}

inline Chart heatMapSample(bool even = true) {
    Chart chart = lineChart(ChartKind::heat_map, QStringLiteral("Throughput of run 2"),
                            {.title = QStringLiteral("Buffers"), .logarithmic = even},
                            {.title = QStringLiteral("File size"), .unit = QStringLiteral("bytes")});
    ChartSurface surface{.title = QStringLiteral("Throughput"),
                         .unit = QStringLiteral("bytes/s"),
                         .logarithmic = true,
                         .levels = {1e5, 1e6}};
    for (int i = 0; i < 24; ++i) {
        surface.x.push_back(even ? 256 * std::exp2(i / 6.0) : 256 + 10 * i * i);
        surface.y.push_back(262144.0 * (i + 1));
    }
    for (const double y : surface.y) {
        for (const double x : surface.x) {
            const double share = y / 1024 / x;
            surface.values.push_back(x > 3900 && y < 600000 ? std::numeric_limits<double>::quiet_NaN()
                                     : share < 1            ? 9.3e6
                                                            : 60e3 + 400e3 / (share * share));
        }
    }
    chart.surface = surface;
    return chart;
}

inline Chart missRatioSample() {
    Chart chart = lineChart(ChartKind::miss_ratio, QStringLiteral("Miss ratio against the size of the cache"),
                            {.title = QStringLiteral("Size of the cache"), .unit = QStringLiteral("blocks")},
                            {.title = QStringLiteral("Share of misses")});
    for (int policy = 0; policy < 4; ++policy) {
        const QStringList names{QStringLiteral("LRU (sampled)"), QStringLiteral("ARC"), QStringLiteral("2Q"),
                                QStringLiteral("OPT, the floor")};
        ChartSeries series{.name = names[policy]};
        for (int i = 0; i <= 25; ++i) {
            series.x.push_back(100.0 * i);
            const double ratio = std::max(0.02, 1 - std::pow(i / 25.0, 1 + policy * 0.4) * (0.7 + 0.08 * policy));
            series.y.push_back(ratio);
            if (policy == 0) {
                series.low.push_back(std::max(0.0, ratio - 0.03));
                series.high.push_back(std::min(1.0, ratio + 0.03));
            }
        }
        chart.series.push_back(series);
    }
    chart.markers = {{1701, QStringLiteral("now 1 701")}};
    chart.provenance.more = {QStringLiteral("sampled at 1 in 8 keys")};
    return chart;
}

inline Chart workingSetSample() {
    Chart chart = lineChart(ChartKind::working_set, QStringLiteral("Working set over time"),
                            {.title = QStringLiteral("References so far")},
                            {.title = QStringLiteral("Blocks in use"), .unit = QStringLiteral("blocks")});
    for (const int window : {1000, 4000}) {
        ChartSeries series{.name = QStringLiteral("window of %1").arg(window)};
        for (int i = 0; i < 120; ++i) {
            series.x.push_back(50.0 * i);
            series.y.push_back(std::min<double>(window, 50.0 * i) * 0.9);
        }
        chart.series.push_back(series);
    }
    return chart;
}

inline std::vector<Chart> allChartSamples() {
    return {throughputChart({exhibitSeries()}),
            throughputChart({exhibitSeries(), largerCacheSeries()}),
            timeSplitChart({exhibitSeries()}),
            progressSample(),
            curveSample(),
            heatMapSample(),
            missRatioSample(),
            workingSetSample()};
}

} // namespace thrashlab::ui
