// How the rows of buffers are drawn.
#include "ui/theatre/buffer_queue_view.h"
#include "ui/theatre/marks.h"

#include <QPaintEvent>
#include <QPainter>

#include <algorithm>

namespace thrashlab::ui {
namespace {

const QColor dark_on_yellow(0x4a, 0x44, 0x00);
constexpr std::uint32_t most_dots = 3;

void paintGhost(QPainter& painter, const QRectF& rect, const Theme& colours) {
    const QColor line = colours.quietText();
    painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 1), line);
    painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), line);
    // Broken sides, as of something that is not there.
    for (double y = rect.top() + 2; y < rect.bottom() - 1; y += 3) {
        painter.fillRect(QRectF(rect.left(), y, 1, 1), line);
        painter.fillRect(QRectF(rect.right() - 1, y, 1, 1), line);
    }
}

} // namespace

void BufferQueueView::paintBar(QPainter& painter, const QRectF& rect, const BufferBar& bar,
                               const BufferRow& row) const {
    const Theme colours = theme();
    if (row.ghost) {
        paintGhost(painter, rect, colours);
        return;
    }
    const QColor colour = colours.block(bar.status);
    painter.fillRect(rect, colour);
    if (bar.status == BlockStatus::in_flight) {
        painter.fillRect(QRectF(rect.left(), rect.center().y() - 1, rect.width(), 2), dark_on_yellow);
    } else if (bar.status == BlockStatus::dirty) {
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 3, rect.width(), 3), colours.text());
    } else if (bar.status == BlockStatus::read_ahead_unused) {
        painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 3), colours.text());
    }
    if (row.counted) {
        // A dot for a set reference bit; up to three for use counts.
        const QColor dot = colour.lightnessF() > 0.55F ? QColor(Qt::black) : QColor(Qt::white);
        const double side = std::min(2.0, rect.width());
        for (std::uint32_t i = 0; i < std::min(bar.count, most_dots); ++i) {
            painter.fillRect(QRectF(rect.left() + (rect.width() - side) / 2,
                                    rect.bottom() - 3 - 3 * static_cast<double>(i), side, 2),
                             dot);
        }
    }
}

void BufferQueueView::paintLabel(QPainter& painter, std::size_t row) const {
    if (labelWidth_ == 0) {
        return;
    }
    const QRectF bars = rowRect(row);
    const int line = painter.fontMetrics().height();
    const QRect place(body().left(), static_cast<int>(bars.center().y()) - line / 2, labelWidth_ - 8, line);
    painter.setPen(theme().quietText());
    drawElided(painter, place.adjusted(0, 0, -countWidth_, 0), QString::fromStdString(rows_[row].name));
    painter.setPen(theme().text());
    painter.drawText(place, static_cast<int>(Qt::AlignRight | Qt::AlignVCenter), groupedText(rows_[row].entries));
}

void BufferQueueView::paintRow(QPainter& painter, std::size_t row) const {
    const BufferRow& shown = rows_[row];
    for (std::size_t i = 0; i < shown.bars.size(); ++i) {
        paintBar(painter, barRect(row, i), shown.bars[i], shown);
    }
}

void BufferQueueView::paintRowMarks(QPainter& painter, std::size_t row) const {
    const Theme colours = theme();
    const BufferRow& shown = rows_[row];
    const QRectF area = rowRect(row);
    painter.setRenderHint(QPainter::Antialiasing);
    if (shown.target) {
        const double x = std::round(std::min(area.right(), area.left() + *shown.target * pitch_));
        painter.fillRect(QRectF(x - 1, area.top() - 2, colours.stroke(1), area.height() + 4), colours.text());
        painter.fillRect(QRectF(x - 3, area.top() - 3, 5, 1), colours.text());
    }
    painter.setBrush(Qt::NoBrush);
    if (shown.victim) {
        painter.setPen(QPen(colours.evicted(), colours.stroke(1.5)));
        painter.drawRoundedRect(barRect(row, *shown.victim).adjusted(-2, -3, 2, 3), 2.5, 2.5);
    }
    if (shown.hand) {
        const QRectF bar = barRect(row, *shown.hand);
        const QPointF tip(bar.center().x(), bar.bottom() + 1);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours.text());
        painter.drawPolygon(QPolygonF({tip, tip + QPointF(-4, 5), tip + QPointF(4, 5)}));
    }
    for (std::size_t i = 0; i < shown.bars.size(); ++i) {
        if (shown.bars[i].chosen) {
            const QRectF bar = barRect(row, i);
            const QPointF tip(bar.center().x(), bar.top() - 1);
            painter.setPen(QPen(colours.card(), 1));
            painter.setBrush(colours.accent());
            painter.drawPolygon(QPolygonF({tip, tip + QPointF(-4, -6), tip + QPointF(4, -6)}));
            paintChosen(painter, bar, colours);
        }
    }
    if (hasFocus() && cursor_.row == row && cursor_.bar < shown.bars.size()) {
        paintCursor(painter, barRect(row, cursor_.bar), colours);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void BufferQueueView::paintTexts(QPainter& painter) const {
    painter.setPen(theme().quietText());
    const int line = painter.fontMetrics().height();
    const QRect area = body();
    const int top = static_cast<int>(rowRect(rows_.size() - 1).bottom()) + 7;
    const QRect text(area.left(), top, area.width(), line);
    const int right_width = std::min(text.width() / 2, painter.fontMetrics().horizontalAdvance(latest_) + 2);
    drawElided(painter, text.adjusted(0, 0, -right_width - padding, 0), next_);
    drawElided(painter, text.adjusted(text.width() - right_width, 0, 0, 0), latest_, Qt::AlignRight);
}

void BufferQueueView::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    paintCard(painter, event->region());
    if (player_.recording() == nullptr || rows_.empty()) {
        return;
    }
    painter.setFont(smallFont());
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        paintLabel(painter, row);
        paintRow(painter, row);
    }
    for (std::size_t i = 0; i < busy_.bars.size(); ++i) {
        paintBar(painter, busyRect(i), busy_.bars[i], busy_);
        if (busy_.bars[i].chosen) {
            paintChosen(painter, busyRect(i), theme());
        }
    }
    if (lists_ == 0) {
        const QRectF area = rowRect(0);
        const double border = std::round(busyRect(0).left() - 5) + 0.5;
        painter.setPen(QPen(theme().line(), 1));
        painter.drawLine(QPointF(border, area.top()), QPointF(border, area.bottom()));
    }
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        paintRowMarks(painter, row);
    }
    painter.setFont(smallFont());
    paintTexts(painter);
}

} // namespace thrashlab::ui
