#include "ui/plots/throughput_plot.h"

#include "sim/scenario_file.h"
#include "ui/theme.h"

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QSignalSpy>

#include <gtest/gtest.h>

#include <cmath>

namespace thrashlab::ui {
namespace {

ThroughputData exhibit() {
    static const Scenario scenario = load_scenario("1997-ext2-1k");
    static const std::vector<RunResult> runs = simulate(scenario);
    ThroughputData data = throughputDataFor(scenario);
    data.runs = runs;
    return data;
}

TEST(ThroughputPlot, BarsHaveTheValuesOfTheRunsToTheDigit) {
    const ThroughputData data = exhibit();
    for (const bool logarithmic : {true, false}) {
        ThroughputPlot plot;
        plot.setLogarithmic(logarithmic);
        plot.setData(data);
        const std::vector<PlottedValue> values = plot.plottedValues();
        ASSERT_EQ(values.size(), 3U);
        for (std::size_t i = 0; i < values.size(); ++i) {
            EXPECT_EQ(values[i].run, data.runs[i].number);
            EXPECT_EQ(values[i].bytesPerSecond, data.runs[i].bytes_per_second());
        }
    }
}

TEST(ThroughputPlot, PublishedMarksStandWhereTheyWerePublished) {
    ThroughputPlot plot;
    plot.setData(exhibit());
    const std::vector<PlottedValue> marks = plot.plottedMarks();
    ASSERT_EQ(marks.size(), 3U);
    EXPECT_EQ(marks[0], (PlottedValue{1, 451759}));
    EXPECT_EQ(marks[1], (PlottedValue{2, 64264}));
    EXPECT_EQ(marks[2].run, 3U);
    EXPECT_GT(marks[2].bytesPerSecond, 60000);
    EXPECT_LT(marks[2].bytesPerSecond, 70000);
    EXPECT_EQ(plot.data().publishedOn, "24 May 1997");
    EXPECT_FALSE(plot.data().parametersDiffer);
}

TEST(ThroughputPlot, PublishedFiguresOfAChangedScenarioSaySo) {
    Scenario scenario = load_scenario("1997-ext2-1k");
    scenario.workload.runs = 5;
    EXPECT_FALSE(throughputDataFor(scenario).parametersDiffer);
    scenario.buffers = 1900;
    EXPECT_TRUE(throughputDataFor(scenario).parametersDiffer);
    scenario.name = "mine";
    EXPECT_FALSE(throughputDataFor(scenario).parametersDiffer);
    EXPECT_TRUE(throughputDataFor(scenario).published.empty());
}

TEST(ThroughputPlot, RatiosAreRemarksAndNotMarks) {
    const ThroughputData data = throughputDataFor(load_scenario("1997-ext2-4k"));
    EXPECT_TRUE(data.published.empty());
    ASSERT_EQ(data.remarks.size(), 1U);
    EXPECT_EQ(data.remarks[0].run, 2U);
    EXPECT_EQ(data.remarks[0].text, "\"works fine\"");
}

TEST(ThroughputPlot, ARunWithoutTimeHasNoBar) {
    ThroughputData data = exhibit();
    data.runs[0].counters.ended = data.runs[0].counters.started;
    ThroughputPlot plot;
    plot.setData(data);
    EXPECT_EQ(plot.plottedValues().size(), 2U);
    plot.resize(plot.sizeHint());
    EXPECT_FALSE(plot.image().isNull());
}

TEST(ThroughputPlot, TheRunningRunIsNotAmongTheValues) {
    ThroughputData data = exhibit();
    data.runs.pop_back();
    data.runningRun = 3;
    ThroughputPlot plot;
    plot.setData(data);
    EXPECT_EQ(plot.plottedValues().size(), 2U);
    EXPECT_TRUE(describeRun(data, 3).startsWith("Run 3 is running"));
}

TEST(ThroughputPlot, ToolTipTellsTheRunUnderThePointer) {
    ThroughputPlot plot;
    plot.resize(360, 260);
    plot.setData(exhibit());
    ASSERT_FALSE(plot.image().isNull());
    QString grouped = QString::fromUtf8("62\u202f853");
    QStringList seen;
    for (int x = 0; x < plot.width(); ++x) {
        const QString tip = plot.toolTipAt({x, 100});
        if (seen.isEmpty() || seen.last() != tip) {
            seen += tip;
        }
    }
    ASSERT_EQ(seen.size(), 5) << "nothing, three runs from left to right, nothing";
    EXPECT_TRUE(seen[0].isEmpty());
    EXPECT_TRUE(seen[1].startsWith("Run 1:"));
    EXPECT_TRUE(seen[2].contains(grouped)) << seen[2].toStdString();
    EXPECT_TRUE(seen[2].contains("64264"));
    EXPECT_TRUE(seen[3].contains("60-70K"));
}

TEST(ThroughputPlot, FollowsThePalette) {
    ThroughputPlot plot;
    plot.resize(360, 260);
    plot.setData(exhibit());
    for (const QPalette& palette : {lightPalette(), darkPalette()}) {
        plot.setPalette(palette);
        const QImage image = plot.image();
        EXPECT_EQ(image.pixelColor(2, 2), Theme(palette).card());
        bool hasBar = false;
        for (int x = 0; x < image.width(); ++x) {
            hasBar = hasBar || image.pixelColor(x, image.height() - 60) == Theme(palette).accent();
        }
        EXPECT_TRUE(hasBar);
    }
}

TEST(ThroughputPlot, ManyRunsAreDrawnWithoutRunningIntoEachOther) {
    ThroughputData data = exhibit();
    const RunResult run = data.runs[1];
    constexpr std::uint32_t many = 1000;
    data.runs.clear();
    for (std::uint32_t number = 1; number <= many; ++number) {
        data.runs.push_back(run);
        data.runs.back().number = number;
    }
    ThroughputPlot plot;
    plot.resize(360, 260);
    plot.setData(data);
    EXPECT_EQ(plot.plottedValues().size(), many);
    EXPECT_FALSE(plot.image().isNull());
}

TEST(ThroughputPlot, ChangingTheScaleIsToldOnce) {
    ThroughputPlot plot;
    QSignalSpy changes(&plot, &ThroughputPlot::logarithmicChanged);
    EXPECT_TRUE(plot.logarithmic());
    plot.setLogarithmic(false);
    plot.setLogarithmic(false);
    EXPECT_EQ(changes.count(), 1);
    // The user's choice outlives new data.
    plot.setData(exhibit());
    EXPECT_FALSE(plot.logarithmic());
}

} // namespace
} // namespace thrashlab::ui
