#include "ui/sweep/sweep_chart.h"

#include "store/sweep_table.h"
#include "ui/number_text.h"
#include "ui/plots/engine_charts.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

namespace thrashlab::ui {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr double wideRange = 20; ///< a logarithmic axis is easier to read from here on

QString words(const char* text) {
    return QCoreApplication::translate("SweepChart", text);
}

bool isNumber(const ParameterValue& value) {
    return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
}

double number(const ParameterValue& value) {
    const auto* const whole = std::get_if<std::int64_t>(&value);
    return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
}

bool isNumeric(const SweepAxis& axis) {
    return std::all_of(axis.values.begin(), axis.values.end(), isNumber);
}

const RunResult* runOf(const SweepStore::Point& point, CurveRun run) {
    const auto place = static_cast<std::size_t>(run);
    // The last one is there only behind a second one.
    return place + 1 > point.runs.size() ? nullptr : run == CurveRun::last ? &point.runs.back() : &point.runs[place];
}

bool isWide(const std::vector<double>& values) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    return !values.empty() && *least > 0 && *most / *least >= wideRange;
}

// A point of the grid that has the run.
struct Value {
    std::vector<SweepSetting> settings;
    double speed;
};

std::vector<Value> valuesOf(const SweepPlan& plan, const std::vector<SweepStore::Point>& points, CurveRun run) {
    const std::size_t grid = plan.size() - plan.list.size();
    std::vector<Value> values;
    for (const SweepStore::Point& point : points) {
        if (const RunResult* const result = runOf(point, run); result != nullptr && point.point < grid) {
            values.push_back({plan.settings(point.point), result->bytes_per_second()});
        }
    }
    return values;
}

bool isWide(const std::vector<Value>& values) {
    std::vector<double> speeds;
    std::transform(values.begin(), values.end(), std::back_inserter(speeds),
                   [](const Value& value) { return value.speed; });
    return isWide(speeds);
}

QString labelOf(const std::string& key) {
    return is_profile(key) ? fromView(key) : fromView(parameter(key).label);
}

ChartAxis axisOf(const SweepAxis& axis) {
    std::vector<double> values;
    std::transform(axis.values.begin(), axis.values.end(), std::back_inserter(values), number);
    return {.title = labelOf(axis.key), .unit = fromView(parameter(axis.key).unit), .logarithmic = isWide(values)};
}

// "policy=arc, runs=2": what tells a line from its neighbours.
QString nameOf(const std::vector<SweepSetting>& settings, std::size_t without) {
    QStringList parts;
    for (std::size_t i = 0; i < settings.size(); ++i) {
        if (i != without) {
            const QString key = QString::fromStdString(settings[i].key);
            parts +=
                key.mid(key.indexOf(QLatin1Char('.')) + 1) + QLatin1Char('=') + fromView(format(settings[i].value));
        }
    }
    return parts.join(QStringLiteral(", "));
}

ChartTable tableOf(const SweepPlan& plan, const std::vector<SweepStore::Point>& points) {
    const auto cells = [](const std::vector<std::string>& texts) {
        QStringList list;
        for (const std::string& text : texts) {
            list += QString::fromStdString(text);
        }
        return list;
    };
    ChartTable table{cells(sweep_columns(plan)), {}};
    for (const SweepStore::Point& point : points) {
        for (const RunResult& run : point.runs) {
            table.rows.push_back(cells(sweep_row(plan, point.point, run)));
        }
    }
    return table;
}

void fillMap(Chart& chart, const SweepPlan& plan, const std::vector<Value>& values, const QString& run) {
    const SweepAxis& across = plan.axes[0];
    const SweepAxis& up = plan.axes[1];
    chart.kind = ChartKind::heat_map;
    chart.x = axisOf(across);
    chart.y = axisOf(up);
    ChartSurface surface{
        .title = words("Throughput, ") + run, .unit = QStringLiteral("bytes/s"), .logarithmic = isWide(values)};
    // Where each value stands in ascending order.
    const auto ascending = [](const SweepAxis& axis, std::vector<double>& places) {
        std::transform(axis.values.begin(), axis.values.end(), std::back_inserter(places), number);
        std::sort(places.begin(), places.end());
        places.erase(std::unique(places.begin(), places.end()), places.end());
    };
    ascending(across, surface.x);
    ascending(up, surface.y);
    surface.values.assign(surface.x.size() * surface.y.size(), nothing);
    const auto place = [](const std::vector<double>& places, const SweepSetting& setting) {
        return static_cast<std::size_t>(std::lower_bound(places.begin(), places.end(), number(setting.value)) -
                                        places.begin());
    };
    for (const Value& value : values) {
        surface.values[place(surface.y, value.settings[1]) * surface.x.size() + place(surface.x, value.settings[0])] =
            value.speed;
    }
    if (!values.empty()) {
        const auto [slowest, fastest] = std::minmax_element(
            values.begin(), values.end(), [](const Value& a, const Value& b) { return a.speed < b.speed; });
        surface.levels = contourLevels(slowest->speed, fastest->speed);
    }
    chart.surface = std::move(surface);
}

