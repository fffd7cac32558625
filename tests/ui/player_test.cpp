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

TEST_F(PlayerTest, PlayingBackwardsIsExact) {
    player.scrubTo(SimTime(9s));
    finished.clear();
    player.shuttle(Direction::backward);
    ASSERT_TRUE(player.isBackward());
    player.setSpeed(1);
    for (int frame = 1; frame <= 120; ++frame) {
        player.advance(16ms);
        ASSERT_EQ(player.time(), SimTime(9s - 16ms * frame));
        ASSERT_EQ(player.index(), journal().index_at(player.time()));
        ASSERT_TRUE(player.state() == journal().state_at(player.index())) << "frame " << frame;
    }
    EXPECT_TRUE(finished.empty()) << "a run is not finished on the way back";
}

TEST_F(PlayerTest, PlayingBackwardsEndsAtTheStartAndBeginsAtTheEnd) {
    for (const double speed : {1000.0, Player::fastest}) {
        player.goToStart();
        player.setSpeed(speed);
        player.shuttle(Direction::backward);
        EXPECT_TRUE(player.atEnd()) << "from the start it starts over at the end";
        EXPECT_TRUE(player.isPlaying());
        for (int frame = 0; frame < 1000 && player.index() > 0; ++frame) {
            player.advance(16ms);
        }
        EXPECT_EQ(player.index(), 0U);
        EXPECT_EQ(player.time(), SimTime{});
        EXPECT_TRUE(player.state() == journal().state_at(0));
        player.pause();
    }
}

TEST_F(PlayerTest, ThePauseBetweenRunsIsHurriedBackwardsToo) {
    player.scrubTo(exhibit()->runs[1].counters.started - 1us);
    player.setSpeed(0.01);
    player.shuttle(Direction::backward);
    for (int frame = 0; frame < 80; ++frame) {
        player.advance(16ms);
    }
    EXPECT_EQ(player.state().run_number, 1);
    EXPECT_TRUE(player.state().running);
}

TEST_F(PlayerTest, ShuttlingDoublesThePaceAndTurnsRound) {
    QSignalSpy pace(&player, &Player::paceChanged);
    player.setSpeed(0.5);
    player.shuttle(Direction::forward);
    EXPECT_TRUE(player.isPlaying());
    EXPECT_EQ(player.boost(), 1);
    player.shuttle(Direction::forward);
    player.shuttle(Direction::forward);
    EXPECT_EQ(player.boost(), 4);
    player.advance(20ms);
    EXPECT_EQ(player.time(), SimTime(40ms));
    player.shuttle(Direction::backward);
    EXPECT_TRUE(player.isBackward());
    EXPECT_EQ(player.boost(), 1);
    player.advance(20ms);
    EXPECT_EQ(player.time(), SimTime(30ms));
    for (int i = 0; i < 12; ++i) {
        player.shuttle(Direction::backward);
    }
    EXPECT_EQ(player.boost(), Player::fastest_boost);
    player.pause();
    EXPECT_EQ(player.boost(), 1);
    EXPECT_EQ(player.speed(), 0.5) << "the speed that was chosen stays";
    player.toggle();
    EXPECT_FALSE(player.isBackward());
    EXPECT_GE(pace.count(), 6);
    player.pause();
}

TEST_F(PlayerTest, ManyStepsAreThatManySingleOnes) {
    for (const auto unit : {StepUnit::event, StepUnit::call, StepUnit::block, StepUnit::command, StepUnit::run}) {
        for (const bool forward : {true, false}) {
            player.scrubTo(SimTime(5500ms));
            for (int i = 0; i < 10; ++i) {
                player.step(unit, forward);
            }
            const EventIndex expected = player.index();
            player.scrubTo(SimTime(5500ms));
            player.step(unit, forward, 10);
            EXPECT_EQ(player.index(), expected);
            EXPECT_TRUE(player.state() == journal().state_at(expected));
        }
    }
    player.step(StepUnit::event, false, 1000000);
    EXPECT_EQ(player.index(), 0U);
    player.step(StepUnit::event, false, 10);
    EXPECT_EQ(player.index(), 0U);
}

TEST_F(PlayerTest, ALoopIsSetAtThePresentInstant) {
    QSignalSpy changed(&player, &Player::loopChanged);
    player.scrubTo(SimTime(2s));
    player.setLoopBegin();
    EXPECT_EQ(player.loop(), (Loop{SimTime(2s), player.endTime()}));
    player.scrubTo(SimTime(3s));
    player.setLoopEnd();
    EXPECT_EQ(player.loop(), (Loop{SimTime(2s), SimTime(3s)}));
    player.scrubTo(SimTime(5s));
    player.setLoopBegin(); // behind its end
    EXPECT_EQ(player.loop(), (Loop{SimTime(5s), player.endTime()}));
    player.scrubTo(SimTime(4s));
    player.setLoopEnd(); // before its begin
    EXPECT_EQ(player.loop(), (Loop{SimTime{}, SimTime(4s)}));
    player.clearLoop();
    EXPECT_FALSE(player.loop());
    player.clearLoop();
    EXPECT_EQ(changed.count(), 5);
}

TEST_F(PlayerTest, PlayingGoesRoundInALoopInBothDirections) {
    player.scrubTo(SimTime(2s));
    player.setLoopBegin();
    player.scrubTo(SimTime(2100ms));
    player.setLoopEnd();
    player.setSpeed(1);
    player.play(); // at its end: from its begin
    EXPECT_EQ(player.time(), SimTime(2s));
    for (int frame = 0; frame < 5; ++frame) {
        player.advance(30ms);
    }
    EXPECT_EQ(player.time(), SimTime(2s)) << "30, 60, 90, the end, and round again";
    EXPECT_TRUE(player.state() == journal().state_at(journal().index_at(SimTime(2s))));
    player.pause();
    player.shuttle(Direction::backward);
    EXPECT_EQ(player.time(), SimTime(2100ms));
    for (int frame = 0; frame < 5; ++frame) {
        player.advance(30ms);
    }
    EXPECT_EQ(player.time(), SimTime(2100ms));
    player.pause();
    player.scrubTo(SimTime(9s));
    player.play();
    EXPECT_EQ(player.time(), SimTime(2s)) << "from elsewhere it starts at the loop's begin";
    player.setSpeed(Player::fastest);
    for (int frame = 0; frame < 300; ++frame) {
        player.advance(16ms);
        ASSERT_TRUE(player.loop()->contains(player.time()));
    }
}

TEST_F(PlayerTest, ALoopSurvivesAnotherRecordingOnlyWhereTheInstantDoes) {
    player.scrubTo(SimTime(2s));
    player.setLoopBegin();
    player.setRecording(exhibit(), true);
    EXPECT_TRUE(player.loop());
    player.setRecording(exhibit(), false);
    EXPECT_FALSE(player.loop());
}

TEST_F(PlayerTest, ShowsAnEventRightBehindIt) {
    const auto eviction = find_eviction(journal(), player.index(), Direction::forward);
    ASSERT_TRUE(eviction);
    player.play();
    player.showEvent(*eviction);
    EXPECT_FALSE(player.isPlaying());
    EXPECT_EQ(player.index(), *eviction + 1);
    EXPECT_EQ(player.time(), journal().time(*eviction));
    EXPECT_EQ(player.state().evicted, journal()[*eviction].victim());
    EXPECT_EQ(find_eviction(journal(), player.index(), Direction::backward), std::nullopt);
}

} // namespace
} // namespace thrashlab::ui
