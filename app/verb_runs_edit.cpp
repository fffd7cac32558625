// What `thrash runs` does to single runs.
#include "verbs.h"

#include "error.h"
#include "sim/comparison.h"
#include "store/run_edit.h"
#include "store/run_query.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <functional>

namespace thrashlab::app {
namespace {

struct Wish {
    std::string database;
    std::vector<std::int64_t> runs;
    std::string text;
    bool off = false;
};

// All of these runs, in their order. Throws Error when one is not there.
std::vector<StoredRun> find_runs(const RunStore& store, const std::vector<std::int64_t>& ids) {
    const std::vector<StoredRun> found = stored_runs(store, ids);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (i >= found.size() || found[i].id != ids[i]) {
            throw Error(store.file().string(), fmt::format("there is no run {}", ids[i]), "thrash runs lists them");
        }
    }
    return found;
}

std::string in_runs(std::size_t count) {
    return fmt::format("{} {}", count, count == 1 ? "run" : "runs");
}

void compare_them(const Wish& wish) {
    const RunStore store = existing_database(wish.database);
    const std::vector<StoredRun> found = find_runs(store, wish.runs);
    std::vector<Scenario> scenarios;
    for (const StoredRun& run : found) {
        scenarios.push_back(store.scenario_of(run.id));
    }
    std::vector<ComparedRun> runs;
    std::vector<Column> columns{{""}};
    for (std::size_t i = 0; i < found.size(); ++i) {
        runs.push_back({&scenarios[i], &found[i].result});
        columns.push_back(
            {fmt::format("{}: {}, run {}", found[i].id, found[i].scenario, found[i].result.number), true});
    }
    if (runs.size() == 2) {
        for (const std::string& sentence :
             compare(runs[0], runs[1], fmt::format("Run {}", found[0].id), fmt::format("Run {}", found[1].id))) {
            fmt::print("{}\n", sentence);
        }
        fmt::print("\n");
    }
    std::vector<std::vector<std::string>> rows;
    for (const ComparisonRow& row : comparison_table(runs)) {
        rows.push_back({row.name});
        for (std::size_t i = 0; i < row.values.size(); ++i) {
            rows.back().push_back(row.values[i] + (row.differs[i] ? " *" : "  "));
        }
    }
    fmt::print("{}\n* differs from the first\n", table(columns, rows));
}

// A verb that takes runs and changes them.
CLI::App* add_edit(CLI::App& runs, const std::string& name, const std::string& help,
                   const std::function<void(RunStore&, const Wish&)>& edit, const std::shared_ptr<Wish>& wish) {
    auto* verb = runs.add_subcommand(name, help);
    add_database_option(*verb, wish->database);
    verb->callback([wish, edit] {
        RunStore store = existing_database(wish->database);
        find_runs(store, wish->runs); // all or nothing
        edit(store, *wish);
    });
    return verb;
}

void add_several(CLI::App& verb, Wish& wish) {
    verb.add_option("runs", wish.runs, "Ids of runs, as 'thrash runs' lists them")->required()->type_name("ID...");
}

void add_one_and_text(CLI::App& verb, Wish& wish, const std::string& what) {
    // Not as a list, which would take the text, too.
    verb.add_option_function<std::int64_t>(
            "run", [&wish](std::int64_t run) { wish.runs = {run}; }, "The run's id")
        ->required()
        ->type_name("ID");
    verb.add_option("text", wish.text, what)->required()->type_name("TEXT");
}

} // namespace

void add_run_edit_verbs(CLI::App& runs) {
    auto compared = std::make_shared<Wish>();
    auto* compare_verb = runs.add_subcommand("compare", "Say in what runs differ: parameters, time, counts");
    add_database_option(*compare_verb, compared->database);
    compare_verb->add_option("runs", compared->runs, "Ids of two or more runs; the others are held against the first")
        ->required()
        ->expected(2, 1000)
        ->type_name("ID ID...");
    compare_verb->callback([compared] { compare_them(*compared); });

    auto note = std::make_shared<Wish>();
    add_one_and_text(*add_edit(
                         runs, "note", "Write a note about a run",
                         [](RunStore& store, const Wish& wish) { set_note(store, wish.runs, wish.text); }, note),
                     *note, "The note; '' takes it away");
    auto tag = std::make_shared<Wish>();
    add_one_and_text(*add_edit(
                         runs, "tag", "Give a run tags",
                         [](RunStore& store, const Wish& wish) { set_tags(store, wish.runs, wish.text); }, tag),
                     *tag, "All of its tags, as in 'slow exercise-3'; '' takes them away");
    auto star = std::make_shared<Wish>();
    auto* star_verb = add_edit(
        runs, "star", "Mark runs with a star",
        [](RunStore& store, const Wish& wish) {
            fmt::print("{} changed\n", in_runs(set_starred(store, wish.runs, !wish.off)));
        },
        star);
    add_several(*star_verb, *star);
    star_verb->add_flag("--off", star->off, "Take the star away");
    auto gone = std::make_shared<Wish>();
    add_several(*add_edit(
                    runs, "delete", "Delete runs; for a day 'thrash runs restore' brings them back",
                    [](RunStore& store, const Wish& wish) {
                        fmt::print("{} deleted\n", in_runs(remove_runs(store, wish.runs)));
                    },
                    gone),
                *gone);
    auto back = std::make_shared<Wish>();
    add_several(*add_edit(
                    runs, "restore", "Bring deleted runs back",
                    [](RunStore& store, const Wish& wish) {
                        fmt::print("{} brought back\n", in_runs(restore_runs(store, wish.runs)));
                    },
                    back),
                *back);
}

} // namespace thrashlab::app
