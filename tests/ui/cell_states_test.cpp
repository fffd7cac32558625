#include "ui/theatre/cell_states.h"

#include "sim/scenario_file.h"
#include "sim/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace thrashlab::ui {
namespace {

constexpr std::uint32_t buffers = 64;
constexpr std::uint32_t blocks = 10000;

/// A cell of 25 blocks each, none of them anywhere but on the disk.
class CellStatesTest : public testing::Test {
protected:
    CellStatesTest() { states.reset(state, grid); }

    void hold(std::uint32_t block, bool dirty = false) {
        const BufferId id = state.cache.head(BufferQueue::empty);
        state.cache.take(id);
        state.cache.assign(id, BlockNo{block});
        state.cache.flags(id).dirty = dirty;
        state.cache.release(id);
    }

    MachineState state{buffers, blocks, blocks, page_bytes};
    CellGrid grid = CellGrid::fit(blocks, 1, QSize(80, 80), {.smallest = 4, .largest = 16, .gap = 1});
    CellStates states;
    const StatusSet all = StatusSet().set();
};

StatusSet only(BlockStatus status) {
    return StatusSet().set(static_cast<std::size_t>(status));
}

TEST_F(CellStatesTest, OneDirtyBlockOfManyIsSeen) {
    ASSERT_EQ(grid.blocksPerCell, 25U);
    for (std::uint32_t block = 0; block < 25; ++block) {
        EXPECT_EQ(states.shown(0, all), block == 0 ? BlockStatus::on_disk : BlockStatus::dirty);
        hold(block, true);
        EXPECT_TRUE(states.update(BlockNo{block}, state));
        EXPECT_FALSE(states.update(BlockNo{block}, state)) << "nothing has changed since";
    }
    EXPECT_EQ(states.totals()[static_cast<std::size_t>(BlockStatus::dirty)], 25U);
    EXPECT_EQ(states.shown(1, all), BlockStatus::on_disk);
}

TEST_F(CellStatesTest, OtherwiseMostBlocksDecide) {
    for (std::uint32_t block = 0; block < 12; ++block) {
        hold(block);
        states.update(BlockNo{block}, state);
    }
    EXPECT_EQ(states.shown(0, all), BlockStatus::on_disk) << "12 of 25";
    hold(12);
    states.update(BlockNo{12}, state);
    EXPECT_EQ(states.shown(0, all), BlockStatus::in_buffer) << "13 of 25";
}

TEST_F(CellStatesTest, WhatIsNotChosenIsNotShown) {
    hold(3);
    hold(4, true);
    states.update(BlockNo{3}, state);
    states.update(BlockNo{4}, state);
    EXPECT_EQ(states.shown(0, only(BlockStatus::in_buffer)), BlockStatus::in_buffer) << "one of 25 is enough";
    EXPECT_EQ(states.shown(0, only(BlockStatus::dirty)), BlockStatus::dirty);
    EXPECT_EQ(states.shown(0, only(BlockStatus::in_flight)), std::nullopt);
    EXPECT_EQ(states.shown(1, only(BlockStatus::dirty)), std::nullopt);
}

TEST_F(CellStatesTest, BlocksBeyondTheGridAreNoneOfItsBusiness) {
    EXPECT_FALSE(states.update(BlockNo{blocks}, state));
    EXPECT_FALSE(states.update(BlockNo::none(), state));
}

TEST(CellStates, KeptUpThroughARunIsTheSameAsTakenAnew) {
    const auto recording = record(load_scenario("1997-ext2-1k"));
    const std::uint32_t number = recording->layout.data_blocks();
    for (const QSize area : {QSize(700, 160), QSize(40, 40)}) {
        const CellGrid grid = CellGrid::fit(number, 4, area, {.smallest = 4, .largest = 18, .gap = 1});
        Replay replay(recording->journal);
        CellStates kept;
        kept.reset(replay.state(), grid);
        for (EventIndex index = 0; index < recording->journal.size(); index += 5003) {
            replay.move_to(index);
            for (std::uint32_t block = 0; block < number; ++block) {
                kept.update(BlockNo{block}, replay.state());
            }
            CellStates anew;
            anew.reset(replay.state(), grid);
            ASSERT_EQ(kept, anew) << "at event " << index;
        }
    }
}

} // namespace
} // namespace thrashlab::ui
