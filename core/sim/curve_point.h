// One point of a curve or a heat map: what both are made of.
#pragma once

#include "sim/curve.h"

#include <chrono>
#include <initializer_list>

namespace thrashlab {

/// The scenario with no more than `most_runs` runs (0: as many as it has), unless one of `keys` is their number.
[[nodiscard]] Scenario with_fewer_runs(Scenario scenario, std::uint32_t most_runs,
                                       std::initializer_list<std::string_view> keys);

/// Simulates the scenario with its parameter at a place of the grid. Whatever is wrong with it becomes the point's
/// problem. Worth nothing when a stop was asked for.
[[nodiscard]] CurvePoint simulate_point(Scenario scenario, const Parameter& parameter, const CurveGrid& grid,
                                        std::uint64_t place, const SimulationOptions& options);

/// How often it is worth telling what is known so far, while more comes in.
class ReportPace {
public:
    /// Whether a while has gone by since the last time it answered yes.
    [[nodiscard]] bool due();
    /// Something was told without asking.
    void told() { last_ = Clock::now(); }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point last_ = Clock::now();
};

} // namespace thrashlab
