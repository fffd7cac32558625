#include "ui/theatre/buffer_rows.h"

#include "sim/parameter.h"
#include "sim/scenario_file.h"
#include "sim/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

namespace thrashlab::ui {
namespace {

std::shared_ptr<const Recording> recorded(const char* policy) {
    Scenario scenario = load_scenario("1997-ext2-1k");
    if (policy != nullptr) {
        set_parameter(scenario, std::string("cache.policy=") + policy);
    }
    return record(scenario);
}

TEST(BufferRows, TheKernelsQueueIsWalkedFromItsHead) {
    const auto recording = recorded(nullptr);
    const MachineState state = recording->journal.state_at(recording->journal.size() / 2);
    const BufferRow row = queueRow(state, {});
    EXPECT_EQ(row.entries, row.drawn);
    ASSERT_EQ(row.bars.size(), std::min<std::size_t>(row.entries, 5000));
    EXPECT_EQ(row.victim, 0U);
    EXPECT_EQ(row.bars[0].block, state.cache.buffer(state.next_victim()).block);
}

TEST(BufferRows, ABarOfSeveralKeepsToOneQueueAndCountsAll) {
    const auto recording = recorded(nullptr);
    const MachineState state = recording->journal.state_at(recording->journal.size() / 2);
    const BufferRow row = queueRow(state, {.buffersPerBar = 7});
    std::size_t sum = 0;
    for (const BufferBar& bar : row.bars) {
        EXPECT_LE(bar.buffers, 7U);
        sum += bar.buffers;
    }
    EXPECT_EQ(sum, row.entries);
}

TEST(BufferRows, NoMoreThanAskedForIsWalked) {
    const auto recording = recorded(nullptr);
    const MachineState state = recording->journal.state_at(recording->journal.size() / 2);
    const BufferRow row = queueRow(state, {.mostBuffers = 100});
    EXPECT_EQ(row.drawn, 100U);
    EXPECT_GT(row.entries, 1000U);
}

class PolicyRowsTest : public testing::TestWithParam<std::string> {};

TEST_P(PolicyRowsTest, RowsAreThePolicysListsInItsOrder) {
    const auto recording = recorded(GetParam().c_str());
    for (const std::size_t part : {0U, 1U, 2U, 3U, 4U}) {
        const MachineState state = recording->journal.state_at(recording->journal.size() * part / 4);
        ASSERT_TRUE(state.policy);
        const PolicyPicture picture = state.policy->describe();
        const std::vector<BufferRow> rows = policyRows(state, picture, {.mostBars = 100000});
        ASSERT_EQ(rows.size(), picture.lists.size());
        std::size_t victims = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const PolicyList& list = picture.lists[i];
            EXPECT_EQ(rows[i].name, list.name);
            EXPECT_EQ(rows[i].ghost, list.ghost);
            EXPECT_EQ(rows[i].hand, list.hand);
            ASSERT_EQ(rows[i].bars.size(), list.entries.size());
            for (std::size_t entry = 0; entry < list.entries.size(); ++entry) {
                ASSERT_EQ(rows[i].bars[entry].block, list.entries[entry].key);
                ASSERT_EQ(rows[i].bars[entry].count, list.entries[entry].count);
            }
            victims += rows[i].victim ? 1U : 0U;
        }
        const BufferId next = state.next_victim();
        const bool holds = next.exists() && state.cache.buffer(next).block.exists();
        EXPECT_EQ(victims, holds ? 1U : 0U);
    }
}

TEST_P(PolicyRowsTest, ARecordingsNumberOfListsNeverChanges) {
    const auto recording = recorded(GetParam().c_str());
    const std::size_t lists = recording->journal.state_at(0).policy->describe().lists.size();
    EXPECT_GT(lists, 0U);
    for (std::size_t part = 1; part <= 8; ++part) {
        const MachineState state = recording->journal.state_at(recording->journal.size() * part / 8);
        EXPECT_EQ(state.policy->describe().lists.size(), lists);
    }
}

TEST_P(PolicyRowsTest, SeveralToABarAddUp) {
    const auto recording = recorded(GetParam().c_str());
    const MachineState state = recording->journal.state_at(recording->journal.size());
    const PolicyPicture picture = state.policy->describe();
    for (const BufferRow& row : policyRows(state, picture, {.buffersPerBar = 10, .mostBars = 100000})) {
        EXPECT_EQ(row.bars.size(), (row.entries + 9) / 10);
        EXPECT_EQ(row.drawn, row.entries);
    }
    for (const BufferRow& row : policyRows(state, picture, {.buffersPerBar = 10, .mostBars = 5})) {
        EXPECT_LE(row.bars.size(), 5U);
    }
}

std::vector<std::string> policyNames() {
    std::vector<std::string> names;
    for (const PolicyInfo& info : policies()) {
        if (info.name != "lru") { // which the kernel's own queue is
            names.emplace_back(info.name);
        }
    }
    return names;
}

INSTANTIATE_TEST_SUITE_P(All, PolicyRowsTest, testing::ValuesIn(policyNames()), [](const auto& instance) {
    std::string name = instance.param;
    std::replace_if(
        name.begin(), name.end(), [](char letter) { return std::isalnum(letter) == 0; }, '_');
    return name;
});

TEST(BufferRows, AChosenBlockIsFoundWithinItsBar) {
    const auto recording = recorded("arc");
    const MachineState state = recording->journal.state_at(recording->journal.size());
    const PolicyPicture picture = state.policy->describe();
    const BlockNo wanted =
        picture.lists[0].entries.empty() ? picture.lists[1].entries[17].key : picture.lists[0].entries[17].key;
    std::size_t chosen = 0;
    for (const BufferRow& row : policyRows(
             state, picture, {.buffersPerBar = 10, .chosen = [wanted](BlockNo block) { return block == wanted; }})) {
        for (std::size_t bar = 0; bar < row.bars.size(); ++bar) {
            if (row.bars[bar].chosen) {
                EXPECT_EQ(bar, 1U);
                ++chosen;
            }
        }
    }
    EXPECT_EQ(chosen, 1U);
}

} // namespace
} // namespace thrashlab::ui
