#include "verbs.h"

#include "error.h"
#include "sim/scenario_file.h"
#include "trace/miss_ratios.h"
#include "trace/scenario_references.h"
#include "trace/trace_file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace thrashlab::app {
namespace {

using Json = nlohmann::ordered_json;

struct Wish {
    std::string subject;
    std::vector<std::string> policies{"lru"};
    std::uint32_t sample = 0;
    double share = 1;
    std::size_t points = 20;
    std::uint64_t largest = 0;
    std::uint64_t window = 0;
    bool csv = false;
    bool json = false;
};

// A scenario by its name or file, or a trace.
DenseReferences references_of(const std::string& subject) {
    const std::vector<std::string> names = scenario_names();
    const bool scenario = std::find(names.begin(), names.end(), subject) != names.end() || subject.ends_with(".json");
    if (!scenario && !std::filesystem::exists(subject)) {
        throw Error(subject, "this is neither a scenario nor a file", "'thrash scenarios' lists the scenarios");
    }
    return scenario ? scenario_references(load_scenario(subject)) : dense(read_trace(subject));
}

// The table in words or as comma-separated values: a row for each capacity, two columns for each policy.
std::string curve_table(const Wish& wish, const MissRatios& all) {
    std::vector<Column> columns{{"capacity", true}};
    for (const PolicyMissRatios& each : all.curves) {
        columns.push_back({each.policy, true});
        columns.push_back({each.policy + " error", true});
    }
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < all.capacities.size(); ++i) {
        std::vector<std::string> row{fmt::format("{}", all.capacities[i])};
        for (const PolicyMissRatios& each : all.curves) {
            row.push_back(fmt::format("{:.6f}", each.curve.miss_ratios[i]));
            row.push_back(fmt::format("{:.6f}", each.curve.errors[i]));
        }
        rows.push_back(std::move(row));
    }
    return wish.csv ? csv_table(columns, rows) : table(columns, rows);
}

std::string curve_json(const Wish& wish, const MissRatios& all) {
    Json json{{"program", std::string("thrashlab ") + THRASHLAB_VERSION},
              {"subject", wish.subject},
              {"references", all.references},
              {"keys", all.keys},
              {"curves", Json::array()}};
    for (const PolicyMissRatios& each : all.curves) {
        json["curves"].push_back({{"policy", each.policy},
                                  {"capacity", each.curve.capacities},
                                  {"miss_ratio", each.curve.miss_ratios},
                                  {"error", each.curve.errors},
                                  {"sampled_keys", each.curve.sampled_keys}});
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string working_set_table(const Wish& wish, const DenseReferences& trace) {
    const WorkingSet set = working_set(trace.references, trace.keys, wish.window, wish.points);
    const std::vector<Column> columns{{"references", true}, {wish.csv ? "different_keys" : "different keys", true}};
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < set.places.size(); ++i) {
        rows.push_back({fmt::format("{}", set.places[i]), fmt::format("{}", set.keys[i])});
    }
    return wish.csv ? csv_table(columns, rows) : table(columns, rows);
}

void print_curves(const Wish& wish) {
    const DenseReferences trace = references_of(wish.subject);
    if (wish.window > 0) {
        fmt::print("{}", working_set_table(wish, trace));
        return;
    }
    const auto all = miss_ratios(trace, {.policies = wish.policies,
                                         .points = wish.points,
                                         .largest = wish.largest,
                                         .sample_keys = wish.sample,
                                         .share = wish.share});
    if (wish.json) {
        fmt::print("{}", curve_json(wish, *all));
        return;
    }
    if (!wish.csv) {
        fmt::print("{} references to {} different keys\n", all->references, all->keys);
    }
    fmt::print("{}", curve_table(wish, *all));
}

} // namespace

void add_mrc_verb(CLI::App& program) {
    auto* verb = program.add_subcommand("mrc", "Miss-ratio curves: the share of references that miss, by cache size");
    auto wish = std::make_shared<Wish>();
    verb->add_option(
            "subject", wish->subject,
            "A scenario, or a trace: .vscsi, .bin (oracleGeneral), .csv with a column lbn or id, or one number "
            "a line")
        ->required()
        ->type_name("SCENARIO|TRACE");
    verb->add_option("--policies", wish->policies, "Which policies, parted by commas")
        ->delimiter(',')
        ->capture_default_str();
    verb->add_option("--sample", wish->sample,
                     "LRU from samples of at most so many keys (SHARDS), with the standard error; exact if not given")
        ->check(CLI::Range(16U, 1U << 24));
    verb->add_option("--share", wish->share,
                     "The other policies from scaled-down caches on this share of the keys; 1 simulates all")
        ->check(CLI::Range(0.0001, 1.0));
    verb->add_option("--points", wish->points, "How many sizes")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 20))
        ->capture_default_str();
    verb->add_option("--largest", wish->largest, "The largest size; as many as there are keys if not given");
    verb->add_option("--working-set", wish->window,
                     "Instead of curves: how many different keys the last so many references touched, over the trace");
    auto* json = verb->add_flag("--json", wish->json, "Print as JSON");
    verb->add_flag("--csv", wish->csv, "Print as comma-separated values")->excludes(json);
    verb->footer("\nExamples:\n"
                 "  thrash mrc 1997-ext2-1k --policies lru,arc,opt\n"
                 "  thrash mrc trace.vscsi --sample 8192 --csv > curve.csv\n"
                 "  thrash mrc trace.vscsi --working-set 10000\n");
    verb->callback([wish] { print_curves(*wish); });
}

} // namespace thrashlab::app
