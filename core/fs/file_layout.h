// Where the blocks of a file lie on the drive, and which metadata must be read to find them.
#pragma once

#include "units.h"

#include <cstdint>
#include <vector>

namespace thrashlab {

enum class FileSystemKind : std::uint8_t { ext2fs, msdosfs, cd9660, ffs, ext4 };

/// Nothing can be written to it.
[[nodiscard]] constexpr bool is_read_only(FileSystemKind kind) {
    return kind == FileSystemKind::cd9660;
}

/// What is asked of a file system: one file, laid out without holes or detours behind `first_sector`.
struct FileSystemParameters {
    FileSystemKind kind = FileSystemKind::ext2fs;
    /// 512 to 8192 bytes, a power of two.
    std::uint32_t block_size = 1024;
    SectorNo first_sector{1024};
    /// ext4: in how many pieces the file lies on the disk, at least 1.
    std::uint32_t extents = 1;

    bool operator==(const FileSystemParameters&) const = default;
};

/// The finished layout of one file: a plain table. Blocks 0 to `data_blocks() - 1` are the file's, those up to
/// `blocks() - 1` are metadata. Reading a data block takes its parent block first, and that one's parent before it.
class FileLayout {
public:
    /// Lays out `file_bytes` > 0 bytes.
    /// ext2fs: 12 direct blocks, then one indirect block for each block_size / 4 blocks, those from the second on below
    /// a double indirect block. A metadata block lies right before the first block it maps, as an allocator that always
    /// takes the next free block leaves it. [S: the structure; D: the order]
    /// ffs: the same, as its inodes are the older ones; moves between cylinder groups are left out. [S, D]
    /// cd9660: one extent without metadata: the directory names it. [S]
    /// ext4: `extents` pieces, one block apart, all but the last one block longer than an equal share, so that their
    /// ends lie off the ends of read-ahead windows, as they do on a disk in use. The inode names four extents of up to
    /// 32768 blocks; a file with more has leaf blocks of block_size / 12 - 1 extents before the data they map. [S; C:
    /// the shares]
    /// msdosfs: the allocation table lies at the start of the volume; one block of it maps block_size / 2 clusters. [S]
    FileLayout(const FileSystemParameters& parameters, std::uint64_t file_bytes);

    [[nodiscard]] std::uint32_t data_blocks() const { return data_blocks_; }
    [[nodiscard]] std::uint32_t blocks() const { return static_cast<std::uint32_t>(sectors_.size()); }
    [[nodiscard]] std::uint32_t block_size() const { return block_size_; }
    [[nodiscard]] std::uint32_t sectors_per_block() const { return block_size_ / sector_bytes; }
    [[nodiscard]] std::uint64_t file_bytes() const { return file_bytes_; }

    [[nodiscard]] bool is_metadata(BlockNo block) const { return block.value >= data_blocks_; }
    [[nodiscard]] SectorNo sector(BlockNo block) const { return sectors_[block.at()]; }
    /// The metadata block that holds the place of `block`; none for one that the inode or a pointer in memory names.
    [[nodiscard]] BlockNo parent(BlockNo block) const { return parents_[block.at()]; }
    /// How many blocks from `block` on, itself included, lie one behind the other and are named by the same metadata
    /// block: the run that the file system reports to whoever builds clusters.
    [[nodiscard]] std::uint32_t contiguous_run(BlockNo block) const { return runs_[block.at()]; }

private:
    void lay_out_indirect(SectorNo first);
    void lay_out_extent(SectorNo first);
    void lay_out_msdos(SectorNo first);
    void lay_out_ext4(SectorNo first, std::uint32_t pieces);
    void measure_runs();

    std::uint64_t file_bytes_;
    std::uint32_t block_size_;
    std::uint32_t data_blocks_;
    std::vector<SectorNo> sectors_;
    std::vector<BlockNo> parents_;
    std::vector<std::uint32_t> runs_;
};

} // namespace thrashlab
