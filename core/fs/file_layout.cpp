#include "fs/file_layout.h"

#include <algorithm>
#include <cassert>

namespace thrashlab {
namespace {

constexpr std::uint32_t direct_blocks = 12;
constexpr std::uint32_t pointer_bytes = 4;
constexpr std::uint32_t fat16_entry_bytes = 2;
constexpr std::uint32_t extents_in_inode = 4;
constexpr std::uint32_t extent_bytes = 12;
constexpr std::uint32_t longest_extent = 32768; // blocks

} // namespace

FileLayout::FileLayout(const FileSystemParameters& parameters, std::uint64_t file_bytes)
    : file_bytes_(file_bytes), block_size_(parameters.block_size),
      data_blocks_(static_cast<std::uint32_t>((file_bytes + parameters.block_size - 1) / parameters.block_size)),
      sectors_(data_blocks_), parents_(data_blocks_), runs_(data_blocks_) {
    assert(file_bytes > 0 && block_size_ >= sector_bytes);
    switch (parameters.kind) {
    case FileSystemKind::ext2fs:
    case FileSystemKind::ffs:
        lay_out_indirect(parameters.first_sector);
        break;
    case FileSystemKind::cd9660:
        lay_out_extent(parameters.first_sector);
        break;
    case FileSystemKind::msdosfs:
        lay_out_msdos(parameters.first_sector);
        break;
    case FileSystemKind::ext4:
        lay_out_ext4(parameters.first_sector, std::min(std::max(1U, parameters.extents), data_blocks_));
        break;
    }
    measure_runs();
}

void FileLayout::lay_out_indirect(SectorNo first) {
    const std::uint32_t pointers = block_size_ / pointer_bytes;
    SectorNo next = first;
    const auto take = [&] {
        const SectorNo here = next;
        next = next + sectors_per_block();
        return here;
    };
    const auto add_metadata = [&](BlockNo parent) {
        sectors_.push_back(take());
        parents_.push_back(parent);
        return BlockNo{blocks() - 1};
    };
    BlockNo double_indirect;
    BlockNo triple_indirect;
    BlockNo indirect;
    const std::uint64_t first_double = direct_blocks + std::uint64_t{pointers};
    const std::uint64_t first_triple = first_double + std::uint64_t{pointers} * pointers;
    for (std::uint32_t block = 0; block < data_blocks_; ++block) {
        if (block >= first_triple && !triple_indirect.exists()) {
            triple_indirect = add_metadata(BlockNo::none());
        }
        if (block >= first_double && (block - first_double) % (std::uint64_t{pointers} * pointers) == 0) {
            double_indirect = add_metadata(triple_indirect);
        }
        if (block >= direct_blocks && (block - direct_blocks) % pointers == 0) {
            indirect = add_metadata(double_indirect);
        }
        sectors_[block] = take();
        parents_[block] = indirect;
    }
}

void FileLayout::lay_out_extent(SectorNo first) {
    for (std::uint32_t block = 0; block < data_blocks_; ++block) {
        sectors_[block] = first + std::uint64_t{block} * sectors_per_block();
    }
}

void FileLayout::lay_out_msdos(SectorNo first) {
    const std::uint32_t clusters = block_size_ / fat16_entry_bytes;
    for (std::uint32_t block = 0; block < data_blocks_; ++block) {
        if (block % clusters == 0) {
            sectors_.push_back(SectorNo{1} + std::uint64_t{block / clusters} * sectors_per_block());
            parents_.push_back(BlockNo::none());
        }
        sectors_[block] = first + std::uint64_t{block} * sectors_per_block();
        parents_[block] = BlockNo{blocks() - 1};
    }
}

void FileLayout::lay_out_ext4(SectorNo first, std::uint32_t pieces) {
    // A piece longer than an extent can be is named by several that lie one behind the other.
    const std::uint32_t share = data_blocks_ / pieces + (pieces > 1 ? 1 : 0);
    const auto piece_of = [share](std::uint32_t block) { return block / share; };
    std::vector<std::uint32_t> extent(data_blocks_, 0);
    std::uint32_t begin = 0;
    for (std::uint32_t block = 1; block < data_blocks_; ++block) {
        const bool next = piece_of(block) != piece_of(block - 1) || block - begin == longest_extent;
        begin = next ? block : begin;
        extent[block] = extent[block - 1] + (next ? 1U : 0U);
    }
    const bool leaves = extent.back() >= extents_in_inode;
    const std::uint32_t extents_in_leaf = block_size_ / extent_bytes - 1;
    SectorNo next = first;
    for (std::uint32_t block = 0; block < data_blocks_; ++block) {
        if (leaves && (block == 0 || extent[block] / extents_in_leaf != extent[block - 1] / extents_in_leaf)) {
            sectors_.push_back(next);
            parents_.push_back(BlockNo::none());
            next = next + sectors_per_block();
        }
        if (block > 0 && piece_of(block) != piece_of(block - 1)) {
            next = next + sectors_per_block();
        }
        sectors_[block] = next;
        parents_[block] = leaves ? BlockNo{blocks() - 1} : BlockNo::none();
        next = next + sectors_per_block();
    }
}

void FileLayout::measure_runs() {
    runs_.assign(blocks(), 1);
    for (std::uint32_t block = data_blocks_; block-- > 1;) {
        const bool contiguous = sectors_[block] == sectors_[block - 1] + sectors_per_block();
        if (contiguous && parents_[block] == parents_[block - 1]) {
            runs_[block - 1] = runs_[block] + 1;
        }
    }
}

} // namespace thrashlab
