#include "ui/panels/runs_panel.h"

#include "dd/transcript.h"
#include "error.h"
#include "sim/scenario_file.h"
#include "store/run_store.h"
#include "ui/models/runs_model.h"
#include "ui/panels/card.h"
#include "ui/panels/message_strip.h"
#include "ui/panels/run_keeper.h"
#include "ui/panels/runs_table.h"
#include "ui/plots/throughput_plot.h"
#include "ui/plots/time_split_bar.h"

#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace thrashlab::ui {
namespace {

const Scenario& exhibit() {
    static const Scenario scenario = load_scenario("1997-ext2-1k");
    return scenario;
}

const std::vector<RunResult>& exhibitRuns() {
    static const std::vector<RunResult> runs = simulate(exhibit());
    return runs;
}

class RunsPanelTest : public ::testing::Test {
protected:
    void SetUp() override { ASSERT_TRUE(folder_.isValid()); }

    [[nodiscard]] std::filesystem::path file(const char* name) const { return folder_.filePath(name).toStdString(); }

    QTemporaryDir folder_;
};

TEST_F(RunsPanelTest, BarsAreTheRowsOfTheDatabaseToTheDigit) {
    RunsPanel panel;
    panel.setDatabase(file("runs.sqlite"));
    panel.beginSeries(exhibit());
    EXPECT_TRUE(RunStore(file("runs.sqlite")).runs().empty()) << "a series without runs leaves nothing";
    for (const RunResult& run : exhibitRuns()) {
        panel.addFinishedRun(run);
        const RunStore store(file("runs.sqlite"));
        EXPECT_EQ(store.runs().size(), run.number) << "stored at once";
    }
    const RunStore store(file("runs.sqlite"));
    const std::vector<StoredRun> rows = store.series(store.runs().front().series);
    const std::vector<PlottedValue> bars = panel.plot().plottedValues();
    ASSERT_EQ(bars.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(bars[i], (PlottedValue{rows[i].result.number, rows[i].result.bytes_per_second()}));
        EXPECT_EQ(panel.presentChart().provenance.runIds.at(i), rows[i].id);
    }
    EXPECT_EQ(panel.model().rowCount(), 3);
    EXPECT_EQ(panel.plot().plottedMarks().at(0).bytesPerSecond, 451759);
    EXPECT_EQ(panel.plot().plottedMarks().at(1).bytesPerSecond, 64264);
}

TEST_F(RunsPanelTest, ARunIsTakenOnce) {
    RunsPanel panel;
    panel.setDatabase(file("runs.sqlite"));
    panel.beginSeries(exhibit());
    panel.addFinishedRun(exhibitRuns()[0]);
    panel.addFinishedRun(exhibitRuns()[0]);
    EXPECT_EQ(RunStore(file("runs.sqlite")).runs().size(), 1U);
    EXPECT_EQ(panel.model().rowCount(), 1);
    EXPECT_TRUE(panel.message().isEmpty());
    panel.beginSeries(exhibit());
    EXPECT_TRUE(panel.plot().plottedValues().empty());
    panel.addFinishedRun(exhibitRuns()[0]);
    EXPECT_EQ(RunStore(file("runs.sqlite")).runs().size(), 2U);
}

TEST_F(RunsPanelTest, ARunWithoutASeriesIsIgnored) {
    RunsPanel panel;
    panel.addFinishedRun(exhibitRuns()[0]);
    EXPECT_EQ(panel.model().rowCount(), 0);
}

TEST_F(RunsPanelTest, TheNewestRunIsSelectedUnlessTheUserLooksElsewhere) {
    RunsPanel panel;
    panel.setDatabase(file("runs.sqlite"));
    panel.beginSeries(exhibit());
    panel.addFinishedRun(exhibitRuns()[0]);
    panel.addFinishedRun(exhibitRuns()[1]);
    EXPECT_TRUE(panel.timeSplit().title().startsWith("Where run 2 spends"));
    panel.table().selectRun(panel.model().runAt(1).id);
    EXPECT_TRUE(panel.timeSplit().title().startsWith("Where run 1 spends"));
    panel.addFinishedRun(exhibitRuns()[2]);
    EXPECT_TRUE(panel.timeSplit().title().startsWith("Where run 1 spends"));
}

TEST_F(RunsPanelTest, RepeatsAndCopiesTheSelectedRun) {
    RunsPanel panel;
    panel.setDatabase(file("runs.sqlite"));
    Scenario scenario = exhibit();
    scenario.buffers = 1900;
    panel.beginSeries(scenario);
    panel.addFinishedRun(exhibitRuns()[0]);
    Scenario repeated;
    QObject::connect(&panel, &RunsPanel::repeatRequested, [&](const Scenario& each) { repeated = each; });
    panel.repeatSelected();
    EXPECT_EQ(repeated, scenario);
    panel.copySelected();
    EXPECT_EQ(QGuiApplication::clipboard()->text().toStdString(), bsd_transcript(exhibitRuns()[0]));
}

TEST_F(RunsPanelTest, WhatWasStoredEarlierIsShown) {
    {
        RunsPanel panel;
        panel.setDatabase(file("runs.sqlite"));
        panel.beginSeries(exhibit());
        panel.addFinishedRun(exhibitRuns()[0]);
    }
    RunsPanel panel;
    panel.setDatabase(file("runs.sqlite"));
    ASSERT_EQ(panel.model().rowCount(), 1);
    EXPECT_EQ(panel.model().runAt(0).result, exhibitRuns()[0]);
    EXPECT_TRUE(panel.plot().plottedValues().empty()) << "the plot is for the present series";
}

TEST_F(RunsPanelTest, GoesOnWithoutADatabaseAndSaysSo) {
    RunsPanel panel;
    const std::filesystem::path path = file("missing") / "runs.sqlite";
    EXPECT_THROW(panel.setDatabase(path), Error);
    EXPECT_FALSE(panel.storing());
    EXPECT_TRUE(panel.message().contains("Runs are not being stored"));
    EXPECT_TRUE(panel.message().contains(QString::fromStdString(path.string())));
    EXPECT_TRUE(panel.message().contains("Check that the folder exists and is writable"));
    panel.beginSeries(exhibit());
    for (const RunResult& run : exhibitRuns()) {
        panel.addFinishedRun(run);
    }
    EXPECT_EQ(panel.plot().plottedValues().size(), 3U);
    ASSERT_EQ(panel.model().rowCount(), 3);
    EXPECT_EQ(panel.model().index(0, RunsModel::createdColumn).data().toString(), "not stored");
    Scenario repeated;
    QObject::connect(&panel, &RunsPanel::repeatRequested, [&](const Scenario& each) { repeated = each; });
    panel.repeatSelected();
    EXPECT_EQ(repeated, exhibit());
}

TEST_F(RunsPanelTest, TryingAgainStoresWhatWaited) {
    RunsPanel panel;
    EXPECT_THROW(panel.setDatabase(file("missing") / "runs.sqlite"), Error);
    panel.beginSeries(exhibit());
    panel.addFinishedRun(exhibitRuns()[0]);
    panel.addFinishedRun(exhibitRuns()[1]);
    auto* strip = panel.findChild<MessageStrip*>();
    ASSERT_NE(strip, nullptr);
    QSignalSpy failures(&panel, &RunsPanel::failed);
    Q_EMIT strip->retryRequested();
    EXPECT_EQ(failures.count(), 1) << "still no folder";
    ASSERT_TRUE(QDir(folder_.path()).mkdir("missing"));
    Q_EMIT strip->retryRequested();
    EXPECT_TRUE(panel.storing());
    EXPECT_TRUE(panel.message().isEmpty());
    panel.addFinishedRun(exhibitRuns()[2]);
    const RunStore store(file("missing") / "runs.sqlite");
    const std::vector<StoredRun> rows = store.series(store.runs().front().series);
    ASSERT_EQ(rows.size(), 3U) << "one series still";
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i].result, exhibitRuns()[i]);
        EXPECT_EQ(panel.presentChart().provenance.runIds.at(i), rows[i].id);
    }
    EXPECT_EQ(panel.model().rowCount(), 3);
}

