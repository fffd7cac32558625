#include "ui/theatre/clock_label.h"

#include "ui/theatre/view_card.h"

#include <QPainter>

#include <algorithm>

namespace thrashlab::ui {
namespace {

int digitWidth(const QFontMetrics& metrics) {
    int width = 0;
    for (char digit = '0'; digit <= '9'; ++digit) {
        width = std::max(width, metrics.horizontalAdvance(QLatin1Char(digit)));
    }
    return width;
}

int advance(const QFontMetrics& metrics, QChar character) {
    if (character == QChar(0x202f)) {
        return digitWidth(metrics) / 3; // some fonts have next to nothing there
    }
    return character.isDigit() ? digitWidth(metrics) : metrics.horizontalAdvance(character);
}

} // namespace

ClockLabel::ClockLabel(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Simulated clock"));
    setToolTip(tr("Simulated time since the file system was mounted"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
}

void ClockLabel::setTexts(const QString& time, const QString& place) {
    if (time != time_ || place != place_) {
        time_ = time;
        place_ = place;
        setAccessibleDescription(time + QLatin1String(", ") + place);
        update();
    }
}

QFont ClockLabel::timeFont() const {
    QFont font = this->font();
    font.setPointSizeF(font.pointSizeF() * 1.25);
    font.setWeight(QFont::DemiBold);
    return font;
}

QSize ClockLabel::sizeHint() const {
    const QFontMetrics metrics = fontMetrics();
    return {metrics.horizontalAdvance(QStringLiteral("run 8 of 8 · 100 % of the file")) + 12,
            QFontMetrics(timeFont()).height() + metrics.height() + 2};
}

void ClockLabel::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const Theme theme(palette());
    painter.setFont(timeFont());
    painter.setPen(theme.text());
    const QFontMetrics metrics = painter.fontMetrics();
    int x = width() - 8;
    const int top = (height() - metrics.height() - fontMetrics().height()) / 2;
    for (qsizetype i = time_.size() - 1; i >= 0; --i) {
        const int step = advance(metrics, time_[i]);
        x -= step;
        painter.drawText(QRect(x, top, step, metrics.height()), Qt::AlignCenter, QString(time_[i]));
    }
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.92);
    painter.setFont(small);
    painter.setPen(theme.quietText());
    drawElided(painter, QRect(0, top + metrics.height(), width() - 8, fontMetrics().height()), place_, Qt::AlignRight);
}

} // namespace thrashlab::ui
