// The command gives the scenario, as a shell and `thrash` would read it.
#include "sim/scenario_command.h"

#include "sim/parameter.h"
#include "sim/scenario_file.h"

#include <gtest/gtest.h>

namespace thrashlab {
namespace {

// The words of a command without quotes inside words, and the scenario they ask for.
Scenario read_command(const std::string& command) {
    std::vector<std::string> words(1);
    bool quoted = false;
    for (const char letter : command) {
        if (letter == '\'') {
            quoted = !quoted;
        } else if (letter == ' ' && !quoted) {
            words.emplace_back();
        } else {
            words.back() += letter;
        }
    }
    EXPECT_EQ(words[0] + " " + words[1], "thrash run");
    Scenario scenario = load_scenario(words[2]);
    for (std::size_t i = 3; i + 1 < words.size(); i += 2) {
        EXPECT_EQ(words[i], "--set");
        set_parameter(scenario, words[i + 1]);
    }
    return scenario;
}

TEST(ScenarioCommand, IsTheNameAloneWhereNothingDiffers) {
    for (const std::string& name : scenario_names()) {
        const Scenario scenario = load_scenario(name);
        if (original_name(scenario.name) == name) { // others are one of these with a switch thrown
            EXPECT_EQ(thrash_command(scenario), "thrash run " + name);
        }
    }
}

TEST(ScenarioCommand, NamesWhatDiffers) {
    Scenario scenario = load_scenario("1997-ext2-4k");
    const Scenario original = scenario;
    scenario.buffers = 300;
    scenario.workload.input = "a file";
    scenario.name = name_with_changes(original, scenario);
    EXPECT_EQ(thrash_command(scenario), "thrash run 1997-ext2-4k --set 'workload.if=a file' --set cache.buffers=300");
}

TEST(ScenarioCommand, GivesEveryParameterOfEveryScenarioFromAnyOther) {
    for (const std::string& name : scenario_names()) {
        Scenario scenario = load_scenario(name);
        scenario.name = "my own";
        const Scenario read = read_command(thrash_command(scenario));
        for (const Parameter& each : parameters()) {
            EXPECT_EQ(each.get(read), each.get(scenario)) << name << ": " << each.key;
        }
    }
}

TEST(ScenarioCommand, QuotesForAShell) {
    EXPECT_EQ(shell_word("cache.buffers=1900"), "cache.buffers=1900");
    EXPECT_EQ(shell_word("it's $HOME"), "'it'\\''s $HOME'");
    EXPECT_EQ(shell_word(""), "''");
}

} // namespace
} // namespace thrashlab
