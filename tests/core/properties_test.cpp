// What holds for any scenario.
#include "sim/parameter.h"
#include "sim/simulation.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <set>

namespace thrashlab {
namespace {

Scenario any_scenario() {
    Scenario scenario;
    scenario.workload.file_bytes = *rc::gen::inRange<std::uint64_t>(1, 600000);
    scenario.workload.input_block = *rc::gen::element<std::uint64_t>(1000, 512, 4096, 65536, 200000);
    scenario.workload.output_block = *rc::gen::element<std::uint64_t>(512, 4096);
    scenario.workload.skip = *rc::gen::element<std::uint64_t>(0, 0, 3);
    scenario.workload.runs = 2;
    scenario.file_system.kind = *rc::gen::element(FileSystemKind::ext2fs, FileSystemKind::msdosfs);
    scenario.file_system.block_size = *rc::gen::element(512U, 1024U, 2048U, 4096U, 8192U);
    scenario.buffers = *rc::gen::inRange(16U, 700U);
    scenario.kernel.page_validity =
        *rc::gen::element(PageValidity::exact, PageValidity::first_block, PageValidity::none);
    scenario.kernel.clustered_reads = *rc::gen::arbitrary<bool>();
    scenario.kernel.refuse_partial_pages = *rc::gen::arbitrary<bool>();
    scenario.kernel.second_chance = *rc::gen::arbitrary<bool>();
    scenario.kernel.read_ahead_limit = *rc::gen::element(1U, 8U, 32U, 200U);
    scenario.drive.command_cost = Duration(*rc::gen::inRange(0, 5000000));
    return scenario;
}

// Looks at every state that a simulation goes through.
class Auditor final : public EventSink {
public:
    void event(const Event& event, const MachineState& before) override {
        if (++seen_ % every == 0) {
            RC_ASSERT(before.cache.consistent());
        }
        if (event.kind == EventKind::command_done) {
            for (std::uint32_t i = 0; i < event.count; ++i) {
                read_.insert(event.block.value + i);
            }
        }
    }
    void check_pages(const MachineState& end) const {
        for (std::uint32_t block = 0; block < end.cache.data_blocks(); ++block) {
            RC_ASSERT(!end.cache.pages_valid(BlockNo{block}) || read_.contains(block));
        }
    }

private:
    static constexpr int every = 97;
    int seen_ = 0;
    std::set<std::uint32_t> read_;
};

RC_GTEST_PROP(AnyScenario, PartsOfTimeAddUpToElapsedTime, ()) {
    const Scenario scenario = any_scenario();
    for (const RunResult& run : simulate(scenario)) {
        RC_ASSERT(run.counters.time.total() == run.counters.elapsed());
    }
}

RC_GTEST_PROP(AnyScenario, BuffersArePreservedAndOnlyWhatWasReadIsValid, ()) {
    const Scenario scenario = any_scenario();
    Auditor auditor;
    static_cast<void>(simulate(scenario, {.sink = &auditor}));
    const auto recording = record(scenario);
    auditor.check_pages(recording->journal.state_at(recording->journal.size()));
}

RC_GTEST_PROP(AnyScenario, EveryByteBehindTheSkippedOnesIsCopiedInEachRun, ()) {
    const Scenario scenario = any_scenario();
    const std::uint64_t skipped = scenario.workload.skip * scenario.workload.input_block;
    const std::uint64_t expected = scenario.workload.file_bytes - std::min(scenario.workload.file_bytes, skipped);
    const std::vector<RunResult> runs = simulate(scenario);
    RC_ASSERT(runs.size() == 2U);
    for (const RunResult& run : runs) {
        RC_ASSERT(run.counters.bytes == expected);
        RC_ASSERT(run.counters.block_requests ==
                  run.counters.buffer_hits + run.counters.page_hits + run.counters.misses);
    }
}

RC_GTEST_PROP(AnyScenario, AReplayEndsInTheSameCounts, ()) {
    const auto recording = record(any_scenario());
    RC_ASSERT(recording->journal.state_at(recording->journal.size()).run == recording->runs.back().counters);
}

} // namespace
} // namespace thrashlab
