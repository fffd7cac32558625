#include "verbs.h"

#include "dd/command_line.h"
#include "dd/transcript.h"
#include "sim/explanation.h"
#include "sim/parameter.h"
#include "sim/run_fields.h"
#include "sim/scenario_file.h"
#include "store/run_store.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace thrashlab::app {
namespace {

using Json = nlohmann::ordered_json;

std::string as_json(const Scenario& scenario, const std::vector<RunResult>& runs) {
    Json json;
    json["program"] = std::string("thrashlab ") + THRASHLAB_VERSION;
    json["dd"] = dd_line(scenario.workload);
    json["scenario"] = Json::parse(to_json(scenario));
    json["runs"] = Json::array();
    for (const RunResult& run : runs) {
        Json row;
        for (const RunField& field : run_fields(run)) {
            std::visit([&](const auto& value) { row[field.first] = value; }, field.second);
        }
        json["runs"].push_back(row);
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string as_csv(const Scenario& scenario, const std::vector<RunResult>& runs) {
    std::string text;
    for (const RunResult& run : runs) {
        std::vector<std::string> names{"scenario"};
        std::vector<std::string> values{scenario.name};
        for (const RunField& field : run_fields(run)) {
            names.push_back(field.first);
            values.push_back(format(field));
        }
        text += text.empty() ? csv_line(names) : "";
        text += csv_line(values);
    }
    return text;
}

// "cpu 0.451, rotation 1.070", without the parts that took no time.
std::string seconds_by_part(const TimeSplit& time) {
    std::string text;
    for (const TimePart part : all_time_parts) {
        if (time[part] > Duration::zero()) {
            text += fmt::format("{}{} {:.3f}", text.empty() ? "" : ", ", name(part), to_seconds(time[part]));
        }
    }
    return text;
}

std::string as_text(const Scenario& scenario, const std::vector<RunResult>& runs) {
    std::string text = scenario.title.empty() ? "" : scenario.title + "\n";
    for (const RunResult& run : runs) {
        const RunCounters& counters = run.counters;
        text += fmt::format("\n$ {}    (run {})\n{}", dd_line(scenario.workload), run.number, bsd_transcript(run));
        text += fmt::format("  {} commands, {} of them single blocks; {} lost turns; {} evictions\n", counters.commands,
                            counters.single_block_commands, counters.lost_turns, counters.evictions);
        text += fmt::format("  seconds: {}\n", seconds_by_part(counters.time));
    }
    return text;
}

constexpr std::size_t most_causes = 3;

std::string explanations(const Recording& recording) {
    std::string text;
    for (const RunResult& run : recording.runs) {
        const double elapsed = to_seconds(run.counters.elapsed());
        text += fmt::format("\nWhere run {} spent its {:.3f} s:\n", run.number, elapsed);
        std::vector<Cause> causes = explain(recording, run.number);
        causes.resize(std::min(causes.size(), most_causes));
        for (const Cause& cause : causes) {
            text += fmt::format("{:9.3f} s {:5.1f} %  {} [{}]\n", to_seconds(cause.cost),
                                100 * to_seconds(cause.cost) / elapsed, cause.sentence, name(cause.provenance));
        }
    }
    return text;
}

} // namespace

void add_settings_option(CLI::App& verb, std::vector<std::string>& settings) {
    verb.add_option(
            "--set", settings,
            "Change a parameter, as in --set cache.buffers=1900 (may be given again); 'thrash parameters' lists "
            "them")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->take_all();
}

Scenario with_settings(const Scenario& scenario, const std::vector<std::string>& settings) {
    Scenario changed = scenario;
    for (const std::string& setting : settings) {
        set_parameter(changed, setting);
    }
    changed.name = name_with_changes(scenario, changed);
    return changed;
}

void add_run_options(CLI::App& verb, RunOptions& options) {
    verb.add_option("--runs", options.runs, "How many times dd runs, one after the other, after one mount")
        ->check(CLI::Range(1U, 1000U));
    add_settings_option(verb, options.settings);
    verb.add_option("--db", options.database,
                    "Keep the finished runs in this SQLite file; 'default' is the program's own database")
        ->type_name("FILE");
    auto* json = verb.add_flag("--json", options.json, "Print scenario and runs as JSON");
    verb.add_flag("--explain", options.explain, "Say where the time of each run went, the most costly causes first")
        ->excludes(json);
    verb.add_flag("--csv", options.csv, "Print a table of comma-separated values")->excludes(json);
}

void run_and_report(Scenario scenario, const RunOptions& options) {
    scenario = with_settings(scenario, options.settings);
    if (options.runs.has_value()) {
        scenario.workload.runs = *options.runs;
    }
    check(scenario);
    std::optional<RunStore> store;
    if (!options.database.empty()) {
        store.emplace(database_file(options.database));
    }
    const auto recording = options.explain ? record(scenario) : nullptr;
    const std::vector<RunResult> runs = options.explain ? recording->runs : simulate(scenario);
    if (store.has_value()) {
        const std::int64_t series = store->begin_series(scenario);
        for (const RunResult& run : runs) {
            store->add_run(series, run);
        }
    }
    const auto report = options.json ? as_json : options.csv ? as_csv : as_text;
    fmt::print("{}", report(scenario, runs));
    if (options.explain) {
        fmt::print("{}", explanations(*recording));
    }
}

void add_run_verb(CLI::App& program, int&) {
    auto* verb = program.add_subcommand("run", "Simulate a scenario and print dd's lines for each run");
    struct Wish {
        std::string scenario;
        RunOptions options;
    };
    auto wish = std::make_shared<Wish>();
    verb->add_option("scenario", wish->scenario, "Name of a scenario ('thrash scenarios' lists them) or a JSON file")
        ->required()
        ->type_name("SCENARIO|FILE");
    add_run_options(*verb, wish->options);
    verb->footer("\nExamples:\n"
                 "  thrash run 1997-ext2-1k\n"
                 "  thrash run 1997-ext2-1k --set cache.buffers=1900        the file fits: the second run is fast\n"
                 "  thrash run 1997-ext2-1k --set cache.page_validity=exact the pages count: so is this one\n"
                 "  thrash run 1997-ext2-1k --runs 5 --csv > runs.csv\n");
    verb->callback([wish] { run_and_report(load_scenario(wish->scenario), wish->options); });
}

} // namespace thrashlab::app
