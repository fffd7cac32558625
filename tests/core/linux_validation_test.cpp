#include "sim/linux_validation.h"

#include "sim/builtin.h"
#include "sim/scenario_file.h"
#include "sim/simulation.h"

#include <gtest/gtest.h>

#include <map>

namespace thrashlab {
namespace {

const std::vector<LinuxComparison>& rows() {
    static const std::vector<LinuxComparison> all = validate_linux();
    return all;
}

bool starts_with(const std::string& text, std::string_view with) {
    return text.starts_with(with);
}

TEST(LinuxValidation, EveryRowAgreesAndEveryDifferenceHasItsReason) {
    for (const LinuxComparison& row : rows()) {
        EXPECT_TRUE(row.agrees) << row.table << ": " << row.row << ": " << row.measured << " against " << row.simulated;
        EXPECT_TRUE(row.equal || !row.remark.empty()) << row.row;
    }
}

TEST(LinuxValidation, NoRowIsLeftOut) {
    std::map<std::string, int> counts;
    for (const LinuxComparison& row : rows()) {
        ++counts[row.table];
    }
    EXPECT_EQ(counts["requests of a cold sequential read"], 50);
    EXPECT_EQ(counts["per cent of the file that came from the disk, runs 1 to 5"], 8);
    EXPECT_EQ(counts["per cent of the hot file that came from the disk after a scan"], 9);
    EXPECT_EQ(counts["seconds for a file on a volume of 200 requests a second"], 2);
}

TEST(LinuxValidation, RequestsOfSmallRecordsAreExact) {
    int seen = 0;
    for (const LinuxComparison& row : rows()) {
        if (starts_with(row.row, "read-ahead") && !row.row.ends_with("bs=1M")) {
            ++seen;
            EXPECT_TRUE(row.equal) << row.row << ": " << row.measured << " against " << row.simulated;
        }
    }
    EXPECT_EQ(seen, 34);
}

TEST(LinuxValidation, TheCliffLiesBetween62And64MiB) {
    for (const auto& [name, from_disk] : {std::pair{"linux-cliff-below", false}, {"linux-cliff-above", true}}) {
        const std::vector<RunResult> runs = simulate(load_scenario(name));
        ASSERT_EQ(runs.size(), 5U);
        EXPECT_EQ(runs[4].counters.commands > 0, from_disk) << name;
    }
}

TEST(LinuxValidation, WindowsOfThe2010sMakeTwoOrThreeRequestsFewer) {
    Scenario scenario = load_scenario("linux-read-ahead");
    EXPECT_EQ(simulate(scenario).at(0).counters.commands, 13U);
    scenario.linux_kernel.aligned_windows = false;
    EXPECT_EQ(simulate(scenario).at(0).counters.commands, 11U);
}

} // namespace
} // namespace thrashlab
