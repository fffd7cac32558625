// How soon the curve under a slider is there: the exhibit over its buffers, three runs at each of 200 values.
#include "sim/curve.h"
#include "sim/scenario_file.h"

#include <benchmark/benchmark.h>

namespace thrashlab {
namespace {

CurveRequest exhibit() {
    CurveRequest request;
    request.base = load_scenario("1997-ext2-1k");
    request.from = 1000;
    request.to = 2400;
    return request;
}

// As many values as a curve may have, whether or not they differ: the most it costs.
void curve_of_200_values(benchmark::State& state) {
    CurveRequest request = exhibit();
    request.coarse = request.budget;
    for (auto _ : state) {
        CurveCache cache;
        state.counters["points"] = static_cast<double>(compute_curve(request, cache).points());
    }
}
BENCHMARK(curve_of_200_values)->UseRealTime()->Unit(benchmark::kMillisecond);

void curve_as_sampled(benchmark::State& state) {
    const CurveRequest request = exhibit();
    for (auto _ : state) {
        CurveCache cache;
        state.counters["points"] = static_cast<double>(compute_curve(request, cache).points());
    }
}
BENCHMARK(curve_as_sampled)->UseRealTime()->Unit(benchmark::kMillisecond);

// Until the first report: the coarse curve.
void curve_coarse(benchmark::State& state) {
    CurveRequest request = exhibit();
    request.budget = request.coarse;
    for (auto _ : state) {
        CurveCache cache;
        benchmark::DoNotOptimize(compute_curve(request, cache));
    }
}
BENCHMARK(curve_coarse)->UseRealTime()->Unit(benchmark::kMillisecond);

void curve_with_policies(benchmark::State& state) {
    CurveRequest request = exhibit();
    request.policies = {"arc", "2q", "sieve", "opt"};
    for (auto _ : state) {
        CurveCache cache;
        state.counters["points"] = static_cast<double>(compute_curve(request, cache).points());
    }
}
BENCHMARK(curve_with_policies)->UseRealTime()->Unit(benchmark::kMillisecond);

void curve_known_already(benchmark::State& state) {
    const CurveRequest request = exhibit();
    CurveCache cache;
    benchmark::DoNotOptimize(compute_curve(request, cache));
    for (auto _ : state) {
        benchmark::DoNotOptimize(compute_curve(request, cache));
    }
}
BENCHMARK(curve_known_already)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace
} // namespace thrashlab
