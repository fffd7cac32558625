// What part of the numbers a chart shows.
#pragma once

#include "ui/plots/chart.h"

#include <vector>

namespace thrashlab::ui {

struct ChartRange {
    double from = 0;
    double to = 1;

    bool operator==(const ChartRange&) const = default;
};

/// Whether each point of a series has a marker of its own: with many of them a line is clearer without.
[[nodiscard]] bool isMarked(const ChartSeries& series);
/// Whether the axis is logarithmic indeed: parts on top of each other, names and what is nowhere positive are not.
[[nodiscard]] bool isLogarithmic(const Chart& chart, Qt::Orientation axis);
/// What is shown at first: as the axis says, and else all of the data, with room above it for labels.
[[nodiscard]] ChartRange firstRange(const Chart& chart, Qt::Orientation axis);
/// Where the cells around these places begin and end, half way to their neighbours: one more than there are places.
[[nodiscard]] std::vector<double> cellEdges(const std::vector<double>& places, bool logarithmic);

} // namespace thrashlab::ui
