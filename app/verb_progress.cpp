#include "verbs.h"

#include "sim/progress.h"
#include "sim/scenario_file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace thrashlab::app {
namespace {

using Json = nlohmann::ordered_json;

struct Wish {
    std::string scenario;
    std::vector<std::string> settings;
    std::size_t windows = 20;
    bool csv = false;
    bool json = false;
};

std::string as_rows(const Wish& wish, const std::vector<RunProgress>& runs) {
    std::vector<std::vector<std::string>> rows;
    for (const RunProgress& run : runs) {
        for (std::size_t i = 0; i < run.bytes.size(); ++i) {
            const double begin = to_seconds(run.begin(i) - run.started);
            const double end = to_seconds(run.begin(i + 1) - run.started);
            const double rate = run.bytes_per_second(i);
            rows.push_back(
                {fmt::format("{}", run.number), wish.csv ? fmt::format("{}", begin) : fmt::format("{:.3f}", begin),
                 wish.csv ? fmt::format("{}", end) : fmt::format("{:.3f}", end), fmt::format("{}", run.bytes[i]),
                 wish.csv ? fmt::format("{}", rate) : fmt::format("{:.0f}", rate)});
        }
    }
    const std::vector<Column> columns{
        {"run", true}, {"from_seconds", true}, {"to_seconds", true}, {"bytes", true}, {"bytes_per_second", true}};
    return wish.csv ? csv_table(columns, rows) : table(columns, rows);
}

std::string as_json(const Scenario& scenario, const std::vector<RunProgress>& runs) {
    Json json{{"program", std::string("thrashlab ") + THRASHLAB_VERSION},
              {"scenario", Json::parse(to_json(scenario))},
              {"runs", Json::array()}};
    for (const RunProgress& run : runs) {
        json["runs"].push_back({{"run", run.number}, {"seconds", to_seconds(run.length)}, {"bytes", run.bytes}});
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

void print_progress(const Wish& wish) {
    const auto recording = record(with_settings(load_scenario(wish.scenario), wish.settings));
    const std::vector<RunProgress> runs = *progress_of(*recording, wish.windows);
    fmt::print("{}", wish.json ? as_json(recording->scenario, runs) : as_rows(wish, runs));
}

} // namespace

void add_progress_verb(CLI::App& program) {
    auto* verb = program.add_subcommand("progress", "Throughput over time inside each run");
    auto wish = std::make_shared<Wish>();
    verb->add_option("scenario", wish->scenario, "Name of a scenario ('thrash scenarios' lists them) or a JSON file")
        ->required()
        ->type_name("SCENARIO|FILE");
    add_settings_option(*verb, wish->settings);
    verb->add_option("--windows", wish->windows, "Into how many windows of equal simulated time a run is cut, at most")
        ->check(CLI::Range(std::size_t{1}, std::size_t{100'000}))
        ->capture_default_str();
    auto* json = verb->add_flag("--json", wish->json, "Print as JSON");
    verb->add_flag("--csv", wish->csv, "Print as comma-separated values")->excludes(json);
    verb->footer("\nThe bytes of a run's windows add up to those of the run: a call's bytes count when it returns.\n"
                 "\nExamples:\n"
                 "  thrash progress 1997-ext2-1k\n"
                 "  thrash progress 1997-write-1400 --windows 200 --csv > progress.csv\n");
    verb->callback([wish] { print_progress(*wish); });
}

} // namespace thrashlab::app
