#include "ui/plots/chart_words.h"

#include "dd/command_line.h"
#include "sim/parameter.h"
#include "sim/scenario_file.h"
#include "ui/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace thrashlab::ui {
namespace {

constexpr QChar narrowSpace(0x202f);

QString tr(const char* text) {
    return QCoreApplication::translate("Chart", text);
}

QString withUnit(const QString& title, const QString& unit) {
    // Sizes have their units beside the numbers: KiB, MiB.
    if (unit.isEmpty() || unit == QLatin1String("bytes")) {
        return title;
    }
    return title.isEmpty() ? unit : QStringLiteral("%1 (%2)").arg(title, unit);
}

struct Scale {
    double one = 1;
    QString name;
};

// What to count in, so that the largest number is short.
Scale scaleFor(double largest, const QString& unit) {
    const bool binary = unit == QLatin1String("bytes");
    constexpr std::array binaryNames{"B", "KiB", "MiB", "GiB", "TiB"};
    constexpr std::array decimalNames{"", "K", "M", "G", "T"};
    const double base = binary ? 1024 : 1000;
    Scale scale{1, binary ? QStringLiteral("B") : QString()};
    // Four digits are no trouble to read; five are, beside each other.
    if (!binary && std::abs(largest) < 1e4) {
        return scale;
    }
    for (std::size_t i = 1; i < binaryNames.size() && std::abs(largest) >= scale.one * base * (1 - 1e-9); ++i) {
        scale = {scale.one * base, QLatin1String(binary ? binaryNames[i] : decimalNames[i])};
    }
    return scale;
}

QString grouped(double value, int decimals) {
    const QString digits = QString::number(std::abs(value), 'f', decimals);
    const qsizetype point = digits.indexOf(QLatin1Char('.'));
    const std::uint64_t front = digits.left(point < 0 ? digits.size() : point).toULongLong();
    const QString whole = groupedText(front);
    const bool negative = value < 0 && digits.toDouble() > 0;
    return (negative ? QString(QChar(0x2212)) : QString()) + whole + (point < 0 ? QString() : digits.mid(point));
}

QString categoryAt(const ChartAxis& axis, double value) {
    const auto place = static_cast<qsizetype>(std::lround(value)) - 1;
    return place >= 0 && place < axis.categories.size() ? axis.categories[place].simplified() : QString();
}

QString coordinateText(const ChartAxis& axis, double value) {
    return axis.categories.isEmpty() ? axis.title + QLatin1Char(' ') + figureText(value, axis.unit)
                                     : categoryAt(axis, value);
}

// What differs from the scenario of that name, if there is one: its name alone would mislead.
QString changedParameters(const Scenario& scenario) {
    const std::vector<std::string> names = scenario_names();
    const std::string name = original_name(scenario.name);
    if (std::find(names.begin(), names.end(), name) == names.end()) {
        return {};
    }
    QStringList changes;
    for (const Parameter* const each : changed_parameters(load_scenario(name), scenario)) {
        changes += QStringLiteral("%1 = %2").arg(fromView(each->key), fromView(format(each->get(scenario))));
    }
    return changes.isEmpty() ? QString() : tr("changed: %1").arg(changes.join(provenanceSeparator));
}

QStringList scenarioLines(const Scenario& scenario) {
    const auto word = [&](std::string_view key) { return fromView(format(parameter(key).get(scenario))); };
    QStringList lines{
        QStringList{QString::fromStdString(scenario.name), QString::fromStdString(dd_line(scenario.workload)),
                    tr("file of %1 bytes").arg(groupedText(file_extent(scenario.workload)))}
            .join(provenanceSeparator),
        QStringList{tr("%1, blocks of %2 bytes")
                        .arg(word("file_system.kind"), groupedText(std::uint64_t{scenario.file_system.block_size})),
                    tr("%1 buffers").arg(groupedText(std::uint64_t{scenario.buffers})),
                    tr("kernel %1").arg(QString::fromStdString(scenario.kernel_profile)),
                    tr("drive %1").arg(QString::fromStdString(scenario.drive_profile))}
            .join(provenanceSeparator)};
    const QString changes = changedParameters(scenario);
    return changes.isEmpty() ? lines : lines << changes;
}

QString runIdText(std::vector<std::int64_t> ids) {
    ids.erase(std::remove_if(ids.begin(), ids.end(), [](std::int64_t id) { return id < 0; }), ids.end());
    constexpr std::size_t mostIds = 8;
    QStringList words;
    if (ids.size() > mostIds) {
        words = {QString::number(ids.front()), QStringLiteral("…"), QString::number(ids.back())};
    } else {
        for (const std::int64_t id : ids) {
            words += QString::number(id);
        }
    }
    return words.join(QStringLiteral(", "));
}

} // namespace

