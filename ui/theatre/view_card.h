// A panel with a thin frame, a small bold title and a grey caption at its right.
#pragma once

#include "ui/number_text.h"
#include "ui/theme.h"

#include <QFont>
#include <QString>
#include <QWidget>

class QKeyEvent;

namespace thrashlab::ui {

/// Base of the theatre's views: draws the frame and the heading, and says where the rest goes.
class ViewCard : public QWidget {
    Q_OBJECT

public:
    explicit ViewCard(const QString& title, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    /// Repaints the heading alone, and only when the text differs.
    void setCaption(const QString& caption);
    /// Keeps so many pixels at the right of the heading free for what a view draws there itself.
    void reserveHeading(int width) { reserved_ = width; }

    /// Says to a screen reader what the view's cursor is at; empty when it is at nothing.
    void announce(const QString& text);

    static constexpr int padding = 12;
    static constexpr int radius = 6;

protected:
    [[nodiscard]] QRect body() const;
    [[nodiscard]] QRect heading() const;
    /// Draws what of the ground, the frame and the heading lies in `region`.
    void paintCard(QPainter& painter, const QRegion& region) const;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    [[nodiscard]] Theme theme() const { return Theme(palette()); }
    [[nodiscard]] const QFont& smallFont() const { return smallFont_; }
    [[nodiscard]] const QFont& boldFont() const { return boldFont_; }

private:
    void prepareFonts();

    QFont smallFont_;
    QFont boldFont_;
    int headingHeight_ = 0;
    QString title_;
    int reserved_ = 0;
    QString caption_;
};

/// One of the keys that move a view's cursor or choose what is at it, without a modifier: a view with the focus keeps
/// them from the window's shortcuts.
[[nodiscard]] bool isCursorKey(const QKeyEvent& key);
/// Text in a widget of the given width, shortened with an ellipsis when it does not fit.
void drawElided(QPainter& painter, const QRect& rect, const QString& text, Qt::Alignment alignment = Qt::AlignLeft);

} // namespace thrashlab::ui
