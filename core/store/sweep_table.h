// The results of a sweep as a table, for people and for other programs.
#pragma once

#include "store/sweep_store.h"

#include <string>
#include <vector>

namespace thrashlab {

/// The plan's keys behind "point", and then the figures of a run.
[[nodiscard]] std::vector<std::string> sweep_columns(const SweepPlan& plan);
/// Where a run's bytes a second stand among them.
[[nodiscard]] std::size_t sweep_speed_column(const SweepPlan& plan);
/// The cells of one run, numbers with all the digits it takes to read them back.
[[nodiscard]] std::vector<std::string> sweep_row(const SweepPlan& plan, std::size_t point, const RunResult& run);

/// A row for each run of each point: comma-separated with a header line, or as JSON with the plan.
[[nodiscard]] std::string sweep_csv(const SweepPlan& plan, const std::vector<SweepStore::Point>& points);
[[nodiscard]] std::string sweep_json(const SweepPlan& plan, const std::vector<SweepStore::Point>& points);

} // namespace thrashlab
