#include "ui/plots/curve_plot.h"

#include "error.h"
#include "ui/number_text.h"
#include "ui/plots/curve_chart.h"
#include "ui/plots/curve_words.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace thrashlab::ui {
namespace {

constexpr double zoomStep = 1.25;
constexpr double wheelNotch = 120;
constexpr int pageSteps = 20;
constexpr double realSteps = 200; ///< key presses from end to end of a range of real numbers

// Numbers of other drags count up from 1.
int nextGesture() {
    static int gesture = 0;
    return --gesture;
}

double shareOf(const CurveRange& range, double value) {
    return range.logarithmic ? std::log(value / range.from) / std::log(range.to / range.from)
                             : (value - range.from) / (range.to - range.from);
}

double atShare(const CurveRange& range, double share) {
    return range.logarithmic ? range.from * std::pow(range.to / range.from, share)
                             : range.from + share * (range.to - range.from);
}

} // namespace

CurvePlot::CurvePlot(QWidget* parent)
    : PlotWidget(parent), plot_(new QCustomPlot(this)), chart_(new CurveChart(plot_)) {
    setContextMenuPolicy(Qt::PreventContextMenu); // the right button moves the range; its menu comes when it is let go
    setMouseTracking(true);
    setAccessibleName(tr("Throughput as a function of one parameter"));
    embed(plot_);
    retheme();
}

void CurvePlot::setParameter(const Parameter& parameter) {
    chart_->setParameter(parameter);
    setAccessibleName(tr("Throughput as a function of %1").arg(fromView(parameter.label)));
    describe();
}

void CurvePlot::setRange(const CurveRange& range) {
    chart_->setRange(range);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void CurvePlot::setNow(double value) {
    chart_->setNow(value);
    describe();
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void CurvePlot::setCurve(const std::shared_ptr<const Curve>& curve) {
    chart_->setCurve(curve);
    describe();
    plot_->replot(QCustomPlot::rpQueuedReplot);
    Q_EMIT lookChanged();
}

void CurvePlot::setHint(const QString& hint) {
    chart_->setHint(hint);
    describe();
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void CurvePlot::setLogarithmicSpeed(bool logarithmic) {
    chart_->setLogarithmicSpeed(logarithmic);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void CurvePlot::describe() {
    setAccessibleDescription(chart_->curve() ? describeCurve(*chart_->curve(), chart_->now()) : chart_->hintText());
}

QPointF CurvePlot::positionOf(double value) const {
    return mapFromGlobal(plot_->mapToGlobal(QPointF(chart_->pixelOf(value), plot_->axisRect()->rect().center().y())));
}

QString CurvePlot::toolTipAt(const QPoint& position) const {
    const CurvePoint* point = chart_->pointAt(plot_->mapFrom(this, position));
    return point == nullptr ? QString() : describeCurvePoint(chart_->parameter(), *point);
}

QImage CurvePlot::image() {
    plot_->replot(QCustomPlot::rpImmediateRefresh);
    return plot_->grab().toImage();
}

QSize CurvePlot::sizeHint() const {
    return {600, 130};
}

QSize CurvePlot::minimumSizeHint() const {
    return {200, 84};
}

void CurvePlot::retheme() {
    chart_->setLook(Theme(palette()), font());
    plot_->replot(QCustomPlot::rpQueuedReplot);
    Q_EMIT lookChanged();
}

void CurvePlot::changeEvent(QEvent* event) {
    PlotWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        retheme();
    }
}

// The arrows belong to the transport, unless the focus is here.
bool CurvePlot::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && ownsKey(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), toolTipAt(help->pos()), this);
        return true;
    }
    return PlotWidget::event(event);
}

bool CurvePlot::ownsKey(const QKeyEvent& event) const {
    switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
    case Qt::Key_Menu:
        return event.modifiers() == Qt::NoModifier;
    case Qt::Key_F10:
        return event.modifiers() == Qt::ShiftModifier;
    default:
        return false;
    }
}

void CurvePlot::keyPressEvent(QKeyEvent* event) {
    if (!ownsKey(*event)) {
        PlotWidget::keyPressEvent(event);
        return;
    }
    if (event->key() == Qt::Key_Menu || event->key() == Qt::Key_F10) {
        Q_EMIT menuWanted(mapToGlobal(rect().center()));
        return;
    }
    if (!event->isAutoRepeat() || !keyHeld_) {
        gesture_ = nextGesture();
        keyHeld_ = true;
    }
    const bool forward = event->key() == Qt::Key_Right || event->key() == Qt::Key_PageUp;
    const bool far = event->key() == Qt::Key_PageUp || event->key() == Qt::Key_PageDown;
    if (far) {
        const CurveRange& range = chart_->range();
        want(atShare(range, shareOf(range, chart_->now()) + (forward ? 1.0 : -1.0) / pageSteps));
    } else {
        want(stepped(forward ? 1 : -1));
    }
}

void CurvePlot::keyReleaseEvent(QKeyEvent* event) {
    if (!event->isAutoRepeat()) {
        keyHeld_ = false;
    }
    PlotWidget::keyReleaseEvent(event);
}

bool CurvePlot::isReal() const {
    return std::holds_alternative<double>(chart_->parameter().get(Scenario{}));
}

