#include "ui/theatre/cell_grid.h"

#include <algorithm>

namespace thrashlab::ui {
namespace {

int ceilDivide(std::int64_t a, std::int64_t b) {
    return static_cast<int>((a + b - 1) / b);
}

} // namespace

CellGrid CellGrid::fit(std::uint32_t blocks, std::uint32_t group, QSize area, const Limits& limits) {
    CellGrid grid;
    grid.blocks = blocks;
    grid.area = QSize(std::max(1, area.width()), std::max(1, area.height()));
    grid.columnPitchLimit_ = limits.largest;
    const int width = grid.area.width();
    const int height = grid.area.height();
    const int most_columns = std::max(1, width / limits.smallest);
    const int most_rows = std::max(1, height / limits.smallest);
    const auto capacity = static_cast<std::uint32_t>(most_columns) * static_cast<std::uint32_t>(most_rows);
    grid.blocksPerCell = (blocks + capacity - 1) / capacity;
    if (grid.blocksPerCell > 1) {
        grid.columns = most_columns;
        grid.rows = ceilDivide(grid.cells(), most_columns);
        grid.rowPitch = std::clamp(height / grid.rows, 1, 2 * limits.smallest);
        return grid;
    }
    const bool grouped = group <= static_cast<std::uint32_t>(most_columns);
    grid.group = grouped ? group : 1;
    const int step = static_cast<int>(grid.group);
    for (grid.columns = step;; grid.columns += step) {
        const bool last = grid.columns + step > most_columns;
        grid.rows = ceilDivide(blocks, grid.columns);
        grid.rowPitch = std::min(limits.largest, std::max(1, width / grid.columns));
        if ((grid.rows * grid.rowPitch <= height && width / grid.columns <= limits.largest) || last) {
            break;
        }
    }
    // What is left of the height goes to the rows, as long as cells stay near squares.
    const int tallest = std::min(limits.largest, grid.rowPitch + grid.rowPitch / 3);
    grid.rowPitch = std::max(1, std::min(tallest, height / grid.rows));
    grid.gap = grid.rowPitch > 2 * limits.gap + 1 ? limits.gap : 0;
    return grid;
}

std::uint32_t CellGrid::endBlock(std::uint32_t cell) const {
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(blocks, (std::uint64_t{cell} + 1) * std::uint64_t{blocksPerCell}));
}

// A grid of few cells does not stretch over the whole width.
int CellGrid::width() const {
    return std::min(area.width(), columns * columnPitchLimit_);
}

int CellGrid::left(int column) const {
    return static_cast<int>(std::int64_t{column} * width() / columns);
}

QRect CellGrid::rect(std::uint32_t cell) const {
    const int column = static_cast<int>(cell % static_cast<std::uint32_t>(columns));
    const int row = static_cast<int>(cell / static_cast<std::uint32_t>(columns));
    const int x = left(column);
    return {x, row * rowPitch, std::max(1, left(column + 1) - x - gap), std::max(1, rowPitch - gap)};
}

std::optional<std::uint32_t> CellGrid::cellAt(QPoint point) const {
    if (point.x() < 0 || point.y() < 0 || point.x() >= width() || point.y() >= height()) {
        return std::nullopt;
    }
    int column = std::min(columns - 1, static_cast<int>(std::int64_t{point.x()} * columns / width()));
    while (column > 0 && left(column) > point.x()) {
        --column;
    }
    while (column + 1 < columns && left(column + 1) <= point.x()) {
        ++column;
    }
    const auto cell = static_cast<std::uint32_t>(point.y() / rowPitch) * static_cast<std::uint32_t>(columns) +
                      static_cast<std::uint32_t>(column);
    return cell < cells() ? std::optional(cell) : std::nullopt;
}

} // namespace thrashlab::ui
