// Charts of finished runs.
#pragma once

#include "sim/simulation.h"
#include "ui/plots/chart.h"
#include "ui/plots/throughput_data.h"

#include <cstdint>
#include <vector>

namespace thrashlab::ui {

/// Runs of one mount.
struct RunSeries {
    Scenario scenario;
    std::vector<RunResult> runs;
    /// Of the database, as `runs`; negative, or left out, for those that are not in it.
    std::vector<std::int64_t> runIds;
};

/// Throughput per run: bars of several series beside each other, and hollow marks for what was published of each. Its
/// table has every figure of each run.
[[nodiscard]] Chart throughputChart(const std::vector<RunSeries>& series, bool logarithmic = true);
/// Where each run's time went, in seconds, the parts on top of each other. Several series follow one another.
[[nodiscard]] Chart timeSplitChart(const std::vector<RunSeries>& series);

} // namespace thrashlab::ui