// The value so many neighbours further.
double CurvePlot::stepped(int steps) const {
    const Parameter& about = chart_->parameter();
    const double now = chart_->now();
    const double steppedBy = static_cast<double>(steps);
    if (about.power_of_two) {
        return now * std::exp2(steppedBy);
    }
    const CurveRange& range = chart_->range();
    if (!isReal()) {
        const Scenario base = chart_->curve() ? chart_->curve()->request.base : Scenario{};
        return now + steppedBy * curve_unit(base, about.key);
    }
    const double grain = std::pow(10, std::round(std::log10((range.to - range.from) / realSteps)));
    return std::round((now + steppedBy * grain) / grain) * grain;
}

std::optional<CurveGrid> CurvePlot::grid(const CurveRange& range) const {
    if (!chart_->curve()) {
        return std::nullopt;
    }
    CurveRequest request = chart_->curve()->request;
    request.from = range.from;
    request.to = range.to;
    request.logarithmic = range.logarithmic;
    try {
        return CurveGrid(request);
    } catch (const Error&) {
        return std::nullopt; // no value in there
    }
}

// Within the parameter's bounds, and a value it can have.
void CurvePlot::want(double value) {
    const Parameter& about = chart_->parameter();
    double wanted = std::clamp(value, about.minimum, about.maximum);
    if (about.power_of_two) {
        wanted = std::exp2(std::round(std::log2(std::max(wanted, 1.0))));
    } else if (!isReal()) {
        wanted = std::round(wanted);
    }
    if (wanted != chart_->now()) {
        Q_EMIT valueWanted(wanted, gesture_);
    }
}

void CurvePlot::mousePressEvent(QMouseEvent* event) {
    if (drag_ != Drag::none || (event->button() != Qt::LeftButton && event->button() != Qt::RightButton)) {
        return;
    }
    pressed_ = event->position();
    rangeAtPress_ = chart_->range();
    gesture_ = nextGesture();
    drag_ = Drag::pressed;
}

void CurvePlot::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() == Qt::NoButton || drag_ == Drag::none) {
        hover(event->position());
        return;
    }
    const double moved = std::abs(event->position().x() - pressed_.x());
    if (drag_ == Drag::pressed && moved >= QApplication::startDragDistance() / 2.0) {
        const bool pans = event->buttons().testFlag(Qt::RightButton) || event->modifiers() == Qt::ShiftModifier;
        drag_ = pans ? Drag::range : Drag::cursor;
        chart_->setHovered(nullptr);
        setCursor(pans ? Qt::ClosedHandCursor : Qt::SizeHorCursor);
    }
    if (drag_ == Drag::range) {
        panTo(event->position().x());
    } else if (drag_ == Drag::cursor) {
        const double value = chart_->valueAt(event->position().x());
        const CurveRange& range = chart_->range();
        const auto values = grid(range);
        const double inside = std::clamp(value, range.from, range.to);
        want(values ? values->value(values->nearest(inside)) : inside);
    }
}

void CurvePlot::mouseReleaseEvent(QMouseEvent* event) {
    const Drag drag = std::exchange(drag_, Drag::none);
    unsetCursor();
    if (drag != Drag::pressed) {
        return;
    }
    if (event->button() == Qt::RightButton) {
        Q_EMIT menuWanted(event->globalPosition().toPoint());
    } else if (const CurvePoint* point = chart_->pointAt(plot_->mapFrom(this, event->position().toPoint()))) {
        want(point->value);
    }
}

void CurvePlot::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        Q_EMIT rangeReset();
    }
}

void CurvePlot::panTo(double pixel) {
    const double before = shareOf(rangeAtPress_, rangeAtPress_.from);
    const QRectF area(plot_->axisRect()->rect());
    const double moved = before - (pixel - pressed_.x()) / std::max(1.0, area.width());
    const Parameter& about = chart_->parameter();
    CurveRange range{atShare(rangeAtPress_, moved), atShare(rangeAtPress_, moved + 1), rangeAtPress_.logarithmic};
    if (range.from >= about.minimum && range.to <= about.maximum) {
        Q_EMIT rangeWanted(range);
    }
}

void CurvePlot::wheelEvent(QWheelEvent* event) {
    const double notches = event->angleDelta().y() / wheelNotch;
    const CurveRange& now = chart_->range();
    const double at = std::clamp(shareOf(now, chart_->valueAt(event->position().x())), 0.0, 1.0);
    const double factor = std::pow(zoomStep, -notches);
    const Parameter& about = chart_->parameter();
    CurveRange range{atShare(now, at - at * factor), atShare(now, at + (1 - at) * factor), now.logarithmic};
    range.from = std::max(range.from, about.minimum);
    range.to = std::min(range.to, about.maximum);
    const auto values = grid(range);
    if (values && values->size() > 2) {
        Q_EMIT rangeWanted(range);
    }
    event->accept();
}

void CurvePlot::hover(const QPointF& position) {
    const CurvePoint* point = chart_->pointAt(plot_->mapFrom(this, position.toPoint()));
    chart_->setHovered(point);
    plot_->replot(QCustomPlot::rpQueuedReplot);
    if (QToolTip::isVisible()) {
        QToolTip::showText(mapToGlobal(position.toPoint()), toolTipAt(position.toPoint()), this);
    }
}

void CurvePlot::leaveEvent(QEvent* event) {
    PlotWidget::leaveEvent(event);
    chart_->setHovered(nullptr);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void CurvePlot::focusOutEvent(QFocusEvent* event) {
    keyHeld_ = false;
    PlotWidget::focusOutEvent(event);
}

} // namespace thrashlab::ui
