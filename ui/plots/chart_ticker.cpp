#include "ui/plots/chart_ticker.h"

#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace thrashlab::ui {
namespace {

constexpr int fewestTicks = 2;
constexpr double mostDoublings = 8;
constexpr double tolerance = 1e-9;
constexpr double nameGap = 10;
constexpr double shareOfPlot = 0.9;

} // namespace

ChartTicker::ChartTicker(const Options& options, Text text) : options_(options), text_(std::move(text)) {
    setTickCount(options.count);
}

QString ChartTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
    const double value = std::abs(tick) < 1e-12 * std::max(1.0, largest_) ? 0 : tick;
    return step_ > 0 ? text_(value, step_, largest_) : text_(value, value, value);
}

QVector<double> ChartTicker::createTickVector(double step, const QCPRange& range) {
    step_ = step;
    largest_ = std::max(std::abs(range.lower), std::abs(range.upper));
    if (options_.logarithmic && range.lower > 0) {
        QVector<double> ticks = options_.binary ? binaryTicks(range) : decadeTicks(range);
        if (ticks.size() >= fewestTicks) {
            step_ = 0;
            return ticks;
        }
    } else if (options_.binary) {
        step_ = std::max(1.0, std::exp2(std::round(std::log2(range.size() / options_.count))));
        QVector<double> ticks;
        for (double tick = std::ceil(range.lower / step_) * step_; tick <= range.upper; tick += step_) {
            ticks.push_back(tick);
        }
        return ticks;
    }
    return QCPAxisTicker::createTickVector(step, range);
}

QVector<double> ChartTicker::binaryTicks(const QCPRange& range) {
    const double apart = std::exp2(std::max(1.0, std::ceil(std::log2(range.upper / range.lower) / mostDoublings)));
    QVector<double> ticks;
    for (double tick = std::exp2(std::ceil(std::log2(range.lower) - tolerance)); tick <= range.upper * (1 + tolerance);
         tick *= apart) {
        ticks.push_back(tick);
    }
    return ticks;
}

QVector<double> ChartTicker::decadeTicks(const QCPRange& range) {
    constexpr std::array digits{1.0, 2.0, 5.0};
    const double decades = std::log10(range.upper / range.lower);
    QVector<double> ticks;
    const auto from = static_cast<int>(std::floor(std::log10(range.lower)));
    const auto to = static_cast<int>(std::ceil(std::log10(range.upper)));
    for (int exponent = from; exponent <= to; ++exponent) {
        for (const double digit : digits) {
            const double tick = digit * std::pow(10, exponent);
            if ((digit == 1 || decades <= options_.decadesWithFives) && tick >= range.lower * (1 - tolerance) &&
                tick <= range.upper * (1 + tolerance)) {
                ticks.push_back(tick);
            }
        }
    }
    return ticks;
}

CategoryTicker::CategoryTicker(QStringList names, const QFont& font, const QCPAxis* axis)
    : names_(std::move(names)), axis_(axis) {
    const QFontMetricsF metrics(font);
    for (const QString& name : names_) {
        for (const QString& line : name.split(QLatin1Char('\n'))) {
            widest_ = std::max(widest_, metrics.horizontalAdvance(line));
        }
    }
}

QString CategoryTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
    return names_.value(static_cast<int>(std::lround(tick)) - 1);
}

QVector<double> CategoryTicker::createTickVector(double, const QCPRange& range) {
    // The axis' own width is not known yet: the numbers of the other one take some of it.
    const double width = shareOfPlot * axis_->parentPlot()->viewport().width();
    const double room = width / std::max(1.0, range.size());
    const int apart = std::max(1, static_cast<int>(std::ceil((widest_ + nameGap) / std::max(1.0, room))));
    QVector<double> ticks;
    for (int place = 1; place <= names_.size(); place += apart) {
        if (place >= range.lower && place <= range.upper) {
            ticks.push_back(place);
        }
    }
    return ticks;
}

} // namespace thrashlab::ui
