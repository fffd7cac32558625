#include "sim/search.h"

#include "sim/scenario_file.h"
#include "sim/simulation.h"

#include <gtest/gtest.h>

#include <functional>

namespace thrashlab {
namespace {

using namespace std::chrono_literals;

std::shared_ptr<const Recording> small_recording() {
    static const auto recording = [] {
        Scenario scenario = load_scenario("1997-ext2-1k");
        scenario.workload.file_bytes = 40 * 1024;
        scenario.buffers = 24;
        return record(scenario);
    }();
    return recording;
}

using Search = std::function<std::optional<EventIndex>(EventIndex, Direction)>;

// What matches, found the plain way: all events that do, and of these the nearest one.
void expect_nearest(const Journal& journal, const std::vector<EventIndex>& matching, const Search& search) {
    ASSERT_FALSE(matching.empty());
    for (EventIndex place = 0; place <= journal.size(); ++place) {
        std::optional<EventIndex> next;
        std::optional<EventIndex> previous;
        for (const EventIndex each : matching) {
            if (each >= place && !next) {
                next = each;
            }
            if (each + 1 < place) {
                previous = each;
            }
        }
        ASSERT_EQ(search(place, Direction::forward), next) << "from " << place;
        ASSERT_EQ(search(place, Direction::backward), previous) << "from " << place;
    }
}

std::vector<EventIndex> all(const Journal& journal, const std::function<bool(const Event&)>& matches) {
    std::vector<EventIndex> found;
    for (EventIndex index = 0; index < journal.size(); ++index) {
        if (matches(journal[index])) {
            found.push_back(index);
        }
    }
    return found;
}

TEST(Search, FindsTheNearestEvictionOfAnyBlockAndOfOne) {
    const Journal& journal = small_recording()->journal;
    const auto evictions = all(journal, [](const Event& event) {
        return event.kind == EventKind::buffer_assigned && event.victim().exists();
    });
    expect_nearest(journal, evictions,
                   [&](EventIndex place, Direction way) { return find_eviction(journal, place, way); });
    const BlockNo victim = journal[evictions[evictions.size() / 2]].victim();
    const auto of_one = all(journal, [&](const Event& event) {
        return event.kind == EventKind::buffer_assigned && event.victim() == victim;
    });
    expect_nearest(journal, of_one,
                   [&](EventIndex place, Direction way) { return find_eviction(journal, place, way, victim); });
}

TEST(Search, FindsTheNearestMissAndLostTurn) {
    const Journal& journal = small_recording()->journal;
    expect_nearest(journal,
                   all(journal,
                       [](const Event& event) {
                           return event.kind == EventKind::buffer_assigned && event.reason == Reason::miss;
                       }),
                   [&](EventIndex place, Direction way) { return find_miss(journal, place, way); });
    expect_nearest(journal,
                   all(journal,
                       [](const Event& event) {
                           return event.kind == EventKind::rotation_started && event.reason == Reason::lost_turn;
                       }),
                   [&](EventIndex place, Direction way) { return find_lost_turn(journal, place, way); });
}

TEST(Search, FindsTheNearestWaitLongerThanAsked) {
    const Journal& journal = small_recording()->journal;
    std::vector<EventIndex> long_ones;
    std::size_t waits = 0;
    for (EventIndex index = 0; index < journal.size(); ++index) {
        if (journal[index].kind == EventKind::wait_started) {
            ++waits;
            const auto end =
                journal.find_forward(index, [](const Event& event) { return event.kind == EventKind::wait_ended; });
            if ((end ? journal.time(*end) : journal.end_time()) - journal.time(index) > 15ms) {
                long_ones.push_back(index);
            }
        }
    }
    ASSERT_LT(long_ones.size(), waits);
    expect_nearest(journal, long_ones,
                   [&](EventIndex place, Direction way) { return find_long_wait(journal, place, way, 15ms); });
    EXPECT_FALSE(find_long_wait(journal, 0, Direction::forward, 1h));
}

TEST(Search, FindsWhereACommandWasQueued) {
    const Journal& journal = small_recording()->journal;
    const auto queued = all(journal, [](const Event& event) { return event.kind == EventKind::command_queued; });
    ASSERT_GT(queued.size(), 3U);
    for (const EventIndex index : queued) {
        EXPECT_EQ(find_command(journal, journal.size(), journal[index].command()), index);
        EXPECT_FALSE(find_command(journal, index, journal[index].command()));
    }
}

TEST(Search, AWalkSeesWhatTheIndexSees) {
    const Journal& journal = small_recording()->journal;
    EventIndex expected = 10;
    journal.walk(10, journal.size() - 5, [&](EventIndex index, const Event& event) {
        EXPECT_EQ(index, expected++);
        EXPECT_EQ(event, journal[index]);
        return true;
    });
    EXPECT_EQ(expected, journal.size() - 5);
    journal.walk_back(journal.size() - 5, [&](EventIndex index, const Event& event) {
        EXPECT_EQ(index, --expected);
        EXPECT_EQ(event, journal[index]);
        return index > 10;
    });
    EXPECT_EQ(expected, 10U);
}

} // namespace
} // namespace thrashlab
