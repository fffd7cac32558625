// A chart as a plain value: what the screen, the file and the table of numbers are all made from.
#pragma once

#include "kernel/machine_state.h"
#include "sim/scenario.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace thrashlab::ui {

enum class ChartKind : std::uint8_t {
    throughput,  ///< bytes a second of each run, series beside each other
    time_split,  ///< where each run's time went
    progress,    ///< bytes a second over time inside a run
    curve,       ///< throughput against one parameter
    heat_map,    ///< throughput against two parameters
    miss_ratio,  ///< share of misses against the size of the cache
    working_set, ///< keys in use over time
};

struct ChartAxis {
    /// Without the unit.
    QString title;
    /// "bytes/s"; empty for a plain number.
    QString unit;
    bool logarithmic = false;
    /// Names for the places 1, 2, ... when the axis has no numbers.
    QStringList categories;
    /// What is shown at first; all of the data when there is none.
    std::optional<double> from;
    std::optional<double> to;

    bool operator==(const ChartAxis&) const = default;
};

enum class ChartShape : std::uint8_t {
    line,
    steps,   ///< each value holds until the next point
    bars,    ///< beside those of other series
    stacked, ///< on top of those of the series before it
    marks,   ///< hollow, from `low` to `high` where these differ
};

/// Points that belong together. All vectors are as long as `x`, or empty where the chart has no such thing.
struct ChartSeries {
    QString name;
    ChartShape shape = ChartShape::line;
    std::vector<double> x;
    std::vector<double> y; ///< not a number: nothing there, and a line breaks off
    /// The ends of the range that each value may lie in, or that was published; in the unit of y, not as distances.
    std::vector<double> low;
    std::vector<double> high;
    /// What to say about each point beside its numbers.
    QStringList remarks;
    /// A share of time has its own colour and hatch. Others go by their place among the series.
    std::optional<TimePart> part;
    /// Marks stand on the bars of this series, by its place among all of them; in the middle when there is none.
    std::optional<std::size_t> onBarsOf;
    /// Left out of picture and table. It keeps its place, so that the others keep their looks.
    bool hidden = false;

    bool operator==(const ChartSeries&) const = default;
};

/// A line across the chart, with its words: "now 1 400".
struct ChartMarker {
    double x = 0;
    QString text;

    bool operator==(const ChartMarker&) const = default;
};

/// A value for each pair of an x and a y.
struct ChartSurface {
    std::vector<double> x; ///< ascending
    std::vector<double> y; ///< ascending
    /// `values[i * x.size() + j]` at y[i] and x[j]; not a number where there is none.
    std::vector<double> values;
    QString title;
    QString unit;
    bool logarithmic = false;
    /// Contours are drawn at these.
    std::vector<double> levels;

    bool operator==(const ChartSurface&) const = default;
};

/// What it takes to repeat a chart.
struct ChartProvenance {
    std::optional<Scenario> scenario; ///< none for a trace
    /// What it is compared with.
    std::vector<Scenario> others;
    /// Of the database, those drawn; empty when the runs are not in it.
    std::vector<std::int64_t> runIds;
    /// Anything else: a trace's name, a sampling rate, the ranges of a sweep.
    QStringList more;

    bool operator==(const ChartProvenance&) const = default;
};

/// Columns that the numbers have beside series, x and y.
struct ChartTable {
    QStringList columns;
    std::vector<QStringList> rows;

    bool operator==(const ChartTable&) const = default;
};

struct Chart {
    ChartKind kind = ChartKind::throughput;
    QString title;
    ChartAxis x;
    ChartAxis y;
    std::vector<ChartSeries> series;
    std::vector<ChartMarker> markers;
    std::optional<ChartSurface> surface;
    ChartProvenance provenance;
    /// What the CSV holds instead of the points as they are drawn: every figure of a run, where runs are drawn.
    std::optional<ChartTable> table;

    bool operator==(const Chart&) const = default;
};

} // namespace thrashlab::ui
