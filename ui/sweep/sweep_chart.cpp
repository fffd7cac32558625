#include "ui/sweep/sweep_chart.h"

#include "store/sweep_table.h"
#include "ui/number_text.h"

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
    const std::size_t count = point.runs.size();
    switch (run) {
    case CurveRun::first:
        return count > 0 ? &point.runs[0] : nullptr;
    case CurveRun::second:
        return count > 1 ? &point.runs[1] : nullptr;
    case CurveRun::last:
        return count > 2 ? &point.runs.back() : nullptr;
    }
    return nullptr;
}

QString runName(CurveRun run) {
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

QString labelOf(const std::string& key) {
    return is_profile(key) ? fromView(key) : fromView(parameter(key).label);
}

bool isWide(std::vector<double> values) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    return !values.empty() && *least > 0 && *most / *least >= wideRange;
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

void fillMap(Chart& chart, const SweepPlan& plan, const std::vector<SweepStore::Point>& points, CurveRun run) {
    const SweepAxis& across = plan.axes[0];
    const SweepAxis& up = plan.axes[1];
    chart.kind = ChartKind::heat_map;
    chart.x = axisOf(across);
    chart.y = axisOf(up);
    ChartSurface surface{.title = words("Throughput, ") + runName(run), .unit = QStringLiteral("bytes/s")};
    // Where each value stands in ascending order.
    const auto ascending = [](const SweepAxis& axis, std::vector<double>& values) {
        std::transform(axis.values.begin(), axis.values.end(), std::back_inserter(values), number);
        std::sort(values.begin(), values.end());
        values.erase(std::unique(values.begin(), values.end()), values.end());
    };
    ascending(across, surface.x);
    ascending(up, surface.y);
    surface.values.assign(surface.x.size() * surface.y.size(), nothing);
    const auto place = [](const std::vector<double>& values, double value) {
        return static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), value) - values.begin());
    };
    std::vector<double> present;
    for (const SweepStore::Point& point : points) {
        const RunResult* const result = runOf(point, run);
        if (result == nullptr || point.point >= across.values.size() * up.values.size()) {
            continue;
        }
        const std::vector<SweepSetting> settings = plan.settings(point.point);
        surface.values[place(surface.y, number(settings[1].value)) * surface.x.size() +
                       place(surface.x, number(settings[0].value))] = result->bytes_per_second();
        present.push_back(result->bytes_per_second());
    }
    surface.logarithmic = isWide(present);
    chart.surface = std::move(surface);
}

void fillLines(Chart& chart, const SweepPlan& plan, const std::vector<SweepStore::Point>& points, CurveRun run,
               std::size_t along, std::size_t grid) {
    chart.kind = ChartKind::curve;
    chart.x = axisOf(plan.axes[along]);
    std::map<QString, std::vector<std::pair<double, double>>> lines;
    QStringList order;
    std::vector<double> present;
    for (const SweepStore::Point& point : points) {
        const RunResult* const result = runOf(point, run);
        if (result == nullptr || point.point >= grid) {
            continue;
        }
        const std::vector<SweepSetting> settings = plan.settings(point.point);
        QString name = nameOf(settings, along);
        if (name.isEmpty()) {
            name = runName(run);
        }
        if (!lines.contains(name)) {
            order += name;
        }
        lines[name].emplace_back(number(settings[along].value), result->bytes_per_second());
        present.push_back(result->bytes_per_second());
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
    chart.y.logarithmic = isWide(present);
}

void fillBars(Chart& chart, const SweepPlan& plan, const std::vector<SweepStore::Point>& points, CurveRun run,
              std::size_t grid) {
    chart.kind = ChartKind::throughput;
    ChartSeries series{.name = runName(run), .shape = ChartShape::bars};
    std::vector<double> present;
    for (const SweepStore::Point& point : points) {
        const RunResult* const result = runOf(point, run);
        if (result == nullptr || point.point >= grid) {
            continue;
        }
        const std::vector<SweepSetting> settings = plan.settings(point.point);
        chart.x.categories +=
            settings.size() == 1 ? fromView(format(settings[0].value)) : nameOf(settings, settings.size());
        series.x.push_back(static_cast<double>(chart.x.categories.size()));
        series.y.push_back(result->bytes_per_second());
        present.push_back(result->bytes_per_second());
    }
    if (plan.axes.size() == 1) {
        chart.x.title = labelOf(plan.axes[0].key);
    }
    chart.y.logarithmic = isWide(present);
    chart.series.push_back(std::move(series));
}

} // namespace

Chart sweepChart(const SweepPlan& plan, const std::vector<SweepStore::Point>& points, CurveRun run) {
    Chart chart{.title =
                    words("Sweep of ") + QString::fromStdString(plan.base.name) + QStringLiteral(", ") + runName(run),
                .y = {.title = words("Throughput"), .unit = QStringLiteral("bytes/s")}};
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
    const std::size_t grid = plan.size() - plan.list.size();
    const bool map =
        plan.axes.size() == 2 && std::all_of(plan.axes.begin(), plan.axes.end(), [](const SweepAxis& axis) {
            return isNumeric(axis) && axis.values.size() >= fewestForMap;
        });
    if (map) {
        fillMap(chart, plan, points, run);
    } else if (along.has_value()) {
        fillLines(chart, plan, points, run, *along, grid);
    } else {
        fillBars(chart, plan, points, run, grid);
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
