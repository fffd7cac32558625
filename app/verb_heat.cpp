#include "verbs.h"

#include "sim/heat_map.h"
#include "sim/scenario_file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <map>

namespace thrashlab::app {
namespace {

using Json = nlohmann::ordered_json;

// What of an axis the command line may say; the rest is as suggested.
struct AxisWish {
    std::string key;
    std::optional<double> from;
    std::optional<double> to;

    void apply_to(HeatMapAxis& axis, std::size_t steps) const {
        axis.range.from = from.value_or(axis.range.from);
        axis.range.to = to.value_or(axis.range.to);
        axis.range.logarithmic = axis.range.logarithmic && axis.range.from > 0;
        axis.steps = steps;
    }
};

struct Wish {
    std::string scenario;
    std::vector<std::string> settings;
    AxisWish x{.key = "cache.buffers"};
    AxisWish y{.key = "workload.file_bytes"};
    std::size_t steps = 13;
    CurveRun run = CurveRun::second;
    bool csv = false;
    bool json = false;
};

// A row for each point.
std::string as_csv(const HeatMap& map) {
    std::vector<std::vector<std::string>> rows;
    for (std::size_t point = 0; point < map.values.size(); ++point) {
        const double value = map.values[point];
        rows.push_back({fmt::format("{}", map.x[point % map.x.size()]), fmt::format("{}", map.y[point / map.x.size()]),
                        std::isnan(value) ? "" : fmt::format("{}", value), map.problems[point]});
    }
    return csv_table({{map.request.x.key}, {map.request.y.key}, {"bytes_per_second"}, {"problem"}}, rows);
}

// A row for each value of y, the largest on top as in a picture, and a column for each value of x.
std::string as_table(const HeatMap& map) {
    std::vector<Column> columns{{map.request.y.key, true}};
    for (const double value : map.x) {
        columns.push_back({fmt::format("{:.10g}", value), true});
    }
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = map.y.size(); i-- > 0;) {
        std::vector<std::string> row{fmt::format("{:.10g}", map.y[i])};
        for (std::size_t j = 0; j < map.x.size(); ++j) {
            const double value = map.values[i * map.x.size() + j];
            row.push_back(std::isnan(value) ? "-" : fmt::format("{:.0f}", value));
        }
        rows.push_back(std::move(row));
    }
    return fmt::format("bytes per second, by {} from left to right\n{}", map.request.x.key, table(columns, rows));
}

std::string as_json(const HeatMap& map) {
    Json values = Json::array();
    for (const double value : map.values) {
        values.push_back(std::isnan(value) ? Json() : Json(value));
    }
    const Json json{{"program", std::string("thrashlab ") + THRASHLAB_VERSION},
                    {"scenario", Json::parse(to_json(map.request.base))},
                    {"x", {{"parameter", map.request.x.key}, {"values", map.x}}},
                    {"y", {{"parameter", map.request.y.key}, {"values", map.y}}},
                    {"bytes_per_second", values},
                    {"problems", map.problems}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

void print_map(const Wish& wish) {
    const Scenario scenario = with_settings(load_scenario(wish.scenario), wish.settings);
    HeatMapRequest request = suggested_heat_map(scenario, wish.x.key, wish.y.key);
    wish.x.apply_to(request.x, wish.steps);
    wish.y.apply_to(request.y, wish.steps);
    request.run = wish.run;
    CurveCache cache;
    const HeatMap map = compute_heat_map(request, cache);
    const auto report = wish.json ? as_json : wish.csv ? as_csv : as_table;
    fmt::print("{}", report(map));
}

void add_axis(CLI::App& verb, const std::string& name, AxisWish& wish) {
    verb.add_option("--" + name, wish.key, "The parameter along " + name + "; 'thrash parameters' lists them")
        ->type_name("KEY")
        ->capture_default_str();
    verb.add_option("--" + name + "-from", wish.from, "Its least value; around what matters if not given");
    verb.add_option("--" + name + "-to", wish.to, "Its largest value");
}

} // namespace

void add_heat_verb(CLI::App& program) {
    auto* verb = program.add_subcommand("heat", "Throughput over two parameters at once");
    auto wish = std::make_shared<Wish>();
    verb->add_option("scenario", wish->scenario, "Name of a scenario ('thrash scenarios' lists them) or a JSON file")
        ->required()
        ->type_name("SCENARIO|FILE");
    add_settings_option(*verb, wish->settings);
    add_axis(*verb, "x", wish->x);
    add_axis(*verb, "y", wish->y);
    verb->add_option("--steps", wish->steps, "How many values of each, at most")
        ->check(CLI::Range(std::size_t{2}, std::size_t{1000}))
        ->capture_default_str();
    verb->add_option("--run", wish->run, "Which run: first, second or last (of three)")
        ->transform(CLI::CheckedTransformer(std::map<std::string, CurveRun>{
            {"first", CurveRun::first}, {"second", CurveRun::second}, {"last", CurveRun::last}}))
        ->default_str("second");
    auto* json = verb->add_flag("--json", wish->json, "Print as JSON, the values row by row");
    verb->add_flag("--csv", wish->csv, "Print as comma-separated values, a line for each point")->excludes(json);
    verb->footer("\nExamples:\n"
                 "  thrash heat 1997-ext2-1k --steps 9\n"
                 "  thrash heat 1997-ext2-1k --x cache.buffers --y drive.rpm --run first --csv > map.csv\n");
    verb->callback([wish] { print_map(*wish); });
}

} // namespace thrashlab::app
