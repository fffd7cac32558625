#include "ui/panels/unit_spin_box.h"

#include "ui/theatre/view_card.h"

#include <QLocale>
#include <QRegularExpression>
#include <QWheelEvent>

#include <cmath>
#include <optional>

namespace thrashlab::ui {
namespace {

constexpr int real_decimals = 3;

std::optional<double> parse(QString text, const QString& unit, bool bytes) {
    text.remove(QRegularExpression(QStringLiteral("[\\s\\x{a0}\\x{202f}]")));
    if (!unit.isEmpty() && text.endsWith(unit)) {
        text.chop(unit.size());
    }
    static const QRegularExpression pattern(QStringLiteral("^([0-9]*[.,]?[0-9]+|[0-9]+[.,]?)([kKmMgG]?)(i?[bB])?$"));
    const auto match = pattern.match(text);
    if (!match.hasMatch() || (!bytes && !match.captured(2).isEmpty())) {
        return std::nullopt;
    }
    bool good = false;
    double value = match.captured(1).replace(QLatin1Char(','), QLatin1Char('.')).toDouble(&good);
    const qsizetype power =
        match.captured(2).isEmpty() ? 0 : 1 + QStringLiteral("kmg").indexOf(match.captured(2).toLower());
    value *= std::pow(1024.0, static_cast<double>(power));
    return good ? std::optional(value) : std::nullopt;
}

} // namespace

UnitSpinBox::UnitSpinBox(const QString& unit, bool real, bool doubling, QWidget* parent)
    : QDoubleSpinBox(parent), unit_(unit), real_(real), doubling_(doubling) {
    setDecimals(real ? real_decimals : 0);
    setButtonSymbols(QAbstractSpinBox::NoButtons);
    setKeyboardTracking(false);
    setAlignment(Qt::AlignRight);
    setFocusPolicy(Qt::StrongFocus);
    setAccelerated(true);
}

QString UnitSpinBox::textFromValue(double value) const {
    const bool whole = value == std::floor(value);
    if (isBytes()) {
        const auto bytes = static_cast<std::uint64_t>(value);
        const bool round = bytes >= 1024 && (bytes & (bytes - 1)) == 0;
        return round ? bytesText(bytes) : groupedText(bytes) + QStringLiteral("\u202fB");
    }
    QString text = groupedText(static_cast<std::uint64_t>(value));
    if (real_ && (!whole || value < 100)) {
        QString digits = QString::number(value, 'f', real_decimals);
        while (digits.endsWith(QLatin1Char('0')) && !digits.endsWith(QLatin1String(".0"))) {
            digits.chop(1);
        }
        text = digits;
    }
    return unit_.isEmpty() ? text : text + QChar(0x202f) + unit_;
}

double UnitSpinBox::valueFromText(const QString& text) const {
    const auto number = parse(text, unit_, isBytes());
    return number ? (real_ ? *number : std::round(*number)) : value();
}

QValidator::State UnitSpinBox::validate(QString& text, int& /*position*/) const {
    const auto number = parse(text, unit_, isBytes());
    return number && *number >= minimum() && *number <= maximum() ? QValidator::Acceptable : QValidator::Intermediate;
}

void UnitSpinBox::stepBy(int steps) {
    if (doubling_) {
        setValue(value() * std::pow(2.0, steps));
    } else {
        QDoubleSpinBox::stepBy(steps);
    }
}

void UnitSpinBox::wheelEvent(QWheelEvent* event) {
    event->ignore();
}

} // namespace thrashlab::ui
