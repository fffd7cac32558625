#include "sim/scenario_file.h"
#include "ui/models/player.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

#include <memory>
#include <vector>

namespace thrashlab::ui {
namespace {

using namespace std::chrono_literals;

std::shared_ptr<const Recording> exhibit() {
    static const auto recording = record(load_scenario(scenario_names().front()));
    return recording;
}

class PlayerTest : public testing::Test {
protected:
    PlayerTest() {
        player.setRecording(exhibit(), false);
        QObject::connect(&player, &Player::runFinished, &player,
                         [this](const RunResult& run) { finished.push_back(run.number); });
    }

    const Journal& journal() const { return exhibit()->journal; }

    Player player;
    std::vector<std::uint32_t> finished;
};

TEST_F(PlayerTest, StartsAtTheStart) {
    EXPECT_EQ(player.index(), 0U);
    EXPECT_EQ(player.time(), SimTime{});
    EXPECT_FALSE(player.lastEvent());
    EXPECT_TRUE(player.state() == journal().state_at(0));
}

TEST_F(PlayerTest, SteppingBackRestoresTheStateBitForBit) {
    player.scrubTo(SimTime(7480ms));
    const EventIndex start = player.index();
    ASSERT_GT(start, 100U);
    for (int i = 0; i < 60; ++i) {
        player.step(StepUnit::event, false);
    }
    EXPECT_EQ(player.index(), start - 60);
    EXPECT_TRUE(player.state() == journal().state_at(start - 60));
    EXPECT_EQ(player.time(), journal().time(start - 61));
    for (int i = 0; i < 60; ++i) {
        player.step(StepUnit::event, true);
    }
    EXPECT_TRUE(player.state() == journal().state_at(start));
}

TEST_F(PlayerTest, EveryUnitStepsOnAndBackWithTheJournalsState) {
    for (const auto unit : {StepUnit::event, StepUnit::call, StepUnit::block, StepUnit::command, StepUnit::run}) {
        player.scrubTo(SimTime(5500ms));
        const EventIndex start = player.index();
        player.step(unit, true);
        EXPECT_GT(player.index(), start);
        EXPECT_TRUE(player.state() == journal().state_at(player.index()));
        const EventIndex there = player.index();
        player.step(unit, false);
        EXPECT_LT(player.index(), there);
        EXPECT_TRUE(player.state() == journal().state_at(player.index()));
    }
}

TEST_F(PlayerTest, AStepByCommandStopsBehindAQueuedCommand) {
    player.step(StepUnit::command, true);
    ASSERT_TRUE(player.lastEvent());
    EXPECT_EQ(player.lastEvent()->kind, EventKind::command_queued);
}

TEST_F(PlayerTest, SteppingBeyondEitherEndStaysThere) {
    player.step(StepUnit::run, false);
    EXPECT_EQ(player.index(), 0U);
    player.goToEnd();
    player.step(StepUnit::event, true);
    EXPECT_EQ(player.index(), journal().size());
    EXPECT_TRUE(player.atEnd());
}

TEST_F(PlayerTest, ScrubbingGivesTheStateOfTheInstant) {
    for (const auto time : {0ms, 1ms, 3999ms, 4500ms, 20000ms, 1ms, 60000ms}) {
        player.scrubTo(SimTime(time));
        EXPECT_EQ(player.index(), journal().index_at(SimTime(time)));
        EXPECT_TRUE(player.state() == journal().state_at(player.index()));
    }
}

TEST_F(PlayerTest, ReportsEveryRunOnceHoweverFarAFrameGoes) {
    player.setSpeed(1e6);
    player.advance(1s); // all runs in one frame, or as many as its budget allows
    while (!player.atEnd()) {
        player.advance(1s);
    }
    EXPECT_EQ(finished, (std::vector<std::uint32_t>{1, 2, 3}));
    player.goToStart();
    player.goToEnd();
    EXPECT_EQ(finished.size(), 3U);
    player.setRecording(exhibit(), false); // another recording, even of an equal scenario, reports again
    player.goToEnd();
    EXPECT_EQ(finished.size(), 6U);
}

TEST_F(PlayerTest, ReportsARunAtItsVeryLastEventAndNotBefore) {
    const auto end = journal().find_forward(0, [](const Event& event) { return event.kind == EventKind::run_ended; });
    ASSERT_TRUE(end);
    player.scrubTo(journal().time(*end - 1) - 1us);
    while (player.index() < *end) {
        player.step(StepUnit::event, true);
    }
    EXPECT_TRUE(finished.empty());
    player.step(StepUnit::event, true);
    EXPECT_EQ(finished, std::vector<std::uint32_t>{1});
}

TEST_F(PlayerTest, FramesGoOnBySpeed) {
    player.setSpeed(0.5);
    player.advance(20ms);
    EXPECT_EQ(player.time(), SimTime(10ms));
    player.advance(20ms);
    EXPECT_EQ(player.time(), SimTime(20ms));
    EXPECT_TRUE(player.state() == journal().state_at(journal().index_at(SimTime(20ms))));
}

TEST_F(PlayerTest, ThePauseBetweenRunsIsHurriedAtSlowSpeeds) {
    const SimTime end = exhibit()->runs[0].counters.ended;
    player.scrubTo(end);
    player.setSpeed(0.01);
    for (int frame = 0; frame < 80; ++frame) {
        player.advance(16ms);
    }
    EXPECT_EQ(player.state().run_number, 2);
    EXPECT_LT(player.time(), end + 1100ms);
}

TEST_F(PlayerTest, AsFastAsItGoesTakesAboutNinetyFrames) {
    player.setSpeed(Player::fastest);
    int frames = 0;
    for (; !player.atEnd() && frames < 100000; ++frames) {
        player.advance(16ms);
    }
    EXPECT_GE(frames, 80);
    EXPECT_EQ(finished, (std::vector<std::uint32_t>{1, 2, 3}));
}

TEST_F(PlayerTest, ChangesNameEveryBlockWhoseStatusDiffers) {
    player.scrubTo(SimTime(5200ms));
    player.setSpeed(1);
    const std::uint32_t blocks = exhibit()->layout.data_blocks();
    std::vector<BlockStatus> before(blocks);
    for (int frame = 0; frame < 200; ++frame) {
        for (std::uint32_t block = 0; block < blocks; ++block) {
            before[block] = player.state().status(BlockNo{block});
        }
        player.advance(16ms);
        if (player.changes().everything) {
            continue;
        }
        std::vector<bool> named(blocks);
        for (const BlockNo block : player.changes().blocks) {
            named[block.at()] = true;
        }
        for (std::uint32_t block = 0; block < blocks; ++block) {
            ASSERT_TRUE(named[block] || before[block] == player.state().status(BlockNo{block})) << "block " << block;
        }
    }
}

TEST_F(PlayerTest, MovedComesOnceAFrame) {
    QSignalSpy moved(&player, &Player::moved);
    player.setSpeed(100);
    player.advance(16ms);
    EXPECT_EQ(moved.count(), 1);
}

TEST_F(PlayerTest, ANewRecordingKeepsTheInstantWhilePaused) {
    player.scrubTo(SimTime(7s));
    player.setRecording(exhibit(), true);
    EXPECT_EQ(player.time(), SimTime(7s));
    EXPECT_TRUE(player.state() == journal().state_at(player.index()));
}

} // namespace
} // namespace thrashlab::ui
