#include "sim/parameter.h"

#include "error.h"
#include "sim/size_text.h"

#include <gtest/gtest.h>

#include <set>

namespace thrashlab {
namespace {

std::string complaint(const std::string& assignment) {
    Scenario scenario;
    const Scenario before = scenario;
    try {
        set_parameter(scenario, assignment);
    } catch (const Error& error) {
        EXPECT_EQ(scenario, before) << "a refused change changes nothing";
        return error.what();
    }
    return "";
}

TEST(Parameters, EachHasItsOwnKeyAReasonAndADefaultWithinItsBounds) {
    std::set<std::string_view> keys;
    for (const Parameter& each : parameters()) {
        EXPECT_TRUE(keys.insert(each.key).second) << each.key;
        EXPECT_GT(each.reason.size(), 20U) << each.key;
        Scenario scenario;
        EXPECT_NO_THROW(set_parameter(scenario, each, each.get(scenario))) << each.key;
        EXPECT_EQ(scenario, Scenario{}) << each.key << ": setting what is there changes nothing";
    }
    EXPECT_GE(keys.size(), 25U);
}

TEST(Parameters, TextIsReadBack) {
    Scenario scenario;
    set_parameter(scenario, "cache.buffers=2k");
    set_parameter(scenario, "drive.rpm=7200.5");
    set_parameter(scenario, "cache.second_chance=yes");
    set_parameter(scenario, "cache.page_validity=exact");
    set_parameter(scenario, "drive.command_cost=0.25");
    EXPECT_EQ(scenario.buffers, 2048U);
    EXPECT_EQ(scenario.drive.revolutions_per_minute, 7200.5);
    EXPECT_TRUE(scenario.kernel.second_chance);
    EXPECT_EQ(scenario.kernel.page_validity, PageValidity::exact);
    EXPECT_EQ(scenario.drive.command_cost, std::chrono::microseconds(250));
}

TEST(Parameters, BlockSizeOfDdSetsBothRecords) {
    Scenario scenario;
    set_parameter(scenario, "workload.bs=4k");
    EXPECT_EQ(scenario.workload.input_block, 4096U);
    EXPECT_EQ(scenario.workload.output_block, 4096U);
}

TEST(Parameters, RefusalsNameTheKeyAndTheRemedy) {
    EXPECT_EQ(complaint("cache.buffers=5"), "cache.buffers: 5 is out of bounds; 16 to 16777216 is allowed");
    EXPECT_EQ(complaint("file_system.block_size=3000"),
              "file_system.block_size: 3000 is out of bounds; a power of two from 512 to 8192 is allowed");
    EXPECT_EQ(complaint("cache.page_validity=some"),
              "cache.page_validity: \"some\" is not known; exact, first-block, none is allowed");
    EXPECT_EQ(complaint("bufers=1900"), "bufers: there is no such parameter; did you mean cache.buffers?");
    EXPECT_EQ(complaint("cache.buffers"),
              "cache.buffers: there is no value; write key=value, as in cache.buffers=1900");
    EXPECT_EQ(complaint("drive.rpm=fast"), "drive.rpm: \"fast\" is not a number; 60 to 30000 rpm is allowed");
    EXPECT_EQ(complaint("drive.rpm=nan"), "drive.rpm: \"nan\" is not a number; 60 to 30000 rpm is allowed");
    EXPECT_EQ(complaint("kernel.clustered_reads=maybe"),
              "kernel.clustered_reads: \"maybe\" is neither yes nor no; true or false is allowed");
    EXPECT_EQ(complaint("workload.if="), "workload.if: it is empty; give a name");
}

TEST(Parameters, AChangedScenarioSaysSoInItsName) {
    Scenario original;
    original.name = "exhibit";
    Scenario changed = original;
    EXPECT_EQ(name_with_changes(original, changed), "exhibit");
    set_parameter(changed, "cache.buffers=1900");
    EXPECT_EQ(name_with_changes(original, changed), "exhibit · buffers=1900");
    set_parameter(changed, "cache.second_chance=yes");
    set_parameter(changed, "drive.rpm=3600");
    set_parameter(changed, "workload.runs=7");
    EXPECT_EQ(name_with_changes(original, changed), "exhibit · runs=7, buffers=1900, second_chance=true, …");
    EXPECT_EQ(original_name("exhibit · buffers=1900"), "exhibit");
    EXPECT_EQ(original_name("exhibit"), "exhibit");
}

TEST(Parameters, ApplyToWhatTheyMakeADifferenceTo) {
    const auto those = [](const Scenario& scenario, std::string_view prefix) {
        std::string keys;
        for (const Parameter& each : parameters()) {
            if (each.key.starts_with(prefix) && applies(each, scenario)) {
                keys += (keys.empty() ? "" : " ") + std::string(each.key.substr(prefix.size()));
            }
        }
        return keys;
    };
    Scenario scenario;
    EXPECT_EQ(those(scenario, "linux."), "");
    EXPECT_EQ(those(scenario, "drive."),
              "rpm sectors_per_track sectors queue command_cost seek_base seek_per_track kind track_buffer");
    scenario.drive.kind = DriveKind::request_limited;
    scenario.kernel_kind = KernelKind::linux_page_cache;
    EXPECT_EQ(those(scenario, "kernel."), "kind");
    EXPECT_EQ(those(scenario, "cache."), "");
    EXPECT_EQ(those(scenario, "drive."), "sectors queue command_cost kind transfer_rate requests_per_second");
}

TEST(Sizes, AreBsds) {
    EXPECT_EQ(parse_size("512", "x"), 512U);
    EXPECT_EQ(parse_size("2b", "x"), 1024U);
    EXPECT_EQ(parse_size("4k", "x"), 4096U);
    EXPECT_EQ(parse_size("4K", "x"), 4096U);
    EXPECT_EQ(parse_size("3m", "x"), 3U << 20);
    EXPECT_EQ(parse_size("1g", "x"), 1U << 30);
    EXPECT_EQ(parse_size("5w", "x"), 20U);
    EXPECT_EQ(parse_size("2x80x18b", "x"), 2U * 80 * 18 * 512);
    EXPECT_EQ(parse_size("128kx2", "x"), 262144U);
    EXPECT_EQ(parse_size("0x10", "x"), 16U);
    EXPECT_EQ(parse_size("010", "x"), 8U);
    EXPECT_EQ(parse_size("0", "x"), 0U);
}

TEST(Sizes, NonsenseIsRefused) {
    for (const char* text :
         {"", "k", "-1", "1q", "1kk", "4k ", "1x", "x2", "9223372036854775808", "8388608tx2", "1.5k"}) {
        EXPECT_THROW(static_cast<void>(parse_size(text, "bs")), Error) << text;
    }
}

} // namespace
} // namespace thrashlab
