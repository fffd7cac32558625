// Pictures of cells: a colour and a second cue for each state, drawn once and copied.
#pragma once

#include "ui/theme.h"

#include <QImage>

#include <array>

class QPainter;

namespace thrashlab::ui {

/// One tile for each state of a block, in device pixels. Cells too small for a pattern are plain.
class CellTiles {
public:
    /// Tiles that cover cells up to `size`.
    void prepare(const Theme& theme, QSize size, bool patterns);
    /// `cell` in the painter's device pixels, which must be its coordinates.
    void draw(QPainter& painter, const QRect& cell, BlockStatus status) const;
    /// A cell whose state is left out of what is shown.
    void drawFaded(QPainter& painter, const QRect& cell) const;
    [[nodiscard]] const QImage& tile(BlockStatus status) const { return tiles_[static_cast<std::size_t>(status)]; }

    static constexpr std::size_t states = block_statuses;

private:
    std::array<QImage, states> tiles_;
    std::array<QColor, states> colours_;
    QColor faded_;
    bool patterns_ = true;
};

} // namespace thrashlab::ui
