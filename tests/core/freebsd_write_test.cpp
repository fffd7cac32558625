// What the kernel writes, command by command.
#include "sim/scenario_file.h"
#include "sim/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <vector>

namespace thrashlab {
namespace {

struct Write {
    std::uint32_t block;
    std::uint32_t blocks;
    Reason purpose;
    bool operator==(const Write&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Write& write) {
    return out << '{' << write.block << ", " << write.blocks << ", " << static_cast<int>(write.purpose) << '}';
}

std::vector<Write> writes(const Recording& recording) {
    std::vector<Write> list;
    for (EventIndex index = 0; index < recording.journal.size(); ++index) {
        const Event event = recording.journal[index];
        if (event.kind == EventKind::command_queued) {
            list.push_back({event.block.value, event.count, event.reason});
        }
    }
    return list;
}

std::shared_ptr<const Recording> written(std::uint32_t blocks, bool leaks = true) {
    Scenario scenario = load_scenario("1997-write-1400");
    scenario.workload.count = blocks;
    scenario.kernel.dirty_count_leaks = leaks;
    return record(scenario);
}

MachineState end_of(const Recording& recording) {
    return recording.journal.state_at(recording.journal.size());
}

TEST(FreebsdWrite, BelowTheMarkNothingWaitsButOneIndirectBlock) {
    const auto recording = written(200);
    const std::uint32_t indirect = recording->layout.data_blocks();
    const std::vector<Write> expected{
        {indirect, 1, Reason::write_through}, // before block 12 can have a place
        {0, 12, Reason::write_cluster},       // block 12 does not follow block 11 on the disk
        {12, 61, Reason::write_cluster},      // 64 blocks have gathered, but their pages are 17: 61 of them ...
        {73, 3, Reason::write_cluster},       // ... and three
        {76, 61, Reason::write_cluster},      {137, 3, Reason::write_cluster},
    };
    EXPECT_EQ(writes(*recording), expected);
}

TEST(FreebsdWrite, TheCountLeaksWithEachCluster) {
    const MachineState end = end_of(*written(200));
    EXPECT_EQ(end.dirty_count, 201U) << "every data block and the indirect block";
    EXPECT_EQ(end.dirty_buffers, 61U) << "blocks 140 to 199 and the indirect block";
}

TEST(FreebsdWrite, WithoutTheLeakTheCountIsTheNumberOfDirtyBuffers) {
    const MachineState end = end_of(*written(200, false));
    EXPECT_EQ(end.dirty_count, 61U);
    EXPECT_EQ(end.dirty_buffers, 61U);
}

TEST(FreebsdWrite, PastTheMarkDataAndIndirectBlockTakeTurns) {
    const auto recording = written(260);
    const std::uint32_t indirect = recording->layout.data_blocks();
    const std::vector<Write> list = writes(*recording);
    // The high mark is 1701 / 8 + 20 = 232: reached by 231 data blocks and the indirect block.
    const std::vector<Write> tail(list.end() - 6, list.end());
    const std::vector<Write> expected{
        {indirect, 1, Reason::write_flushed}, {257, 1, Reason::write_flushed},
        {indirect, 1, Reason::write_flushed}, {258, 1, Reason::write_flushed},
        {indirect, 1, Reason::write_flushed}, {259, 1, Reason::write_flushed},
    };
    EXPECT_EQ(tail, expected);
    EXPECT_EQ(end_of(*recording).dirty_count, 231U) << "stuck one below the mark";
    EXPECT_EQ(end_of(*recording).dirty_buffers, 0U);
}

TEST(FreebsdWrite, DdWaitsForTheBusyIndirectBlockPastTheMark) {
    const auto recording = written(260);
    const BlockNo indirect{recording->layout.data_blocks()};
    std::size_t waits = 0;
    for (EventIndex index = 0; index < recording->journal.size(); ++index) {
        const Event event = recording->journal[index];
        if (event.kind == EventKind::wait_started && event.block == indirect && event.reason == Reason::busy_buffer) {
            ++waits;
        }
    }
    EXPECT_EQ(waits, 29U) << "once for each block from 231 on: the first flush came with block 230";
}

TEST(FreebsdWrite, AWaitForSomebodyElsesWriteIsItsOwnPartOfTheTime) {
    const TimeSplit before_the_mark = written(200)->runs[0].counters.time;
    EXPECT_EQ(before_the_mark[TimePart::busy], Duration::zero()) << "the new indirect block is dd's own write";
    EXPECT_GT(before_the_mark[TimePart::rotation], Duration::zero());
    const auto recording = written(260);
    Duration slept{};
    SimTime since;
    for (EventIndex index = 0; index < recording->journal.size(); ++index) {
        const Event event = recording->journal[index];
        if (event.kind == EventKind::wait_started) {
            since = event.time;
        } else if (event.kind == EventKind::wait_ended && event.reason == Reason::busy_buffer) {
            slept += event.time - since;
        }
    }
    EXPECT_EQ(recording->runs[0].counters.time[TimePart::busy], slept);
    const TimeSplit reading = simulate(load_scenario("1997-ext2-1k"))[1].counters.time;
    EXPECT_EQ(reading[TimePart::busy], Duration::zero()) << "to wait for what was read ahead is to wait for the drive";
}

TEST(FreebsdWrite, TheLeakOutlivesTheFile) {
    Scenario scenario = load_scenario("1997-write-200");
    scenario.workload.runs = 2;
    const auto recording = record(scenario);
    EXPECT_EQ(recording->runs[1].counters.bytes, 204800U);
    // Emptying the file takes what is dirty off the count, but not what had leaked: 140 of 232 are gone for ever, and
    // the second run reaches the mark.
    EXPECT_EQ(recording->runs[0].counters.flushes, 0U);
    EXPECT_GT(recording->runs[1].counters.flushes, 100U);

    scenario.kernel.dirty_count_leaks = false;
    const auto sound = record(scenario);
    EXPECT_EQ(sound->runs[1].counters.flushes, 0U);
    EXPECT_EQ(sound->runs[1].counters.commands, sound->runs[0].counters.commands);
}

TEST(FreebsdWrite, WithoutClusteringEachFullBlockIsWrittenAtOnce) {
    Scenario scenario = load_scenario("1997-write-200");
    scenario.kernel.clustered_writes = false;
    const auto recording = record(scenario);
    const std::vector<Write> list = writes(*recording);
    const auto at_once = std::count_if(list.begin(), list.end(), [](const Write& write) {
        return write.purpose == Reason::write_at_once && write.blocks == 1;
    });
    EXPECT_EQ(at_once, 200);
}

TEST(FreebsdWrite, FsyncLeavesNothingDirtyAndCountsTheTime) {
    Scenario scenario = load_scenario("1997-write-200");
    const Duration delayed = simulate(scenario).at(0).counters.elapsed();
    scenario.workload.fsync = true;
    const auto recording = record(scenario);
    EXPECT_EQ(end_of(*recording).dirty_buffers, 0U);
    EXPECT_TRUE(end_of(*recording).commands.empty());
    EXPECT_GT(recording->runs[0].counters.elapsed(), 4 * delayed);
}

TEST(FreebsdWrite, SynchronousWritesWaitForEachBlock) {
    Scenario scenario = load_scenario("1997-write-200");
    scenario.workload.synchronous = true;
    const auto recording = record(scenario);
    const std::vector<Write> list = writes(*recording);
    EXPECT_EQ(
        std::count_if(list.begin(), list.end(),
                      [](const Write& write) { return write.purpose == Reason::write_through && write.blocks == 1; }),
        201)
        << "each block, and the new indirect block";
    EXPECT_GT(to_seconds(recording->runs[0].counters.elapsed()), 200 * 0.020) << "a turn each, at the least";
}

TEST(FreebsdWrite, WritingOverInPlaceAllocatesNothing) {
    Scenario scenario = load_scenario("1997-write-200");
    scenario.workload.runs = 2;
    scenario.workload.keep_file = true;
    scenario.kernel.dirty_count_leaks = false;
    const auto recording = record(scenario);
    const std::vector<Write> list = writes(*recording);
    EXPECT_EQ(std::count_if(list.begin(), list.end(),
                            [](const Write& write) { return write.purpose == Reason::write_through; }),
              1)
        << "the indirect block is new in the first run alone";
    EXPECT_EQ(recording->runs[1].counters.bytes, 204800U);
}

TEST(FreebsdWrite, ARemountForgetsBuffersButNotTheLeak) {
    Scenario scenario = load_scenario("1997-write-200");
    scenario.workload.runs = 2;
    scenario.workload.between = BetweenRuns::remount;
    const auto recording = record(scenario);
    const Journal& journal = recording->journal;
    const EventIndex second =
        journal
            .find_forward(0,
                          [](const Event& event) { return event.kind == EventKind::run_started && event.count == 2; })
            .value();
    const MachineState state = journal.state_at(second);
    EXPECT_EQ(state.cache.length(BufferQueue::empty), 1701U);
    EXPECT_EQ(state.dirty_buffers, 0U);
    EXPECT_GE(state.dirty_count, 140U) << "what had leaked stays counted";
}

TEST(FreebsdWrite, TheSyncerWritesWhatIsDirtyInAPause) {
    Scenario scenario = load_scenario("1997-write-200");
    scenario.workload.runs = 2;
    scenario.workload.keep_file = true;
    scenario.workload.pause = std::chrono::seconds(60);
    const auto dirty_at_second = [&] {
        const auto recording = record(scenario);
        const EventIndex second =
            recording->journal
                .find_forward(
                    0, [](const Event& event) { return event.kind == EventKind::run_started && event.count == 2; })
                .value();
        return recording->journal.state_at(second).dirty_buffers;
    };
    EXPECT_EQ(dirty_at_second(), 0U);
    scenario.kernel.syncer_interval = Duration::zero();
    EXPECT_EQ(dirty_at_second(), 61U);
}

TEST(FreebsdRead, ARemountMakesTheSecondRunAFirstOne) {
    Scenario scenario = load_scenario("1997-ext2-1k");
    scenario.workload.between = BetweenRuns::remount;
    const std::vector<RunResult> runs = simulate(scenario);
    EXPECT_EQ(runs[1].counters.commands, runs[0].counters.commands);
}

} // namespace
} // namespace thrashlab
