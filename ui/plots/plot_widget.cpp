#include "ui/plots/plot_widget.h"

#include "ui/theme.h"

#include <QFocusEvent>
#include <QPainter>

namespace thrashlab::ui {

void PlotWidget::focusInEvent(QFocusEvent* event) {
    showsFocus_ = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                  event->reason() == Qt::ShortcutFocusReason;
    QWidget::focusInEvent(event);
    update();
}

void PlotWidget::focusOutEvent(QFocusEvent* event) {
    showsFocus_ = false;
    QWidget::focusOutEvent(event);
    update();
}

void PlotWidget::paintEvent(QPaintEvent* event) {
    QWidget::paintEvent(event);
    if (showsFocus_) {
        QPainter painter(this);
        painter.setPen(Theme(palette()).accent());
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

} // namespace thrashlab::ui
