#include "ui/theatre/time_scrubber.h"

#include "ui/theatre/view_card.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace thrashlab::ui {
namespace {

constexpr int steps = 100000;
constexpr int side = 10; ///< room for the handle at both ends
constexpr int track_height = 6;
constexpr double handle_radius = 7;

} // namespace

TimeScrubber::TimeScrubber(QWidget* parent) : QAbstractSlider(parent) {
    setOrientation(Qt::Horizontal);
    setRange(0, steps);
    setSingleStep(steps / 1000);
    setPageStep(steps / 50);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Place in the series"));
    setToolTip(tr("Drag to any instant of the series"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize TimeScrubber::sizeHint() const {
    return {400, 22 + fontMetrics().height()};
}

QSize TimeScrubber::minimumSizeHint() const {
    return {120, sizeHint().height()};
}

void TimeScrubber::setRecording(const Recording& recording) {
    segments_.clear();
    for (const RunResult& run : recording.runs) {
        segments_.push_back({run.number, run.counters.started, run.counters.ended});
    }
    end_ = recording.journal.end_time();
    update();
}

void TimeScrubber::showTime(SimTime time) {
    const TimeAxis axis = this->axis();
    const double before = axis.x(time_);
    time_ = time;
    const QSignalBlocker quiet(this);
    setValue(static_cast<int>(std::lround((axis.x(time) - axis.left) / std::max(1.0, axis.width) * steps)));
    if (std::abs(axis.x(time) - before) >= 0.25) {
        update();
    }
}

TimeAxis TimeScrubber::axis() const {
    return {SimTime{}, end_.time_since_epoch(), static_cast<double>(track().left()),
            static_cast<double>(track().width())};
}

void TimeScrubber::showLoop(const std::optional<Loop>& loop) {
    loop_ = loop;
    update();
}

// A wash behind the track, and brackets at its ends.
void TimeScrubber::drawLoop(QPainter& painter) const {
    const Theme theme(palette());
    const QRectF bar = track();
    const double left = axis().x(loop_->begin);
    const double right = axis().x(loop_->end);
    const QRectF band(left, bar.top() - 5, std::max(2.0, right - left), bar.height() + 10);
    painter.fillRect(band, theme.accentTint());
    painter.setPen(QPen(theme.accent(), 1.5));
    constexpr double foot = 4;
    for (const auto& [x, inward] : {std::pair(band.left(), foot), std::pair(band.right(), -foot)}) {
        painter.drawPolyline(QPolygonF({QPointF(x + inward, band.top()), QPointF(x, band.top()),
                                        QPointF(x, band.bottom()), QPointF(x + inward, band.bottom())}));
    }
}

QRect TimeScrubber::track() const {
    return {side, 8, width() - 2 * side, track_height};
}

void TimeScrubber::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme(palette());
    const QRectF bar = track();
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.92);
    painter.setFont(small);
    if (loop_) {
        drawLoop(painter);
    }
    const TimeAxis time = axis();
    const double now = time.x(time_);
    for (const Segment& segment : segments_) {
        const double left = time.x(segment.begin);
        const double right = time.x(segment.end);
        const QRectF piece(left, bar.top(), std::max(1.0, right - left - 1), bar.height());
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.line());
        painter.drawRoundedRect(piece, 3, 3);
        if (now > left) {
            painter.setBrush(theme.accent());
            painter.drawRoundedRect(QRectF(left, bar.top(), std::min(now, piece.right()) - left, bar.height()), 3, 3);
        }
        const QString text = tr("run %1").arg(segment.run);
        painter.setPen(theme.quietText());
        drawElided(painter, QRectF(left, bar.bottom() + 5, right - left, fontMetrics().height()).toRect(), text);
    }
    painter.setPen(QPen(theme.accent(), hasFocus() ? 3 : 2));
    painter.setBrush(theme.card());
    painter.drawEllipse(QPointF(now, bar.center().y()), handle_radius, handle_radius);
}

void TimeScrubber::moveTo(double x) {
    Q_EMIT scrubbed(axis().within(x));
}

void TimeScrubber::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        moveTo(event->position().x());
    }
}

void TimeScrubber::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons().testFlag(Qt::LeftButton)) {
        moveTo(event->position().x());
    }
}

void TimeScrubber::mouseReleaseEvent(QMouseEvent* event) {
    event->accept();
}

// Left, Right, Home and End belong to the transport, wherever the focus is.
void TimeScrubber::keyPressEvent(QKeyEvent* event) {
    const int direction = event->key() == Qt::Key_PageUp ? 1 : event->key() == Qt::Key_PageDown ? -1 : 0;
    if (direction == 0) {
        event->ignore();
        return;
    }
    const Duration step = end_.time_since_epoch() / 50;
    Q_EMIT scrubbed(std::clamp(time_ + step * direction, SimTime{}, end_));
}

} // namespace thrashlab::ui
