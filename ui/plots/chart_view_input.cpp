// A chart's mouse and keys.
#include "ui/plots/chart_view.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace thrashlab::ui {
namespace {

constexpr double zoomStep = 1.25;
constexpr double notch = 120;
constexpr double keyStep = 0.1;

bool isShown(const ChartSeries& series, std::size_t point) {
    return !series.hidden && point < series.y.size() && std::isfinite(series.y[point]);
}

} // namespace

QPointF ChartView::toPlot(const QPointF& position) const {
    return plot_->mapFrom(this, position.toPoint());
}

Qt::Orientations ChartView::axesAt(const QPointF& pixel, Qt::KeyboardModifiers modifiers) const {
    if (drawing_->axisRect(Qt::Horizontal).contains(pixel) || modifiers.testFlag(Qt::ControlModifier)) {
        return Qt::Horizontal;
    }
    if (drawing_->axisRect(Qt::Vertical).contains(pixel) || modifiers.testFlag(Qt::ShiftModifier)) {
        return Qt::Vertical;
    }
    return Qt::Horizontal | Qt::Vertical;
}

void ChartView::wheelEvent(QWheelEvent* event) {
    const QPoint turned = event->angleDelta();
    const int delta = turned.y() != 0 ? turned.y() : turned.x(); // some desktops turn the wheel aside with Shift or Alt
    const QPointF pixel = toPlot(event->position());
    if (delta != 0) {
        zoom(axesAt(pixel, event->modifiers()), std::pow(zoomStep, -delta / notch), pixel);
        hover(std::nullopt, false);
    }
    event->accept();
}

void ChartView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) {
        PlotWidget::mousePressEvent(event);
        return;
    }
    const QPointF pixel = toPlot(event->position());
    pressedKey_ = drawing_->key().entryAt(pixel);
    if (!pressedKey_ && drawing_->plotRect().contains(pixel)) {
        dragged_ = pixel;
        setCursor(Qt::ClosedHandCursor);
        hover(std::nullopt, false);
    }
}

void ChartView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF pixel = toPlot(event->position());
    if (dragged_) {
        const QRectF area = drawing_->plotRect();
        move((dragged_->x() - pixel.x()) / std::max(1.0, area.width()),
             (pixel.y() - dragged_->y()) / std::max(1.0, area.height()));
        dragged_ = pixel;
        return;
    }
    if (event->buttons() == Qt::NoButton) {
        setCursor(drawing_->key().entryAt(pixel) ? Qt::PointingHandCursor : Qt::ArrowCursor);
        hover(drawing_->pointAt(pixel), true);
    }
}

void ChartView::mouseReleaseEvent(QMouseEvent* event) {
    const QPointF pixel = toPlot(event->position());
    if (pressedKey_ && drawing_->key().entryAt(pixel) == pressedKey_) {
        toggleSeries(drawing_->key().entries().at(*pressedKey_).series);
    }
    pressedKey_.reset();
    dragged_.reset();
    unsetCursor();
}

void ChartView::mouseDoubleClickEvent(QMouseEvent* event) {
    const QPointF pixel = toPlot(event->position());
    dragged_.reset();
    if (rectOf(Text::title).contains(pixel)) {
        edit(Text::title);
    } else if (rectOf(Text::xTitle).contains(pixel)) {
        edit(Text::xTitle);
    } else if (rectOf(Text::yTitle).contains(pixel)) {
        edit(Text::yTitle);
    } else if (!drawing_->key().entryAt(pixel)) {
        showAll();
    }
}

void ChartView::leaveEvent(QEvent* event) {
    hover(std::nullopt, false);
    PlotWidget::leaveEvent(event);
}

void ChartView::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    fillMenu(menu);
    menu.exec(event->globalPos());
}

void ChartView::hover(std::optional<ChartPoint> point, bool say) {
    if (point != drawing_->hovered()) {
        drawing_->setHovered(point);
        plot_->layer(QStringLiteral("hover"))->replot();
        setAccessibleDescription(point ? pointText() : describeChart(drawing_->chart()));
        QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&changed);
    }
    if (!point) {
        QToolTip::hideText();
    } else if (say) {
        const QPoint place = fromPlot(drawing_->pixelOf(*point)) + QPoint(12, 12);
        QToolTip::showText(mapToGlobal(place), pointText(), this);
    }
}

