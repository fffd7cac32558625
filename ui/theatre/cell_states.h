// What the blocks of a strip's cells are doing, kept up block by block.
#pragma once

#include "kernel/machine_state.h"
#include "ui/theatre/cell_grid.h"

#include <array>
#include <bitset>
#include <optional>
#include <vector>

namespace thrashlab::ui {

/// Some of the states of a block, by the number of the enumerator.
using StatusSet = std::bitset<block_statuses>;

/// Every block's state and, where a cell stands for several blocks, how many of them are in each state: so no block is
/// overlooked, however rare its state, and a change costs the same whatever the size of a cell.
class CellStates {
public:
    using Counts = std::array<std::uint32_t, block_statuses>;

    /// Takes all blocks of the grid anew.
    void reset(const MachineState& state, const CellGrid& grid);
    /// Takes one block anew: true when it is doing something else than before. Other blocks than the grid's are none of
    /// its business.
    bool update(BlockNo block, const MachineState& state);
    /// What to draw: the state that tells most of those in `chosen` that a block of the cell is in (on its way, dirty,
    /// read ahead), else the one that most blocks are in; nothing when no block is in a chosen state.
    [[nodiscard]] std::optional<BlockStatus> shown(std::uint32_t cell, StatusSet chosen) const;
    /// How many blocks are in each state.
    [[nodiscard]] const Counts& totals() const { return totals_; }
    bool operator==(const CellStates&) const = default;

private:
    std::vector<BlockStatus> blocks_;
    std::vector<Counts> cells_; ///< empty when a cell is a block
    std::uint32_t blocksPerCell_ = 1;
    Counts totals_{};
};

} // namespace thrashlab::ui
