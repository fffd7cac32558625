// Throughput inside a run: no byte is lost or counted twice, and each counts in its place.
#include "sim/progress.h"

#include "any_scenario.h"
#include "sim/scenario_file.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

namespace thrashlab {
namespace {

std::uint64_t sum(const RunProgress& progress) {
    return std::accumulate(progress.bytes.begin(), progress.bytes.end(), std::uint64_t{0});
}

// Rates and lengths of the windows make up the run again.
double sum_of_rates(const RunProgress& progress) {
    double bytes = 0;
    for (std::size_t window = 0; window < progress.bytes.size(); ++window) {
        bytes += progress.bytes_per_second(window) * to_seconds(progress.begin(window + 1) - progress.begin(window));
    }
    return bytes;
}

TEST(Progress, WindowsMakeUpTheRun) {
    for (const char* name : {"1997-ext2-1k", "1997-write-1400", "1997-write-200", "1997-cd9660", "linux-cliff-above",
                             "linux-write", "linux-disk-7200"}) {
        const auto recording = record(load_scenario(name));
        const auto all = progress_of(*recording);
        ASSERT_TRUE(all) << name;
        ASSERT_EQ(all->size(), recording->runs.size()) << name;
        for (std::size_t i = 0; i < all->size(); ++i) {
            const RunProgress& progress = (*all)[i];
            const RunCounters& counters = recording->runs[i].counters;
            EXPECT_EQ(progress.number, i + 1) << name;
            EXPECT_EQ(progress.begin(0), counters.started) << name;
            EXPECT_EQ(progress.begin(progress.bytes.size()), counters.ended) << name;
            EXPECT_EQ(sum(progress), counters.bytes) << name;
            EXPECT_NEAR(sum_of_rates(progress), static_cast<double>(counters.bytes), 1e-3) << name;
        }
    }
}

TEST(Progress, OfTheExhibitIsAFastRunAndTwoSlowOnes) {
    const auto recording = record(load_scenario("1997-ext2-1k"));
    const auto all = progress_of(*recording, 10);
    ASSERT_TRUE(all);
    ASSERT_EQ(all->size(), 3U);
    for (std::size_t window = 0; window < 10; ++window) {
        EXPECT_GT((*all)[0].bytes_per_second(window), 400'000);
        EXPECT_LT((*all)[1].bytes_per_second(window), 70'000);
    }
    EXPECT_EQ((*all)[1].bytes, (*all)[2].bytes) << "later runs: about the same";
}

// One window says what each call says.
TEST(Progress, CountsACallWhereItReturns) {
    Scenario scenario = load_scenario("1997-small-file");
    scenario.workload.file_bytes = 8192;
    scenario.workload.input_block = 4096;
    scenario.workload.runs = 1;
    const auto recording = record(scenario);
    const auto all = progress_of(*recording, 50);
    ASSERT_TRUE(all);
    const RunProgress& progress = all->front();
    ASSERT_EQ(progress.bytes.size(), 2U) << "two records: no more windows than that";
    std::vector<std::uint64_t> expected(2);
    for (EventIndex index = 0; index < recording->journal.size(); ++index) {
        const Event event = recording->journal[index];
        if (event.kind == EventKind::call_returned) {
            expected[event.time >= progress.begin(1) ? 1 : 0] += event.other;
        }
    }
    EXPECT_EQ(progress.bytes, expected);
}

TEST(Progress, OfARefusedRunHasNoWindows) {
    Scenario scenario = load_scenario("1997-write-200");
    scenario.file_system.kind = FileSystemKind::cd9660;
    scenario.file_system.block_size = 2048;
    const auto recording = record(scenario);
    ASSERT_FALSE(recording->runs.front().failure.empty());
    const auto all = progress_of(*recording);
    ASSERT_TRUE(all);
    EXPECT_EQ(sum(all->front()), 0U);
}

TEST(Progress, StopsWhenAsked) {
    std::stop_source stop;
    stop.request_stop();
    const auto recording = record(load_scenario("1997-small-file"));
    EXPECT_FALSE(progress_of(*recording, 10, stop.get_token()));
}

RC_GTEST_PROP(AnyScenario, ItsProgressAddsUpToItsBytes, ()) {
    const auto recording = record(any_scenario());
    const auto all = progress_of(*recording, *rc::gen::inRange<std::size_t>(1, 300));
    RC_ASSERT(all && all->size() == recording->runs.size());
    for (std::size_t i = 0; i < all->size(); ++i) {
        RC_ASSERT(sum((*all)[i]) == recording->runs[i].counters.bytes);
        RC_ASSERT((*all)[i].begin((*all)[i].bytes.size()) == recording->runs[i].counters.ended);
    }
}

} // namespace
} // namespace thrashlab
