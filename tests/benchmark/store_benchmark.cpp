// A database of a million runs: how long a person waits. It is made once, in a temporary folder, and takes a while.
#include "sim/scenario_file.h"
#include "store/connection.h"
#include "store/run_query.h"
#include "store/run_store.h"

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>

namespace thrashlab {
namespace {

constexpr std::size_t runs_of_a_series = 3;
constexpr std::size_t scenarios_with_names_of_their_own = 5000;

/// THRASHLAB_BENCHMARK_RUNS says how many; without it a few, so that trying the benchmark out is quick.
std::size_t wanted_runs() {
    const char* text = std::getenv("THRASHLAB_BENCHMARK_RUNS");
    constexpr std::size_t few = 10'000;
    return text == nullptr ? few : static_cast<std::size_t>(std::strtoull(text, nullptr, 10));
}

class Folder {
public:
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "thrashlab-benchmark-XXXXXX").string();
        path_ = mkdtemp(name.data());
        fill();
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    Folder(Folder&&) = delete;
    Folder& operator=(Folder&&) = delete;

    [[nodiscard]] std::filesystem::path file() const { return path_ / "runs.sqlite"; }

private:
    void fill() const {
        RunStore store(file());
        SQLite::Database& database = store.connection().database;
        SQLite::Transaction transaction(database);
        std::mt19937_64 random(1997);
        Scenario scenario = load_scenario("1997-ext2-1k");
        RunResult run = simulate(scenario).front();
        for (std::size_t i = 0; i < wanted_runs(); i += runs_of_a_series) {
            const std::size_t kind = i / runs_of_a_series % scenarios_with_names_of_their_own;
            scenario.name = "sweep-" + std::to_string(kind);
            scenario.buffers = static_cast<std::uint32_t>(100 + kind);
            const std::int64_t series = store_detail::insert_series(database, scenario);
            for (std::uint32_t number = 1; number <= runs_of_a_series; ++number) {
                run.number = number;
                run.counters.ended = run.counters.started + Duration(1'000'000 + random() % 30'000'000'000);
                run.counters.lost_turns = random() % 2000;
                store_detail::insert_run(database, series, run);
            }
        }
        transaction.commit();
    }

    std::filesystem::path path_;
};

std::filesystem::path file() {
    static const Folder folder;
    return folder.file();
}

// What the window does before the first row is there.
void open_and_first_page(benchmark::State& state) {
    file();
    for (auto _ : state) {
        const RunStore store(file());
        const RunList list = list_runs(store, {});
        benchmark::DoNotOptimize(stored_runs(store, std::span(list.ids).first(100)));
    }
}

void random_page(benchmark::State& state) {
    const RunStore store(file());
    const RunList list = list_runs(store, {});
    std::mt19937_64 random(1);
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            stored_runs(store, std::span(list.ids).subspan(random() % (list.ids.size() - 64), 64)));
    }
}

void query(benchmark::State& state, const RunQuery& query) {
    const RunStore store(file());
    std::size_t found = 0;
    for (auto _ : state) {
        found = list_runs(store, query).ids.size();
    }
    state.counters["runs"] = static_cast<double>(found);
}

// The same by the window, which asked the same database before.
void known_query(benchmark::State& state, const RunQuery& query) {
    RunFinder finder(file());
    std::size_t found = finder.list({}).ids.size();
    for (auto _ : state) {
        found = finder.list(query).ids.size();
    }
    state.counters["runs"] = static_cast<double>(found);
}

// What a finished run costs the thread that draws.
void store_a_run(benchmark::State& state) {
    RunStore store(file());
    const Scenario scenario = load_scenario("1997-ext2-1k");
    RunResult run = simulate(scenario).front();
    run.number = 0;
    const std::int64_t series = store.begin_series(scenario);
    for (auto _ : state) {
        ++run.number;
        benchmark::DoNotOptimize(store.add_run(series, run));
    }
}

BENCHMARK(open_and_first_page)->Unit(benchmark::kMillisecond);
BENCHMARK(random_page)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(query, filter_few, RunQuery{.text = "sweep-1234"})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(query, filter_half_and_run, RunQuery{.text = "sweep-2 run:2"})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(query, filter_all, RunQuery{.text = "sweep"})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(query, sort_by_speed, RunQuery{.sort = RunSort::speed})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(query, group_by_scenario, RunQuery{.grouping = RunGrouping::scenario})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(known_query, filter_few, RunQuery{.text = "sweep-1234"})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(known_query, filter_half_and_run, RunQuery{.text = "sweep-2 run:2"})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(known_query, filter_all, RunQuery{.text = "sweep"})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(known_query, sort_by_speed, RunQuery{.sort = RunSort::speed})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(known_query, group_by_scenario, RunQuery{.grouping = RunGrouping::scenario})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(store_a_run)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace thrashlab
