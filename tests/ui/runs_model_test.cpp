#include "ui/models/runs_model.h"

#include "error.h"
#include "sim/scenario_file.h"
#include "store/run_edit.h"
#include "ui/panels/runs_table.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

namespace thrashlab::ui {
namespace {

using ReportingMode = QAbstractItemModelTester::FailureReportingMode;

QString plain(QString text) {
    return text.remove(QChar(0x202f));
}

// Runs 1 to 3 of 1997-ext2-1k, 4 to 6 of 1997-ext2-4k.
class RunsModelTest : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(folder_.isValid());
        store_.emplace(folder_.filePath("runs.sqlite").toStdString());
        for (const char* name : {"1997-ext2-1k", "1997-ext2-4k"}) {
            const Scenario scenario = load_scenario(name);
            const std::int64_t series = store_->begin_series(scenario);
            for (const RunResult& run : simulate(scenario)) {
                store_->add_run(series, run);
            }
        }
    }

    // Twenty thousand and some more, so that the database is asked on a thread of its own.
    void addMany() {
        SQLite::Database raw(store_->file().string(), SQLite::OPEN_READWRITE);
        raw.exec("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) "
                 "INSERT INTO run (series_id, number, bytes, started_ns, ended_ns, whole_in, partial_in, whole_out, "
                 "partial_out, cpu_ns, command_ns, seek_ns, rotation_ns, transfer_ns, calls, block_requests, "
                 "buffer_hits, page_hits, misses, metadata_reads, commands, read_ahead_commands, "
                 "single_block_commands, blocks_transferred, lost_turns, evictions, wasted_read_ahead) "
                 "SELECT 1, 100 + i, i, 0, 1000000000, 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 FROM n");
    }

    static QString cell(const QAbstractItemModel& model, int row, int column) {
        return plain(model.index(row, column).data().toString());
    }
    static std::vector<std::int64_t> rows(const RunsModel& model) {
        std::vector<std::int64_t> ids;
        for (int row = 0; row < model.rowCount(); ++row) {
            ids.push_back(model.idAt(row));
        }
        return ids;
    }

    QTemporaryDir folder_;
    std::optional<RunStore> store_;
};

using Ids = std::vector<std::int64_t>;

