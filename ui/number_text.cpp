#include "ui/number_text.h"

#include "sim/narration.h"

#include <QObject>

#include <array>
#include <cmath>

namespace thrashlab::ui {
namespace {

constexpr QChar narrowNoBreakSpace(0x202f);
constexpr QChar emDash(0x2014);

QString withUnit(double number, int decimals, const char* unit) {
    return QString::number(number, 'f', decimals) + narrowNoBreakSpace + QString::fromUtf8(unit);
}

} // namespace

QString groupedText(std::uint64_t number) {
    return QString::fromStdString(grouped(number));
}

QString groupedText(double number) {
    constexpr double largest = 1e18;
    if (!std::isfinite(number) || number < 0 || number > largest) {
        return emDash;
    }
    return groupedText(static_cast<std::uint64_t>(std::nearbyint(number)));
}

QString shortText(double number) {
    constexpr double thousand = 1000;
    static const char* const prefixes[] = {"", "K", "M", "G", "T"};
    std::size_t prefix = 0;
    // What would round to 1000 of one prefix is 1 of the next.
    while (std::abs(number) >= thousand - 0.5 && prefix + 1 < std::size(prefixes)) {
        number /= thousand;
        ++prefix;
    }
    const bool whole = std::abs(number) >= 10 || std::abs(number - std::nearbyint(number)) < 0.05;
    const QString digits = QString::number(number, 'f', whole ? 0 : 1);
    return prefix == 0 ? digits : digits + narrowNoBreakSpace + QLatin1String(prefixes[prefix]);
}

QString durationText(Duration duration) {
    const double seconds = to_seconds(duration);
    if (seconds >= 1) {
        return withUnit(seconds, seconds >= 10 ? 1 : 2, "s");
    }
    return durationText(duration, duration);
}

QString durationText(Duration duration, Duration whole) {
    const double seconds = to_seconds(duration);
    const double scale = to_seconds(whole);
    constexpr double milli = 1e3;
    constexpr double micro = 1e6;
    if (scale >= 1) {
        return withUnit(seconds, scale >= 100 ? 1 : 2, "s");
    }
    if (scale >= 1e-3) {
        return withUnit(seconds * milli, scale >= 0.1 ? 0 : 1, "ms");
    }
    return withUnit(seconds * micro, 0, "µs");
}

QString percentText(double share) {
    constexpr double smallest = 0.0005;
    if (share > 0 && share < smallest) {
        return QStringLiteral("< 0.1") + narrowNoBreakSpace + QLatin1Char('%');
    }
    return withUnit(share * 100, 1, "%");
}

QString bytesText(std::uint64_t bytes) {
    constexpr std::array<const char*, 5> units{"B", "KiB", "MiB", "GiB", "TiB"};
    std::size_t unit = 0;
    auto number = static_cast<double>(bytes);
    while (number >= 1024 && unit + 1 < units.size()) {
        number /= 1024;
        ++unit;
    }
    const bool whole = number == static_cast<double>(static_cast<std::uint64_t>(number));
    return QString::number(number, 'f', whole ? 0 : 1) + narrowNoBreakSpace + QLatin1String(units[unit]);
}

QString clockText(std::int64_t nanoseconds) {
    constexpr std::int64_t microseconds_per_second = 1000000;
    const std::int64_t microseconds = nanoseconds / 1000;
    const std::int64_t fraction = microseconds % microseconds_per_second;
    return QStringLiteral("%1.%2\u202f%3 s")
        .arg(microseconds / microseconds_per_second)
        .arg(fraction / 1000, 3, 10, QLatin1Char('0'))
        .arg(fraction % 1000, 3, 10, QLatin1Char('0'));
}

QString paceText(double factor) {
    if (factor == 0) {
        return QObject::tr("fastest");
    }
    return factor < 1 ? QStringLiteral("× 1/%1").arg(qRound(1 / factor)) : QStringLiteral("× %1").arg(factor);
}

QString timePartName(TimePart part) {
    const std::array<QString, all_time_parts.size()> names{
        QObject::tr("CPU"),      QObject::tr("command"), QObject::tr("seek"),     QObject::tr("rotation"),
        QObject::tr("transfer"), QObject::tr("busy"),    QObject::tr("throttled")};
    return names.at(static_cast<std::size_t>(part));
}

QString fromView(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString titleOf(const Scenario& scenario) {
    return QString::fromStdString(scenario.title.empty() ? scenario.name : scenario.title);
}

QString upperFirst(QString text) {
    if (!text.isEmpty()) {
        text[0] = text[0].toUpper();
    }
    return text;
}

} // namespace thrashlab::ui
