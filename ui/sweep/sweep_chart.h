// The results of a sweep as a chart.
#pragma once

#include "sim/curve.h"
#include "store/sweep_store.h"
#include "ui/plots/chart.h"

#include <vector>

namespace thrashlab::ui {

/// Throughput of one run of each point. A grid of two numbers, with at least `fewestForMap` values each, is a heat map.
/// Otherwise the number with the most values is the horizontal axis, and each combination of the others is a line; when
/// all values are words, each point of the grid is a bar. Single points behind the grid are in the table of numbers
/// alone, with all figures of all runs.
[[nodiscard]] Chart sweepChart(const SweepPlan& plan, const std::vector<SweepStore::Point>& points, CurveRun run);
inline constexpr std::size_t fewestForMap = 4;

/// "first run", "second run", "last run".
[[nodiscard]] QString sweepRunName(CurveRun run);
/// The runs that any of the points has.
[[nodiscard]] std::vector<CurveRun> runsOf(const std::vector<SweepStore::Point>& points);

} // namespace thrashlab::ui
