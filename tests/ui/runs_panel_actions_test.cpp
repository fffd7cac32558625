// What one can do to the runs of the panel.
#include "error.h"
#include "sim/scenario_file.h"
#include "store/run_edit.h"
#include "store/run_query.h"
#include "ui/compare/runs_comparison.h"
#include "ui/models/runs_model.h"
#include "ui/panels/notice_strip.h"
#include "ui/panels/run_note_dialog.h"
#include "ui/panels/runs_panel.h"
#include "ui/panels/runs_table.h"

#include <QApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTimer>

#include <gtest/gtest.h>

namespace thrashlab::ui {
namespace {

using Ids = std::vector<std::int64_t>;

// Runs 1 to 3 of the exhibit, 4 to 6 of the same with 1900 buffers.
class RunsPanelActionsTest : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(folder_.isValid());
        RunStore store(file("runs.sqlite"));
        for (const std::uint32_t buffers : {1701U, 1900U}) {
            Scenario scenario = load_scenario("1997-ext2-1k");
            scenario.buffers = buffers;
            const std::int64_t series = store.begin_series(scenario);
            for (const RunResult& run : simulate(scenario)) {
                store.add_run(series, run);
            }
        }
        panel_.setDatabase(file("runs.sqlite"));
    }

    [[nodiscard]] std::filesystem::path file(const char* name) const { return folder_.filePath(name).toStdString(); }
    [[nodiscard]] Ids stored() const { return list_runs(RunStore(file("runs.sqlite")), {}).ids; }
    void select(int first, int last) {
        const QModelIndex top = panel_.model().index(first, 0);
        panel_.table().setCurrentIndex(top);
        panel_.table().selectionModel()->select(
            QItemSelection(top, panel_.model().index(last, RunsModel::columnCountValue - 1)),
            QItemSelectionModel::ClearAndSelect);
    }

    QTemporaryDir folder_;
    RunsPanel panel_;
};

TEST_F(RunsPanelActionsTest, DeletedRunsComeBack) {
    select(1, 2);
    panel_.removeSelected();
    EXPECT_EQ(stored(), (Ids{6, 3, 2, 1}));
    EXPECT_EQ(panel_.model().rowCount(), 4);
    EXPECT_EQ(panel_.notice(), "2 runs deleted");
    EXPECT_EQ(panel_.table().currentRun(), 3) << "the one that has moved up";
    panel_.removeSelected();
    EXPECT_EQ(panel_.notice(), "1 run deleted");
    panel_.findChild<NoticeStrip*>()->act();
    EXPECT_EQ(stored(), (Ids{6, 3, 2, 1}));
    EXPECT_EQ(panel_.table().currentRun(), 3);
    panel_.undoRemove();
    EXPECT_EQ(stored(), (Ids{6, 5, 4, 3, 2, 1}));
    EXPECT_EQ(panel_.notice(), "2 runs brought back");
    panel_.undoRemove(); // nothing left
    EXPECT_EQ(panel_.model().rowCount(), 6);
}

TEST_F(RunsPanelActionsTest, ARepeatedRunGivesTheSameResult) {
    Scenario repeated;
    QObject::connect(&panel_, &RunsPanel::repeatRequested, [&](const Scenario& scenario) { repeated = scenario; });
    for (const std::int64_t id : Ids{2, 5}) {
        panel_.table().selectRun(id);
        panel_.repeatSelected();
        EXPECT_EQ(simulate(repeated).at(1), panel_.model().run(id)->result) << id;
    }
}

TEST_F(RunsPanelActionsTest, ComparesAnySet) {
    select(0, 0);
    panel_.compareSelected();
    EXPECT_EQ(panel_.findChild<RunsComparison*>(), nullptr) << "one run differs from nothing";
    select(1, 4);
    panel_.compareSelected();
    auto* comparison = panel_.findChild<RunsComparison*>();
    ASSERT_NE(comparison, nullptr);
    EXPECT_EQ(comparison->table().columnCount(), 4);
    EXPECT_TRUE(comparison->sentences().isEmpty());
    EXPECT_EQ(comparison->table().verticalHeaderItem(0)->text(), "cache.buffers");
    EXPECT_EQ(comparison->table().item(0, 0)->text(), "1900");
    EXPECT_EQ(comparison->table().item(0, 3)->text(), "1701");
    EXPECT_FALSE(comparison->table().item(0, 1)->font().bold());
    EXPECT_TRUE(comparison->table().item(0, 3)->font().bold());
    EXPECT_TRUE(comparison->tableText().contains("\ncache.buffers\t1900\t1900\t1701\t1701\n"));
}

