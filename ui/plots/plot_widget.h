// What all plots have in common as widgets.
#pragma once

#include <QWidget>

namespace thrashlab::ui {

/// Draws a frame while the keyboard has brought the focus here: a click needs none.
class PlotWidget : public QWidget {
public:
    using QWidget::QWidget;

protected:
    /// Fills the widget with a plot, which leaves mouse, keys and focus to it.
    void embed(QWidget* plot);

    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool showsFocus_ = false;
};

} // namespace thrashlab::ui
