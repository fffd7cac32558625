#include "sim/history.h"

#include "sim/scenario_file.h"
#include "sim/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace thrashlab {
namespace {

std::shared_ptr<const Recording> exhibit() {
    static const auto recording = record(load_scenario("1997-ext2-1k"));
    return recording;
}

TEST(History, OfAllBlocksAddsUpToTheRunsCounters) {
    for (const char* name : {"1997-small-file", "linux-cliff-above", "1997-write-200"}) {
        Scenario scenario = load_scenario(name);
        scenario.workload.file_bytes = std::min<std::uint64_t>(scenario.workload.file_bytes, 300 * 1024);
        scenario.buffers = 64;
        const auto recording = record(scenario);
        std::uint64_t hits = 0;
        std::uint64_t misses = 0;
        std::uint64_t evictions = 0;
        for (BlockNo block{0}; block.value < recording->layout.blocks(); block = block + 1) {
            const std::vector<Moment> life = block_history(recording->journal, block);
            if (life.empty()) {
                continue;
            }
            evictions += life.back().evictions;
            if (!recording->layout.is_metadata(block)) {
                hits += life.back().hits;
                misses += life.back().misses;
            }
        }
        std::uint64_t expected_hits = 0;
        std::uint64_t expected_misses = 0;
        std::uint64_t expected_evictions = 0;
        for (const RunResult& run : recording->runs) {
            expected_hits += run.counters.buffer_hits + run.counters.page_hits;
            expected_misses += run.counters.misses;
            expected_evictions += run.counters.evictions;
        }
        EXPECT_EQ(hits, expected_hits) << name;
        EXPECT_EQ(misses, expected_misses) << name;
        EXPECT_EQ(evictions, expected_evictions) << name;
    }
}

TEST(History, NamesExactlyTheEventsThatConcernTheBlock) {
    const Journal& journal = exhibit()->journal;
    const BlockNo block{386};
    const std::vector<Moment> life = block_history(journal, block);
    ASSERT_FALSE(life.empty());
    for (std::size_t i = 0; i < life.size(); ++i) {
        EXPECT_EQ(life[i].time, journal.time(life[i].index));
        EXPECT_TRUE(i == 0 || life[i - 1].index < life[i].index);
        EXPECT_FALSE(sentence(life[i], exhibit()->layout).empty());
    }
    std::vector<EventIndex> evictions;
    for (EventIndex index = 0; index < journal.size(); ++index) {
        if (journal[index].kind == EventKind::buffer_assigned && journal[index].victim() == block) {
            evictions.push_back(index);
        }
    }
    std::vector<EventIndex> told;
    for (const Moment& moment : life) {
        if (moment.kind == MomentKind::evicted) {
            told.push_back(moment.index);
        }
    }
    EXPECT_EQ(told, evictions);
}

TEST(History, TellsAnEvictedBlocksLifeInWords) {
    std::string text;
    for (const Moment& moment : block_history(exhibit()->journal, BlockNo{386})) {
        text += sentence(moment, exhibit()->layout) + '\n';
    }
    for (const char* part : {"read with ", "hit in buffer ", "evicted for block ", "read-ahead: buffer ",
                             "read alone: next page partly valid", "read, after "}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
    }
}

TEST(History, TellsThatABlockIsDirtyAndWritten) {
    const auto recording = record(load_scenario("1997-write-200"));
    std::string text;
    for (const Moment& moment : block_history(recording->journal, BlockNo{3})) {
        text += sentence(moment, recording->layout) + '\n';
    }
    for (const char* part : {"new data comes in", "made dirty", "written with "}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
    }
}

TEST(History, ACommandsPhasesAddUpToItsLife) {
    for (const char* name : {"1997-small-file", "1997-write-200"}) {
        const auto recording = record(load_scenario(name));
        const Journal& journal = recording->journal;
        std::uint64_t lost_turns = 0;
        std::size_t commands = 0;
        for (EventIndex index = 0; index < journal.size(); ++index) {
            if (journal[index].kind != EventKind::command_queued) {
                continue;
            }
            ++commands;
            const CommandHistory life = command_history(journal, index);
            EXPECT_EQ(life.first, journal[index].block);
            EXPECT_EQ(life.moments.front().index, index);
            lost_turns += life.lost_turn ? 1U : 0U;
            if (life.moments.back().event != EventKind::command_done) {
                const auto done = journal.find_forward(index, [&](const Event& event) {
                    return event.kind == EventKind::command_done && event.command() == life.number;
                });
                EXPECT_FALSE(done) << "the recording ends before it is done";
                continue;
            }
            EXPECT_EQ(life.in_queue + life.command + life.seek + life.rotation + life.transfer,
                      life.moments.back().time - life.moments.front().time);
            EXPECT_LE(life.waited, life.moments.back().lasted);
        }
        EXPECT_GT(commands, 0U);
        std::uint64_t expected = 0;
        for (const RunResult& run : recording->runs) {
            expected += run.counters.lost_turns;
        }
        EXPECT_EQ(lost_turns, expected) << name;
    }
}

TEST(History, StopsWhenAsked) {
    std::stop_source source;
    source.request_stop();
    EXPECT_TRUE(block_history(exhibit()->journal, BlockNo{386}, source.get_token()).empty());
}

} // namespace
} // namespace thrashlab
