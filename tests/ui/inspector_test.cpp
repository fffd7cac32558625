// The inspector and its model, and the answer to "Why was this slow?", without a window around them.
#include "sim/scenario_file.h"
#include "ui/models/history_model.h"
#include "ui/panels/inspector_panel.h"
#include "ui/panels/why_dialog.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QListView>
#include <QSignalSpy>
#include <QTest>

#include <memory>

namespace thrashlab::ui {
namespace {

using namespace std::chrono_literals;

std::shared_ptr<const Recording> exhibit() {
    static const auto recording = record(load_scenario("1997-ext2-1k"));
    return recording;
}

class InspectorTest : public testing::Test {
protected:
    InspectorTest() {
        player.setRecording(exhibit(), false);
        panel.show();
    }
    const HistoryModel& model() const { return panel.model(); }
    // The row with such a text behind `from`; -1 when there is none.
    int rowOf(const QString& text, int from = 0) const {
        for (int row = from; row < model().rowCount(); ++row) {
            if (model().index(row).data().toString().contains(text)) {
                return row;
            }
        }
        return -1;
    }

    Player player;
    Selection selection;
    InspectorPanel panel{player, selection};
};

TEST_F(InspectorTest, TheModelIsAProperOne) {
    const QAbstractItemModelTester tester(const_cast<HistoryModel*>(&model()),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    selection.choose(BlockNo{386});
    player.scrubTo(SimTime(7480ms));
    player.scrubTo(SimTime(1s));
    player.goToEnd();
    selection.clear();
    const auto queued = find_lost_turn(player.recording()->journal, 0, Direction::forward);
    ASSERT_TRUE(queued);
    player.showEvent(*queued);
    ASSERT_GT(model().rowCount(), 3);
}

TEST_F(InspectorTest, ShowsABlocksLifeAndMarksThePresentRow) {
    selection.choose(BlockNo{386});
    EXPECT_EQ(panel.title(), "Block 386");
    const std::vector<Moment> life = block_history(exhibit()->journal, BlockNo{386});
    ASSERT_EQ(model().rowCount(), static_cast<int>(life.size()));
    EXPECT_EQ(model().presentRow(), -1);
    for (const auto time : {500ms, 5000ms, 7480ms, 12000ms}) {
        player.scrubTo(SimTime(time));
        int expected = -1;
        for (const Moment& moment : life) {
            expected += moment.index < player.index() ? 1 : 0;
        }
        EXPECT_EQ(model().presentRow(), expected);
        for (int row = 0; row < model().rowCount(); ++row) {
            EXPECT_EQ(model().index(row).data(HistoryModel::presentRole).toBool(), row == expected);
            EXPECT_EQ(model().index(row).data(HistoryModel::aheadRole).toBool(), row > expected);
        }
    }
    EXPECT_TRUE(panel.summary().contains("evictions")) << panel.summary().toStdString();
}

TEST_F(InspectorTest, ARowMovesTheClockRightBehindItsEvent) {
    selection.choose(BlockNo{386});
    const int row = rowOf("evicted for");
    ASSERT_GE(row, 0);
    panel.list()->setFocus();
    panel.list()->setCurrentIndex(model().index(row));
    QTest::keyClick(panel.list(), Qt::Key_Return);
    ASSERT_TRUE(player.lastEvent());
    EXPECT_EQ(player.lastEvent()->victim(), BlockNo{386});
    EXPECT_EQ(model().presentRow(), row);
    QTest::keyClick(panel.list(), Qt::Key_Up);
    QTest::keyClick(panel.list(), Qt::Key_Return);
    EXPECT_EQ(model().presentRow(), row - 1);
    EXPECT_TRUE(player.state() == exhibit()->journal.state_at(player.index()));
}

TEST_F(InspectorTest, WithNothingChosenItOffersDdsBlockAndTheCommandsUnderWay) {
    player.scrubTo(SimTime(7480ms));
    ASSERT_FALSE(player.state().commands.empty());
    const int block = rowOf(QStringLiteral("Block %1").arg(player.state().position.value));
    ASSERT_GE(block, 0);
    int command = -1;
    for (int row = 0; row < model().rowCount(); ++row) {
        command = model().link(row) != nullptr && model().link(row)->command ? row : command;
    }
    ASSERT_GE(command, 0);
    panel.list()->setCurrentIndex(model().index(command));
    QTest::keyClick(panel.list(), Qt::Key_Return);
    ASSERT_TRUE(selection.command());
    EXPECT_EQ(exhibit()->journal[selection.command()->queued].command(), selection.command()->number);
}

TEST_F(InspectorTest, ACommandsPhasesAndBlocksAreRows) {
    const auto found = find_lost_turn(exhibit()->journal, 0, Direction::forward);
    ASSERT_TRUE(found);
    const Event event = exhibit()->journal[*found];
    const auto queued = find_command(exhibit()->journal, *found, event.command());
    ASSERT_TRUE(queued);
    selection.choose(ChosenCommand{event.command(), event.block, event.count, *queued});
    EXPECT_GE(rowOf("lost turn: "), 0);
    EXPECT_GE(rowOf("transfer: "), 0);
    const int block = rowOf(QStringLiteral("Block %1").arg(event.block.value));
    ASSERT_GE(block, 0);
    panel.list()->setCurrentIndex(model().index(block));
    QTest::keyClick(panel.list(), Qt::Key_Return);
    EXPECT_EQ(selection.block(), event.block);
}

TEST_F(InspectorTest, ALongJournalIsReadOnAnotherThread) {
    panel.setLongestAtOnce(1);
    selection.choose(BlockNo{386});
    EXPECT_TRUE(panel.isBusy());
    EXPECT_EQ(model().rowCount(), 0);
    selection.choose(BlockNo{387}); // the first one's answer must never come
    ASSERT_TRUE(QTest::qWaitFor([this] { return !panel.isBusy(); }, 30000));
    EXPECT_EQ(model().rowCount(), static_cast<int>(block_history(exhibit()->journal, BlockNo{387}).size()));
    selection.choose(BlockNo{386});
    selection.clear();
    EXPECT_FALSE(panel.isBusy());
    QTest::qWait(50);
    EXPECT_EQ(model().moment(0), nullptr);
}

TEST(WhyDialog, RanksCausesThatAddUp) {
    WhyDialog dialog;
    const RunCounters& run = exhibit()->runs[1].counters;
    dialog.ask(exhibit(), "run 2", run.started, run.ended);
    ASSERT_FALSE(dialog.causes().empty());
    Duration sum{};
    for (const Cause& cause : dialog.causes()) {
        sum += cause.cost;
    }
    EXPECT_EQ(sum, run.elapsed());
    EXPECT_TRUE(dialog.heading().contains("run 2"));
}

TEST(WhyDialog, ALongJournalIsReadOnAnotherThreadAndCanBeCancelled) {
    WhyDialog dialog;
    dialog.setLongestAtOnce(1);
    const RunCounters& run = exhibit()->runs[1].counters;
    QSignalSpy answered(&dialog, &WhyDialog::answered);
    dialog.open();
    dialog.ask(exhibit(), "run 2", run.started, run.ended);
    EXPECT_TRUE(dialog.isBusy());
    ASSERT_TRUE(answered.wait(30000));
    EXPECT_FALSE(dialog.causes().empty());
    dialog.ask(exhibit(), "run 2", run.started, run.ended);
    dialog.reject();
    EXPECT_FALSE(dialog.isBusy());
    EXPECT_FALSE(answered.wait(50));
}

} // namespace
} // namespace thrashlab::ui
