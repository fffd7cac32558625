#include "sim/curve_point.h"

#include "error.h"

#include <algorithm>
#include <new>
#include <utility>

namespace thrashlab {
namespace {

constexpr auto between_reports = std::chrono::milliseconds(30);

} // namespace

Scenario with_fewer_runs(Scenario scenario, std::uint32_t most_runs, std::initializer_list<std::string_view> keys) {
    if (most_runs > 0 && std::find(keys.begin(), keys.end(), "workload.runs") == keys.end()) {
        scenario.workload.runs = std::min(scenario.workload.runs, most_runs);
    }
    return scenario;
}

CurvePoint simulate_point(Scenario scenario, const Parameter& parameter, const CurveGrid& grid, std::uint64_t place,
                          const SimulationOptions& options) {
    CurvePoint point{.place = place, .value = grid.value(place), .runs = {}, .problem = {}};
    try {
        set_parameter(scenario, parameter, grid.as_parameter(point.value));
        std::vector<RunResult> runs = simulate(scenario, options);
        if (runs.size() > curve_runs) {
            runs[curve_runs - 1] = std::move(runs.back());
            runs.resize(curve_runs);
        }
        if (!runs.empty() && !runs.front().failure.empty()) {
            point.problem = runs.front().failure;
        }
        point.runs = std::move(runs);
    } catch (const Error& error) {
        point.problem = error.what();
    } catch (const std::bad_alloc&) {
        point.problem = "there is not enough memory to simulate it";
    }
    return point;
}

bool ReportPace::due() {
    const auto now = Clock::now();
    const bool due = now - last_ > between_reports;
    last_ = due ? now : last_;
    return due;
}

} // namespace thrashlab