TEST_F(RunsPanelTest, ADatabaseThatFailsLaterLosesNoRun) {
    RunsPanel panel;
    panel.setDatabase(file("runs.sqlite"));
    panel.beginSeries(exhibit());
    panel.addFinishedRun(exhibitRuns()[0]);
    {
        // Somebody adds the second run behind our back: ours cannot be added.
        RunStore other(file("runs.sqlite"));
        other.add_run(other.runs().front().series, exhibitRuns()[1]);
    }
    QSignalSpy failures(&panel, &RunsPanel::failed);
    panel.addFinishedRun(exhibitRuns()[1]);
    EXPECT_EQ(failures.count(), 1);
    EXPECT_FALSE(panel.storing());
    EXPECT_FALSE(panel.message().isEmpty());
    EXPECT_EQ(panel.plot().plottedValues().size(), 2U);
    EXPECT_LT(panel.model().runAt(0).id, 0);
    EXPECT_GT(panel.model().runAt(1).id, 0);
}

TEST_F(RunsPanelTest, AnotherDatabaseGetsTheSeriesFromThereOn) {
    RunsPanel panel;
    panel.setDatabase(file("one.sqlite"));
    panel.beginSeries(exhibit());
    panel.addFinishedRun(exhibitRuns()[0]);
    panel.setDatabase(file("two.sqlite"));
    EXPECT_EQ(panel.model().rowCount(), 0);
    panel.addFinishedRun(exhibitRuns()[1]);
    EXPECT_EQ(RunStore(file("one.sqlite")).runs().size(), 1U);
    ASSERT_EQ(RunStore(file("two.sqlite")).runs().size(), 1U);
    EXPECT_EQ(RunStore(file("two.sqlite")).runs().front().result.number, 2U);
}

TEST(CardTest, KeepsTitleAndCaption) {
    Card card(QStringLiteral("Runs"));
    card.setCaption(QStringLiteral("12 rows"));
    EXPECT_EQ(card.title(), "Runs");
    EXPECT_EQ(card.caption(), "12 rows");
    EXPECT_EQ(card.accessibleName(), "Runs");
}

} // namespace
} // namespace thrashlab::ui
