#include "verbs.h"

#include "error.h"
#include "store/sweep_store.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace thrashlab::app {
namespace {

std::vector<std::string> cells(const StoredRun& run) {
    const RunCounters& counters = run.result.counters;
    return {fmt::format("{}", run.id),
            fmt::format("{}", run.series),
            run.created,
            run.scenario,
            fmt::format("{}", run.result.number),
            fmt::format("{}", counters.bytes),
            fmt::format("{:.6f}", to_seconds(counters.elapsed())),
            fmt::format("{:.0f}", run.result.bytes_per_second()),
            fmt::format("{}", counters.commands),
            fmt::format("{}", counters.lost_turns)};
}

void add_merge_verb(CLI::App& runs) {
    auto* verb = runs.add_subcommand("merge", "Take over into one database what others have and it has not");
    struct Wish {
        std::string into;
        std::vector<std::string> from;
    };
    auto wish = std::make_shared<Wish>();
    verb->add_option("into", wish->into, "The SQLite file that grows; made if it is not there")
        ->required()
        ->type_name("INTO");
    verb->add_option("from", wish->from, "The SQLite files whose series, runs and points of sweeps are taken over")
        ->required()
        ->type_name("FROM...");
    verb->callback([wish] {
        for (const std::string& from : wish->from) {
            if (!std::filesystem::exists(from)) {
                throw Error(from, "there is no such database", "nothing was merged");
            }
        }
        RunStore into(wish->into);
        for (const std::string& from : wish->from) {
            const MergeCount count = merge_runs(into, from);
            fmt::print("{}: {} series, {} runs, {} points of sweeps taken over\n", from, count.series, count.runs,
                       count.points);
        }
    });
}

} // namespace

void add_runs_verb(CLI::App& program) {
    auto* verb = program.add_subcommand("runs", "List the runs that a database keeps, newest first");
    struct Wish {
        std::string database;
        std::size_t most = 50;
        bool csv = false;
    };
    auto wish = std::make_shared<Wish>();
    verb->add_option("--db", wish->database, "The SQLite file; the program's own database if not given")
        ->type_name("FILE");
    verb->add_option("--most", wish->most, "How many at most")->capture_default_str();
    verb->add_flag("--csv", wish->csv, "Print a table of comma-separated values");
    add_merge_verb(*verb);
    verb->callback([wish, verb] {
        if (!verb->get_subcommands().empty()) {
            return;
        }
        const std::filesystem::path file = database_file(wish->database);
        if (!std::filesystem::exists(file)) { // opening would make it
            throw Error(file.string(), "there is no such database", "thrash run SCENARIO --db FILE makes one");
        }
        std::vector<std::vector<std::string>> rows;
        for (const StoredRun& run : RunStore(file).runs(wish->most)) {
            rows.push_back(cells(run));
        }
        const std::vector<Column> columns{{"id", true},       {"series", true},    {"mounted at"},    {"scenario"},
                                          {"run", true},      {"bytes", true},     {"seconds", true}, {"B/s", true},
                                          {"commands", true}, {"lost turns", true}};
        if (!wish->csv) {
            fmt::print("{}", table(columns, rows));
            return;
        }
        std::vector<std::string> titles;
        for (const Column& column : columns) {
            titles.push_back(column.title);
        }
        fmt::print("{}", csv_line(titles));
        for (const auto& row : rows) {
            fmt::print("{}", csv_line(row));
        }
    });
}

} // namespace thrashlab::app
