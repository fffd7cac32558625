#include "sim/explanation.h"

#include "sim/scenario_file.h"

#include <gtest/gtest.h>

#include <random>

namespace thrashlab {
namespace {

TEST(Explanation, CostsAddUpToTheElapsedTimeExactly) {
    for (const char* name : {"1997-ext2-1k", "1997-msdosfs-4k", "1997-write-600"}) {
        const auto recording = record(load_scenario(name));
        for (const RunResult& run : recording->runs) {
            Duration sum{};
            for (const Cause& cause : explain(*recording, run.number)) {
                sum += cause.cost;
            }
            EXPECT_EQ(sum, run.counters.elapsed()) << name << " run " << run.number;
        }
    }
}

TEST(Explanation, TheSecondReadIsSlowForPagesThatArePartlyValid) {
    const auto recording = record(load_scenario("1997-ext2-1k"));
    const std::vector<Cause> causes = explain(*recording, 2);
    ASSERT_GE(causes.size(), 2U);
    EXPECT_NE(
        causes[0].sentence.find("reads of a single block, each of which waited a whole turn, cut short because the "
                                "page of the next block was partly valid."),
        std::string::npos)
        << causes[0].sentence;
    EXPECT_EQ(causes[0].provenance, Provenance::source);
    EXPECT_GT(causes[0].cost, recording->runs[1].counters.elapsed() / 2);
}

TEST(Explanation, WritingIsSlowForTheFlush) {
    const auto recording = record(load_scenario("1997-write-1400"));
    const std::vector<Cause> causes = explain(*recording, 1);
    EXPECT_NE(
        causes[0].sentence.find("writes of a single block, flushed because the dirty count was at its high mark."),
        std::string::npos)
        << causes[0].sentence;
}

TEST(Explanation, ACachedRunIsTheProcessors) {
    const auto recording = record(load_scenario("1997-small-file"));
    const std::vector<Cause> causes = explain(*recording, 2);
    ASSERT_EQ(causes.size(), 1U);
    EXPECT_EQ(causes[0].commands, 0U);
    EXPECT_TRUE(explain(*recording, 4).empty());
    EXPECT_TRUE(explain(*recording, 0).empty());
}

TEST(Explanation, OfAnyRangeCostsAddUpToTheTimeThatDdWasRunningInIt) {
    std::mt19937_64 random(24051997);
    for (const char* name : {"1997-ext2-1k", "1997-write-600", "linux-write", "1997-cd9660"}) {
        const auto recording = record(load_scenario(name));
        const auto end = static_cast<std::uint64_t>(recording->journal.end_time().time_since_epoch().count());
        for (int i = 0; i < 60; ++i) {
            // Some ends lie on events, where an interval may be counted twice or not at all.
            SimTime a(Duration(static_cast<std::int64_t>(random() % end)));
            SimTime b(Duration(static_cast<std::int64_t>(random() % end)));
            if (i % 2 == 0) {
                a = recording->journal.time(random() % recording->journal.size());
                b = recording->journal.time(random() % recording->journal.size());
            }
            const SimTime from = std::min(a, b);
            const SimTime to = std::max(a, b);
            Duration sum{};
            for (const Cause& cause : explain(*recording, from, to)) {
                EXPECT_GE(cause.cost, Duration::zero());
                sum += cause.cost;
            }
            ASSERT_EQ(sum, running_time(*recording, from, to))
                << name << " " << from.time_since_epoch().count() << " to " << to.time_since_epoch().count();
        }
    }
}

TEST(Explanation, ARunIsTheRangeFromItsStartToItsEnd) {
    const auto recording = record(load_scenario("1997-ext2-1k"));
    for (const RunResult& run : recording->runs) {
        const auto of_run = explain(*recording, run.number);
        const auto of_range = explain(*recording, run.counters.started, run.counters.ended);
        ASSERT_EQ(of_run.size(), of_range.size());
        std::uint64_t commands = 0;
        for (std::size_t i = 0; i < of_run.size(); ++i) {
            EXPECT_EQ(of_run[i].sentence, of_range[i].sentence);
            commands += of_run[i].commands;
        }
        EXPECT_LE(commands, run.counters.commands);
    }
}

TEST(Explanation, OfAPauseThereIsNothingAndAStopGivesNothing) {
    const auto recording = record(load_scenario("1997-ext2-1k"));
    EXPECT_TRUE(explain(*recording, recording->runs[0].counters.ended, recording->runs[1].counters.started).empty());
    std::stop_source source;
    source.request_stop();
    EXPECT_TRUE(explain(*recording, 1, source.get_token()).empty());
}

} // namespace
} // namespace thrashlab
