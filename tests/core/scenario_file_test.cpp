#include "sim/scenario_file.h"

#include "error.h"
#include "sim/parameter.h"

#include <gtest/gtest.h>

namespace thrashlab {
namespace {

std::string complaint(const std::string& text) {
    try {
        static_cast<void>(parse_scenario(text, "my.json"));
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(ScenarioFile, EveryBuiltinScenarioSurvivesTheRoundTrip) {
    ASSERT_GE(scenario_names().size(), 5U);
    EXPECT_EQ(scenario_names().front(), "1997-ext2-1k");
    for (const std::string& name : scenario_names()) {
        const Scenario scenario = load_scenario(name);
        EXPECT_EQ(scenario.name, name);
        EXPECT_FALSE(scenario.provenance.empty()) << name;
        const std::string text = to_json(scenario);
        EXPECT_EQ(parse_scenario(text, name), scenario);
        EXPECT_EQ(to_json(parse_scenario(text, name)), text);
    }
}

TEST(ScenarioFile, EveryParameterSurvivesTheRoundTrip) {
    for (const Parameter& each : parameters()) {
        Scenario scenario;
        scenario.drive.sectors = 4000000;
        if (each.key == "workload.of") { // a file to write wants these two
            scenario.workload.input = "/dev/zero";
            scenario.workload.count = 5;
        }
        if (each.key == "kernel.kind") { // the other kernel wants blocks of a page
            scenario.file_system.block_size = 4096;
        }
        const ParameterValue before = each.get(scenario);
        ParameterValue changed = before;
        if (auto* number = std::get_if<std::int64_t>(&changed)) {
            *number = each.power_of_two ? *number * 2 : *number + 1;
        } else if (auto* real = std::get_if<double>(&changed)) {
            *real += 0.5;
        } else if (auto* flag = std::get_if<bool>(&changed)) {
            *flag = !*flag;
        } else if (each.choices.size() > 1) {
            changed = std::string(each.choices.back());
        } else if (each.choices.empty()) {
            changed = std::string("another");
        }
        set_parameter(scenario, each, changed);
        EXPECT_EQ(parse_scenario(to_json(scenario), "x"), scenario) << each.key;
    }
}

TEST(ScenarioFile, DifferencesFromAProfileAreKept) {
    const Scenario scenario =
        parse_scenario(R"({"schema": 1, "drive": {"rpm": 3600, "profile": "zip100"}, "cache": {"buffers": 20}})", "x");
    EXPECT_EQ(scenario.drive.revolutions_per_minute, 3600);
    EXPECT_EQ(scenario.drive.sectors_per_track, 40U);
    EXPECT_EQ(scenario.buffers, 20U);
}

TEST(ScenarioFile, NothingOfTheLastProfileRemains) {
    const Scenario before = load_scenario("1997-ext2-4k");
    Scenario scenario = before;
    use_drive_profile(scenario, "volume-200iops");
    use_kernel_profile(scenario, "linux-6.18");
    EXPECT_EQ(scenario.drive.kind, DriveKind::request_limited);
    EXPECT_EQ(scenario.kernel_kind, KernelKind::linux_page_cache);
    EXPECT_TRUE(scenario.linux_kernel.aligned_windows);
    EXPECT_THROW(use_kernel_profile(scenario, "minix"), Error);
    use_drive_profile(scenario, before.drive_profile);
    use_kernel_profile(scenario, before.kernel_profile);
    EXPECT_EQ(scenario, before);
    EXPECT_GE(kernel_profile_names().size(), 3U);
}

TEST(ScenarioFile, CommentsAreAllowed) {
    EXPECT_EQ(complaint("// mine\n{\"schema\": 1, /* nothing else */ \"name\": \"a\"}"), "");
}

TEST(ScenarioFile, RefusalsNameFileAndLineOrKey) {
    EXPECT_EQ(complaint("{\n\"schema\": 1,\n\"name\" \"a\"}"),
              "my.json, line 3: this is not JSON; check for a missing comma, quote or bracket near there");
    EXPECT_EQ(complaint("{}"), "my.json, schema: it is missing; this program reads \"schema\": 1");
    EXPECT_EQ(complaint(R"({"schema": 2})"), "my.json, schema: 2 is not known; this program reads \"schema\": 1");
    EXPECT_EQ(complaint("[]"), "my.json: an object is wanted at the top");
    EXPECT_EQ(
        complaint(R"({"schema": 1, "cash": {}})"),
        "my.json, cash: there is no such key; name, title, about, provenance, workload, file_system, cache, kernel, "
        "linux and drive are allowed");
    EXPECT_EQ(complaint(R"({"schema": 1, "cache": {"bufers": 1}})"),
              "my.json, cache.bufers: there is no such parameter; did you mean cache.buffers?");
    EXPECT_EQ(complaint(R"({"schema": 1, "cache": {"buffers": "many"}})"),
              "my.json, cache.buffers: many is of the wrong kind; a whole number is allowed");
    EXPECT_EQ(complaint(R"({"schema": 1, "cache": {"buffers": 1.5}})"),
              "my.json, cache.buffers: 1.5 is of the wrong kind; a whole number is allowed");
    EXPECT_EQ(complaint(R"({"schema": 1, "cache": {"buffers": 99999999999999999999}})"),
              "my.json, cache.buffers: 1e+20 is of the wrong kind; a whole number is allowed");
    EXPECT_EQ(complaint(R"({"schema": 1, "cache": {"buffers": null}})"),
              "my.json, cache.buffers: a number, a word or true or false is wanted here");
    EXPECT_EQ(complaint(R"({"schema": 1, "cache": 5})"), "my.json, cache: an object of parameters is wanted here");
    EXPECT_EQ(complaint(R"({"schema": 1, "name": 5})"), "my.json, name: a text is wanted here");
    EXPECT_EQ(complaint(R"({"schema": 1, "drive": {"profile": "zip1000"}})"),
              "my.json, drive.profile: \"zip1000\" is not known; cdrom-4x, nvme, sata-7200, sata-ssd, volume-200iops, "
              "zip100 is "
              "allowed");
    EXPECT_EQ(
        complaint(R"({"schema": 1, "workload": {"file_bytes": 200000000}})"),
        "my.json, workload.file_bytes: the file does not fit on the drive behind sector 1024; the drive has 196608 "
        "sectors of 512 bytes");
}

TEST(ScenarioFile, AMissingFileIsSaidSo) {
    EXPECT_THROW(static_cast<void>(load_scenario("/no/such/file.json")), Error);
    EXPECT_THROW(static_cast<void>(load_scenario("/")), Error);
}

TEST(Scenario, SaysWhatDdCannotDoHere) {
    const auto complaint_of = [](const char* input, const char* output, std::uint64_t count) {
        Scenario scenario;
        scenario.workload.input = input;
        scenario.workload.output = output;
        scenario.workload.count = count;
        try {
            check(scenario);
        } catch (const Error& error) {
            return error.place() + ": " + error.problem();
        }
        return std::string();
    };
    EXPECT_EQ(complaint_of("a", "/dev/null", 0), "");
    EXPECT_EQ(complaint_of("/dev/zero", "b", 7), "");
    EXPECT_EQ(complaint_of("a", "b", 7), "workload.if: reading one file and writing another is not simulated");
    EXPECT_EQ(complaint_of("/dev/zero", "/dev/null", 7), "workload.of: copying /dev/zero to /dev/null touches no disk");
    EXPECT_EQ(complaint_of("/dev/zero", "b", 0), "workload.count: dd would never end: /dev/zero has no end");
}

TEST(Scenario, ChecksWhatNoSingleParameterCanSay) {
    Scenario scenario;
    scenario.workload.skip = 1099511627776;
    scenario.workload.input_block = 1073741824;
    EXPECT_THROW(check(scenario), Error) << "the product passes 64 bits";
    scenario = Scenario{};
    scenario.file_system = {.kind = FileSystemKind::msdosfs, .block_size = 512};
    scenario.drive.sectors = 4294967296;
    scenario.workload.file_bytes = 65525 * 512;
    EXPECT_THROW(check(scenario), Error) << "more clusters than a 16-bit table names";
    scenario.workload.file_bytes = 65524 * 512;
    EXPECT_NO_THROW(check(scenario));
}

} // namespace
} // namespace thrashlab
