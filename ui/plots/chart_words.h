// Numbers and places of a chart in words.
#pragma once

#include "ui/plots/chart.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace thrashlab::ui {

/// "Throughput (bytes/s)".
[[nodiscard]] QString axisText(const ChartAxis& axis);
[[nodiscard]] QString surfaceText(const ChartSurface& surface);

/// A label of an axis whose neighbours are `step` away: as many digits as tell them apart, and a prefix when `largest`
/// is long. For bytes a binary unit.
[[nodiscard]] QString tickText(double value, double step, double largest, const QString& unit);
/// The figure itself, in groups of digits: whole numbers in full, others to six digits. A dash for what is no number.
[[nodiscard]] QString figureText(double value);
/// The figure with its unit.
[[nodiscard]] QString figureText(double value, const QString& unit);

/// A point of a chart: of a series, or of its surface.
struct ChartPoint {
    std::size_t series = 0; ///< 0 for the surface
    std::size_t point = 0;

    bool operator==(const ChartPoint&) const = default;
};

/// What to say about a point: series, exact figures, remark.
[[nodiscard]] QString describePoint(const Chart& chart, const ChartPoint& point);
/// A chart in a few sentences, for whoever does not see it.
[[nodiscard]] QString describeChart(const Chart& chart);

/// Scenario, dd line, main parameters and what differs from the scenario of that name, version, runs: the lines of a
/// footnote. Parts that a line may be broken between are parted by `provenanceSeparator`.
[[nodiscard]] QStringList provenanceLines(const Chart& chart);
inline const QString provenanceSeparator = QStringLiteral(" · ");

} // namespace thrashlab::ui
