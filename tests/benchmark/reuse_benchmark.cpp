// How many references a second the exact curve of LRU takes: at random, skewed, in a loop, and those of the exhibit.
#include "sim/scenario_file.h"
#include "trace/reuse_distance.h"
#include "trace/scenario_references.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace thrashlab {
namespace {

constexpr std::uint32_t many_keys = 1'000'000;
constexpr std::size_t many_references = 4'000'000;
constexpr std::uint32_t loop_keys = 100'000;

DenseReferences uniform() {
    std::mt19937_64 random(1997);
    DenseReferences result{.references = {}, .keys = many_keys};
    for (std::size_t i = 0; i < many_references; ++i) {
        result.references.emplace_back(static_cast<std::uint32_t>(random() % many_keys));
    }
    return result;
}

// The k-th key comes as often as 1 / k of the first one; which key is the k-th is anybody's guess.
DenseReferences zipf() {
    std::mt19937_64 random(1997);
    std::vector<double> sums(many_keys);
    double sum = 0;
    for (std::uint32_t rank = 0; rank < many_keys; ++rank) {
        sums[rank] = sum += 1.0 / (rank + 1);
    }
    std::vector<std::uint32_t> names(many_keys);
    for (std::uint32_t key = 0; key < many_keys; ++key) {
        names[key] = key;
    }
    std::shuffle(names.begin(), names.end(), random);
    std::uniform_real_distribution<double> place(0, sum);
    DenseReferences result{.references = {}, .keys = many_keys};
    for (std::size_t i = 0; i < many_references; ++i) {
        const auto found = std::upper_bound(sums.begin(), sums.end() - 1, place(random));
        result.references.emplace_back(names[static_cast<std::size_t>(found - sums.begin())]);
    }
    return result;
}

DenseReferences loop() {
    DenseReferences result{.references = {}, .keys = loop_keys};
    for (std::size_t i = 0; i < many_references; ++i) {
        result.references.emplace_back(static_cast<std::uint32_t>(i % loop_keys));
    }
    return result;
}

void reuse_distances(benchmark::State& state, DenseReferences (*make)()) {
    const DenseReferences trace = make();
    for (auto _ : state) {
        benchmark::DoNotOptimize(lru_curve(trace.references, trace.keys));
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(trace.references.size()) * state.iterations());
}
BENCHMARK_CAPTURE(reuse_distances, uniform, uniform)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(reuse_distances, zipf, zipf)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(reuse_distances, loop, loop)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(reuse_distances, exhibit, [] {
    return scenario_references(load_scenario("1997-ext2-1k"));
})->Unit(benchmark::kMillisecond);

} // namespace
} // namespace thrashlab
