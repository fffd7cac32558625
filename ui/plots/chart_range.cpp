#include "ui/plots/chart_range.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace thrashlab::ui {
namespace {

// Room above the highest value for its label: as a factor on either scale.
constexpr double logarithmicHeadroom = 2.2;
constexpr double linearHeadroom = 1.15;
constexpr double lineHeadroom = 1.05;
constexpr double fewestColumns = 3;

struct Extent {
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -std::numeric_limits<double>::infinity();

    void include(double value, bool positive) {
        if (std::isfinite(value) && (!positive || value > 0)) {
            lowest = std::min(lowest, value);
            highest = std::max(highest, value);
        }
    }
    void include(const std::vector<double>& values, bool positive) {
        for (const double value : values) {
            include(value, positive);
        }
    }
    [[nodiscard]] bool empty() const { return lowest > highest; }
};

bool isBar(const ChartSeries& series) {
    return series.shape == ChartShape::bars || series.shape == ChartShape::stacked;
}

bool hasBars(const Chart& chart) {
    return std::any_of(chart.series.begin(), chart.series.end(), isBar);
}

// The next 1, 2 or 5 of a decade below or above a positive number.
double roundOutwards(double value, bool up) {
    const double decade = std::pow(10, std::floor(std::log10(value)));
    constexpr std::array digits{1.0, 2.0, 5.0, 10.0};
    constexpr double tolerance = 1e-9;
    if (up) {
        const auto found = std::find_if(digits.begin(), digits.end(),
                                        [&](double digit) { return digit * decade >= value * (1 - tolerance); });
        return (found == digits.end() ? digits.back() : *found) * decade;
    }
    const auto found = std::find_if(digits.rbegin(), digits.rend(),
                                    [&](double digit) { return digit * decade <= value * (1 + tolerance); });
    return (found == digits.rend() ? digits.front() : *found) * decade;
}

Extent valuesOf(const Chart& chart, bool positive) {
    Extent extent;
    std::vector<double> stacks;
    for (const ChartSeries& series : chart.series) {
        if (series.shape == ChartShape::stacked) {
            if (series.hidden) {
                continue;
            }
            stacks.resize(std::max(stacks.size(), series.y.size()));
            for (std::size_t i = 0; i < series.y.size(); ++i) {
                stacks[i] += std::isfinite(series.y[i]) ? series.y[i] : 0;
            }
            continue;
        }
        // Hidden ones, too: nothing moves when a series is taken out and put back.
        extent.include(series.y, positive);
        extent.include(series.low, positive);
        extent.include(series.high, positive);
    }
    extent.include(stacks, positive);
    return extent;
}

ChartRange valueRange(const Chart& chart) {
    const bool logarithmic = isLogarithmic(chart, Qt::Vertical);
    const Extent extent = valuesOf(chart, logarithmic);
    if (extent.empty()) {
        return logarithmic ? ChartRange{1, 10} : ChartRange{0, 1};
    }
    const bool bars = hasBars(chart);
    if (logarithmic) {
        const double bottom = bars ? std::pow(10, std::floor(std::log10(extent.lowest * 0.75)))
                                   : roundOutwards(extent.lowest * 0.95, false);
        const double top = bars ? roundOutwards(extent.highest * logarithmicHeadroom, true)
                                : roundOutwards(extent.highest * lineHeadroom, true);
        return {bottom, std::max(top, 2 * bottom)};
    }
    if (extent.lowest < 0) {
        const double room = (extent.highest - extent.lowest) * (lineHeadroom - 1);
        return {extent.lowest - room, std::max(extent.highest, 0.0) + room};
    }
    const double top = extent.highest * (bars ? linearHeadroom : lineHeadroom);
    return {0, top > 0 ? top : 1};
}

ChartRange keyRange(const Chart& chart) {
    if (!chart.x.categories.isEmpty()) {
        const auto columns = static_cast<double>(chart.x.categories.size());
        // A few bars are not spread over the whole width.
        const double around = std::max(0.0, fewestColumns - columns) / 2;
        return {0.5 - around, columns + 0.5 + around};
    }
    const bool logarithmic = isLogarithmic(chart, Qt::Horizontal);
    Extent extent;
    for (const ChartSeries& series : chart.series) {
        extent.include(series.x, logarithmic);
    }
    if (extent.empty()) {
        return logarithmic ? ChartRange{1, 10} : ChartRange{0, 1};
    }
    // A marker is not cut in half at the end of the axis.
    const bool hasMarkers = std::any_of(chart.series.begin(), chart.series.end(), isMarked);
    if (hasMarkers && extent.lowest < extent.highest) {
        const double share = 0.015;
        if (logarithmic) {
            const double factor = std::pow(extent.highest / extent.lowest, share);
            return {extent.lowest / factor, extent.highest * factor};
        }
        const double room = share * (extent.highest - extent.lowest);
        return {extent.lowest - room, extent.highest + room};
    }
    if (extent.lowest == extent.highest) {
        return logarithmic ? ChartRange{extent.lowest / 2, extent.highest * 2}
                           : ChartRange{extent.lowest - 1, extent.highest + 1};
    }
    return {extent.lowest, extent.highest};
}

bool hasPositive(const Chart& chart, Qt::Orientation axis) {
    const auto positive = [](double value) { return value > 0 && std::isfinite(value); };
    if (chart.surface) {
        const std::vector<double>& places = axis == Qt::Horizontal ? chart.surface->x : chart.surface->y;
        return std::all_of(places.begin(), places.end(), positive);
    }
    return chart.series.empty() ||
           std::any_of(chart.series.begin(), chart.series.end(), [&](const ChartSeries& series) {
               const std::vector<double>& values = axis == Qt::Horizontal ? series.x : series.y;
               return std::any_of(values.begin(), values.end(), positive);
           });
}

} // namespace