// To the next point that there is, of the series or row by row of the surface.
void ChartView::stepPoint(int along) {
    const Chart& chart = drawing_->chart();
    const std::optional<ChartPoint> now = drawing_->hovered();
    if (chart.surface) {
        const auto cells = static_cast<std::ptrdiff_t>(chart.surface->values.size());
        const std::ptrdiff_t next = now ? static_cast<std::ptrdiff_t>(now->point) + along : 0;
        if (next >= 0 && next < cells) {
            hover(ChartPoint{0, static_cast<std::size_t>(next)}, true);
        }
        return;
    }
    if (!now) {
        for (std::size_t series = 0; series < chart.series.size(); ++series) {
            for (std::size_t point = 0; point < chart.series[series].x.size(); ++point) {
                if (isShown(chart.series[series], point)) {
                    hover(ChartPoint{series, point}, true);
                    return;
                }
            }
        }
        return;
    }
    const ChartSeries& series = chart.series[now->series];
    for (auto next = static_cast<std::ptrdiff_t>(now->point) + along;
         next >= 0 && next < static_cast<std::ptrdiff_t>(series.x.size()); next += along) {
        if (isShown(series, static_cast<std::size_t>(next))) {
            hover(ChartPoint{now->series, static_cast<std::size_t>(next)}, true);
            return;
        }
    }
}

// To the nearest point of the next series that is shown, or of the next row.
void ChartView::stepSeries(int up) {
    const Chart& chart = drawing_->chart();
    const std::optional<ChartPoint> now = drawing_->hovered();
    if (!now) {
        stepPoint(1);
        return;
    }
    if (chart.surface) {
        stepPoint(up * static_cast<int>(chart.surface->x.size()));
        return;
    }
    const double x = chart.series[now->series].x[now->point];
    for (auto next = static_cast<std::ptrdiff_t>(now->series) - up;
         next >= 0 && next < static_cast<std::ptrdiff_t>(chart.series.size()); next -= up) {
        const auto place = static_cast<std::size_t>(next);
        const ChartSeries& series = chart.series[place];
        std::optional<std::size_t> nearest;
        for (std::size_t i = 0; i < series.x.size(); ++i) {
            if (isShown(series, i) && (!nearest || std::abs(series.x[i] - x) < std::abs(series.x[*nearest] - x))) {
                nearest = i;
            }
        }
        if (nearest) {
            hover(ChartPoint{place, *nearest}, true);
            return;
        }
    }
}

// What a key does; asked without acting whether it is one of ours, so that no shortcut of a window takes it.
bool ChartView::handleKey(int key, Qt::KeyboardModifiers modifiers, bool act) {
    const auto does = [act](auto what) {
        if (act) {
            what();
        }
        return true;
    };
    const bool control = modifiers.testFlag(Qt::ControlModifier);
    const bool shift = modifiers.testFlag(Qt::ShiftModifier);
    const QPointF middle = drawing_->plotRect().center();
    const Qt::Orientations both = Qt::Horizontal | Qt::Vertical;
    switch (key) {
    case Qt::Key_Left:
        return does([&] { control ? move(-keyStep, 0) : stepPoint(-1); });
    case Qt::Key_Right:
        return does([&] { control ? move(keyStep, 0) : stepPoint(1); });
    case Qt::Key_Up:
        return does([&] { control ? move(0, keyStep) : stepSeries(1); });
    case Qt::Key_Down:
        return does([&] { control ? move(0, -keyStep) : stepSeries(-1); });
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return does([&] { zoom(control ? Qt::Orientations(Qt::Horizontal) : both, 1 / zoomStep, middle); });
    case Qt::Key_Minus:
        return does([&] { zoom(control ? Qt::Orientations(Qt::Horizontal) : both, zoomStep, middle); });
    case Qt::Key_Home:
        return does([&] { showAll(); });
    case Qt::Key_F2:
        return does([&] { editTitle(); });
    case Qt::Key_L:
        return !control && does([&] {
            const Qt::Orientation axis = shift ? Qt::Horizontal : Qt::Vertical;
            setLogarithmic(axis, !logarithmic(axis));
        });
    case Qt::Key_Z:
        return control && does([&] { shift ? undo_.redo() : undo_.undo(); });
    case Qt::Key_C:
        return control && does([&] { copyImage(); });
    case Qt::Key_E:
        return control && does([&] { Q_EMIT exportRequested(); });
    case Qt::Key_Escape:
        return drawing_->hovered() && does([&] { hover(std::nullopt, false); });
    default:
        break;
    }
    const int place = key - Qt::Key_1;
    if (!control && place >= 0 && place < 9 && static_cast<std::size_t>(place) < chart_.series.size()) {
        return does([&] { toggleSeries(static_cast<std::size_t>(place)); });
    }
    return false;
}

void ChartView::keyPressEvent(QKeyEvent* event) {
    if (!handleKey(event->key(), event->modifiers(), true)) {
        PlotWidget::keyPressEvent(event);
    }
}

bool ChartView::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (handleKey(key->key(), key->modifiers(), false)) {
            event->accept();
            return true;
        }
    }
    return PlotWidget::event(event);
}

void ChartView::changeEvent(QEvent* event) {
    PlotWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        retheme();
    }
}

bool ChartView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == editor_) {
        if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
            finishEditing(false);
            return true;
        }
        if (event->type() == QEvent::FocusOut && static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason) {
            finishEditing(true);
        }
    }
    return PlotWidget::eventFilter(watched, event);
}

} // namespace thrashlab::ui
