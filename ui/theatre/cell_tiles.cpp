#include "ui/theatre/cell_tiles.h"

#include <QPainter>

#include <algorithm>

namespace thrashlab::ui {
namespace {

void drawPattern(QPainter& painter, QSize size, BlockStatus status, const Theme& theme) {
    const int unit = std::max(1, std::min(size.width(), size.height()) / 6);
    switch (status) {
    case BlockStatus::in_page: {
        painter.setRenderHint(QPainter::Antialiasing);
        QColor stripe = theme.dark() ? theme.card() : theme.block(BlockStatus::in_buffer);
        stripe.setAlphaF(theme.dark() ? 0.95F : 0.6F);
        painter.setPen(QPen(stripe, unit));
        const int step = 4 * unit;
        for (int x = -size.height(); x < size.width() + size.height(); x += step) {
            painter.drawLine(x, size.height(), x + size.height(), 0);
        }
        break;
    }
    case BlockStatus::in_flight: {
        const int side = 2 * unit;
        painter.fillRect((size.width() - side) / 2, (size.height() - side) / 2, side, side, QColor(0x4a, 0x44, 0x00));
        break;
    }
    case BlockStatus::dirty: {
        const QColor notch = theme.dark() ? QColor(0x30, 0x14, 0x00) : QColor(255, 255, 255, 220);
        painter.setPen(Qt::NoPen);
        painter.setBrush(notch);
        const int side = 3 * unit;
        painter.drawPolygon(QPolygon({{0, 0}, {side, 0}, {0, side}}));
        break;
    }
    case BlockStatus::read_ahead_unused:
        painter.fillRect((size.width() - unit) / 2, 0, unit, size.height(), QColor(255, 255, 255, 150));
        break;
    default:
        break;
    }
}

} // namespace

void CellTiles::prepare(const Theme& theme, QSize size, bool patterns) {
    patterns_ = patterns;
    faded_ = theme.faded();
    for (std::size_t i = 0; i < states; ++i) {
        const auto status = static_cast<BlockStatus>(i);
        colours_[i] = theme.block(status);
        tiles_[i] = QImage(size, QImage::Format_RGB32);
        tiles_[i].fill(colours_[i]);
        if (patterns) {
            QPainter painter(&tiles_[i]);
            drawPattern(painter, size, status, theme);
        }
    }
}

void CellTiles::draw(QPainter& painter, const QRect& cell, BlockStatus status) const {
    const auto i = static_cast<std::size_t>(status);
    if (patterns_ && Theme::hatch(status) != Qt::NoBrush) {
        painter.drawImage(cell.topLeft(), tiles_[i], QRect(QPoint(0, 0), cell.size()));
    } else {
        painter.fillRect(cell, colours_[i]);
    }
}

void CellTiles::drawFaded(QPainter& painter, const QRect& cell) const {
    painter.fillRect(cell, faded_);
}

} // namespace thrashlab::ui
