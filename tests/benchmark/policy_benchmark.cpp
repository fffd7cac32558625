// How many accesses a second each policy takes, hits and misses mixed.
#include "cache/policy_run.h"

#include <benchmark/benchmark.h>

#include <random>

namespace thrashlab {
namespace {

constexpr std::uint32_t keys = 1U << 16U;
constexpr std::uint32_t capacity = keys / 8;

// Half of them among few keys, half in long stretches.
std::vector<BlockNo> references() {
    std::mt19937 random(1997);
    std::vector<BlockNo> result;
    std::uint32_t place = 0;
    for (int i = 0; i < 1 << 19; ++i) {
        if (i % 2 == 0) {
            result.emplace_back(static_cast<std::uint32_t>(random() % (capacity / 2)));
        } else {
            result.emplace_back(place = (place + 1) % keys);
        }
    }
    return result;
}

void accesses(benchmark::State& state, std::string_view name) {
    static const std::vector<BlockNo> given = references();
    std::uint64_t misses = 0;
    for (auto _ : state) {
        misses = run_policy(name, given, keys, capacity).misses;
    }
    state.counters["accesses/s"] = benchmark::Counter(
        static_cast<double>(given.size()) * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
    state.counters["miss ratio"] = static_cast<double>(misses) / static_cast<double>(given.size());
}

const bool registered = [] {
    for (const PolicyInfo& info : policies()) {
        benchmark::RegisterBenchmark(("policy/" + std::string(info.name)).c_str(),
                                     [&info](benchmark::State& state) { accesses(state, info.name); });
    }
    return true;
}();

} // namespace
} // namespace thrashlab
