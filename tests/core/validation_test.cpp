#include "sim/validation.h"

#include "sim/parameter.h"
#include "sim/scenario_file.h"
#include "sim/simulation.h"

#include <gtest/gtest.h>

#include <set>

namespace thrashlab {
namespace {

double second_run_speed(const std::string& change) {
    Scenario scenario = load_scenario("1997-ext2-1k");
    set_parameter(scenario, change);
    return simulate(scenario).at(1).bytes_per_second();
}

TEST(Validation, EveryFigureThatCanBeSimulatedIsInItsBand) {
    int simulated = 0;
    for (const ValidationRow& row : validate()) {
        if (row.figure.run.has_value()) {
            ++simulated;
            EXPECT_TRUE(row.in_band) << row.figure.title << ": " << row.simulated.value_or(0);
        } else {
            EXPECT_FALSE(row.figure.needs.empty()) << row.figure.title;
        }
    }
    EXPECT_EQ(simulated, 13);
}

TEST(Validation, OneDriveAndOneKernelServeAllRows) {
    std::set<std::string> profiles;
    Scenario first = load_scenario("1997-ext2-1k");
    for (const PublishedFigure& figure : published_figures()) {
        if (figure.run.has_value() && !figure.id.starts_with("cd9660")) { // another person's machine
            const Scenario scenario = load_scenario(figure.run->scenario);
            EXPECT_EQ(scenario.drive, first.drive) << figure.title;
            EXPECT_EQ(scenario.kernel, first.kernel) << figure.title;
            EXPECT_EQ(scenario.buffers, first.buffers) << figure.title;
        }
    }
}

TEST(Validation, FiguresAreFoundByScenarioAndRun) {
    EXPECT_EQ(published_figure("1997-ext2-1k", 1).value().value, 451759);
    EXPECT_EQ(published_figure("1997-ext2-1k", 2).value().value, 64264);
    EXPECT_EQ(published_figure("1997-ext2-1k", 3).value().lowest, 60000);
    EXPECT_FALSE(published_figure("1997-ext2-1k", 4).has_value());
}

TEST(Mechanism, PagesThatCountMakeTheSecondRunFast) {
    EXPECT_GT(second_run_speed("cache.page_validity=exact"), 5e6);
    EXPECT_LT(second_run_speed("cache.page_validity=first-block"), 70000);
    EXPECT_LT(second_run_speed("cache.page_validity=none"), 70000);
}

TEST(Mechanism, SoDoEnoughBuffersUnderAnyRule) {
    EXPECT_GT(second_run_speed("cache.buffers=1900"), 5e6);
}

TEST(Mechanism, TheCliffLiesWhereFileAndMetadataFit) {
    const Scenario scenario = load_scenario("1997-ext2-1k");
    const FileLayout layout(scenario.file_system, scenario.workload.file_bytes);
    EXPECT_GT(second_run_speed("cache.buffers=" + std::to_string(layout.blocks())), 5e6);
    EXPECT_LT(second_run_speed("cache.buffers=" + std::to_string(layout.blocks() - 1)), 5e5);
}

TEST(Mechanism, WithoutTheLeakWritingIsFast) {
    Scenario scenario = load_scenario("1997-write-1400");
    EXPECT_LT(simulate(scenario).at(0).bytes_per_second(), 35000);
    scenario.kernel.dirty_count_leaks = false;
    EXPECT_GT(simulate(scenario).at(0).bytes_per_second(), 300000);
}

TEST(Mechanism, ClustersHelpTheFirstReadOfACdAndNotTheSecond) {
    const std::vector<RunResult> clustered = simulate(load_scenario("1997-cd9660"));
    const std::vector<RunResult> plain = simulate(load_scenario("1997-cd9660-plain"));
    EXPECT_LT(plain[0].bytes_per_second(), clustered[0].bytes_per_second() / 2);
    // One command a page either way: the two second runs cannot be told apart.
    EXPECT_NEAR(plain[1].bytes_per_second() / clustered[1].bytes_per_second(), 1.0, 0.02);
}

TEST(Mechanism, AFasterPlatterMakesALostTurnCheaper) {
    // Run 2 spends nearly all its time turning: twice the speed, half the time.
    EXPECT_NEAR(second_run_speed("drive.rpm=5882") / second_run_speed("drive.rpm=2941"), 2.0, 0.1);
}

} // namespace
} // namespace thrashlab
