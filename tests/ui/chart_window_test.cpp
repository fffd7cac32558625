#include "ui/plots/chart_window.h"

#include "chart_samples.h"
#include "ui/plots/chart_view.h"
#include "window_bench.h"

#include <QMenu>
#include <QMenuBar>

#include <gtest/gtest.h>

namespace thrashlab::ui {
namespace {

class ChartWindowTest : public WindowBench {
protected:
    void SetUp() override {
        WindowBench::SetUp();
        openExhibit();
    }
    QAction* action(const QString& text) {
        for (QAction* menu : window->menuBar()->actions()) {
            if (menu->text() == "&Charts") {
                for (QAction* each : menu->menu()->actions()) {
                    if (each->text() == text) {
                        return each;
                    }
                }
            }
        }
        return nullptr;
    }
    ChartWindow& open(const QString& text) {
        action(text)->trigger();
        wait();
        return *window->chartWindow();
    }
    void wait() {
        ChartWindow& charts = *window->chartWindow();
        if (!charts.isReady()) {
            QSignalSpy ready(&charts, &ChartWindow::ready);
            EXPECT_TRUE(ready.wait(patience));
        }
    }
};

TEST_F(ChartWindowTest, EachKindIsInTheMenuAndShowsTheBenchsScenario) {
    for (const ChartSource& source : chartSources()) {
        SCOPED_TRACE(source.title.toStdString());
        ASSERT_NE(action(source.title), nullptr);
        ChartWindow& charts = open(source.title);
        EXPECT_EQ(charts.kind(), source.kind);
        EXPECT_TRUE(charts.problem().isEmpty()) << charts.problem().toStdString();
        EXPECT_EQ(charts.view().shownChart().kind, source.kind);
        EXPECT_TRUE(charts.windowTitle().contains(QString::fromStdString(charts.scenario().title)));
    }
}

TEST_F(ChartWindowTest, ShowsTheVeryFiguresOfTheRuns) {
    const Chart chart = open("Throughput per run").view().shownChart();
    ASSERT_EQ(chart.series[0].y.size(), exhibitSeries().runs.size());
    for (std::size_t i = 0; i < chart.series[0].y.size(); ++i) {
        EXPECT_EQ(chart.series[0].y[i], exhibitSeries().runs[i].bytes_per_second());
    }
}

TEST_F(ChartWindowTest, FollowsTheBenchUnlessItIsToldToStay) {
    ChartWindow& charts = open("Throughput per run");
    ASSERT_TRUE(window->laboratory().setParameter(parameter("cache.buffers"), std::int64_t{1900}));
    EXPECT_FALSE(charts.isReady());
    wait();
    EXPECT_EQ(charts.scenario().buffers, 1900U);
    EXPECT_EQ(charts.view().shownChart().series[0].y[1], largerCacheSeries().runs[1].bytes_per_second());
    charts.setPinned(true);
    ASSERT_TRUE(window->laboratory().setParameter(parameter("cache.buffers"), std::int64_t{1800}));
    EXPECT_TRUE(charts.isReady());
    EXPECT_EQ(charts.scenario().buffers, 1900U);
    charts.setPinned(false);
    wait();
    EXPECT_EQ(charts.scenario().buffers, 1800U);
}

TEST_F(ChartWindowTest, ComputesNothingWhileHiddenAndCatchesUp) {
    ChartWindow& charts = open("Throughput per run");
    charts.hide();
    ASSERT_TRUE(window->laboratory().setParameter(parameter("cache.buffers"), std::int64_t{1900}));
    EXPECT_FALSE(charts.isReady());
    charts.show();
    wait();
    EXPECT_EQ(charts.view().shownChart().provenance.scenario->buffers, 1900U);
}

TEST_F(ChartWindowTest, CanBeCancelledAndBegunAgain) {
    action("Throughput per run")->trigger();
    ChartWindow& charts = *window->chartWindow();
    charts.cancel();
    EXPECT_TRUE(charts.isReady());
    EXPECT_TRUE(charts.problem().startsWith("Cancelled"));
    charts.setKind(ChartKind::time_split);
    wait();
    EXPECT_TRUE(charts.problem().isEmpty());
    EXPECT_EQ(charts.view().shownChart().kind, ChartKind::time_split);
}

TEST_F(ChartWindowTest, RemembersItsKindAndLook) {
    ChartWindow& charts = open("Where the time goes");
    charts.view().setTheme(ChartTheme::print);
    QTemporaryDir other;
    QSettings settings(other.filePath("charts.ini"), QSettings::IniFormat);
    charts.saveSettings(settings);
    ChartWindow again(window->laboratory());
    again.restoreSettings(settings);
    EXPECT_EQ(again.kind(), ChartKind::time_split);
    EXPECT_EQ(again.view().theme(), ChartTheme::print);
}

} // namespace
} // namespace thrashlab::ui