TEST_F(RunsModelTest, PassesQtsModelTester) {
    RunsModel model;
    const QAbstractItemModelTester tester(&model, ReportingMode::Fatal);
    model.setStore(&*store_);
    EXPECT_EQ(model.rowCount(), 6);
    model.setFilter("4k");
    model.setFilter("nothing of that kind");
    EXPECT_EQ(model.rowCount(), 0);
    model.setFilter({});
    model.setGrouping(RunGrouping::scenario);
    model.sort(RunsModel::speedColumn, Qt::DescendingOrder);
    EXPECT_EQ(model.rowCount(), 8);
    model.setGrouping(RunGrouping::none);
    model.sort(-1);
    RunResult run;
    run.number = 9;
    const std::int64_t id = store_->add_run(2, run);
    model.add(stored_runs(*store_, Ids{id}).front());
    EXPECT_EQ(rows(model), (Ids{7, 6, 5, 4, 3, 2, 1}));
    EXPECT_TRUE(model.setData(model.index(2, RunsModel::noteColumn), "a note", Qt::EditRole));
    model.setStore(nullptr);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(RunsModelTest, CellsSayWhatTheDatabaseSays) {
    RunsModel model;
    model.setStore(&*store_);
    const std::vector<StoredRun> runs = store_->runs();
    ASSERT_EQ(runs.size(), 6U);
    for (int row = 0; row < model.rowCount(); ++row) {
        const StoredRun& run = runs.at(static_cast<std::size_t>(row));
        EXPECT_EQ(model.runAt(row).result, run.result);
        EXPECT_EQ(cell(model, row, RunsModel::scenarioColumn), QString::fromStdString(run.scenario));
        EXPECT_EQ(cell(model, row, RunsModel::runColumn).toUInt(), run.result.number);
        EXPECT_EQ(cell(model, row, RunsModel::speedColumn), QString::number(run.result.bytes_per_second(), 'f', 0));
        EXPECT_EQ(cell(model, row, RunsModel::lostTurnsColumn).toULongLong(), run.result.counters.lost_turns);
        EXPECT_EQ(cell(model, row, RunsModel::recordColumn), "512");
        EXPECT_EQ(cell(model, row, RunsModel::fileBlockColumn), row < 3 ? "4096" : "1024");
        EXPECT_EQ(cell(model, row, RunsModel::buffersColumn), "1701");
        EXPECT_TRUE(model.index(row, RunsModel::speedColumn).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
        EXPECT_EQ(model.index(row, 0).data(RunsModel::idRole).toLongLong(), run.id);
    }
}

TEST_F(RunsModelTest, ASeriesIsMarkedWhereRunsStandByAge) {
    RunsModel model;
    model.setStore(&*store_);
    for (int row = 0; row < 6; ++row) {
        EXPECT_EQ(model.index(row, 0).data(RunsModel::startsSeriesRole).toBool(), row == 3) << row;
    }
    model.sort(RunsModel::speedColumn, Qt::DescendingOrder);
    for (int row = 0; row < 6; ++row) {
        EXPECT_FALSE(model.index(row, 0).data(RunsModel::startsSeriesRole).toBool()) << row;
    }
}

TEST_F(RunsModelTest, GroupsHaveHeadings) {
    RunsModel model;
    model.setStore(&*store_);
    model.setGrouping(RunGrouping::scenario);
    EXPECT_EQ(rows(model), (Ids{0, 3, 2, 1, 0, 6, 5, 4}));
    EXPECT_EQ(model.runCount(), 6);
    EXPECT_EQ(model.ids(), (Ids{3, 2, 1, 6, 5, 4}));
    EXPECT_EQ(model.index(0, 3).data(RunsModel::headingRole).toString(), "1997-ext2-1k · 3 runs");
    EXPECT_EQ(model.index(1, 3).data(RunsModel::headingRole).toString(), "");
    EXPECT_FALSE(model.flags(model.index(0, 1)).testFlag(Qt::ItemIsSelectable));
    EXPECT_EQ(model.runAt(0).id, 0);
    EXPECT_EQ(model.rowOf(0), -1) << "no run has this id";
    model.setGrouping(RunGrouping::series);
    model.setFilter("4k");
    EXPECT_TRUE(model.index(0, 0).data(RunsModel::headingRole).toString().startsWith("mounted 20"));
    EXPECT_TRUE(model.index(0, 0).data(RunsModel::headingRole).toString().endsWith(" · 3 runs · 1997-ext2-4k"));
}

TEST_F(RunsModelTest, StarNoteAndTagsGoToTheDatabase) {
    RunsModel model;
    model.setStore(&*store_);
    QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    EXPECT_TRUE(model.setData(model.index(1, RunsModel::starColumn), true, RunsModel::starredRole));
    EXPECT_TRUE(model.setData(model.index(1, RunsModel::noteColumn), "slow because of me", Qt::EditRole));
    EXPECT_TRUE(model.setData(model.index(1, RunsModel::tagsColumn), "#a, b", Qt::EditRole));
    EXPECT_FALSE(model.setData(model.index(1, RunsModel::speedColumn), "1", Qt::EditRole));
    EXPECT_EQ(changes.count(), 3);
    const StoredRun stored = stored_runs(*store_, Ids{5}).front();
    EXPECT_TRUE(stored.starred);
    EXPECT_EQ(stored.note, "slow because of me");
    EXPECT_EQ(stored.tags, "a b");
    EXPECT_EQ(cell(model, 1, RunsModel::tagsColumn), "a b");
    EXPECT_EQ(model.index(1, RunsModel::starColumn).data(Qt::AccessibleTextRole).toString(), "starred");
    model.setStarredOnly(true);
    EXPECT_EQ(rows(model), Ids{5});
}

TEST_F(RunsModelTest, RunsInMemoryStandOnTopWhateverTheQuery) {
    RunsModel model;
    StoredRun waiting;
    waiting.id = -1;
    waiting.scenario = "in memory";
    model.setStore(&*store_, {waiting});
    EXPECT_EQ(model.idAt(0), -1);
    EXPECT_EQ(cell(model, 0, RunsModel::createdColumn), "not stored");
    EXPECT_FALSE(model.setData(model.index(0, RunsModel::starColumn), true, RunsModel::starredRole));
    waiting.id = -2;
    model.setFilter("1k");
    model.add(waiting);
    EXPECT_EQ(rows(model), (Ids{-2, -1, 3, 2, 1}));
}

TEST_F(RunsModelTest, ManyRunsAreAskedForOnAThreadOfTheirOwnAndReadByPages) {
    addMany();
    RunsModel model;
    const QAbstractItemModelTester tester(&model, ReportingMode::Fatal);
    QSignalSpy reloaded(&model, &RunsModel::reloaded);
    model.setStore(&*store_);
    EXPECT_TRUE(model.isReloading());
    model.setFilter("1k run:100"); // the first question is dropped
    model.setFilter("1k");
    ASSERT_TRUE(reloaded.wait());
    EXPECT_EQ(reloaded.count(), 1);
    ASSERT_EQ(model.rowCount(), 20003);
    EXPECT_EQ(cell(model, 0, RunsModel::runColumn), "20100");
    EXPECT_EQ(cell(model, 10000, RunsModel::runColumn), "10100");
    EXPECT_EQ(cell(model, 20002, RunsModel::runColumn), "1");
    model.sort(RunsModel::speedColumn, Qt::AscendingOrder);
    ASSERT_TRUE(reloaded.wait());
    EXPECT_EQ(cell(model, 0, RunsModel::speedColumn), "1");
}

TEST_F(RunsModelTest, ARunThatAnotherProgramThrewAwayLeavesAnEmptyRow) {
    RunsModel model;
    model.setStore(&*store_);
    remove_runs(*store_, Ids{6});
    purge_removed(*store_, std::chrono::seconds(0));
    EXPECT_EQ(cell(model, 0, RunsModel::scenarioColumn), "");
    EXPECT_EQ(cell(model, 1, RunsModel::scenarioColumn), "1997-ext2-4k");
    model.reload();
    EXPECT_EQ(rows(model), (Ids{5, 4, 3, 2, 1}));
}

TEST_F(RunsModelTest, TableKeepsTheSelectionThroughFilterAndSort) {
    RunsModel model;
    model.setStore(&*store_);
    RunsTable table(&model);
    EXPECT_FALSE(table.currentRun().has_value());
    table.selectRun(2);
    EXPECT_EQ(table.currentRun(), 2);
    QSignalSpy changes(&table, &RunsTable::currentRunChanged);
    table.setFilter("1k");
    ASSERT_TRUE(QSignalSpy(&model, &RunsModel::reloaded).wait()) << "when nobody has typed for a moment";
    EXPECT_EQ(model.rowCount(), 3);
    EXPECT_EQ(table.currentRun(), 2);
    table.horizontalHeader()->setSortIndicator(RunsModel::speedColumn, Qt::DescendingOrder);
    EXPECT_EQ(model.query().sort, RunSort::speed);
    EXPECT_EQ(table.currentRun(), 2);
    EXPECT_EQ(changes.count(), 0) << "it is the same run";
    table.selectAll();
    EXPECT_EQ(table.selectedRuns().size(), 3U);
}

TEST_F(RunsModelTest, TableRemembersColumnsOrderAndGroups) {
    const QString file = folder_.filePath("settings.ini");
    {
        RunsModel model;
        RunsTable table(&model);
        table.setColumnHidden(RunsModel::noteColumn, false);
        table.setColumnHidden(RunsModel::lostTurnsColumn, true);
        table.horizontalHeader()->moveSection(RunsModel::runColumn, 0);
        table.horizontalHeader()->setSortIndicator(RunsModel::missesColumn, Qt::AscendingOrder);
        table.setGrouping(static_cast<int>(RunGrouping::scenario));
        QSettings settings(file, QSettings::IniFormat);
        table.saveSettings(settings);
    }
    RunsModel model;
    RunsTable table(&model);
    table.restoreSettings(QSettings(file, QSettings::IniFormat));
    EXPECT_FALSE(table.isColumnHidden(RunsModel::noteColumn));
    EXPECT_TRUE(table.isColumnHidden(RunsModel::lostTurnsColumn));
    EXPECT_EQ(table.horizontalHeader()->visualIndex(RunsModel::runColumn), 0);
    EXPECT_EQ(model.query(),
              (RunQuery{.sort = RunSort::misses, .descending = false, .grouping = RunGrouping::scenario}));
}

TEST_F(RunsModelTest, KeysAndClicksOfTheTable) {
    RunsModel model;
    model.setStore(&*store_);
    RunsTable table(&model);
    table.resize(400, 300);
    table.show();
    table.selectRun(6);
    QTest::keyClick(&table, Qt::Key_S);
    EXPECT_TRUE(stored_runs(*store_, Ids{6}).front().starred);
    const QRect star = table.visualRect(model.index(1, RunsModel::starColumn));
    QTest::mouseClick(table.viewport(), Qt::LeftButton, Qt::NoModifier, star.center());
    EXPECT_TRUE(stored_runs(*store_, Ids{5}).front().starred);
    QTest::mouseClick(table.viewport(), Qt::LeftButton, Qt::NoModifier, star.center());
    EXPECT_FALSE(stored_runs(*store_, Ids{5}).front().starred);
    QSignalSpy edits(&table, &RunsTable::editRequested);
    QSignalSpy removals(&table, &RunsTable::removeRequested);
    QSignalSpy undos(&table, &RunsTable::undoRequested);
    QTest::keyClick(&table, Qt::Key_F2);
    QTest::keyClick(&table, Qt::Key_Delete);
    QTest::keyClick(&table, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(edits.count(), 1);
    EXPECT_EQ(removals.count(), 1);
    EXPECT_EQ(undos.count(), 1);
}

} // namespace
} // namespace thrashlab::ui
