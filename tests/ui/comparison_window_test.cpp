// Two runs side by side: on one clock, at one block, and what is said of them.
#include "ui/compare/comparison_window.h"

#include "sim/scenario_file.h"

#include <gtest/gtest.h>

#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include <memory>

namespace thrashlab::ui {
namespace {

using namespace std::chrono_literals;

constexpr int patience = 60000;

class ComparisonWindowTest : public testing::Test {
protected:
    void SetUp() override {
        window = new ComparisonWindow(load_scenario("1997-ext2-1k"));
        window->show();
        ASSERT_TRUE(QTest::qWaitFor([this] { return window->isReady(); }, patience));
    }
    void TearDown() override { delete window; }

    ComparisonWindow* window = nullptr;
};

TEST_F(ComparisonWindowTest, BeginsWithTheFirstAndTheSecondRunAndSaysTheirDifference) {
    EXPECT_EQ(window->player(0).state().run_number, 1);
    EXPECT_EQ(window->player(1).state().run_number, 2);
    EXPECT_TRUE(window->differenceText().startsWith(QStringLiteral("A is 7.5 times as fast as B")))
        << qUtf8Printable(window->differenceText());
}

TEST_F(ComparisonWindowTest, BothGoOnOneClockAndTheFastOneWaitsAtItsEnd) {
    Player& slow = window->player(1);
    const Duration lead = slow.time() - window->player(0).time();
    slow.scrubTo(slow.time() + 2s);
    EXPECT_EQ(slow.time() - window->player(0).time(), lead);
    slow.scrubTo(slow.time() + 20s);
    EXPECT_FALSE(window->player(0).state().running);
    EXPECT_EQ(window->player(0).state().run_number, 1) << "and does not go on into the next run";
}

TEST_F(ComparisonWindowTest, AlignedByBlockBothAskForTheSameOne) {
    window->setAlignment(Alignment::block);
    Player& slow = window->player(1);
    slow.scrubTo(slow.time() + 15s);
    const auto here = static_cast<int>(slow.state().position.value);
    const auto there = static_cast<int>(window->player(0).state().position.value);
    EXPECT_GT(here, 100);
    EXPECT_NEAR(here, there, 1);
}

TEST_F(ComparisonWindowTest, OneParameterChangedIsComparedWithTheBench) {
    window->setRun(0, 2);
    EXPECT_FALSE(window->setChange(1, QStringLiteral("cache.bufers=1900")));
    EXPECT_TRUE(window->differenceText().contains(QStringLiteral("did you mean"))) << "and what would be right";
    QSignalSpy ready(window, &ComparisonWindow::ready);
    ASSERT_TRUE(window->setChange(1, QStringLiteral("cache.buffers=1900")));
    ASSERT_TRUE(ready.wait(patience));
    EXPECT_TRUE(window->differenceText().startsWith(QStringLiteral("B is 148 times as fast as A")))
        << qUtf8Printable(window->differenceText());
    EXPECT_TRUE(window->differenceText().contains(QStringLiteral("cache.buffers is 1701 against 1900.")));
}

TEST_F(ComparisonWindowTest, SpacePlaysBothAndStops) {
    window->activateWindow();
    window->setFocus();
    QTest::keyClick(window, Qt::Key_Space);
    EXPECT_TRUE(window->player(1).isPlaying()) << "the longer run leads";
    const SimTime before = window->player(0).time();
    EXPECT_TRUE(QTest::qWaitFor([&] { return window->player(0).time() > before; }, patience));
    QTest::keyClick(window, Qt::Key_Space);
    EXPECT_FALSE(window->player(1).isPlaying());
}

} // namespace
} // namespace thrashlab::ui
