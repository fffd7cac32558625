// Where the cells of a strip lie: blocks to cells to pixels and back, without a window.
#pragma once

#include <QPoint>
#include <QRect>
#include <QSize>

#include <cstdint>
#include <optional>

namespace thrashlab::ui {

/// Blocks laid out row by row in cells of about equal sides. All measures are device pixels; edges are whole pixels.
/// A cell stands for one block, or, when they would get too small to see, for several.
struct CellGrid {
    /// What `fit` may do.
    struct Limits {
        int smallest = 3; ///< side of a cell, its gap included
        int largest = 16;
        int gap = 1; ///< left free at the right and lower edge of a cell
    };

    std::uint32_t blocks = 0;
    std::uint32_t group = 1; ///< blocks that stay in one row
    std::uint32_t blocksPerCell = 1;
    int columns = 1;
    int rows = 0;
    QSize area;
    int rowPitch = 1;
    int gap = 0;

    /// The largest cells that let `blocks` > 0 blocks fit into `area`; columns are a multiple of `group`, unless even
    /// one group is too wide.
    [[nodiscard]] static CellGrid fit(std::uint32_t blocks, std::uint32_t group, QSize area, const Limits& limits);

    [[nodiscard]] std::uint32_t cells() const { return (blocks + blocksPerCell - 1) / blocksPerCell; }
    [[nodiscard]] std::uint32_t cellOf(std::uint32_t block) const { return block / blocksPerCell; }
    [[nodiscard]] std::uint32_t firstBlock(std::uint32_t cell) const { return cell * blocksPerCell; }
    /// Behind the last one of a cell.
    [[nodiscard]] std::uint32_t endBlock(std::uint32_t cell) const;
    /// The coloured part of a cell.
    [[nodiscard]] QRect rect(std::uint32_t cell) const;
    /// The cell under a point, its gap included.
    [[nodiscard]] std::optional<std::uint32_t> cellAt(QPoint point) const;
    [[nodiscard]] int height() const { return rows * rowPitch; }
    bool operator==(const CellGrid&) const = default;

private:
    [[nodiscard]] int left(int column) const;
    [[nodiscard]] int width() const;
    int columnPitchLimit_ = 16;
};

} // namespace thrashlab::ui
