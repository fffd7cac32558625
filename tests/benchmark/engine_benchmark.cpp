// How fast the engine is: block requests a second, bytes a journal event takes, and how long a step back is.
#include "sim/scenario_file.h"
#include "sim/simulation.h"

#include <benchmark/benchmark.h>

#include <random>

namespace thrashlab {
namespace {

// A file that fits, read again and again: nothing but hits.
Scenario cached() {
    Scenario scenario = load_scenario("1997-ext2-4k");
    scenario.workload.runs = 100;
    return scenario;
}

// The exhibit: half of a run's blocks come from the disk one by one.
Scenario thrashing() {
    Scenario scenario = load_scenario("1997-ext2-1k");
    scenario.workload.runs = 100;
    return scenario;
}

// A file of 64 MiB through a cache of half its size.
Scenario large() {
    Scenario scenario = load_scenario("1997-ext2-1k");
    scenario.workload.file_bytes = 64 << 20;
    scenario.workload.runs = 3;
    scenario.buffers = 32768;
    return scenario;
}

std::uint64_t requests(const std::vector<RunResult>& runs) {
    std::uint64_t sum = 0;
    for (const RunResult& run : runs) {
        sum += run.counters.block_requests;
    }
    return sum;
}

void without_journal(benchmark::State& state, Scenario (*make)()) {
    const Scenario scenario = make();
    std::uint64_t done = 0;
    for (auto _ : state) {
        done += requests(simulate(scenario));
    }
    state.counters["requests/s"] = benchmark::Counter(static_cast<double>(done), benchmark::Counter::kIsRate);
}

void with_journal(benchmark::State& state, Scenario (*make)()) {
    const Scenario scenario = make();
    std::uint64_t done = 0;
    double bytes = 0;
    double events = 0;
    for (auto _ : state) {
        const auto recording = record(scenario);
        done += requests(recording->runs);
        bytes = static_cast<double>(recording->journal.bytes());
        events = static_cast<double>(recording->journal.size());
    }
    state.counters["requests/s"] = benchmark::Counter(static_cast<double>(done), benchmark::Counter::kIsRate);
    state.counters["bytes/event"] = bytes / events;
    state.counters["events"] = events;
}

BENCHMARK_CAPTURE(without_journal, cached, cached);
BENCHMARK_CAPTURE(without_journal, thrashing, thrashing);
BENCHMARK_CAPTURE(without_journal, large, large);
BENCHMARK_CAPTURE(with_journal, cached, cached);
BENCHMARK_CAPTURE(with_journal, thrashing, thrashing);
BENCHMARK_CAPTURE(with_journal, large, large);

void jump_to_a_random_instant(benchmark::State& state) {
    const auto recording = record(load_scenario("1997-ext2-1k"));
    Replay replay(recording->journal);
    std::mt19937 random(1);
    for (auto _ : state) {
        replay.move_to(random() % recording->journal.size());
        benchmark::DoNotOptimize(replay.state().time);
    }
}
BENCHMARK(jump_to_a_random_instant);

} // namespace
} // namespace thrashlab
