#include "sim/comparison.h"

#include "sim/scenario_file.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace thrashlab {
namespace {

struct Compared {
    explicit Compared(const std::string& setting = {}) {
        if (!setting.empty()) {
            set_parameter(scenario, setting);
        }
        runs = simulate(scenario);
    }
    [[nodiscard]] ComparedRun run(std::size_t number) const { return {&scenario, &runs[number - 1]}; }

    Scenario scenario = load_scenario("1997-ext2-1k");
    std::vector<RunResult> runs;
};

TEST(Comparison, SaysWhichIsFasterAndWhatMakesUpForIt) {
    const Compared exhibit;
    const std::vector<std::string> sentences = compare(exhibit.run(1), exhibit.run(2), "run 1", "run 2");
    ASSERT_EQ(sentences.size(), 4U);
    EXPECT_EQ(sentences[0], "run 1 is 7.5 times as fast as run 2: 469\u202f359 bytes/s against 62\u202f853 bytes/s.");
    EXPECT_EQ(sentences[1], "All parameters are the same.");
    EXPECT_EQ(sentences[2], "They are 25.796 s apart; rotation alone makes 23.728 s of that.");
    EXPECT_EQ(sentences[3],
              "104 commands against 1\u202f372, 103 lost turns against 1\u202f367, 137 evictions against 1\u202f830.");
}

TEST(Comparison, NamesTheParametersThatDiffer) {
    const Compared exhibit;
    const Compared larger("cache.buffers=1900");
    const auto differences = parameter_differences(exhibit.scenario, larger.scenario);
    ASSERT_EQ(differences.size(), 1U);
    EXPECT_EQ(differences[0].parameter->key, "cache.buffers");
    EXPECT_EQ(differences[0].first, "1701");
    EXPECT_EQ(differences[0].second, "1900");
    const auto sentences = compare(exhibit.run(2), larger.run(2), "A", "B");
    EXPECT_EQ(sentences[0].rfind("B is 148 times as fast as A", 0), 0U) << sentences[0];
    EXPECT_EQ(sentences[1], "cache.buffers is 1701 against 1900.");
}

TEST(Comparison, ARunBesideItselfDiffersInNothing) {
    const Compared exhibit;
    const auto sentences = compare(exhibit.run(2), exhibit.run(2), "A", "B");
    EXPECT_EQ(sentences, (std::vector<std::string>{"Both run at the same pace: 62\u202f853 bytes/s.",
                                                   "All parameters are the same."}));
}

TEST(Comparison, PartsOfTheTimeAddUpToTheElapsedTimeOnBothSides) {
    const Compared exhibit;
    double first = 0;
    double second = 0;
    for (const ComparedFigure& figure : compared_figures(exhibit.runs[0], exhibit.runs[1])) {
        if (figure.seconds && figure.name != "elapsed") {
            first += figure.first;
            second += figure.second;
        }
        EXPECT_TRUE(figure.first != 0 || figure.second != 0) << figure.name;
    }
    EXPECT_NEAR(first, to_seconds(exhibit.runs[0].counters.elapsed()), 1e-9);
    EXPECT_NEAR(second, to_seconds(exhibit.runs[1].counters.elapsed()), 1e-9);
}

} // namespace
} // namespace thrashlab
