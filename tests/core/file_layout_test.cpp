#include "fs/file_layout.h"

#include <gtest/gtest.h>

namespace thrashlab {
namespace {

FileLayout ext2(std::uint32_t block_size, std::uint64_t bytes) {
    return FileLayout({.kind = FileSystemKind::ext2fs, .block_size = block_size, .first_sector = SectorNo{1000}},
                      bytes);
}

TEST(Ext2Layout, TheExhibitTakesNineMetadataBlocks) {
    const FileLayout layout = ext2(1024, 1872034);
    EXPECT_EQ(layout.data_blocks(), 1829U);
    EXPECT_EQ(layout.blocks(), 1838U) << "one indirect, one double indirect, seven indirect below it";
}

TEST(Ext2Layout, MetadataLiesRightBeforeTheFirstBlockItMaps) {
    const FileLayout layout = ext2(1024, 1872034);
    const auto place = [&](std::uint32_t block) { return (layout.sector(BlockNo{block}).value - 1000) / 2; };
    EXPECT_EQ(place(0), 0U);
    EXPECT_EQ(place(11), 11U);
    EXPECT_EQ(place(12), 13U) << "the indirect block is in between";
    EXPECT_EQ(place(267), 268U);
    EXPECT_EQ(place(268), 271U) << "double indirect and indirect block are in between";
    EXPECT_EQ(place(523), 526U);
    EXPECT_EQ(place(524), 528U);
}

TEST(Ext2Layout, ParentsAreTheBlocksToReadFirst) {
    const FileLayout layout = ext2(1024, 1872034);
    EXPECT_FALSE(layout.parent(BlockNo{11}).exists()) << "direct";
    const BlockNo indirect = layout.parent(BlockNo{12});
    EXPECT_EQ(indirect, layout.parent(BlockNo{267}));
    EXPECT_FALSE(layout.parent(indirect).exists());
    const BlockNo below = layout.parent(BlockNo{268});
    EXPECT_NE(below, indirect);
    const BlockNo double_indirect = layout.parent(below);
    ASSERT_TRUE(double_indirect.exists());
    EXPECT_EQ(layout.parent(layout.parent(BlockNo{1828})), double_indirect);
    EXPECT_FALSE(layout.parent(double_indirect).exists());
}

TEST(Ext2Layout, TripleIndirectBlocksCarryOn) {
    // 512-byte blocks: 128 pointers; the triple indirect block begins at 12 + 128 + 128 * 128.
    const FileLayout layout = ext2(512, (12 + 128 + 128 * 128 + 1) * 512ULL);
    const BlockNo last{layout.data_blocks() - 1};
    const BlockNo double_indirect = layout.parent(layout.parent(last));
    EXPECT_TRUE(layout.parent(double_indirect).exists());
    EXPECT_FALSE(layout.parent(layout.parent(double_indirect)).exists());
    EXPECT_FALSE(layout.parent(layout.parent(layout.parent(BlockNo{last.value - 1}))).exists());
}

TEST(Ext2Layout, RunsEndWhereMetadataBegins) {
    const FileLayout layout = ext2(1024, 1872034);
    EXPECT_EQ(layout.contiguous_run(BlockNo{0}), 12U);
    EXPECT_EQ(layout.contiguous_run(BlockNo{11}), 1U);
    EXPECT_EQ(layout.contiguous_run(BlockNo{12}), 256U);
    EXPECT_EQ(layout.contiguous_run(BlockNo{200}), 68U);
    EXPECT_EQ(layout.contiguous_run(BlockNo{1828}), 1U);
}

TEST(MsdosLayout, DataIsOneRunAndTheTableLiesInFront) {
    const FileLayout layout({.kind = FileSystemKind::msdosfs, .block_size = 4096, .first_sector = SectorNo{1000}},
                            1872034);
    EXPECT_EQ(layout.data_blocks(), 458U);
    EXPECT_EQ(layout.blocks(), 459U);
    EXPECT_EQ(layout.contiguous_run(BlockNo{0}), 458U);
    EXPECT_EQ(layout.sector(layout.parent(BlockNo{457})), SectorNo{1});
}

TEST(Cd9660Layout, IsOneRunWithoutMetadata) {
    const FileLayout layout({.kind = FileSystemKind::cd9660, .block_size = 2048, .first_sector = SectorNo{400}},
                            6674533);
    EXPECT_EQ(layout.data_blocks(), 3260U);
    EXPECT_EQ(layout.blocks(), 3260U);
    EXPECT_EQ(layout.contiguous_run(BlockNo{0}), 3260U);
}

TEST(FfsLayout, HasLargerIndirectBlocks) {
    const FileLayout layout({.kind = FileSystemKind::ffs, .block_size = 8192, .first_sector = SectorNo{400}},
                            (12 + 2048 + 1) * 8192ULL);
    EXPECT_EQ(layout.blocks() - layout.data_blocks(), 3U) << "indirect, double indirect, and one below it";
    EXPECT_EQ(layout.contiguous_run(BlockNo{12}), 2048U);
}

TEST(Ext4Layout, TheInodeNamesUpToFourExtents) {
    const FileLayout whole({.kind = FileSystemKind::ext4, .block_size = 4096}, 100 * 4096);
    EXPECT_EQ(whole.blocks(), 100U);
    EXPECT_EQ(whole.contiguous_run(BlockNo{0}), 100U);
    const FileLayout two({.kind = FileSystemKind::ext4, .block_size = 4096, .extents = 2}, 100 * 4096);
    EXPECT_EQ(two.blocks(), 100U);
    EXPECT_EQ(two.contiguous_run(BlockNo{0}), 51U);
    EXPECT_EQ(two.sector(BlockNo{51}), two.sector(BlockNo{50}) + 2 * two.sectors_per_block());
}

TEST(Ext4Layout, MoreExtentsHaveALeafBeforeTheData) {
    const FileLayout layout({.kind = FileSystemKind::ext4, .block_size = 4096, .extents = 5}, 100 * 4096);
    EXPECT_EQ(layout.blocks(), 101U);
    EXPECT_EQ(layout.parent(BlockNo{99}), BlockNo{100});
    EXPECT_EQ(layout.sector(BlockNo{0}), layout.sector(BlockNo{100}) + layout.sectors_per_block());
}

TEST(Ext4Layout, AnExtentIsNoLongerThan128MiBButALongPieceIsOneRun) {
    const FileLayout layout({.kind = FileSystemKind::ext4, .block_size = 4096}, std::uint64_t{200} << 20);
    EXPECT_EQ(layout.blocks(), 51200U);
    EXPECT_EQ(layout.contiguous_run(BlockNo{0}), 51200U);
}

TEST(FileLayout, AFileOfOneByteIsOneBlock) {
    const FileLayout layout = ext2(8192, 1);
    EXPECT_EQ(layout.blocks(), 1U);
    EXPECT_EQ(layout.contiguous_run(BlockNo{0}), 1U);
}

} // namespace
} // namespace thrashlab
