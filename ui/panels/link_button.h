// A button that looks like a link.
#pragma once

#include "ui/theme.h"

#include <QPainter>
#include <QPushButton>

namespace thrashlab::ui {

/// Looks like a link; keyboard and screen readers find a button.
class LinkButton : public QPushButton {
public:
    LinkButton(const QString& text, QWidget* parent) : QPushButton(text, parent) {
        setFlat(true);
        setCursor(Qt::PointingHandCursor);
    }

    [[nodiscard]] QSize sizeHint() const override {
        return {fontMetrics().size(Qt::TextShowMnemonic, text()).width() + 2, fontMetrics().height() + 6};
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const Theme theme(palette());
        QFont shown = font();
        shown.setUnderline(hasFocus() || (underMouse() && isEnabled()));
        painter.setFont(shown);
        painter.setPen(isEnabled() ? theme.accent() : palette().color(QPalette::Disabled, QPalette::Text));
        painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextHideMnemonic, text());
    }
};

} // namespace thrashlab::ui
