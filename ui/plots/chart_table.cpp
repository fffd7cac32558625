#include "ui/plots/chart_table.h"

#include "sim/parameter.h"
#include "ui/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace thrashlab::ui {
namespace {

ChartTable surfaceTable(const ChartSurface& surface) {
    ChartTable table{{QStringLiteral("x"), QStringLiteral("y"), QStringLiteral("value")}, {}};
    for (std::size_t row = 0; row < surface.y.size(); ++row) {
        for (std::size_t column = 0; column < surface.x.size(); ++column) {
            table.rows.push_back({exactDigits(surface.x[column]), exactDigits(surface.y[row]),
                                  exactDigits(surface.values[row * surface.x.size() + column])});
        }
    }
    return table;
}

ChartTable pointTable(const Chart& chart) {
    const bool named = !chart.x.categories.isEmpty();
    const bool ranges = std::any_of(chart.series.begin(), chart.series.end(), [](const ChartSeries& series) {
        return !series.low.empty() && !series.high.empty();
    });
    ChartTable table{{QStringLiteral("series")}, {}};
    if (named) {
        table.columns += QStringLiteral("category");
    }
    table.columns += {QStringLiteral("x"), QStringLiteral("y")};
    if (ranges) {
        table.columns += {QStringLiteral("low"), QStringLiteral("high")};
    }
    for (const ChartSeries& series : chart.series) {
        for (std::size_t i = 0; i < series.x.size() && !series.hidden; ++i) {
            QStringList row{series.name};
            if (named) {
                const auto place = static_cast<qsizetype>(std::lround(series.x[i])) - 1;
                row += chart.x.categories.value(place).simplified();
            }
            row += {exactDigits(series.x[i]), exactDigits(series.y[i])};
            if (ranges) {
                row += {series.low.empty() ? QString() : exactDigits(series.low[i]),
                        series.high.empty() ? QString() : exactDigits(series.high[i])};
            }
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

void append(ChartTable& table, const QStringList& columns, const QStringList& cells) {
    for (qsizetype i = 0; i < columns.size(); ++i) {
        if (!table.columns.contains(columns[i])) {
            table.columns += columns[i];
            for (QStringList& row : table.rows) {
                row += cells[i];
            }
        }
    }
}

} // namespace

QString exactDigits(double value) {
    return std::isfinite(value) ? QString::fromStdString(fmt::format("{}", value)) : QString();
}

QStringList scenarioColumns() {
    QStringList columns{QStringLiteral("scenario")};
    for (const Parameter& each : parameters()) {
        if (!each.derived) {
            columns += fromView(each.key);
        }
    }
    return columns;
}

QStringList scenarioCells(const Scenario& scenario) {
    QStringList cells{QString::fromStdString(scenario.name)};
    for (const Parameter& each : parameters()) {
        if (!each.derived) {
            cells += QString::fromStdString(format(each.get(scenario)));
        }
    }
    return cells;
}

ChartTable chartTable(const Chart& chart) {
    ChartTable table = chart.table ? *chart.table : chart.surface ? surfaceTable(*chart.surface) : pointTable(chart);
    append(table, {QStringLiteral("program_version")}, {QStringLiteral(THRASHLAB_VERSION)});
    if (chart.provenance.scenario) {
        append(table, scenarioColumns(), scenarioCells(*chart.provenance.scenario));
    }
    return table;
}

} // namespace thrashlab::ui
