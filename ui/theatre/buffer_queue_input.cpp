// What mouse and keyboard do among the buffers.
#include "sim/narration.h"
#include "ui/theatre/block_legend.h"
#include "ui/theatre/buffer_queue_view.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>

namespace thrashlab::ui {

const BufferBar* BufferQueueView::barAt(const QPointF& point, Place* place) const {
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        const QRectF area = rowRect(row);
        const double bar = (point.x() - area.left()) / pitch_;
        const std::vector<BufferBar>& bars = rows_[row].bars;
        if (area.adjusted(0, -3, 0, 3).contains(point) && bar >= 0 && bar < static_cast<double>(bars.size())) {
            *place = {.row = row, .bar = static_cast<std::size_t>(bar)};
            return &bars[place->bar];
        }
    }
    for (std::size_t i = 0; i < busy_.bars.size(); ++i) {
        if (busyRect(i).adjusted(0, -3, 1, 3).contains(point)) {
            return &busy_.bars[i];
        }
    }
    return nullptr;
}

QString BufferQueueView::describe(const BufferBar& bar, const BufferRow& row) const {
    QString text = bar.block.exists() ? QString::fromStdString(block_name(bar.block, player_.recording()->layout))
                                      : tr("an empty buffer");
    if (row.ghost) {
        text += tr(": remembered by %1, in no buffer").arg(QString::fromStdString(row.name));
    } else if (bar.block.exists()) {
        text += tr(": %1").arg(statusText(player_.state().status(bar.block)));
        if (!row.name.empty()) {
            text += tr(", on %1").arg(QString::fromStdString(row.name));
        }
        if (row.counted) {
            text += tr(", counted %1").arg(bar.count);
        }
    }
    return bar.buffers > 1 ? text + tr(" · first of %1 buffers").arg(bar.buffers) : text;
}

void BufferQueueView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || player_.recording() == nullptr) {
        return;
    }
    Place place = cursor_;
    const BufferBar* bar = barAt(event->position(), &place);
    cursor_ = place;
    if (bar != nullptr && bar->block.exists()) {
        selection_.choose(bar->block);
    } else {
        selection_.clear();
    }
}

void BufferQueueView::moveCursor(int key) {
    const std::size_t rows = rows_.size();
    if (key == Qt::Key_Up || key == Qt::Key_Down) {
        // To the next row that has bars.
        for (std::size_t step = 1; step < rows; ++step) {
            const std::size_t row = key == Qt::Key_Down ? cursor_.row + step : cursor_.row - step;
            if (row >= rows) {
                return;
            }
            if (!rows_[row].bars.empty()) {
                cursor_ = {.row = row, .bar = std::min(cursor_.bar, rows_[row].bars.size() - 1)};
                return;
            }
        }
        return;
    }
    const std::size_t bars = rows_[cursor_.row].bars.size();
    if (key == Qt::Key_Right && cursor_.bar + 1 < bars) {
        ++cursor_.bar;
    } else if (key == Qt::Key_Left && cursor_.bar > 0 && bars > 0) {
        cursor_.bar = std::min(cursor_.bar, bars) - 1;
    }
}

void BufferQueueView::showCursor() {
    update();
    if (cursor_.row < rows_.size() && cursor_.bar < rows_[cursor_.row].bars.size()) {
        const QString text = describe(rows_[cursor_.row].bars[cursor_.bar], rows_[cursor_.row]);
        announce(text);
        Q_EMIT pointedAt(text);
    }
}

void BufferQueueView::keyPressEvent(QKeyEvent* event) {
    if (!isCursorKey(*event) || cursor_.row >= rows_.size()) {
        ViewCard::keyPressEvent(event);
        return;
    }
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter) {
        moveCursor(event->key());
        showCursor();
    } else if (const auto& bars = rows_[cursor_.row].bars; cursor_.bar < bars.size()) {
        selection_.choose(bars[cursor_.bar].block);
    }
}

// The cursor starts where it was, or in the first row that has bars.
void BufferQueueView::focusInEvent(QFocusEvent* event) {
    ViewCard::focusInEvent(event);
    if (cursor_.row >= rows_.size() || cursor_.bar >= rows_[cursor_.row].bars.size()) {
        const auto row =
            std::find_if(rows_.begin(), rows_.end(), [](const BufferRow& shown) { return !shown.bars.empty(); });
        cursor_ = {.row = row == rows_.end() ? 0 : static_cast<std::size_t>(row - rows_.begin()), .bar = 0};
    }
    showCursor();
}

void BufferQueueView::focusOutEvent(QFocusEvent* event) {
    ViewCard::focusOutEvent(event);
    update();
}

bool BufferQueueView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        Place place;
        const BufferBar* bar = barAt(help->pos(), &place);
        const bool busy = bar != nullptr && !busy_.bars.empty() && bar >= busy_.bars.data() &&
                          bar < busy_.bars.data() + busy_.bars.size();
        QToolTip::showText(help->globalPos(),
                           bar == nullptr ? QString() : describe(*bar, busy ? busy_ : rows_[place.row]), this);
        return true;
    }
    if (event->type() == QEvent::ShortcutOverride && isCursorKey(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::Show) {
        collected_.invalidate();
        refresh();
    }
    return ViewCard::event(event);
}

} // namespace thrashlab::ui
