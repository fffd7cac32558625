#include "verbs.h"

#include "dd/command_line.h"
#include "sim/parameter.h"
#include "sim/scenario_file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace thrashlab::app {
namespace {

void list_scenarios() {
    std::vector<std::vector<std::string>> rows;
    for (const std::string& name : scenario_names()) {
        const Scenario scenario = load_scenario(name);
        rows.push_back({name, scenario.title, dd_line(scenario.workload)});
    }
    fmt::print("{}", table({{"name"}, {"what"}, {"command"}}, rows));
}

std::string bounds(const Parameter& each) {
    if (!each.choices.empty()) {
        return fmt::format("{}", fmt::join(each.choices, " | "));
    }
    return each.maximum > each.minimum ? fmt::format("{:.15g} to {:.15g}", each.minimum, each.maximum) : "";
}

void list_parameters(const std::string& name) {
    const Scenario scenario = load_scenario(name);
    for (const Parameter& each : parameters()) {
        const ParameterValue value = each.get(scenario);
        const std::string allowed = std::holds_alternative<bool>(value) ? "true | false" : bounds(each);
        fmt::print("{} = {}{}{}\n    {} [{}]{}\n", each.key, format(value), each.unit.empty() ? "" : " ", each.unit,
                   each.reason, thrashlab::name(each.provenance), allowed.empty() ? "" : "\n    " + allowed);
    }
}

} // namespace

void add_scenarios_verb(CLI::App& program) {
    auto* verb = program.add_subcommand("scenarios", "List the scenarios that come with the program, or show one");
    auto shown = std::make_shared<std::string>();
    verb->add_option("scenario", *shown, "Print this one as JSON, every parameter included: a start for your own")
        ->type_name("SCENARIO|FILE");
    verb->callback([shown] {
        if (shown->empty()) {
            list_scenarios();
        } else {
            fmt::print("{}\n", to_json(load_scenario(*shown)));
        }
    });
}

void add_parameters_verb(CLI::App& program) {
    auto* verb = program.add_subcommand("parameters", "List what --set can change: value, bounds, reason and source");
    auto scenario = std::make_shared<std::string>("1997-ext2-1k");
    verb->add_option("scenario", *scenario, "Whose values to show")->type_name("SCENARIO|FILE")->capture_default_str();
    verb->callback([scenario] { list_parameters(*scenario); });
}

} // namespace thrashlab::app
