// What holds for any scenario.
#include "cache/policy.h"
#include "sim/parameter.h"
#include "sim/simulation.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <utility>
#include <vector>

namespace thrashlab {
namespace {

void use_linux(Scenario& scenario) {
    scenario.kernel_kind = KernelKind::linux_page_cache;
    scenario.file_system.kind =
        *rc::gen::element(FileSystemKind::ext2fs, FileSystemKind::msdosfs, FileSystemKind::ext4);
    if (writes_file(scenario.workload)) {
        scenario.file_system.kind = FileSystemKind::ext4;
    }
    scenario.file_system.block_size = page_bytes;
    scenario.file_system.extents = *rc::gen::inRange(1U, 9U);
    LinuxParameters& linux_kernel = scenario.linux_kernel;
    linux_kernel.memory_limit = linux_kernel.group_overhead + *rc::gen::inRange(1U, 200U) * std::uint64_t{page_bytes};
    linux_kernel.read_ahead_kib = *rc::gen::element(0U, 3U, 16U, 100U, 128U, 1024U);
    linux_kernel.largest_request = *rc::gen::element(4096U, 65536U, 1U << 20);
    linux_kernel.aligned_windows = *rc::gen::arbitrary<bool>();
    linux_kernel.statistics_age = Duration(*rc::gen::element(0, 2000000000));
    linux_kernel.dirty_ratio = *rc::gen::inRange(1U, 101U);
    linux_kernel.dirty_background_ratio = *rc::gen::inRange(0U, linux_kernel.dirty_ratio + 1);
    linux_kernel.flush_interval = Duration(*rc::gen::element(10000000, 300000000));
    linux_kernel.dirty_expire = Duration(*rc::gen::element(0, 400000000));
}

Scenario any_scenario() {
    Scenario scenario;
    if (*rc::gen::element(false, false, true)) {
        scenario.workload.input = "/dev/zero";
        scenario.workload.output = "z";
        scenario.workload.count = *rc::gen::inRange<std::uint64_t>(1, 700);
    }
    scenario.workload.file_bytes = *rc::gen::inRange<std::uint64_t>(1, 600000);
    scenario.workload.input_block = *rc::gen::element<std::uint64_t>(1000, 512, 1024, 4096, 20000);
    scenario.workload.output_block = *rc::gen::element<std::uint64_t>(512, 4096);
    scenario.workload.skip = writes_file(scenario.workload) ? 0 : *rc::gen::element<std::uint64_t>(0, 0, 3);
    scenario.workload.runs = 2;
    scenario.file_system.kind =
        writes_file(scenario.workload)
            ? *rc::gen::element(FileSystemKind::ext2fs, FileSystemKind::msdosfs, FileSystemKind::ffs)
            : *rc::gen::element(FileSystemKind::ext2fs, FileSystemKind::msdosfs, FileSystemKind::cd9660,
                                FileSystemKind::ffs);
    scenario.file_system.block_size = *rc::gen::element(512U, 1024U, 2048U, 4096U, 8192U);
    scenario.buffers = *rc::gen::inRange(16U, 700U);
    if (*rc::gen::element(false, true)) {
        scenario.policy = policies()[*rc::gen::inRange<std::size_t>(0, policies().size())].name;
        scenario.policy_seed = *rc::gen::inRange<std::uint64_t>(0, 9);
    }
    scenario.kernel.page_validity =
        *rc::gen::element(PageValidity::exact, PageValidity::first_block, PageValidity::none);
    scenario.kernel.clustered_reads = *rc::gen::arbitrary<bool>();
    scenario.page_memory = *rc::gen::element(0U, 20U, 1000000U);
    scenario.drive.queue = *rc::gen::element(DriveQueue::fifo, DriveQueue::elevator);
    scenario.workload.between = *rc::gen::element(BetweenRuns::nothing, BetweenRuns::sync, BetweenRuns::remount);
    scenario.workload.fsync = *rc::gen::arbitrary<bool>();
    scenario.workload.keep_file = *rc::gen::arbitrary<bool>();
    scenario.workload.synchronous = *rc::gen::element(false, false, true);
    scenario.kernel.clustered_writes = *rc::gen::arbitrary<bool>();
    scenario.kernel.dirty_count_leaks = *rc::gen::arbitrary<bool>();
    scenario.kernel.dirty_marks = *rc::gen::element(DirtyMarks::spring, DirtyMarks::later);
    scenario.kernel.refuse_partial_pages = *rc::gen::arbitrary<bool>();
    scenario.kernel.second_chance = *rc::gen::arbitrary<bool>();
    scenario.kernel.read_ahead_limit = *rc::gen::element(1U, 8U, 32U, 200U);
    scenario.drive.command_cost = Duration(*rc::gen::inRange(0, 5000000));
    scenario.drive.kind = *rc::gen::element(DriveKind::rotating, DriveKind::solid_state, DriveKind::request_limited);
    scenario.drive.track_buffer_kib = *rc::gen::element(0U, 0U, 512U);
    if (*rc::gen::element(false, false, true)) {
        use_linux(scenario);
    }
    if (scenario.kernel_kind == KernelKind::linux_page_cache) { // what that kernel cannot do here
        scenario.workload.keep_file = false;
        scenario.workload.synchronous = false;
        scenario.workload.between = BetweenRuns::sync;
    }
    return scenario;
}

// Looks at every state that a simulation goes through.
class Auditor final : public EventSink {
public:
    explicit Auditor(const Scenario& scenario) : leaks_(scenario.kernel.dirty_count_leaks) {}
    void event(const Event& event, const MachineState& before) override {
        if (++seen_ % every == 0) {
            RC_ASSERT(before.cache.consistent());
            check_policy(before);
            std::uint32_t dirty = 0;
            for (std::uint32_t id = 0; id < before.cache.size(); ++id) {
                dirty += before.cache.buffer(BufferId{id}).dirty ? 1U : 0U;
            }
            RC_ASSERT(dirty == before.dirty_buffers);
            RC_ASSERT(before.dirty_count >= dirty);
            if (!leaks_ && event.kind == EventKind::call_entered) { // not between a write and its being counted
                RC_ASSERT(before.dirty_count == dirty);
            }
        }
        if (event.kind == EventKind::command_done) {
            for (std::uint32_t i = 0; i < event.count; ++i) {
                moved_.insert(event.block.value + i);
            }
        }
        if (event.kind == EventKind::buffer_filled) {
            moved_.insert(event.block.value);
        }
    }
    void check_pages(const MachineState& end) const {
        for (std::uint32_t block = 0; block < end.cache.data_blocks(); ++block) {
            RC_ASSERT(!end.cache.pages_valid(BlockNo{block}) || moved_.contains(block));
        }
    }

private:
    // What is resident to the policy are the blocks of the buffers.
    static void check_policy(const MachineState& state) {
        if (!state.policy) {
            return;
        }
        std::uint32_t held = 0;
        for (std::uint32_t id = 0; id < state.cache.size(); ++id) {
            held += state.cache.buffer(BufferId{id}).block.exists() ? 1U : 0U;
        }
        RC_ASSERT(state.policy->size() == held);
        for (const PolicyList& list : state.policy->describe().lists) {
            for (const PolicyEntry& entry : list.entries) {
                RC_ASSERT(state.cache.find(entry.key).exists() != list.ghost);
            }
        }
    }