bool isMarked(const ChartSeries& series) {
    constexpr std::size_t mostMarkers = 40;
    return series.shape == ChartShape::marks || (series.shape == ChartShape::line && series.x.size() <= mostMarkers);
}

bool isLogarithmic(const Chart& chart, Qt::Orientation axis) {
    const ChartAxis& described = axis == Qt::Horizontal ? chart.x : chart.y;
    const bool onTop = axis == Qt::Vertical &&
                       std::any_of(chart.series.begin(), chart.series.end(),
                                   [](const ChartSeries& series) { return series.shape == ChartShape::stacked; });
    return described.logarithmic && described.categories.isEmpty() && !onTop && hasPositive(chart, axis);
}

ChartRange firstRange(const Chart& chart, Qt::Orientation axis) {
    const ChartAxis& described = axis == Qt::Horizontal ? chart.x : chart.y;
    ChartRange range;
    if (chart.surface) {
        const std::vector<double> edges =
            cellEdges(axis == Qt::Horizontal ? chart.surface->x : chart.surface->y, isLogarithmic(chart, axis));
        range = {edges.front(), edges.back()};
    } else {
        range = axis == Qt::Horizontal ? keyRange(chart) : valueRange(chart);
    }
    const bool logarithmic = isLogarithmic(chart, axis);
    const auto usable = [logarithmic](const std::optional<double>& end) {
        return end && std::isfinite(*end) && (!logarithmic || *end > 0);
    };
    range.from = usable(described.from) ? *described.from : range.from;
    range.to = usable(described.to) ? *described.to : range.to;
    if (range.from >= range.to) {
        range.to = logarithmic ? range.from * 10 : range.from + 1;
    }
    return range;
}

std::vector<double> cellEdges(const std::vector<double>& places, bool logarithmic) {
    if (places.empty()) {
        return {0, 1};
    }
    const auto between = [logarithmic](double a, double b) { return logarithmic ? std::sqrt(a * b) : (a + b) / 2; };
    // As far beyond the last one as half way to the one before it.
    const auto beyond = [logarithmic](double end, double inner) {
        return logarithmic ? end * end / inner : 2 * end - inner;
    };
    std::vector<double> edges(places.size() + 1);
    for (std::size_t i = 1; i < places.size(); ++i) {
        edges[i] = between(places[i - 1], places[i]);
    }
    if (places.size() == 1) {
        return logarithmic ? std::vector{places[0] / 2, places[0] * 2} : std::vector{places[0] - 0.5, places[0] + 0.5};
    }
    edges.front() = beyond(places.front(), edges[1]);
    edges.back() = beyond(places.back(), edges[places.size() - 1]);
    return edges;
}

} // namespace thrashlab::ui
