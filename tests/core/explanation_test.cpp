#include "sim/explanation.h"

#include "sim/scenario_file.h"

#include <gtest/gtest.h>

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

} // namespace
} // namespace thrashlab