    static constexpr int every = 97;
    int seen_ = 0;
    std::set<std::uint32_t> moved_;
    bool leaks_;
};

RC_GTEST_PROP(AnyScenario, PartsOfTimeAddUpToElapsedTime, ()) {
    const Scenario scenario = any_scenario();
    for (const RunResult& run : simulate(scenario)) {
        RC_ASSERT(run.counters.time.total() == run.counters.elapsed());
    }
}

RC_GTEST_PROP(AnyScenario, BuffersArePreservedAndOnlyWhatWasReadOrWrittenIsValid, ()) {
    const Scenario scenario = any_scenario();
    Auditor auditor(scenario);
    static_cast<void>(simulate(scenario, {.sink = &auditor}));
    const auto recording = record(scenario);
    auditor.check_pages(recording->journal.state_at(recording->journal.size()));
}

RC_GTEST_PROP(AnyScenario, EveryByteBehindTheSkippedOnesIsCopiedInEachRun, ()) {
    const Scenario scenario = any_scenario();
    const std::uint64_t skipped = scenario.workload.skip * scenario.workload.input_block;
    const std::uint64_t extent = file_extent(scenario.workload);
    const std::uint64_t expected = extent - std::min(extent, skipped);
    const std::vector<RunResult> runs = simulate(scenario);
    RC_ASSERT(runs.size() == 2U);
    for (const RunResult& run : runs) {
        RC_ASSERT(run.counters.bytes == expected);
        RC_ASSERT(run.counters.block_requests ==
                  run.counters.buffer_hits + run.counters.page_hits + run.counters.misses);
    }
}

// Keeps some of the states that a simulation goes through.
class Keeper final : public EventSink {
public:
    void event(const Event&, const MachineState& before) override {
        if (index_ % every == 0) {
            kept.emplace_back(index_, before);
        }
        ++index_;
    }
    std::vector<std::pair<EventIndex, MachineState>> kept;

private:
    static constexpr EventIndex every = 499;
    EventIndex index_ = 0;
};

RC_GTEST_PROP(AnyScenario, AReplayGoesThroughTheSameStates, ()) {
    const Scenario scenario = any_scenario();
    Keeper keeper;
    static_cast<void>(simulate(scenario, {.sink = &keeper}));
    const auto recording = record(scenario);
    Replay replay(recording->journal);
    for (const auto& [index, state] : keeper.kept) {
        replay.move_to(index);
        RC_ASSERT((replay.state() == state));
    }
}

RC_GTEST_PROP(AnyScenario, AReplayEndsInTheSameCounts, ()) {
    const auto recording = record(any_scenario());
    RC_ASSERT(recording->journal.state_at(recording->journal.size()).run == recording->runs.back().counters);
}

} // namespace
} // namespace thrashlab
