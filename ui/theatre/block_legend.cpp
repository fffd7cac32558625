#include "ui/theatre/block_legend.h"

#include "ui/theatre/view_card.h"

#include <QAccessible>
#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace thrashlab::ui {
namespace {

constexpr int swatch = 10;
constexpr int swatch_gap = 6;
constexpr int narrowest_gap = 9;
constexpr int widest_gap = 20;
constexpr int two_row_width = 560;
constexpr int margin = 3; ///< around the entries, for the frame of the focus

constexpr std::array<const char*, BlockLegend::entries> words{
    "on disk only", "in a page, no buffer", "in a buffer", "on its way", "read ahead, unused", "dirty", "just evicted"};

} // namespace

QString statusText(BlockStatus status) {
    return BlockLegend::tr(words[static_cast<std::size_t>(status)]);
}

BlockLegend::BlockLegend(QWidget* parent) : QWidget(parent), textFont_(font()) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Which blocks the strip shows"));
}

void BlockLegend::setTextFont(const QFont& font) {
    textFont_ = font;
    layOut();
}

int BlockLegend::line() const {
    return QFontMetrics(textFont_).height() + 4;
}

int BlockLegend::entryWidth(std::size_t entry) const {
    return swatch + swatch_gap + QFontMetrics(textFont_).horizontalAdvance(tr(words[entry])) + 1;
}

BlockLegend::Rows BlockLegend::rowsFor(int width) const {
    int used = 0;
    for (std::size_t i = 0; i < entries; ++i) {
        used += entryWidth(i);
    }
    const int spare = (width - 2 * margin - used) / static_cast<int>(entries - 1);
    return {.number = spare >= narrowest_gap   ? 1U
                      : width >= two_row_width ? 2U
                                               : 3U,
            .gap = std::min(spare, widest_gap)};
}

int BlockLegend::heightFor(int width) const {
    return static_cast<int>(rowsFor(width).number) * line();
}

// Several rows stand in columns.
void BlockLegend::layOut() {
    const Rows rows = rowsFor(width());
    const std::size_t in_row = (entries + rows.number - 1) / rows.number;
    const int column = (width() - 2 * margin) / static_cast<int>(in_row);
    int x = margin;
    for (std::size_t i = 0; i < entries; ++i) {
        const int row = static_cast<int>(i / in_row);
        const int wanted = entryWidth(i);
        if (rows.number > 1) {
            x = margin + column * static_cast<int>(i % in_row);
        }
        places_[i] = QRect(x, row * line(), rows.number > 1 ? std::min(wanted, column - 4) : wanted, line());
        x += wanted + rows.gap;
    }
    const int side = static_cast<int>(std::lround(swatch * devicePixelRatioF()));
    swatches_.prepare(Theme(palette()), QSize(side, side), true);
    update();
}

StatusSet BlockLegend::shown() const {
    StatusSet set;
    for (std::size_t i = 0; i < set.size(); ++i) {
        set[i] = chosen_.none() || chosen_[i];
    }
    return set;
}

void BlockLegend::toggle(std::size_t entry) {
    chosen_.flip(entry);
    if (chosen_.all()) {
        chosen_.reset();
    }
    announce();
    update();
    Q_EMIT filterChanged();
}

void BlockLegend::announce() {
    setAccessibleDescription(chosen_.none()     ? tr("%1; everything is shown").arg(tr(words[cursor_]))
                             : chosen_[cursor_] ? tr("%1 is shown").arg(tr(words[cursor_]))
                                                : tr("%1 is not shown").arg(tr(words[cursor_])));
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

void BlockLegend::paintEntry(QPainter& painter, std::size_t entry) const {
    const Theme colours(palette());
    const QRect& place = places_[entry];
    const bool out = chosen_.any() && !chosen_[entry];
    const QRect box(place.left(), place.top() + (place.height() - swatch) / 2, swatch, swatch);
    painter.setOpacity(out ? 0.35 : 1);
    if (entry == evictions) {
        painter.setPen(QPen(colours.evicted(), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(box).adjusted(1, 1, -1, -1));
    } else {
        painter.drawImage(box, swatches_.tile(static_cast<BlockStatus>(entry)));
    }
    painter.setOpacity(1);
    // Chosen words are underlined: what is left out is told by more than its paleness.
    QFont font = textFont_;
    font.setUnderline(chosen_[entry]);
    painter.setFont(font);
    painter.setPen(out ? colours.line() : chosen_[entry] ? colours.text() : colours.quietText());
    drawElided(painter, place.adjusted(swatch + swatch_gap, 0, 0, 0), tr(words[entry]));
    if (hasFocus() && entry == cursor_) {
        painter.setPen(QPen(colours.accent(), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(place.adjusted(-margin, 0, margin - 1, -1));
    }
}

void BlockLegend::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    for (std::size_t i = 0; i < entries; ++i) {
        paintEntry(painter, i);
    }
}

void BlockLegend::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layOut();
}

void BlockLegend::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        layOut();
    }
    QWidget::changeEvent(event);
}

std::optional<std::size_t> BlockLegend::entryAt(const QPoint& point) const {
    const auto place =
        std::find_if(places_.begin(), places_.end(), [&point](const QRect& rect) { return rect.contains(point); });
    return place == places_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(place - places_.begin()));
}

void BlockLegend::mousePressEvent(QMouseEvent* event) {
    const auto entry = entryAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && entry) {
        cursor_ = *entry;
        toggle(*entry);
    }
}

void BlockLegend::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up:
        cursor_ = (cursor_ + entries - 1) % entries;
        break;
    case Qt::Key_Right:
    case Qt::Key_Down:
        cursor_ = (cursor_ + 1) % entries;
        break;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        toggle(cursor_);
        return;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    announce();
    update();
}

void BlockLegend::focusInEvent(QFocusEvent* event) {
    announce();
    update();
    QWidget::focusInEvent(event);
}

QString BlockLegend::tip(std::size_t entry) const {
    const QString what = chosen_[entry] ? tr("click to take it out of what is shown")
                                        : tr("click to show only this, and what else is chosen");
    const QString number = entry == evictions ? QString() : tr("%1 blocks · ").arg(groupedText(counts_[entry]));
    return number + what;
}

bool BlockLegend::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto entry = entryAt(help->pos());
        QToolTip::showText(help->globalPos(), entry ? tip(*entry) : QString(), this);
        return true;
    }
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (isCursorKey(*key) || (key->key() == Qt::Key_Space && key->modifiers() == Qt::NoModifier)) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

} // namespace thrashlab::ui
