// Charts of what the engine has computed: progress, curves, heat maps, miss ratios and working sets. All of them are
// functions of values, for any thread.
#pragma once

#include "sim/heat_map.h"
#include "sim/progress.h"
#include "trace/miss_ratios.h"
#include "ui/plots/chart.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <span>

namespace thrashlab::ui {

/// Throughput over time inside each run, or inside one of them: a step for each window, from the start of the run on.
[[nodiscard]] Chart progressChart(const Scenario& scenario, std::span<const RunProgress> runs,
                                  std::optional<std::uint32_t> run = {});

/// Throughput against a parameter: the runs of the base, then the other policies; its present value and its cliff are
/// marked. Values that cannot be simulated are gaps.
[[nodiscard]] Chart curveChart(const Curve& curve, bool logarithmicSpeed = true);

/// Throughput against two parameters, with contours at round figures. Of a map that is not complete, the rows and
/// columns that are; the present values are a mark.
[[nodiscard]] Chart heatMapChart(const HeatMap& map);

/// Whose references a chart is about.
struct ReferenceSource {
    /// None for a trace.
    std::optional<Scenario> scenario;
    /// Of a trace: what it is called.
    QString trace;
};

/// Miss ratio against the size of the cache, for each policy; the present size of a scenario's cache is marked. What
/// was sampled has its standard error on either side.
[[nodiscard]] Chart missRatioChart(const MissRatios& ratios, const ReferenceSource& source);

/// Different keys among the last `window` references, over the references; beside it the size of the scenario's cache.
[[nodiscard]] Chart workingSetChart(const WorkingSet& set, std::uint64_t window, const ReferenceSource& source);

/// Round figures for contours between two values: 1, 2 and 5 of each decade, or decades when these are many; evenly
/// apart if the values are within a factor of ten. Not the ends themselves. None unless 0 < `low` < `high`.
[[nodiscard]] std::vector<double> contourLevels(double low, double high);

} // namespace thrashlab::ui