void fillLines(Chart& chart, const SweepPlan& plan, const std::vector<Value>& values, const QString& run,
               std::size_t along) {
    chart.kind = ChartKind::curve;
    chart.x = axisOf(plan.axes[along]);
    std::map<QString, std::vector<std::pair<double, double>>> lines;
    QStringList order;
    for (const Value& value : values) {
        const QString others = nameOf(value.settings, along);
        const QString name = others.isEmpty() ? run : others;
        if (!lines.contains(name)) {
            order += name;
        }
        lines[name].emplace_back(number(value.settings[along].value), value.speed);
    }
    for (const QString& name : order) {
        ChartSeries series{.name = name};
        std::vector<std::pair<double, double>>& line = lines[name];
        std::sort(line.begin(), line.end());
        for (const auto& [x, y] : line) {
            series.x.push_back(x);
            series.y.push_back(y);
        }
        chart.series.push_back(std::move(series));
    }
}

void fillBars(Chart& chart, const SweepPlan& plan, const std::vector<Value>& values, const QString& run) {
    chart.kind = ChartKind::throughput;
    ChartSeries series{.name = run, .shape = ChartShape::bars};
    const bool single = plan.axes.size() == 1;
    for (const Value& value : values) {
        chart.x.categories +=
            single ? fromView(format(value.settings[0].value)) : nameOf(value.settings, value.settings.size());
        series.x.push_back(static_cast<double>(chart.x.categories.size()));
        series.y.push_back(value.speed);
    }
    if (single) {
        chart.x.title = labelOf(plan.axes[0].key);
    }
    chart.series.push_back(std::move(series));
}

} // namespace

QString sweepRunName(CurveRun run) {
    switch (run) {
    case CurveRun::first:
        return words("first run");
    case CurveRun::second:
        return words("second run");
    case CurveRun::last:
        return words("last run");
    }
    return {};
}

Chart sweepChart(const SweepPlan& plan, const std::vector<SweepStore::Point>& points, CurveRun run) {
    Chart chart{.title = words("Sweep of ") + QString::fromStdString(plan.base.name) + QStringLiteral(", ") +
                         sweepRunName(run),
                .y = {.title = words("Throughput"), .unit = QStringLiteral("bytes/s")}};
    const std::vector<Value> values = valuesOf(plan, points, run);
    chart.provenance.scenario = plan.base;
    for (const SweepAxis& axis : plan.axes) {
        chart.provenance.more += QString::fromStdString(axis.key + ": " + sweep_axis_text(axis));
    }
    chart.table = tableOf(plan, points);
    std::optional<std::size_t> along;
    for (std::size_t i = 0; i < plan.axes.size(); ++i) {
        if (isNumeric(plan.axes[i]) &&
            (!along.has_value() || plan.axes[i].values.size() > plan.axes[*along].values.size())) {
            along = i;
        }
    }
    const bool map =
        plan.axes.size() == 2 && std::all_of(plan.axes.begin(), plan.axes.end(), [](const SweepAxis& axis) {
            return isNumeric(axis) && axis.values.size() >= fewestForMap;
        });
    const QString name = sweepRunName(run);
    chart.y.logarithmic = !map && isWide(values);
    if (map) {
        fillMap(chart, plan, values, name);
    } else if (along.has_value()) {
        fillLines(chart, plan, values, name, *along);
    } else {
        fillBars(chart, plan, values, name);
    }
    return chart;
}

std::vector<CurveRun> runsOf(const std::vector<SweepStore::Point>& points) {
    std::vector<CurveRun> runs;
    for (const CurveRun run : {CurveRun::first, CurveRun::second, CurveRun::last}) {
        if (std::any_of(points.begin(), points.end(),
                        [run](const SweepStore::Point& point) { return runOf(point, run) != nullptr; })) {
            runs.push_back(run);
        }
    }
    return runs;
}

} // namespace thrashlab::ui