TEST_F(RunsPanelActionsTest, TwoRunsAreComparedInWordsToo) {
    RunStore store(file("runs.sqlite"));
    std::vector<RunWithScenario> runs;
    for (const std::int64_t id : Ids{5, 2}) {
        runs.push_back({stored_runs(store, Ids{id}).front(), store.scenario_of(id)});
    }
    auto* comparison = new RunsComparison(runs, &panel_);
    EXPECT_TRUE(comparison->sentences().contains("cache.buffers is 1900 against 1701"))
        << comparison->sentences().toStdString();
    comparison->setOnlyDifferences(true);
    for (int row = 0; row < comparison->table().rowCount(); ++row) {
        EXPECT_EQ(comparison->table().isRowHidden(row), !comparison->table().item(row, 1)->font().bold());
    }
}

TEST_F(RunsPanelActionsTest, NoteAndTagsOfSeveralRunsAtOnce) {
    select(0, 1);
    QTimer::singleShot(0, [] {
        auto* dialog = qobject_cast<RunNoteDialog*>(QApplication::activeModalWidget());
        ASSERT_NE(dialog, nullptr);
        dialog->findChild<QPlainTextEdit*>()->setPlainText("fits");
        dialog->accept();
    });
    panel_.editSelected();
    const RunStore store(file("runs.sqlite"));
    EXPECT_EQ(list_runs(store, {.text = "fits"}).ids, (Ids{6, 5}));
    EXPECT_EQ(panel_.model().runAt(0).note, "fits");
    EXPECT_EQ(panel_.model().runAt(0).tags, "");
}

TEST_F(RunsPanelActionsTest, ImportsAnotherDatabase) {
    {
        RunStore other(file("other.sqlite"));
        other.add_run(other.begin_series(load_scenario("1997-ext2-4k")), RunResult{});
    }
    QSignalSpy transferred(&panel_, &RunsPanel::transferred);
    panel_.importRuns(file("other.sqlite"));
    ASSERT_TRUE(transferred.wait());
    EXPECT_EQ(panel_.notice(), "1 run of 1 series taken over from other.sqlite");
    EXPECT_EQ(panel_.model().rowCount(), 7);
    panel_.importRuns(file("none.sqlite"));
    ASSERT_TRUE(transferred.wait());
    EXPECT_TRUE(panel_.notice().startsWith("Nothing was imported. ")) << panel_.notice().toStdString();
    EXPECT_TRUE(panel_.notice().contains("there is no such database"));
    EXPECT_EQ(panel_.model().rowCount(), 7);
    panel_.importRuns(file("runs.sqlite"));
    EXPECT_EQ(panel_.notice(), "This is the database that is open.");
}

TEST_F(RunsPanelActionsTest, ExportsTheSelectionOrAllThatMatch) {
    QSignalSpy transferred(&panel_, &RunsPanel::transferred);
    panel_.exportRuns(file("all.csv"));
    ASSERT_TRUE(transferred.wait());
    EXPECT_EQ(panel_.notice(), "6 runs written to all.csv");
    QFile csv(folder_.filePath("all.csv"));
    ASSERT_TRUE(csv.open(QIODevice::ReadOnly));
    EXPECT_EQ(csv.readAll().count("\r\n"), 7);
    select(1, 2);
    panel_.exportRuns(file("two.json"));
    ASSERT_TRUE(transferred.wait());
    QFile json(folder_.filePath("two.json"));
    ASSERT_TRUE(json.open(QIODevice::ReadOnly));
    const QJsonArray runs = QJsonDocument::fromJson(json.readAll()).object().value("runs").toArray();
    ASSERT_EQ(runs.size(), 2);
    EXPECT_EQ(runs.at(0).toObject().value("id").toInt(), 5);
    panel_.exportRuns(file("no") / "such" / "folder.csv");
    ASSERT_TRUE(transferred.wait());
    EXPECT_TRUE(panel_.notice().endsWith("cannot be written.")) << panel_.notice().toStdString();
    EXPECT_FALSE(panel_.isBusy());
}

} // namespace
} // namespace thrashlab::ui
