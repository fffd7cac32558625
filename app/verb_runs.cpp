#include "verbs.h"

#include "error.h"
#include "sim/run_fields.h"
#include "store/run_export.h"
#include "store/run_query.h"
#include "store/sweep_store.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

namespace thrashlab::app {
namespace {

struct Wish {
    std::string database;
    std::size_t most = 50;
    std::string filter;
    std::string sort = "newest";
    bool ascending = false;
    bool descending = false;
    bool starred = false;
    bool csv = false;
    bool json = false;
    std::string format = "csv";
};

std::vector<std::string> cells(const StoredRun& run) {
    const RunCounters& counters = run.result.counters;
    return {fmt::format("{}", run.id),
            run.starred ? "*" : "",
            fmt::format("{}", run.series),
            run.created,
            run.scenario,
            fmt::format("{}", run.result.number),
            fmt::format("{}", counters.bytes),
            fmt::format("{:.6f}", to_seconds(counters.elapsed())),
            fmt::format("{:.0f}", run.result.bytes_per_second()),
            fmt::format("{}", counters.commands),
            fmt::format("{}", counters.lost_turns),
            run.tags,
            run.note};
}

const std::vector<Column> columns{{"id", true},  {"star"},           {"series", true},     {"mounted at"},
                                  {"scenario"},  {"run", true},      {"bytes", true},      {"seconds", true},
                                  {"B/s", true}, {"commands", true}, {"lost turns", true}, {"tags"},
                                  {"note"}};

std::vector<std::string> sort_names() {
    std::vector<std::string> names;
    for (const RunSortName& each : run_sort_names()) {
        names.emplace_back(each.name);
    }
    return names;
}

void add_query_options(CLI::App& verb, Wish& wish) {
    verb.add_option("--filter", wish.filter,
                    "Only runs that match each of these words: in the scenario's name or title, the note, the tags, "
                    "the program's version or the time of the mount; run:2 matches second runs, tag:slow that tag")
        ->type_name("TEXT");
    verb.add_option("--sort", wish.sort, "By what: " + fmt::format("{}", fmt::join(sort_names(), ", ")))
        ->check(CLI::IsMember(sort_names()))
        ->type_name("COLUMN")
        ->capture_default_str();
    auto* ascending = verb.add_flag("--ascending", wish.ascending, "The least, or oldest, first");
    verb.add_flag("--descending", wish.descending, "The greatest, or newest, first")->excludes(ascending);
    verb.add_flag("--starred", wish.starred, "Only runs with a star");
}

RunQuery query_of(const Wish& wish) {
    const auto sorts = run_sort_names();
    const auto sort =
        std::find_if(sorts.begin(), sorts.end(), [&](const RunSortName& each) { return each.name == wish.sort; });
    return {.text = wish.filter,
            .starred_only = wish.starred,
            .sort = sort->sort,
            .descending = wish.descending || (!wish.ascending && sort->descending)};
}

void print_rows(const std::vector<StoredRun>& runs, bool csv) {
    std::vector<std::vector<std::string>> rows;
    for (const StoredRun& run : runs) {
        rows.push_back(cells(run));
    }
    if (!csv) {
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
}

void list(const Wish& wish) {
    const RunStore store = existing_database(wish.database);
    if (wish.json) {
        std::vector<std::int64_t> ids = list_runs(store, query_of(wish)).ids;
        ids.resize(std::min(ids.size(), wish.most));
        export_runs(store, ids, RunFormat::json, std::cout);
        std::cout.flush();
        return;
    }
    print_rows(stored_runs(store, query_of(wish), 0, wish.most), wish.csv);
}

void add_export_verb(CLI::App& runs) {
    auto* verb = runs.add_subcommand("export", "Write runs with all figures and all parameters of their scenarios");
    auto wish = std::make_shared<Wish>();
    add_database_option(*verb, wish->database);
    add_query_options(*verb, *wish);
    verb->add_option("--format", wish->format, "csv or json")
        ->check(CLI::IsMember(std::vector<std::string>{"csv", "json"}))
        ->capture_default_str();
    verb->footer("\nEvery file has the same columns, so that rows of several can be put together.\n"
                 "Example: thrash runs export --filter 'ext2 run:2' > second.csv\n");
    verb->callback([wish] {
        const RunStore store = existing_database(wish->database);
        export_runs(store, list_runs(store, query_of(*wish)).ids,
                    wish->format == "json" ? RunFormat::json : RunFormat::csv, std::cout);
        std::cout.flush();
        if (!std::cout.good()) {
            throw Error("standard output", "it takes no more");
        }
    });
}

void add_merge_verb(CLI::App& runs) {
    auto* verb = runs.add_subcommand("merge", "Take over into one database what others have and it has not");
    struct Merge {
        std::string into;
        std::vector<std::string> from;
    };
    auto wish = std::make_shared<Merge>();
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

void add_database_option(CLI::App& verb, std::string& database) {
    verb.add_option("--db", database, "The SQLite file; the program's own database if not given")->type_name("FILE");
}

RunStore existing_database(const std::string& option) {
    const std::filesystem::path file = database_file(option);
    if (!std::filesystem::exists(file)) { // opening would make it
        throw Error(file.string(), "there is no such database", "thrash run SCENARIO --db FILE makes one");
    }
    return RunStore(file);
}

void add_runs_verb(CLI::App& program) {
    auto* verb = program.add_subcommand("runs", "List the runs that a database keeps, newest first; compare, export, "
                                                "annotate and delete them");
    auto wish = std::make_shared<Wish>();
    add_database_option(*verb, wish->database);
    add_query_options(*verb, *wish);
    verb->add_option("--most", wish->most, "How many at most")->capture_default_str();
    auto* csv = verb->add_flag("--csv", wish->csv, "Print a table of comma-separated values");
    verb->add_flag("--json", wish->json, "Print the runs as JSON, with all figures and parameters")->excludes(csv);
    verb->footer("\nExamples:\n"
                 "  thrash runs --filter 'ext2 run:2' --sort speed\n"
                 "  thrash runs compare 12 17\n"
                 "  thrash runs note 12 'the one with the page cache off'\n");
    add_export_verb(*verb);
    add_run_edit_verbs(*verb);
    add_merge_verb(*verb);
    verb->callback([wish, verb] {
        if (verb->get_subcommands().empty()) {
            list(*wish);
        }
    });
}

} // namespace thrashlab::app
