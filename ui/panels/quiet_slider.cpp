#include "ui/panels/quiet_slider.h"

#include "ui/theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace thrashlab::ui {
namespace {

constexpr double handle_radius = 6.5;
constexpr double side = 8;

} // namespace

QuietSlider::QuietSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {
    setFocusPolicy(Qt::TabFocus);
}

void QuietSlider::setMark(std::optional<int> value) {
    if (value != mark_) {
        mark_ = value;
        update();
    }
}

double QuietSlider::place(int value) const {
    const double share = static_cast<double>(value - minimum()) / std::max(1, maximum() - minimum());
    return side + share * (width() - 2 * side);
}

int QuietSlider::valueAt(double x) const {
    const double share = std::clamp((x - side) / std::max(1.0, width() - 2 * side), 0.0, 1.0);
    return minimum() + static_cast<int>(std::lround(share * (maximum() - minimum())));
}

void QuietSlider::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme(palette());
    const double middle = height() / 2.0;
    const double now = place(value());
    painter.setPen(QPen(theme.line(), 3, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QPointF(side - 4, middle), QPointF(width() - side + 4, middle));
    const QColor accent = isEnabled() ? theme.accent() : theme.quietText();
    painter.setPen(QPen(accent, 3, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QPointF(side - 4, middle), QPointF(now, middle));
    if (mark_ && *mark_ >= minimum() && *mark_ <= maximum()) {
        painter.setPen(QPen(theme.quietText(), 1));
        const double x = std::round(place(*mark_)) + 0.5;
        painter.drawLine(QPointF(x, middle + 6), QPointF(x, middle + 10));
    }
    painter.setPen(QPen(accent, hasFocus() ? 3 : 2));
    painter.setBrush(theme.card());
    painter.drawEllipse(QPointF(now, middle), handle_radius, handle_radius);
}

void QuietSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        setSliderDown(true);
        setSliderPosition(valueAt(event->position().x()));
    }
}

void QuietSlider::mouseMoveEvent(QMouseEvent* event) {
    if (isSliderDown()) {
        setSliderPosition(valueAt(event->position().x()));
    }
}

void QuietSlider::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        setSliderDown(false);
    }
}

// The wheel scrolls the panel instead of changing what the mouse happens to pass over.
void QuietSlider::wheelEvent(QWheelEvent* event) {
    event->ignore();
}

} // namespace thrashlab::ui
