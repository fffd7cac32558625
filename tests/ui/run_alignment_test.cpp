#include "ui/compare/run_alignment.h"

#include "sim/scenario_file.h"

#include <gtest/gtest.h>

namespace thrashlab::ui {
namespace {

using namespace std::chrono_literals;

const Recording& exhibit() {
    static const auto recording = record(load_scenario("1997-ext2-1k"));
    return *recording;
}

BlockNo positionAt(const Recording& recording, SimTime time) {
    return recording.journal.state_at(recording.journal.index_at(time)).position;
}

TEST(RunAlignment, ByTheClockBothHaveRunForTheSameTimeUntilOneIsDone) {
    const RunInRecording slow{&exhibit(), 2};
    const RunInRecording fast{&exhibit(), 1};
    const RunAlignment alignment(slow, fast, Alignment::clock);
    EXPECT_EQ(alignment.follow(slow.begin()), fast.begin());
    EXPECT_EQ(alignment.follow(slow.begin() + 1500ms), fast.begin() + 1500ms);
    EXPECT_EQ(alignment.follow(slow.end()), fast.end());
    EXPECT_EQ(alignment.follow(slow.begin() + 20s), fast.end()) << "the fast one waits at its end";
    EXPECT_EQ(alignment.follow(SimTime{}), fast.begin());
}

TEST(RunAlignment, ByTheBlockBothAreAtTheSamePlaceOfTheFile) {
    const RunInRecording slow{&exhibit(), 2};
    const RunInRecording fast{&exhibit(), 1};
    const RunAlignment alignment(slow, fast, Alignment::block);
    EXPECT_EQ(alignment.follow(slow.begin()), fast.begin());
    EXPECT_EQ(alignment.follow(slow.end()), fast.end());
    SimTime last = fast.begin();
    for (int i = 1; i < 100; ++i) {
        const SimTime time = slow.begin() + i * (slow.end() - slow.begin()) / 100;
        const SimTime other = alignment.follow(time);
        EXPECT_GE(other, last);
        last = other;
        const auto here = static_cast<std::int64_t>(positionAt(exhibit(), time).value);
        const auto there = static_cast<std::int64_t>(positionAt(exhibit(), other).value);
        EXPECT_LE(std::abs(here - there), 1) << "between two arrivals either may be meant";
    }
}

} // namespace
} // namespace thrashlab::ui
