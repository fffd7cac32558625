#include "ui/plots/engine_charts.h"

#include "ui/number_text.h"
#include "ui/plots/curve_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace thrashlab::ui {
namespace {

constexpr double decade = 10;
constexpr std::size_t mostLevels = 9;
constexpr double evenLevels = 6;

QString tr(const char* text) {
    return QCoreApplication::translate("ChartSources", text);
}

QString titled(const QString& what, const Scenario& scenario) {
    return QStringLiteral("%1 — %2").arg(what, titleOf(scenario));
}

QString titled(const QString& what, const ReferenceSource& source) {
    return source.scenario ? titled(what, *source.scenario) : QStringLiteral("%1 — %2").arg(what, source.trace);
}

QString bytesPerSecond() {
    return QStringLiteral("bytes/s");
}

ChartAxis axisOf(const Parameter& about, bool logarithmic) {
    return {.title = fromView(about.label), .unit = fromView(about.unit), .logarithmic = logarithmic};
}

// A point of the axis and what to call it.
ChartMarker nowAt(const Parameter& about, double value) {
    return {.x = value, .text = tr("now %1").arg(curveValueText(about, value))};
}

ChartProvenance provenanceOf(const ReferenceSource& source) {
    ChartProvenance provenance{.scenario = source.scenario};
    if (!source.scenario) {
        provenance.more += tr("trace %1").arg(source.trace);
    }
    return provenance;
}

QString rangeText(const Parameter& about, const CurveRange& range) {
    return tr("%1 from %2 to %3")
        .arg(fromView(about.label), curveValueText(about, range.from), curveValueText(about, range.to));
}

ChartSeries stepsOf(const RunProgress& progress) {
    ChartSeries steps{.name = tr("run %1").arg(progress.number), .shape = ChartShape::steps};
    const auto seconds = [&progress](std::size_t window) {
        return to_seconds(progress.begin(window) - progress.started);
    };
    for (std::size_t window = 0; window < progress.bytes.size(); ++window) {
        steps.x.push_back(seconds(window));
        steps.y.push_back(progress.bytes_per_second(window));
        steps.remarks += tr("%1 bytes in %2")
                             .arg(groupedText(progress.bytes[window]),
                                  durationText(progress.begin(window + 1) - progress.begin(window)));
    }
    if (!steps.x.empty()) { // the last step is as wide as the others
        steps.x.push_back(seconds(progress.bytes.size()));
        steps.y.push_back(steps.y.back());
        steps.remarks += tr("the end of the run");
    }
    return steps;
}

ChartSeries lineOf(const Curve& curve, const CurveSeries& series) {
    ChartSeries line{.name = curveSeriesName(curve, series)};
    for (const CurvePoint& point : curve.lines[series.line].points) {
        const double speed = point.throughput(series.run);
        line.x.push_back(point.value);
        line.y.push_back(speed > 0 ? speed : std::numeric_limits<double>::quiet_NaN());
        const RunResult* const run = point.run(series.run);
        line.remarks += !point.problem.empty() ? tr("cannot be: %1").arg(QString::fromStdString(point.problem))
                        : run != nullptr       ? curveRunCounts(*run)
                                               : QString();
    }
    return line;
}

// The rows and columns of a map that are known throughout.
ChartSurface surfaceOf(const HeatMap& map) {
    ChartSurface surface{.title = tr("Throughput of the %1").arg(curveRunName(map.request.run)),
                         .unit = bytesPerSecond()};
    const std::size_t stride = std::max<std::size_t>(1, map.stride);
    for (std::size_t j = 0; j < map.x.size(); j += stride) {
        surface.x.push_back(map.x[j]);
    }
    double low = std::numeric_limits<double>::infinity();
    double high = 0;
    for (std::size_t i = 0; i < map.y.size(); i += stride) {
        surface.y.push_back(map.y[i]);
        for (std::size_t j = 0; j < map.x.size(); j += stride) {
            const double value = map.values[i * map.x.size() + j];
            surface.values.push_back(value);
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
    }
    surface.logarithmic = high >= decade * low;
    surface.levels = contourLevels(low, high);
    return surface;
}

ChartSeries ratiosOf(const PolicyMissRatios& each, std::uint64_t references) {
    ChartSeries line{.name = policyTitle(each.policy)};
    if (each.policy == "opt") {
        line.name = tr("%1, the floor").arg(line.name);
    }
    for (std::size_t i = 0; i < each.curve.capacities.size(); ++i) {
        const double ratio = each.curve.miss_ratios[i];
        const double error = each.curve.errors[i];
        line.x.push_back(static_cast<double>(each.curve.capacities[i]));
        line.y.push_back(ratio);
        if (each.exact) {
            line.remarks += tr("%1 of %2 references miss")
                                .arg(groupedText(ratio * static_cast<double>(references)), groupedText(references));
        } else {
            line.low.push_back(std::max(0.0, ratio - error));
            line.high.push_back(std::min(1.0, ratio + error));
            line.remarks += tr("sampled, standard error %1").arg(percentText(error));
        }
    }
    return line;
}

} // namespace

Chart progressChart(const Scenario& scenario, std::span<const RunProgress> runs, std::optional<std::uint32_t> run) {
    Chart chart{.kind = ChartKind::progress,
                .title =
                    titled(run ? tr("Throughput inside run %1").arg(*run) : tr("Throughput inside each run"), scenario),
                .x = {.title = tr("Time since the start of the run"), .unit = QStringLiteral("s")},
                .y = {.title = tr("Throughput"), .unit = bytesPerSecond()},
                .provenance = {.scenario = scenario}};
    for (const RunProgress& progress : runs) {
        if ((!run || progress.number == *run) && !progress.bytes.empty()) {
            chart.series.push_back(stepsOf(progress));
            chart.provenance.more += tr("run %1 in %2 windows of %3")
                                         .arg(QString::number(progress.number), groupedText(progress.bytes.size()),
                                              durationText(progress.begin(1) - progress.begin(0)));
        }
    }
    return chart;
}

Chart curveChart(const Curve& curve, bool logarithmicSpeed) {
    const CurveRequest& request = curve.request;
    const Parameter& about = parameter(request.key);
    const CurveRange range{request.from, request.to, request.logarithmic};
    Chart chart{.kind = ChartKind::curve,
                .title = titled(tr("Throughput against %1").arg(fromView(about.label)), request.base),
                .x = axisOf(about, request.logarithmic),
                .y = {.title = tr("Throughput"), .unit = bytesPerSecond(), .logarithmic = logarithmicSpeed},
                .provenance = {.scenario = request.base, .more = {rangeText(about, range)}}};
    for (const CurveSeries& series : curveSeries(curve)) {
        chart.series.push_back(lineOf(curve, series));
    }
    chart.markers.push_back(nowAt(about, numeric_value(request.base, request.key)));
    if (const auto cliff = curve.lines.empty() ? std::nullopt : find_cliff(curve.lines.front())) {
        chart.markers.push_back(
            {.x = cliff->rises ? cliff->above : cliff->below, .text = describeCliff(about, *cliff)});
    }
    return chart;
}

Chart heatMapChart(const HeatMap& map) {
    const HeatMapRequest& request = map.request;
    const Parameter& across = parameter(request.x.key);
    const Parameter& up = parameter(request.y.key);
    const QString what = tr("Throughput of the %1 against %2 and %3")
                             .arg(curveRunName(request.run), fromView(across.label), fromView(up.label));
    Chart chart{.kind = ChartKind::heat_map,
                .title = titled(what, request.base),
                .x = axisOf(across, request.x.range.logarithmic),
                .y = axisOf(up, request.y.range.logarithmic),
                .surface = surfaceOf(map),
                .provenance = {.scenario = request.base,
                               .more = {rangeText(across, request.x.range), rangeText(up, request.y.range)}}};
    const ChartMarker now = nowAt(across, numeric_value(request.base, request.x.key));
    const double height = numeric_value(request.base, request.y.key);
    chart.series.push_back({.name = tr("now"),
                            .shape = ChartShape::marks,
                            .x = {now.x},
                            .y = {height},
                            .remarks = {tr("%1, %2").arg(now.text, curveValueText(up, height))}});
    const auto refused = std::count_if(map.problems.begin(), map.problems.end(),
                                       [](const std::string& problem) { return !problem.empty(); });
    if (refused > 0) {
        const auto first = std::find_if(map.problems.begin(), map.problems.end(),
                                        [](const std::string& problem) { return !problem.empty(); });
        chart.provenance.more += tr("%1 points cannot be, the first because: %2")
                                     .arg(QString::number(refused), QString::fromStdString(*first));
    }
    return chart;
}

Chart missRatioChart(const MissRatios& ratios, const ReferenceSource& source) {
    Chart chart{.kind = ChartKind::miss_ratio,
                .title = titled(tr("Miss ratio against the size of the cache"), source),
                .x = {.title = tr("Cache size"), .unit = source.scenario ? tr("blocks") : tr("keys")},
                .y = {.title = tr("Miss ratio"), .from = 0, .to = 1},
                .provenance = provenanceOf(source)};
    for (const PolicyMissRatios& each : ratios.curves) {
        chart.series.push_back(ratiosOf(each, ratios.references));
        if (!each.exact) {
            chart.provenance.more += tr("%1 from samples with %2 keys in all")
                                         .arg(policyTitle(each.policy), groupedText(each.curve.sampled_keys));
        }
    }
    if (source.scenario) {
        const std::uint32_t now = cache_capacity(*source.scenario);
        chart.markers.push_back({.x = static_cast<double>(now), .text = tr("now %1").arg(groupedText(now))});
    }
    chart.provenance.more +=
        tr("%1 references to %2 keys").arg(groupedText(ratios.references), groupedText(ratios.keys));
    return chart;
}

Chart workingSetChart(const WorkingSet& set, std::uint64_t window, const ReferenceSource& source) {
    Chart chart{.kind = ChartKind::working_set,
                .title = titled(tr("Working set"), source),
                .x = {.title = tr("References so far")},
                .y = {.title = tr("Different keys among the last %1").arg(groupedText(window)), .from = 0},
                .provenance = provenanceOf(source)};
    ChartSeries line{.name = tr("working set")};
    for (std::size_t i = 0; i < set.places.size(); ++i) {
        line.x.push_back(static_cast<double>(set.places[i]));
        line.y.push_back(set.keys[i]);
    }
    chart.series.push_back(line);
    if (source.scenario && !line.x.empty()) {
        const double size = cache_capacity(*source.scenario);
        chart.series.push_back({.name = tr("size of the cache, %1").arg(groupedText(size)),
                                .x = {line.x.front(), line.x.back()},
                                .y = {size, size}});
    }
    chart.provenance.more += tr("window of %1 references").arg(groupedText(window));
    return chart;
}

std::vector<double> contourLevels(double low, double high) {
    std::vector<double> levels;
    if (!(low > 0) || !(low < high) || !std::isfinite(high)) {
        return levels;
    }
    if (high < decade * low) {
        const double wanted = (high - low) / evenLevels;
        const double power = std::pow(decade, std::floor(std::log10(wanted)));
        const double step = wanted <= 2 * power ? 2 * power : wanted <= 5 * power ? 5 * power : decade * power;
        for (double number = std::floor(low / step) + 1; number * step < high; ++number) {
            levels.push_back(number * step);
        }
        return levels;
    }
    std::vector<double> decades;
    for (double exponent = std::floor(std::log10(low)); exponent <= std::log10(high); ++exponent) {
        for (const double digit : {1.0, 2.0, 5.0}) {
            const double level = digit * std::pow(decade, exponent);
            if (level > low && level < high) {
                levels.push_back(level);
                if (digit == 1.0) {
                    decades.push_back(level);
                }
            }
        }
    }
    return levels.size() <= mostLevels ? levels : decades;
}

} // namespace thrashlab::ui
