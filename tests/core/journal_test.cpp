#include "sim/journal.h"

#include "sim/scenario_file.h"
#include "sim/simulation.h"

#include <gtest/gtest.h>

#include <random>

namespace thrashlab {
namespace {

std::shared_ptr<const Recording> exhibit() {
    static const auto recording = record(load_scenario("1997-ext2-1k"));
    return recording;
}

// Keeps the whole state before each of some events, as the simulation had it.
class StateKeeper final : public EventSink {
public:
    explicit StateKeeper(std::vector<EventIndex> wanted) : wanted_(std::move(wanted)) {}
    void event(const Event& event, const MachineState& before) override {
        journal.event(event, before);
        if (kept.size() < wanted_.size() && wanted_[kept.size()] == index_) {
            kept.push_back(before);
        }
        ++index_;
    }
    Journal journal;
    std::vector<MachineState> kept;

private:
    std::vector<EventIndex> wanted_;
    EventIndex index_ = 0;
};

std::vector<EventIndex> random_instants(std::size_t count, EventIndex size) {
    std::mt19937 random(24051997);
    std::vector<EventIndex> instants(count);
    for (EventIndex& instant : instants) {
        instant = random() % size;
    }
    std::sort(instants.begin(), instants.end());
    instants.erase(std::unique(instants.begin(), instants.end()), instants.end());
    return instants;
}

TEST(Journal, TheSameScenarioGivesTheSameBytes) {
    const auto again = record(load_scenario("1997-ext2-1k"));
    EXPECT_EQ(again->journal.event_bytes(), exhibit()->journal.event_bytes());
    EXPECT_EQ(again->runs, exhibit()->runs);
}

TEST(Journal, AndAnotherGivesOthers) {
    Scenario other = load_scenario("1997-ext2-1k");
    other.buffers = 1700;
    EXPECT_NE(record(other)->journal.event_bytes(), exhibit()->journal.event_bytes());
}

TEST(Journal, ResultsDoNotDependOnWhetherOneIsKept) {
    EXPECT_EQ(simulate(load_scenario("1997-ext2-1k")), exhibit()->runs);
}

TEST(Journal, SteppingBackRestoresTheStateThatWasThereAtAThousandRandomInstants) {
    const std::vector<EventIndex> instants = random_instants(1100, exhibit()->journal.size());
    ASSERT_GE(instants.size(), 1000U);
    const Scenario scenario = load_scenario("1997-ext2-1k");
    StateKeeper keeper(instants);
    static_cast<void>(simulate(scenario, {.sink = &keeper}));
    ASSERT_EQ(keeper.kept.size(), instants.size());

    const Journal& journal = exhibit()->journal;
    Replay replay(journal);
    replay.move_to(journal.size());
    for (std::size_t i = instants.size(); i-- > 0;) { // backwards, so that each move is a step back
        replay.move_to(instants[i]);
        ASSERT_EQ(replay.state(), keeper.kept[i]) << "event " << instants[i];
    }
    for (std::size_t i = 0; i < instants.size(); i += 50) {
        ASSERT_EQ(journal.state_at(instants[i]), keeper.kept[i]) << "event " << instants[i];
    }
}

TEST(Journal, SeenEventsAreThoseInBetween) {
    const Journal& journal = exhibit()->journal;
    Replay replay(journal);
    std::vector<Event> seen;
    EXPECT_TRUE(replay.move_to(5, [&](const Event& event) { seen.push_back(event); }));
    ASSERT_EQ(seen.size(), 5U);
    EXPECT_EQ(seen[4], journal[4]);
    seen.clear();
    EXPECT_FALSE(replay.move_to(2, [&](const Event& event) { seen.push_back(event); })) << "a jump";
    EXPECT_TRUE(seen.empty());
}

TEST(Journal, FindsTheEventsOfAnInstant) {
    const Journal& journal = exhibit()->journal;
    EXPECT_EQ(journal.index_at(SimTime(Duration(-1))), 0U);
    EXPECT_EQ(journal.index_at(journal.end_time()), journal.size());
    for (EventIndex index = 1; index < journal.size(); index += 997) {
        const SimTime time = journal.time(index);
        const EventIndex behind = journal.index_at(time);
        EXPECT_GT(behind, index);
        EXPECT_EQ(journal.time(behind - 1), time);
        EXPECT_LE(journal.index_at(time - Duration(1)), index);
    }
}

TEST(Journal, TimesSurviveLongPauses) {
    Scenario scenario = load_scenario("1997-small-file");
    scenario.workload.runs = 2;
    scenario.workload.pause = std::chrono::hours(1);
    const auto recording = record(scenario);
    EXPECT_EQ(recording->runs[1].counters.started - recording->runs[0].counters.ended, std::chrono::hours(1));
    EXPECT_EQ(recording->journal.end_time(), recording->runs[1].counters.ended);
    SimTime last;
    for (EventIndex index = 0; index < recording->journal.size(); ++index) {
        ASSERT_GE(recording->journal.time(index), last);
        last = recording->journal.time(index);
    }
}

TEST(Journal, TakesAtMost24BytesAnEvent) {
    const Journal& journal = exhibit()->journal;
    EXPECT_LE(journal.bytes(), journal.size() * 24);
}

TEST(Simulation, StopsWhenAskedTo) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(simulate(load_scenario("1997-ext2-1k"), {.stop = stop.get_token()}).empty());
}

TEST(Simulation, ReportsProgressUpToItsEnd) {
    std::vector<double> shares;
    static_cast<void>(
        simulate(load_scenario("1997-ext2-1k"), {.progress = [&](double share) { shares.push_back(share); }}));
    ASSERT_FALSE(shares.empty());
    EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
    EXPECT_LE(shares.back(), 1.0);
}

TEST(Simulation, DdStartsAtZeroAndTheRunsFollowAfterThePause) {
    EXPECT_EQ(exhibit()->runs[0].counters.started, SimTime{});
    EXPECT_EQ(exhibit()->runs[1].counters.started - exhibit()->runs[0].counters.ended, std::chrono::seconds(1));
}

} // namespace
} // namespace thrashlab
