#include "ui/theatre/cell_grid.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace thrashlab::ui {
namespace {

struct Case {
    std::uint32_t blocks;
    std::uint32_t group;
    QSize area;
};

class CellGridFits : public testing::TestWithParam<Case> {
protected:
    CellGrid grid = CellGrid::fit(GetParam().blocks, GetParam().group, GetParam().area, CellGrid::Limits{});
};

TEST_P(CellGridFits, EveryCellLiesInTheAreaAndIsFoundAgain) {
    ASSERT_GT(grid.cells(), 0U);
    const QRect area(QPoint(0, 0), GetParam().area);
    for (std::uint32_t cell = 0; cell < grid.cells(); ++cell) {
        const QRect rect = grid.rect(cell);
        ASSERT_TRUE(area.contains(rect)) << "cell " << cell;
        ASSERT_EQ(grid.cellAt(rect.topLeft()), cell);
        ASSERT_EQ(grid.cellAt(rect.bottomRight()), cell);
    }
}

TEST_P(CellGridFits, EveryBlockBelongsToExactlyOneCell) {
    std::uint32_t next = 0;
    for (std::uint32_t cell = 0; cell < grid.cells(); ++cell) {
        ASSERT_EQ(grid.firstBlock(cell), next);
        ASSERT_GT(grid.endBlock(cell), next);
        ASSERT_EQ(grid.cellOf(next), cell);
        ASSERT_EQ(grid.cellOf(grid.endBlock(cell) - 1), cell);
        next = grid.endBlock(cell);
    }
    EXPECT_EQ(next, GetParam().blocks);
}

TEST_P(CellGridFits, CellsDoNotOverlap) {
    for (std::uint32_t cell = 1; cell < grid.cells(); ++cell) {
        ASSERT_FALSE(grid.rect(cell - 1).intersects(grid.rect(cell))) << "cell " << cell;
    }
}

TEST_P(CellGridFits, APageStaysInOneRow) {
    if (grid.blocksPerCell == 1) {
        EXPECT_EQ(static_cast<std::uint32_t>(grid.columns) % grid.group, 0U);
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes, CellGridFits,
                         testing::Values(Case{1, 4, {720, 180}}, Case{3, 1, {720, 180}}, Case{1829, 4, {720, 180}},
                                         Case{1829, 4, {1440, 360}}, Case{1829, 4, {2, 2}}, Case{458, 1, {301, 97}},
                                         Case{3657, 8, {719, 181}}, Case{20000, 8, {500, 100}},
                                         Case{1000003, 4, {720, 180}}, Case{67108864, 8, {300, 80}}));

TEST(CellGrid, TheExhibitHasACellForEachBlock) {
    const CellGrid grid = CellGrid::fit(1829, 4, {720, 200}, CellGrid::Limits{});
    EXPECT_EQ(grid.blocksPerCell, 1U);
    EXPECT_EQ(grid.group, 4U);
    EXPECT_EQ(grid.gap, 1);
    EXPECT_LE(grid.height(), 200);
}

TEST(CellGrid, NothingLiesOutside) {
    const CellGrid grid = CellGrid::fit(10, 1, {100, 100}, CellGrid::Limits{});
    EXPECT_FALSE(grid.cellAt({-1, 0}));
    EXPECT_FALSE(grid.cellAt({0, -1}));
    EXPECT_FALSE(grid.cellAt({0, grid.height()}));
    EXPECT_FALSE(grid.cellAt({1000, 0}));
}

TEST(CellGrid, AMillionBlocksShareCells) {
    const CellGrid grid = CellGrid::fit(1000000, 4, {720, 180}, CellGrid::Limits{});
    EXPECT_GT(grid.blocksPerCell, 1U);
    EXPECT_LE(grid.cells(), 720U / 3U * (180U / 3U));
}

} // namespace
} // namespace thrashlab::ui
