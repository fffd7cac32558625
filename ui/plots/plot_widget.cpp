#include "ui/plots/plot_widget.h"

#include "ui/theme.h"

#include <QFocusEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace thrashlab::ui {

void PlotWidget::embed(QWidget* plot) {
    auto* layout = new QVBoxLayout(this);
    // Room for the frame that shows keyboard focus.
    layout->setContentsMargins(1, 1, 1, 1);
    layout->addWidget(plot);
    plot->setAttribute(Qt::WA_TransparentForMouseEvents);
    plot->setFocusPolicy(Qt::NoFocus);
    setFocusPolicy(Qt::StrongFocus);
}

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
