// A chart's numbers as a table.
#pragma once

#include "ui/plots/chart.h"

#include <string>
#include <vector>

namespace thrashlab::ui {

/// A number in the fewest digits that read back to the same one; empty for what is no number.
[[nodiscard]] QString exactDigits(double value);

/// Name and all parameters of a scenario, as columns that rows of several files can be put together by.
[[nodiscard]] QStringList scenarioColumns();
[[nodiscard]] QStringList scenarioCells(const Scenario& scenario);

/// What the chart holds: its own table if it has one; else a row for each point of each series that is not hidden
/// (series, category if there are any, x, y, and low and high where any series has them), or for each cell of its
/// surface (x, y, value). Every row ends in the scenario's columns, unless it has them already, and the program's
/// version. Points that are no number have an empty cell.
[[nodiscard]] ChartTable chartTable(const Chart& chart);

} // namespace thrashlab::ui
