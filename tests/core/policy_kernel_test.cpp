// Policies in the place of the kernel's LRU.
#include "error.h"
#include "sim/parameter.h"
#include "sim/references.h"
#include "sim/scenario_file.h"
#include "sim/simulation.h"

#include <gtest/gtest.h>

#include <vector>

namespace thrashlab {
namespace {

Scenario exhibit(std::string_view policy) {
    Scenario scenario = load_scenario("1997-ext2-1k");
    scenario.policy = policy;
    return scenario;
}

// What a policy can help: how often a buffer was given to another block in the last run. Blocks read from the disk are
// fewer, because some pages outlive their buffers.
std::uint64_t later_evictions(std::string_view policy) {
    return simulate(exhibit(policy)).back().counters.evictions;
}

TEST(PolicyInKernel, TheDefaultIsTheKernelsOwnQueue) {
    EXPECT_EQ(Scenario{}.policy, kernel_policy);
    const auto recording = record(exhibit(kernel_policy));
    EXPECT_FALSE(recording->journal.state_at(0).policy);
}

TEST(PolicyInKernel, EachRunsTheExhibitAndItsReplayEndsInTheSameCounts) {
    for (const PolicyInfo& info : policies()) {
        const auto recording = record(exhibit(info.name));
        ASSERT_EQ(recording->runs.size(), 3U) << info.name;
        const MachineState end = recording->journal.state_at(recording->journal.size());
        EXPECT_EQ(end.run, recording->runs.back().counters) << info.name;
        EXPECT_TRUE(end.cache.consistent()) << info.name;
        EXPECT_EQ(static_cast<bool>(end.policy), info.name != kernel_policy);
    }
}

TEST(PolicyInKernel, EachWritesAFileToo) {
    for (const PolicyInfo& info : policies()) {
        Scenario scenario = load_scenario("1997-write-600");
        scenario.policy = info.name;
        scenario.buffers = 100;
        const auto recording = record(scenario);
        EXPECT_EQ(recording->runs.back().counters.bytes, file_extent(scenario.workload)) << info.name;
        EXPECT_EQ(recording->journal.state_at(recording->journal.size()).run, recording->runs.back().counters);
    }
}

TEST(PolicyInKernel, ALoopALittleTooLargeDefeatsLruAndNotOpt) {
    const std::uint64_t opt = later_evictions("opt");
    for (const PolicyInfo& info : policies()) {
        EXPECT_LE(opt, later_evictions(info.name)) << info.name;
    }
    EXPECT_EQ(opt, 1838U - 1701U) << "what does not fit has to go somewhere, and no more";
    EXPECT_EQ(later_evictions("lru"), 1830U);
}

TEST(PolicyInKernel, TheNextVictimIsWhoGoes) {
    for (const PolicyInfo& info : policies()) {
        const auto recording = record(exhibit(info.name));
        const Journal& journal = recording->journal;
        Replay replay(journal);
        std::size_t evictions = 0;
        for (EventIndex index = 0; index < journal.size(); ++index) {
            const Event event = journal[index];
            if (event.kind == EventKind::buffer_assigned && event.victim().exists() && ++evictions % 17 == 0) {
                replay.move_to(index);
                ASSERT_EQ(replay.state().next_victim(event.block), event.buffer) << info.name << ", event " << index;
            }
        }
        EXPECT_GT(evictions, 100U) << info.name;
    }
}

TEST(PolicyInKernel, TheSeedIsPartOfTheScenario) {
    Scenario scenario = exhibit("random");
    const auto first = record(scenario);
    EXPECT_EQ(record(scenario)->journal.event_bytes(), first->journal.event_bytes());
    set_parameter(scenario, "cache.policy_seed=7");
    EXPECT_NE(record(scenario)->journal.event_bytes(), first->journal.event_bytes());
}

TEST(PolicyInKernel, TheReferencesAreThoseOfDdWithTheMetadataBefore) {
    Scenario scenario;
    scenario.workload.file_bytes = 14 * 1024;
    scenario.workload.skip = 21; // of 512 bytes: half a block into block 10
    scenario.workload.runs = 2;
    const FileLayout layout(scenario.file_system, file_extent(scenario.workload));
    std::vector<std::uint32_t> blocks;
    for (const BlockNo block : demanded_references(scenario, layout)) {
        blocks.push_back(block.value);
    }
    const std::vector<std::uint32_t> expected{10, 11, 14, 12, 14, 13, 10, 11, 14, 12, 14, 13};
    EXPECT_EQ(blocks, expected);
    scenario.workload.count = 2; // the second one is the first half of block 11
    EXPECT_EQ(demanded_references(scenario, layout).size(), 2U * 2U);
}

TEST(Futures, AreSharedForAsLongAsTheReferencesAreTheSame) {
    Futures futures;
    Scenario scenario = exhibit("opt");
    const auto of = [&futures](const Scenario& any) {
        return futures.of(any, FileLayout(any.file_system, file_extent(any.workload)));
    };
    const auto first = of(scenario);
    scenario.buffers = 1000;
    EXPECT_EQ(of(scenario), first) << "the cache has no say in what dd asks for";
    EXPECT_EQ(simulate(scenario, {.futures = &futures}), simulate(scenario));
    scenario.workload.file_bytes -= 1024;
    EXPECT_NE(of(scenario), first);
    EXPECT_EQ(simulate(scenario, {.futures = &futures}), simulate(scenario));
    scenario = exhibit("opt");
    EXPECT_EQ(*of(scenario), *first);
    scenario.file_system.block_size = 4096;
    EXPECT_EQ(simulate(scenario, {.futures = &futures}), simulate(scenario));
}

TEST(PolicyInKernel, UnknownNamesAndEndlessFuturesAreRefused) {
    Scenario scenario;
    EXPECT_THROW(set_parameter(scenario, "cache.policy=lur"), Error);
    set_parameter(scenario, "cache.policy=opt");
    scenario.drive.sectors = std::uint64_t{1} << 32;
    scenario.workload.file_bytes = std::uint64_t{1} << 33;
    scenario.workload.input_block = 1 << 20;
    scenario.workload.runs = 1000;
    EXPECT_THROW(check(scenario), Error);
    set_parameter(scenario, "cache.policy=lirs");
    EXPECT_NO_THROW(check(scenario));
}

} // namespace
} // namespace thrashlab
