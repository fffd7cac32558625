#include "ui/theatre/cell_states.h"

namespace thrashlab::ui {
namespace {

constexpr std::size_t at(BlockStatus status) {
    return static_cast<std::size_t>(status);
}

/// What the pages alone say of a block. Whole pages are looked at first: there may be a million blocks.
BlockStatus withoutBuffer(const BufferCache& cache, BlockNo block) {
    constexpr std::uint8_t all_valid = 0xff;
    const std::uint8_t bits = cache.valid_bits(cache.first_page(block));
    if (bits == 0) {
        return BlockStatus::on_disk;
    }
    const bool valid = (bits == all_valid && cache.pages_per_block() == 1) || cache.pages_valid(block);
    return valid ? BlockStatus::in_page : BlockStatus::on_disk;
}

} // namespace

void CellStates::reset(const MachineState& state, const CellGrid& grid) {
    blocksPerCell_ = grid.blocksPerCell;
    blocks_.resize(grid.blocks);
    cells_.assign(blocksPerCell_ > 1 ? grid.cells() : 0, Counts{});
    totals_ = {};
    const BufferCache& cache = state.cache;
    for (std::uint32_t block = 0; block < grid.blocks; ++block) {
        blocks_[block] = withoutBuffer(cache, BlockNo{block});
    }
    for (std::uint32_t buffer = 0; buffer < cache.size(); ++buffer) {
        const Buffer& header = cache.buffer(BufferId{buffer});
        if (header.block.at() < blocks_.size()) {
            blocks_[header.block.at()] = status(header);
        }
    }
    if (blocksPerCell_ == 1) {
        for (const BlockStatus status : blocks_) {
            ++totals_[at(status)];
        }
        return;
    }
    for (std::uint32_t cell = 0; cell < grid.cells(); ++cell) {
        Counts& counts = cells_[cell];
        for (std::uint32_t block = grid.firstBlock(cell); block < grid.endBlock(cell); ++block) {
            ++counts[at(blocks_[block])];
        }
        for (std::size_t i = 0; i < counts.size(); ++i) {
            totals_[i] += counts[i];
        }
    }
}

bool CellStates::update(BlockNo block, const MachineState& state) {
    if (block.at() >= blocks_.size()) {
        return false;
    }
    const BlockStatus now = state.status(block);
    BlockStatus& known = blocks_[block.at()];
    if (now == known) {
        return false;
    }
    --totals_[at(known)];
    ++totals_[at(now)];
    if (blocksPerCell_ > 1) {
        Counts& counts = cells_[block.value / blocksPerCell_];
        --counts[at(known)];
        ++counts[at(now)];
    }
    known = now;
    return true;
}

std::optional<BlockStatus> CellStates::shown(std::uint32_t cell, StatusSet chosen) const {
    if (blocksPerCell_ == 1) {
        const BlockStatus status = blocks_[cell];
        return chosen[at(status)] ? std::optional(status) : std::nullopt;
    }
    const Counts& counts = cells_[cell];
    for (const BlockStatus telling : {BlockStatus::in_flight, BlockStatus::dirty, BlockStatus::read_ahead_unused}) {
        if (chosen[at(telling)] && counts[at(telling)] > 0) {
            return telling;
        }
    }
    std::optional<BlockStatus> most;
    for (const BlockStatus usual : {BlockStatus::on_disk, BlockStatus::in_page, BlockStatus::in_buffer}) {
        if (chosen[at(usual)] && counts[at(usual)] > 0 && (!most || counts[at(usual)] > counts[at(*most)])) {
            most = usual;
        }
    }
    return most;
}

} // namespace thrashlab::ui
