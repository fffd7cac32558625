// Journals that are larger than the memory they may take.
#include "sim/record_blocks.h"

#include "error.h"
#include "sim/scenario_file.h"
#include "sim/simulation.h"
#include "temporary_folder.h"

#include <gtest/gtest.h>

namespace thrashlab {
namespace {

constexpr std::size_t block = RecordBlocks::block_bytes;

class RecordBlocksTest : public testing::Test {
protected:
    [[nodiscard]] SimulationOptions spilling() const { return {.spill = {.memory = block, .folder = folder.path()}}; }
    TemporaryFolder folder;
};

TEST_F(RecordBlocksTest, TheFirstOnesLieInMemoryAndTheOthersInAFileWithoutAName) {
    RecordBlocks blocks({.memory = 2 * block + 1, .folder = folder.path()});
    for (int i = 0; i < 5; ++i) {
        blocks.add();
        std::fill_n(blocks[blocks.size() - 1], block, std::byte(i));
    }
    EXPECT_EQ(blocks.spilled_bytes(), 3 * block);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_EQ(blocks[i][0], std::byte(i));
        EXPECT_EQ(blocks[i][block - 1], std::byte(i));
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST_F(RecordBlocksTest, AJournalThatSpillsIsTheSameJournal) {
    const Scenario scenario = load_scenario("1997-ext2-1k");
    const auto kept = record(scenario);
    const auto spilt = record(scenario, spilling());
    EXPECT_EQ(kept->journal.spilled_bytes(), 0U);
    EXPECT_GT(kept->journal.size() * 20, block) << "or there would be nothing to spill";
    EXPECT_GT(spilt->journal.spilled_bytes(), 0U);
    EXPECT_EQ(spilt->journal.event_bytes(), kept->journal.event_bytes());
    EXPECT_EQ(spilt->journal.state_at(spilt->journal.size()), kept->journal.state_at(kept->journal.size()));
}

TEST_F(RecordBlocksTest, WhereNoFileCanBeMadeItSaysWhere) {
    SimulationOptions options = spilling();
    options.spill.folder = folder.path() / "missing";
    try {
        static_cast<void>(record(load_scenario("1997-ext2-1k"), options));
        FAIL() << "it found room";
    } catch (const Error& error) {
        EXPECT_EQ(error.place(), (folder.path() / "missing").string());
        EXPECT_NE(error.problem().find("No such file or directory"), std::string::npos);
    }
}

} // namespace
} // namespace thrashlab
