#include "ui/plots/curve_words.h"

#include "ui/number_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>

namespace thrashlab::ui {
namespace {

constexpr std::array runs{CurveRun::first, CurveRun::second, CurveRun::last};
constexpr QChar narrowSpace(0x202f);

QString tr(const char* text) {
    return QCoreApplication::translate("Curve", text);
}

// The highest binary unit that divides the number, or leaves it a few digits.
QString sizeText(double bytes) {
    constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB"};
    std::size_t unit = 0;
    while (bytes >= 1024 && unit + 1 < units.size()) {
        bytes /= 1024;
        ++unit;
    }
    return QString::number(bytes, 'g', 4) + narrowSpace + QLatin1String(units[unit]);
}

QString runText(const RunResult& run) {
    return tr("run %1: %2 bytes/s · %3")
        .arg(QString::number(run.number), groupedText(run.bytes_per_second()), curveRunCounts(run));
}

const CurvePoint* nearestPoint(const CurveLine& line, double value) {
    const auto nearer = [value](const CurvePoint& a, const CurvePoint& b) {
        return std::abs(a.value - value) < std::abs(b.value - value);
    };
    const auto found = std::min_element(line.points.begin(), line.points.end(), nearer);
    return found == line.points.end() ? nullptr : &*found;
}

} // namespace

QString curveValueText(const Parameter& parameter, double value) {
    if (parameter.unit == "bytes") {
        return sizeText(value);
    }
    const bool whole = std::abs(value - std::nearbyint(value)) < 1e-9 * std::max(1.0, std::abs(value));
    const QString number = whole ? groupedText(value) : QString::number(value, 'g', 4);
    return parameter.unit.empty() ? number : number + narrowSpace + fromView(parameter.unit);
}

QString curveRunName(CurveRun run) {
    switch (run) {
    case CurveRun::first:
        return tr("first run");
    case CurveRun::second:
        return tr("second run");
    case CurveRun::last:
        break;
    }
    return tr("later runs");
}

QString policyTitle(const std::string& name) {
    for (const PolicyInfo& info : policies()) {
        if (info.name == name) {
            return fromView(info.title);
        }
    }
    return QString::fromStdString(name);
}

QString curveRunCounts(const RunResult& run) {
    const RunCounters& counters = run.counters;
    return tr("%1 lost turns · %2 commands · %3 hits in buffers, %4 in pages, %5 misses")
        .arg(groupedText(counters.lost_turns), groupedText(counters.commands), groupedText(counters.buffer_hits),
             groupedText(counters.page_hits), groupedText(counters.misses));
}

std::vector<CurveSeries> curveSeries(const Curve& curve) {
    std::vector<CurveSeries> series;
    for (std::size_t line = 0; line < curve.lines.size(); ++line) {
        const std::vector<CurvePoint>& points = curve.lines[line].points;
        const auto has = [&points](CurveRun run) {
            return std::any_of(points.begin(), points.end(),
                               [run](const CurvePoint& point) { return point.throughput(run) > 0; });
        };
        for (const CurveRun run : runs) {
            const bool wanted = line == 0 || run == (has(CurveRun::second) ? CurveRun::second : CurveRun::first);
            if (wanted && has(run)) {
                series.push_back({line, run});
            }
        }
    }
    return series;
}

QString curveSeriesName(const Curve& curve, const CurveSeries& series) {
    const std::string& policy = curve.lines[series.line].policy;
    if (series.line > 0) {
        return policy == "opt" ? tr("%1, the ceiling").arg(policyTitle(policy)) : policyTitle(policy);
    }
    const bool amongPolicies = curve.lines.size() > 1 && series.run == CurveRun::second;
    return amongPolicies ? tr("second run: %1").arg(policyTitle(policy)) : curveRunName(series.run);
}

QString describeCurvePoint(const Parameter& parameter, const CurvePoint& point) {
    QStringList lines{tr("%1: %2").arg(fromView(parameter.label), curveValueText(parameter, point.value))};
    if (!point.problem.empty()) {
        lines += tr("cannot be: %1").arg(QString::fromStdString(point.problem));
    } else {
        for (const RunResult& run : point.runs) {
            lines += runText(run);
        }
    }
    return lines.join(QLatin1Char('\n'));
}

QString describeCliff(const Parameter& parameter, const Cliff& cliff) {
    const QString factor = groupedText(cliff.ratio);
    return cliff.fits ? tr("%1, %2 times as fast").arg(describeCliffBriefly(parameter, cliff), factor)
                      : tr("%1 (%2 times)").arg(describeCliffBriefly(parameter, cliff), factor);
}

QString describeCliffBriefly(const Parameter& parameter, const Cliff& cliff) {
    const QString edge = curveValueText(parameter, cliff.rises ? cliff.above : cliff.below);
    if (cliff.fits) {
        return (cliff.rises ? tr("the cliff: the whole file fits from %1 on")
                            : tr("the cliff: the whole file fits up to %1"))
            .arg(edge);
    }
    return (cliff.rises ? tr("the cliff: faster from %1 on") : tr("the cliff: faster up to %1")).arg(edge);
}

QString describeCliffShortly(const Parameter& parameter, const Cliff& cliff) {
    return tr("the cliff: %1").arg(curveValueText(parameter, cliff.rises ? cliff.above : cliff.below));
}

QString describeCost(std::size_t points, std::chrono::nanoseconds time) {
    return tr("%1 points in %2").arg(points).arg(durationText(std::chrono::duration_cast<Duration>(time)));
}

QString describeCurve(const Curve& curve, double now) {
    const Parameter& about = parameter(curve.request.key);
    QStringList sentences;
    if (const QString empty = whyEmpty(curve); !empty.isEmpty()) {
        return empty;
    }
    const CurveLine& own = curve.lines.front();
    if (const CurvePoint* here = nearestPoint(own, now)) {
        sentences += tr("Now %1. Nearest point, %2").arg(curveValueText(about, now), describeCurvePoint(about, *here));
    }
    for (const CurveRun run : runs) {
        double low = 0;
        double high = 0;
        for (const CurvePoint& point : own.points) {
            const double speed = point.throughput(run);
            low = speed > 0 && (low <= 0 || speed < low) ? speed : low;
            high = std::max(high, speed);
        }
        if (high > 0) {
            sentences += tr("%1: %2 to %3 bytes/s from %4 to %5")
                             .arg(curveRunName(run), groupedText(low), groupedText(high),
                                  curveValueText(about, own.points.front().value),
                                  curveValueText(about, own.points.back().value));
        }
    }
    if (const auto cliff = find_cliff(own)) {
        sentences += tr("Second run, %1").arg(describeCliff(about, *cliff));
    }
    return sentences.join(QLatin1Char('\n'));
}

QString whyEmpty(const Curve& curve) {
    std::string problem;
    for (const CurveLine& line : curve.lines) {
        for (const CurvePoint& point : line.points) {
            if (point.throughput(CurveRun::first) > 0) {
                return {};
            }
            problem = point.problem.empty() ? problem : point.problem;
        }
    }
    return problem.empty() ? tr("simulating …")
                           : tr("No value in this range can be simulated.\n%1").arg(QString::fromStdString(problem));
}

} // namespace thrashlab::ui
