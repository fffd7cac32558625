#include "ui/models/runs_model.h"

#include "error.h"
#include "sim/scenario_file.h"
#include "ui/panels/runs_table.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace thrashlab::ui {
namespace {

using ReportingMode = QAbstractItemModelTester::FailureReportingMode;

QString plain(QString text) {
    return text.remove(QChar(0x202f));
}

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

    QString cell(const QAbstractItemModel& model, int row, int column) {
        return plain(model.index(row, column).data().toString());
    }

    QTemporaryDir folder_;
    std::optional<RunStore> store_;
};

TEST_F(RunsModelTest, PassesQtsModelTester) {
    RunsModel model;
    const QAbstractItemModelTester tester(&model, ReportingMode::Fatal);
    RunsFilter filter;
    filter.setSourceModel(&model);
    const QAbstractItemModelTester filterTester(&filter, ReportingMode::Fatal);
    const std::vector<StoredRun> runs = store_->runs();
    model.setRuns({runs.begin() + 1, runs.end()});
    model.prepend(runs.front());
    filter.setWords("4k");
    filter.setWords("nothing of that kind");
    filter.setWords({});
    EXPECT_EQ(model.rowCount(), static_cast<int>(runs.size()));
    model.setRuns({});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(RunsModelTest, CellsSayWhatTheDatabaseSays) {
    RunsModel model;
    model.setScenarioFinder([this](std::int64_t run) { return store_->scenario_of(run); });
    const std::vector<StoredRun> runs = store_->runs();
    ASSERT_EQ(runs.size(), 6U);
    model.setRuns(runs);
    for (int row = 0; row < model.rowCount(); ++row) {
        const StoredRun& run = runs.at(static_cast<std::size_t>(row));
        EXPECT_EQ(cell(model, row, RunsModel::scenarioColumn), QString::fromStdString(run.scenario));
        EXPECT_EQ(cell(model, row, RunsModel::runColumn).toUInt(), run.result.number);
        EXPECT_EQ(cell(model, row, RunsModel::speedColumn), QString::number(run.result.bytes_per_second(), 'f', 0));
        EXPECT_EQ(cell(model, row, RunsModel::lostTurnsColumn).toULongLong(), run.result.counters.lost_turns);
        EXPECT_EQ(cell(model, row, RunsModel::recordColumn), "512");
        EXPECT_EQ(cell(model, row, RunsModel::fileBlockColumn), row < 3 ? "4096" : "1024");
        EXPECT_EQ(model.index(row, RunsModel::speedColumn).data(RunsModel::sortRole).toDouble(),
                  run.result.bytes_per_second());
        EXPECT_TRUE(model.index(row, RunsModel::speedColumn).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
        EXPECT_EQ(model.index(row, 0).data(RunsModel::idRole).toLongLong(), run.id);
    }
}

TEST_F(RunsModelTest, AScenarioThatCannotBeReadLeavesItsCellsEmpty) {
    RunsModel model;
    int asked = 0;
    model.setScenarioFinder([&](std::int64_t) -> Scenario {
        ++asked;
        throw Error("test", "unreadable");
    });
    model.setRuns(store_->runs());
    for (int row = 0; row < model.rowCount(); ++row) {
        EXPECT_EQ(cell(model, row, RunsModel::buffersColumn), "");
        EXPECT_NE(cell(model, row, RunsModel::speedColumn), "");
    }
    EXPECT_EQ(asked, 2) << "once for each series";
}

TEST_F(RunsModelTest, SortsNumbersAsNumbers) {
    RunsModel model;
    model.setRuns(store_->runs());
    RunsFilter filter;
    filter.setSourceModel(&model);
    filter.sort(RunsModel::speedColumn, Qt::DescendingOrder);
    double last = filter.index(0, RunsModel::speedColumn).data(RunsModel::sortRole).toDouble();
    for (int row = 1; row < filter.rowCount(); ++row) {
        const double next = filter.index(row, RunsModel::speedColumn).data(RunsModel::sortRole).toDouble();
        EXPECT_LE(next, last);
        last = next;
    }
}

TEST_F(RunsModelTest, FilterWantsEachWord) {
    RunsModel model;
    model.setRuns(store_->runs());
    RunsFilter filter;
    filter.setSourceModel(&model);
    filter.setWords("EXT2-1k");
    EXPECT_EQ(filter.rowCount(), 3);
    const QString speed = QString::number(model.runAt(4).result.bytes_per_second(), 'f', 0);
    filter.setWords(speed + " ext2");
    ASSERT_EQ(filter.rowCount(), 1) << "digits are found without their grouping";
    EXPECT_EQ(filter.index(0, RunsModel::runColumn).data().toString(), "2");
    filter.setWords("1k 4k");
    EXPECT_EQ(filter.rowCount(), 0);
}

TEST_F(RunsModelTest, TableShowsTheNewestFirstUntilSorted) {
    RunsModel model;
    model.setRuns(store_->runs());
    RunsTable table(&model);
    EXPECT_EQ(table.model()->index(0, 0).data(RunsModel::idRole).toLongLong(), model.runAt(0).id);
    EXPECT_FALSE(table.currentRun().has_value());
    table.selectRun(model.runAt(2).id);
    EXPECT_EQ(table.currentRun(), model.runAt(2).id);
    table.setFilter("1k");
    EXPECT_EQ(table.model()->rowCount(), 3);
}

} // namespace
} // namespace thrashlab::ui
