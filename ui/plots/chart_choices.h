// What a person has changed about a chart, beside the numbers.
#pragma once

#include "ui/plots/chart.h"
#include "ui/plots/chart_range.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace thrashlab::ui {

struct ChartChoices {
    /// Empty for the chart's own.
    QString title;
    QString xTitle;
    QString yTitle;
    std::optional<bool> xLogarithmic;
    std::optional<bool> yLogarithmic;
    /// Names of series that are left out.
    QStringList hidden;

    bool operator==(const ChartChoices&) const = default;
};

/// The chart as it was chosen to be. Names that are none of its series are passed over.
[[nodiscard]] Chart withChoices(Chart chart, const ChartChoices& choices);

/// A range that is `factor` times as wide, about a place that stays where it is. What would be too narrow or too wide
/// to count in comes back unchanged.
[[nodiscard]] ChartRange zoomed(const ChartRange& range, double about, double factor, bool logarithmic);
/// A range that begins `share` of its width further on.
[[nodiscard]] ChartRange moved(const ChartRange& range, double share, bool logarithmic);

} // namespace thrashlab::ui
