// What mouse and keyboard do in the strip.
#include "sim/narration.h"
#include "ui/theatre/block_legend.h"
#include "ui/theatre/file_strip_view.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace thrashlab::ui {

std::optional<std::uint32_t> FileStripView::blockAt(const QPoint& point) const {
    if (player_.recording() == nullptr || laidOut_ != player_.recording()) {
        return std::nullopt;
    }
    const QPointF inside = QPointF(point - gridArea_.topLeft()) * devicePixelRatioF();
    const auto cell =
        grid_.cellAt(QPoint(static_cast<int>(std::floor(inside.x())), static_cast<int>(std::floor(inside.y()))));
    return cell ? std::optional(grid_.firstBlock(*cell)) : std::nullopt;
}

QString FileStripView::describe(std::uint32_t block) const {
    const MachineState& state = player_.state();
    QString text = upperFirst(QString::fromStdString(block_name(BlockNo{block}, player_.recording()->layout)));
    text += tr(": %1").arg(statusText(state.status(BlockNo{block})));
    const BufferId buffer = state.cache.find(BlockNo{block});
    if (buffer.exists()) {
        constexpr std::array<const char*, 5> queues{"on EMPTY", "on AGE", "on LRU", "on ACTIVE", "busy"};
        const auto queue = static_cast<std::size_t>(state.cache.buffer(buffer).queue);
        text += tr(" (buffer %1, %2)").arg(groupedText(buffer.value), QLatin1String(queues[queue]));
    }
    const std::uint32_t cell = grid_.cellOf(block);
    if (grid_.blocksPerCell > 1) {
        text += tr(" · first of %1 blocks").arg(grid_.endBlock(cell) - grid_.firstBlock(cell));
    }
    return text;
}

void FileStripView::point(std::optional<std::uint32_t> cell) {
    if (cell == hovered_) {
        return;
    }
    for (const auto& changed : {cell, hovered_}) {
        if (changed) {
            update(overlayRect(*changed));
        }
    }
    hovered_ = cell;
    Q_EMIT pointedAt(cell ? describe(grid_.firstBlock(*cell)) : QString());
}

void FileStripView::mouseMoveEvent(QMouseEvent* event) {
    const auto block = blockAt(event->position().toPoint());
    point(block ? std::optional(grid_.cellOf(*block)) : std::nullopt);
}

void FileStripView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) {
        return;
    }
    const auto block = blockAt(event->position().toPoint());
    if (block) {
        setCursorCell(grid_.cellOf(*block));
        selection_.choose(BlockNo{*block});
    } else {
        selection_.clear();
    }
}

void FileStripView::leaveEvent(QEvent* event) {
    point(std::nullopt);
    Q_EMIT pointedAt({});
    ViewCard::leaveEvent(event);
}

void FileStripView::setCursorCell(std::optional<std::uint32_t> cell) {
    for (const auto& changed : {cell, cursor_}) {
        if (changed) {
            update(overlayRect(*changed));
        }
    }
    cursor_ = cell;
    if (cell) {
        const QString text = describe(grid_.firstBlock(*cell));
        announce(text);
        Q_EMIT pointedAt(text);
    }
}

void FileStripView::moveCursor(int key) {
    const auto last = static_cast<std::int64_t>(grid_.cells()) - 1;
    const std::int64_t step = key == Qt::Key_Left    ? -1
                              : key == Qt::Key_Right ? 1
                              : key == Qt::Key_Up    ? -grid_.columns
                                                     : grid_.columns;
    const std::int64_t place = static_cast<std::int64_t>(cursor_.value_or(0)) + step;
    // Up and down stay in their column.
    if (place < 0 || place > last) {
        return;
    }
    setCursorCell(static_cast<std::uint32_t>(place));
}

void FileStripView::keyPressEvent(QKeyEvent* event) {
    if (!isCursorKey(*event) || picture_.isNull()) {
        ViewCard::keyPressEvent(event);
    } else if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter) {
        moveCursor(event->key());
    } else if (cursor_) {
        selection_.choose(BlockNo{grid_.firstBlock(*cursor_)});
    }
}

// The cursor starts where it was, else at what is chosen, else at dd.
void FileStripView::focusInEvent(QFocusEvent* event) {
    ViewCard::focusInEvent(event);
    if (picture_.isNull()) {
        return;
    }
    const auto chosen = selection_.block();
    const auto start = cursor_                                  ? cursor_
                       : chosen && chosen->value < grid_.blocks ? std::optional(grid_.cellOf(chosen->value))
                                                                : position_;
    setCursorCell(start.value_or(0));
}

void FileStripView::focusOutEvent(QFocusEvent* event) {
    ViewCard::focusOutEvent(event);
    if (cursor_) {
        update(overlayRect(*cursor_));
    }
}

bool FileStripView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto block = blockAt(help->pos());
        QToolTip::showText(help->globalPos(), block ? describe(*block) : QString(), this);
        return true;
    }
    if (event->type() == QEvent::ShortcutOverride && isCursorKey(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return ViewCard::event(event);
}

} // namespace thrashlab::ui
