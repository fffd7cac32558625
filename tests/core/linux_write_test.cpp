// When what dd has written gets to the disk, and when dd has to wait for that.
#include "sim/scenario_file.h"
#include "sim/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace thrashlab {
namespace {

using namespace std::chrono_literals;

// Hears of writes and keeps the largest number of pages that were dirty or under way.
class Listener final : public EventSink {
public:
    void event(const Event& event, const MachineState& before) override {
        std::uint32_t under_way = 0;
        for (const PendingCommand& command : before.commands) {
            under_way += command.blocks;
        }
        most_unwritten = std::max(most_unwritten, before.dirty_buffers + under_way);
        if (event.kind == EventKind::command_queued) {
            writes.push_back(event);
        }
    }
    std::vector<Event> writes;
    std::uint32_t most_unwritten = 0;
};

Scenario writing(std::uint64_t records) {
    Scenario scenario = load_scenario("linux-write");
    scenario.workload.count = records;
    scenario.linux_kernel.memory_limit = scenario.linux_kernel.group_overhead + 1000 * page_bytes;
    return scenario;
}

TEST(LinuxWrite, UpToTheBackgroundShareNothingIsWritten) {
    Listener listener;
    const RunResult run = simulate(writing(6), {.sink = &listener}).at(0); // 96 pages of 100
    EXPECT_TRUE(listener.writes.empty());
    EXPECT_EQ(run.counters.bytes, 6U * 65536);
    EXPECT_EQ(run.counters.time.total(), run.counters.time[TimePart::cpu]) << "dd waited for nothing";
}

TEST(LinuxWrite, AboveItTheFlusherWritesAndDdDoesNotWait) {
    Listener listener;
    const RunResult run = simulate(writing(9), {.sink = &listener}).at(0); // 144 of the 150 that are free
    ASSERT_FALSE(listener.writes.empty());
    EXPECT_EQ(listener.writes.at(0).count, 112U) << "all that is dirty at the first look past 100 pages";
    EXPECT_EQ(listener.writes.at(0).reason, Reason::write_flushed);
    EXPECT_EQ(run.counters.time.total(), run.counters.time[TimePart::cpu]);
}

TEST(LinuxWrite, HalfWayToTheLimitDdGoesAtTheDrivesPace) {
    Listener listener;
    const RunResult run = simulate(writing(1600), {.sink = &listener}).at(0); // 100 MiB
    EXPECT_LE(listener.most_unwritten, 150U + 16U) << "half-way, and the pages of the call that went past it";
    const TimeSplit& time = run.counters.time;
    EXPECT_GT(time[TimePart::throttled], time[TimePart::cpu]);
    EXPECT_EQ(time[TimePart::cpu] + time[TimePart::throttled], run.counters.elapsed()) << "it waited for nothing else";
    EXPECT_GT(run.counters.write_commands, 100U);
}

TEST(LinuxWrite, OldDataIsWrittenAtTheFlushersNextLook) {
    Scenario scenario = writing(2);
    scenario.workload.runs = 2;
    scenario.workload.pause = 60s;
    Listener listener;
    static_cast<void>(simulate(scenario, {.sink = &listener}));
    ASSERT_EQ(listener.writes.size(), 1U);
    EXPECT_EQ(listener.writes.at(0).time, SimTime(35s)) << "30 s old a moment after the look at 30 s";
    EXPECT_EQ(listener.writes.at(0).count, 32U);
}

TEST(LinuxWrite, WhatIsTruncatedIsNeverWritten) {
    Scenario scenario = writing(2);
    scenario.workload.runs = 3;
    scenario.workload.pause = 1s;
    Listener listener;
    EXPECT_EQ(simulate(scenario, {.sink = &listener}).size(), 3U);
    EXPECT_TRUE(listener.writes.empty());
}

TEST(LinuxWrite, ARewrittenPageIsDirtyOnce) {
    Scenario scenario = writing(100);
    scenario.workload.input_block = 512;
    scenario.workload.output_block = 512;
    const auto recording = record(scenario);
    EXPECT_EQ(recording->journal.state_at(recording->journal.size()).dirty_buffers, 13U); // 51200 bytes
}

} // namespace
} // namespace thrashlab