QString axisText(const ChartAxis& axis) {
    return withUnit(axis.title, axis.unit);
}

QString surfaceText(const ChartSurface& surface) {
    return withUnit(surface.title, surface.unit);
}

QString tickText(double value, double step, double largest, const QString& unit) {
    const Scale scale = scaleFor(largest, unit);
    const double shown = value / scale.one;
    const double apart = std::abs(step) / scale.one;
    int decimals = 0;
    // As many as the step needs, be it 0.25 or 0.1.
    for (double rest = apart; decimals < 6 && std::abs(rest - std::nearbyint(rest)) > 1e-6 * std::max(1.0, rest);
         rest *= 10) {
        ++decimals;
    }
    const QString digits = grouped(shown, decimals);
    return scale.name.isEmpty() || (value == 0 && scale.name != QLatin1String("B")) ? digits
                                                                                    : digits + narrowSpace + scale.name;
}

QString figureText(double value) {
    if (!std::isfinite(value)) {
        return QStringLiteral("—");
    }
    constexpr double longest = 1e15;
    if (value == std::nearbyint(value) && std::abs(value) < longest) {
        return grouped(value, 0);
    }
    constexpr double thousand = 1000;
    if (std::abs(value) >= thousand && std::abs(value) < longest) {
        return grouped(value, value < 100 * thousand ? 1 : 0);
    }
    return QString::number(value, 'g', 6);
}

QString figureText(double value, const QString& unit) {
    const QString figure = figureText(value);
    return unit.isEmpty() ? figure : figure + narrowSpace + unit;
}

QString describePoint(const Chart& chart, const ChartPoint& point) {
    QStringList lines;
    if (chart.surface) {
        const ChartSurface& surface = *chart.surface;
        const std::size_t column = point.point % surface.x.size();
        const std::size_t row = point.point / surface.x.size();
        lines += coordinateText(chart.x, surface.x.at(column));
        lines += coordinateText(chart.y, surface.y.at(row));
        lines += surface.title + QStringLiteral(": ") + figureText(surface.values.at(point.point), surface.unit);
        return lines.join(QLatin1Char('\n'));
    }
    const ChartSeries& series = chart.series.at(point.series);
    lines += QStringList{series.name, coordinateText(chart.x, series.x.at(point.point))}.join(provenanceSeparator);
    QString value = figureText(series.y.at(point.point), chart.y.unit);
    if (!series.low.empty() && series.low[point.point] != series.high.at(point.point)) {
        value = tr("%1, from %2 to %3")
                    .arg(value, figureText(series.low[point.point]), figureText(series.high[point.point]));
    }
    lines += value;
    if (!series.remarks.isEmpty() && !series.remarks.at(static_cast<qsizetype>(point.point)).isEmpty()) {
        lines += series.remarks.at(static_cast<qsizetype>(point.point));
    }
    return lines.join(QLatin1Char('\n'));
}

QString describeChart(const Chart& chart) {
    QStringList lines{chart.title};
    constexpr std::size_t fewPoints = 12;
    for (const ChartSeries& series : chart.series) {
        if (series.hidden) {
            continue;
        }
        QStringList figures;
        if (series.x.size() <= fewPoints) {
            for (std::size_t i = 0; i < series.x.size(); ++i) {
                figures +=
                    coordinateText(chart.x, series.x[i]) + QStringLiteral(": ") + figureText(series.y[i], chart.y.unit);
            }
            lines += series.name + QStringLiteral(": ") + figures.join(QStringLiteral("; "));
        } else {
            lines += tr("%1: %2 points").arg(series.name, groupedText(std::uint64_t{series.x.size()}));
        }
    }
    for (const ChartMarker& marker : chart.markers) {
        lines += marker.text;
    }
    return lines.join(QLatin1Char('\n'));
}

QStringList provenanceLines(const Chart& chart) {
    const ChartProvenance& provenance = chart.provenance;
    QStringList lines;
    if (provenance.scenario) {
        lines += scenarioLines(*provenance.scenario);
    }
    for (const Scenario& other : provenance.others) {
        const QString changes = changedParameters(other);
        lines += tr("beside %1").arg(QString::fromStdString(other.name)) +
                 (changes.isEmpty() ? QString() : provenanceSeparator + changes);
    }
    lines += provenance.more;
    QString last = tr("Simulated by ThrashLab %1").arg(QLatin1String(THRASHLAB_VERSION));
    const QString ids = runIdText(provenance.runIds);
    if (!ids.isEmpty()) {
        last += provenanceSeparator + tr("runs %1 of the database").arg(ids);
    }
    return lines << last;
}

} // namespace thrashlab::ui
