#include "ui/theatre/view_card.h"

#include "sim/narration.h"

#include <QAccessible>
#include <QEvent>
#include <QKeyEvent>
#include <QPaintEvent>
#include <QPainter>

#include <algorithm>
#include <array>

namespace thrashlab::ui {
namespace {

constexpr int heading_space = 10;
constexpr double small_font_share = 0.92;

} // namespace

ViewCard::ViewCard(const QString& title, QWidget* parent) : QWidget(parent), title_(title) {
    setAccessibleName(title);
    prepareFonts();
}

void ViewCard::setTitle(const QString& title) {
    if (title != title_) {
        title_ = title;
        setAccessibleName(title);
        update(heading());
    }
}

void ViewCard::setCaption(const QString& caption) {
    if (caption != caption_) {
        caption_ = caption;
        update(heading());
    }
}

// The name carries the place too, since few readers tell of a description that changes.
void ViewCard::announce(const QString& text) {
    if (text == accessibleDescription()) {
        return;
    }
    setAccessibleDescription(text);
    setAccessibleName(text.isEmpty() ? title_ : tr("%1: %2").arg(title_, text));
    QAccessibleEvent renamed(this, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&renamed);
    if (hasFocus()) {
        QAccessibleEvent focused(this, QAccessible::Focus);
        QAccessible::updateAccessibility(&focused);
    }
}

// Fonts are looked up by all of their properties: once, not in every frame.
void ViewCard::prepareFonts() {
    smallFont_ = font();
    smallFont_.setPointSizeF(font().pointSizeF() * small_font_share);
    boldFont_ = font();
    boldFont_.setWeight(QFont::DemiBold);
    headingHeight_ = QFontMetrics(boldFont_).height();
}

QRect ViewCard::heading() const {
    return {padding, heading_space - 1, width() - 2 * padding, headingHeight_};
}

QRect ViewCard::body() const {
    const int top = heading().bottom() + 1 + heading_space - 2;
    return {padding, top, width() - 2 * padding, height() - top - padding};
}

void ViewCard::paintCard(QPainter& painter, const QRegion& region) const {
    const Theme theme(palette());
    if (rect().adjusted(radius, radius, -radius, -radius).contains(region.boundingRect())) {
        painter.fillRect(region.boundingRect(), theme.card());
    } else {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.line(), 1));
        painter.setBrush(theme.card());
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
    const QRect line = heading();
    if (!region.intersects(line)) {
        return;
    }
    painter.setFont(boldFont_);
    // The caption has the figures: when there is no room for both, the title gives way.
    const int caption_width =
        caption_.isEmpty() ? reserved_ : QFontMetrics(smallFont_).horizontalAdvance(caption_) + padding;
    const int title_width =
        std::min(painter.fontMetrics().horizontalAdvance(title_) + 1, std::max(0, line.width() - caption_width));
    painter.setPen(theme.text());
    drawElided(painter, QRect(line.left(), line.top(), title_width, line.height()), title_);
    painter.setFont(smallFont_);
    painter.setPen(theme.quietText());
    drawElided(painter, line.adjusted(title_width + padding, 0, 0, 0), caption_, Qt::AlignRight);
}

void ViewCard::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    paintCard(painter, event->region());
}

void ViewCard::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        prepareFonts();
        update();
    }
    QWidget::changeEvent(event);
}

bool isCursorKey(const QKeyEvent& key) {
    switch (key.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return (key.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    default:
        return false;
    }
}

void drawElided(QPainter& painter, const QRect& rect, const QString& text, Qt::Alignment alignment) {
    if (rect.width() < painter.fontMetrics().averageCharWidth() * 3) {
        return;
    }
    painter.drawText(rect, static_cast<int>(alignment | Qt::AlignVCenter) | Qt::TextSingleLine,
                     painter.fontMetrics().elidedText(text, Qt::ElideRight, rect.width()));
}

} // namespace thrashlab::ui
