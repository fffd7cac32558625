// What the kernel asks the drive for, command by command.
#include "sim/scenario_file.h"
#include "sim/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <vector>

namespace thrashlab {
namespace {

struct Command {
    std::uint32_t block;
    std::uint32_t blocks;
    bool operator==(const Command&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Command& command) {
    return out << '{' << command.block << ", " << command.blocks << '}';
}

// The commands of one run, up to the one that reads `last` or what lies behind it.
std::vector<Command> commands(const Recording& recording, std::uint16_t run, std::uint32_t last) {
    std::vector<Command> list;
    std::uint16_t present = 0;
    for (EventIndex index = 0; index < recording.journal.size(); ++index) {
        const Event event = recording.journal[index];
        if (event.kind == EventKind::run_started) {
            present = event.count;
        }
        if (event.kind != EventKind::command_queued || present != run) {
            continue;
        }
        if (!recording.layout.is_metadata(event.block) && event.block.value > last) {
            break;
        }
        list.push_back({event.block.value, event.count});
    }
    return list;
}

std::shared_ptr<const Recording> exhibit() {
    static const auto recording = record(load_scenario("1997-ext2-1k"));
    return recording;
}

// The indirect block, the double indirect one and the first indirect one below it, as the layout numbers them.
constexpr std::uint32_t indirect = 1829;
constexpr std::uint32_t double_indirect = 1830;
constexpr std::uint32_t second_indirect = 1831;

TEST(FreebsdKernel, CommandsOfTheFirst200BlocksOfAFirstRead) {
    const std::vector<Command> expected{
        {0, 1},        // nothing is known of the reader yet
        {1, 1},        // read ahead; page 0 is partly valid, so block 2 is refused
        {2, 1},        // as before
        {3, 5},        // page 1 is untouched; the fifth read call deserves five blocks
        {8, 4},        // up to the last direct block
        {indirect, 1}, // where is block 12?
        {12, 15},      // fifteenth read call
        {27, 23},      // twenty-third, asked for at the mark on block 11
        {50, 53},      // fifty-third, asked for at the mark on block 26
        {103, 58},     // block 160 opens the 16th page; one more might not fit
        {161, 1},      // page 40 is partly valid: 162 is refused
        {162, 1},      // and so is 163
        {163, 58},     // 163 heads the next cluster: nobody looks at the first block's page
    };
    EXPECT_EQ(commands(*exhibit(), 1, 199), expected);
}

TEST(FreebsdKernel, CommandsOfTheFirst200BlocksOfASecondRead) {
    // The first block of each page counts as valid; each other one is a command of its own.
    // The indirect block is in a buffer still: it was last needed for block 267, and the first run evicted no further
    // than block 136.
    std::vector<Command> expected;
    for (std::uint32_t block = 0; block < 200; ++block) {
        if (block % 4 != 0) {
            expected.push_back({block, 1});
        }
    }
    EXPECT_EQ(commands(*exhibit(), 2, 199), expected);
}

TEST(FreebsdKernel, SixtyOnePlusThree) {
    // Block 268 begins a page and a run on the disk. A cluster from there has 61 blocks: the 61st opens the 16th page.
    // The three other blocks of that page cannot join it; each begins a command of its own, and the last of them takes
    // the blocks behind it along.
    const std::vector<Command> list = commands(*exhibit(), 1, 392);
    const auto begin =
        std::find_if(list.begin(), list.end(), [](const Command& command) { return command.block == 268; });
    ASSERT_NE(begin, list.end());
    const std::vector<Command> found(begin, list.end());
    const std::vector<Command> expected{{268, 61}, {329, 1}, {330, 1}, {331, 58}, {389, 1}, {390, 1}, {391, 58}};
    EXPECT_EQ(found, expected);
    EXPECT_EQ(std::count(list.begin(), list.end(), Command{double_indirect, 1}), 1);
    EXPECT_EQ(std::count(list.begin(), list.end(), Command{second_indirect, 1}), 1);
}

TEST(FreebsdKernel, ReadsEachBlockOnceInAFirstRun) {
    std::vector<int> reads(exhibit()->layout.blocks(), 0);
    for (const Command& command : commands(*exhibit(), 1, 5000)) {
        for (std::uint32_t block = command.block; block < command.block + command.blocks; ++block) {
            ++reads.at(block);
        }
    }
    EXPECT_EQ(std::count(reads.begin(), reads.end(), 1), 1838);
}

TEST(FreebsdKernel, BlocksOfAPageMakeFullClusters) {
    // 16 blocks of 4 KiB are 64 KiB, and no page is ever partly valid.
    const auto recording = record(load_scenario("1997-ext2-4k"));
    const std::vector<Command> list = commands(*recording, 1, 5000);
    EXPECT_EQ(std::count_if(list.begin(), list.end(), [](const Command& command) { return command.blocks == 16; }), 27);
    EXPECT_TRUE(commands(*recording, 2, 5000).empty()) << "all of it is in buffers";
}

TEST(FreebsdKernel, MsdosfsReadsBlockByBlock) {
    const auto recording = record(load_scenario("1997-msdosfs-4k"));
    const std::vector<Command> list = commands(*recording, 1, 5000);
    EXPECT_EQ(list.size(), 459U);
    EXPECT_TRUE(std::all_of(list.begin(), list.end(), [](const Command& command) { return command.blocks == 1; }));
}

TEST(FreebsdKernel, WithoutRefusalClustersReachThe16thPageToo) {
    Scenario scenario = load_scenario("1997-ext2-1k");
    scenario.kernel.refuse_partial_pages = false;
    const auto recording = record(scenario);
    EXPECT_LE(recording->runs[0].counters.lost_turns, exhibit()->runs[0].counters.lost_turns / 2);
}

TEST(FreebsdKernel, SecondChanceKeepsBlocksThatWereUsed) {
    Scenario scenario = load_scenario("1997-ext2-1k");
    scenario.kernel.second_chance = true;
    const auto recording = record(scenario);
    bool requeued = false;
    for (EventIndex index = 0; index < recording->journal.size(); ++index) {
        requeued = requeued || recording->journal[index].kind == EventKind::buffer_requeued;
    }
    EXPECT_TRUE(requeued);
    EXPECT_TRUE(recording->journal.state_at(recording->journal.size()).cache.consistent());
}

TEST(FreebsdKernel, SkipCountAndRecordSizesAreDds) {
    Scenario scenario = load_scenario("1997-ext2-1k");
    scenario.workload.input_block = 1000;
    scenario.workload.output_block = 300;
    scenario.workload.skip = 5;
    scenario.workload.count = 7;
    scenario.workload.runs = 1;
    const RunResult run = simulate(scenario).at(0);
    EXPECT_EQ(run.counters.bytes, 7000U);
    EXPECT_EQ(run.records_in, (RecordCount{7, 0}));
    EXPECT_EQ(run.records_out, (RecordCount{23, 1})) << "7000 bytes in records of 300";
    const auto recording = record(scenario);
    EXPECT_EQ(commands(*recording, 1, 5000).front(), (Command{4, 1})) << "byte 5000 lies in block 4";
}

TEST(FreebsdKernel, SkippingPastTheEndReadsNothing) {
    Scenario scenario = load_scenario("1997-ext2-1k");
    scenario.workload.skip = 1000000;
    const RunResult run = simulate(scenario).at(0);
    EXPECT_EQ(run.counters.bytes, 0U);
    EXPECT_EQ(run.counters.commands, 0U);
}

TEST(FreebsdKernel, GetsByWithFewBuffers) {
    Scenario scenario = load_scenario("1997-ext2-1k");
    scenario.buffers = 16;
    for (const RunResult& run : simulate(scenario)) {
        EXPECT_EQ(run.counters.bytes, 1872034U);
    }
}

} // namespace
} // namespace thrashlab
