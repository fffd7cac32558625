#include "sim/scenario_command.h"

#include "sim/parameter.h"
#include "sim/scenario_file.h"

#include <algorithm>
#include <cctype>

namespace thrashlab {

std::string thrash_command(const Scenario& scenario) {
    const std::vector<std::string> names = scenario_names();
    const std::string wanted = original_name(scenario.name);
    const auto found = std::find(names.begin(), names.end(), wanted);
    const std::string& name = found == names.end() ? names.front() : *found;
    std::string command = "thrash run " + shell_word(name);
    for (const Parameter* const each : changed_parameters(load_scenario(name), scenario)) {
        command += " --set " + shell_word(std::string(each->key) + '=' + format(each->get(scenario)));
    }
    return command;
}

std::string shell_word(std::string_view word) {
    constexpr std::string_view harmless = "_-./:=,+@%";
    const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [&](char letter) {
        return std::isalnum(static_cast<unsigned char>(letter)) != 0 || harmless.find(letter) != harmless.npos;
    });
    if (plain) {
        return std::string(word);
    }
    std::string quoted = "'";
    for (const char letter : word) {
        quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    }
    return quoted + '\'';
}

} // namespace thrashlab
