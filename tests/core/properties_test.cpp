// What holds for any scenario.
#include "any_scenario.h"
#include "sim/simulation.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <utility>
#include <vector>

namespace thrashlab {
namespace {

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
