#include "ui/plots/chart_choices.h"

#include <cmath>

namespace thrashlab::ui {
namespace {

// Beyond these a double has no digits left to tell ticks apart.
constexpr double narrowest = 1e-9;
constexpr double widest = 1e15;

bool isUsable(const ChartRange& range, bool logarithmic) {
    const double size = range.to - range.from;
    const double largest = std::max(std::abs(range.from), std::abs(range.to));
    return std::isfinite(size) && size > narrowest * largest && largest < widest &&
           (!logarithmic || range.from > 1 / widest);
}

} // namespace

Chart withChoices(Chart chart, const ChartChoices& choices) {
    const auto replace = [](QString& text, const QString& chosen) { text = chosen.isEmpty() ? text : chosen; };
    replace(chart.title, choices.title);
    replace(chart.x.title, choices.xTitle);
    replace(chart.y.title, choices.yTitle);
    chart.x.logarithmic = choices.xLogarithmic.value_or(chart.x.logarithmic);
    chart.y.logarithmic = choices.yLogarithmic.value_or(chart.y.logarithmic);
    for (ChartSeries& series : chart.series) {
        series.hidden = choices.hidden.contains(series.name);
    }
    return chart;
}

ChartRange zoomed(const ChartRange& range, double about, double factor, bool logarithmic) {
    ChartRange result;
    if (logarithmic) {
        result = {about * std::pow(range.from / about, factor), about * std::pow(range.to / about, factor)};
    } else {
        result = {about + (range.from - about) * factor, about + (range.to - about) * factor};
    }
    return isUsable(result, logarithmic) ? result : range;
}

ChartRange moved(const ChartRange& range, double share, bool logarithmic) {
    ChartRange result;
    if (logarithmic) {
        const double factor = std::pow(range.to / range.from, share);
        result = {range.from * factor, range.to * factor};
    } else {
        const double step = share * (range.to - range.from);
        result = {range.from + step, range.to + step};
    }
    return isUsable(result, logarithmic) ? result : range;
}

} // namespace thrashlab::ui
