#include "store/run_query.h"

#include "error.h"
#include "sim/parameter.h"
#include "sim/scenario_file.h"
#include "store/run_edit.h"
#include "store/run_export.h"
#include "store/sweep_store.h"
#include "temporary_folder.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

namespace thrashlab {
namespace {

namespace fs = std::filesystem;
using Ids = std::vector<std::int64_t>;

RunResult run_of(std::uint32_t number, std::uint64_t bytes, std::uint64_t lost_turns) {
    RunResult run;
    run.number = number;
    run.counters.bytes = bytes;
    run.counters.ended = SimTime(std::chrono::seconds(1));
    run.counters.lost_turns = lost_turns;
    return run;
}

// Runs 1, 2, 3 of "alpha" (series 1), 4, 5 of "Beta" (series 2), 6 of "alpha" again (series 3).
class RunQueryTest : public testing::Test {
protected:
    void SetUp() override {
        Scenario alpha;
        alpha.name = "alpha";
        alpha.title = "A file that is too large";
        Scenario beta;
        beta.name = "Beta · buffers=1900";
        beta.buffers = 1900;
        const std::int64_t first = store.begin_series(alpha);
        store.add_run(first, run_of(1, 500, 3));
        store.add_run(first, run_of(2, 100, 90));
        store.add_run(first, run_of(3, 100, 80));
        const std::int64_t second = store.begin_series(beta);
        store.add_run(second, run_of(1, 400, 0));
        store.add_run(second, run_of(2, 900, 0));
        store.add_run(store.begin_series(alpha), run_of(1, 501, 4));
    }

    [[nodiscard]] Ids matching(const std::string& text) const { return list_runs(store, {.text = text}).ids; }

    TemporaryFolder temporary;
    fs::path file = temporary.path() / "runs.sqlite";
    RunStore store{file};
};

TEST_F(RunQueryTest, AFinderSeesWhatOtherConnectionsDoInBetween) {
    RunFinder finder(file);
    EXPECT_EQ(finder.list({.text = "beta"}).ids, (Ids{5, 4}));
    EXPECT_EQ(finder.list({.text = "beta", .sort = RunSort::speed, .descending = false}).ids, (Ids{4, 5}));
    set_starred(store, Ids{2}, true);
    EXPECT_EQ(finder.list({.starred_only = true}).ids, Ids{2});
    remove_runs(store, Ids{4});
    EXPECT_EQ(finder.list({.text = "beta"}).ids, Ids{5});
    EXPECT_EQ(finder.list({.sort = RunSort::lost_turns}).ids, (Ids{2, 3, 6, 1, 5}));
    Scenario gamma;
    gamma.name = "gamma";
    store.add_run(store.begin_series(gamma), run_of(1, 7, 0));
    EXPECT_EQ(finder.list({}).ids, (Ids{7, 6, 5, 3, 2, 1}));
}

TEST_F(RunQueryTest, AStoppedFinderKnowsNothingHalf) {
    RunFinder finder(file);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(finder.list({}, stop.get_token()).ids.empty());
    EXPECT_EQ(finder.list({}).ids.size(), 6U);
}

TEST_F(RunQueryTest, TheNewestComeFirstAndASeriesStaysTogether) {
    EXPECT_EQ(matching(""), (Ids{6, 5, 4, 3, 2, 1}));
    EXPECT_EQ(list_runs(store, {.descending = false}).ids, (Ids{1, 2, 3, 4, 5, 6}));
    // A run that comes late still stands with its series.
    store.add_run(1, run_of(4, 100, 80));
    EXPECT_EQ(matching(""), (Ids{6, 5, 4, 7, 3, 2, 1}));
}

TEST_F(RunQueryTest, EachWordHasToMatchSomewhere) {
    EXPECT_EQ(matching("ALPHA"), (Ids{6, 3, 2, 1})) << "in the name, capitals or not";
    EXPECT_EQ(matching("too large"), (Ids{6, 3, 2, 1})) << "in the title";
    EXPECT_EQ(matching("beta 1900"), (Ids{5, 4}));
    EXPECT_EQ(matching("beta large"), Ids{}) << "each of them";
    EXPECT_EQ(matching(THRASHLAB_VERSION), (Ids{6, 5, 4, 3, 2, 1})) << "the version";
    EXPECT_EQ(matching("alpha run:1"), (Ids{6, 1}));
    EXPECT_EQ(matching("run:x"), Ids{});
    EXPECT_EQ(matching("%"), Ids{}) << "no wildcards";
    EXPECT_EQ(matching("  \t "), (Ids{6, 5, 4, 3, 2, 1}));
    EXPECT_EQ(matching(store.runs().front().created.substr(0, 10)).size(), 6U) << "the day of the mount";
}

TEST_F(RunQueryTest, NotesAndTagsAreFound) {
    EXPECT_EQ(set_note(store, Ids{2, 4711}, "The Slow one"), 1U);
    EXPECT_EQ(set_tags(store, Ids{2, 5}, "#slow, exercise-3;slow"), 2U);
    EXPECT_EQ(stored_runs(store, Ids{2}).front().tags, "slow exercise-3");
    EXPECT_EQ(stored_runs(store, Ids{2}).front().note, "The Slow one");
    EXPECT_EQ(matching("slow"), (Ids{5, 2}));
    EXPECT_EQ(matching("slow alpha one"), Ids{2}) << "name, note and tags together";
    EXPECT_EQ(matching("tag:SLOW"), (Ids{5, 2}));
    EXPECT_EQ(matching("tag:slo"), Ids{}) << "a whole tag";
    EXPECT_EQ(set_tags(store, Ids{5}, ""), 1U);
    EXPECT_EQ(set_tags(store, Ids{5}, ""), 0U) << "nothing to change";
    EXPECT_EQ(matching("tag:slow"), Ids{2});
}

TEST_F(RunQueryTest, StarredOnly) {
    EXPECT_EQ(set_starred(store, Ids{1, 4}, true), 2U);
    EXPECT_EQ(set_starred(store, Ids{1}, true), 0U);
    EXPECT_EQ(list_runs(store, {.starred_only = true}).ids, (Ids{4, 1}));
    EXPECT_EQ(list_runs(store, {.text = "alpha", .starred_only = true}).ids, Ids{1});
    EXPECT_EQ(list_runs(store, {.sort = RunSort::starred}).ids, (Ids{4, 1, 6, 5, 3, 2}));
    set_starred(store, Ids{1, 4}, false);
    EXPECT_EQ(count_runs(store, {.starred_only = true}), 0U);
}

TEST_F(RunQueryTest, SortsByFigureAndThenNewestFirst) {
    EXPECT_EQ(list_runs(store, {.sort = RunSort::speed}).ids, (Ids{5, 6, 1, 4, 3, 2}));
    EXPECT_EQ(list_runs(store, {.sort = RunSort::speed, .descending = false}).ids, (Ids{3, 2, 4, 1, 6, 5}));
    EXPECT_EQ(list_runs(store, {.sort = RunSort::lost_turns}).ids, (Ids{2, 3, 6, 1, 5, 4}));
    EXPECT_EQ(list_runs(store, {.sort = RunSort::number, .descending = false}).ids, (Ids{6, 4, 1, 5, 2, 3}));
    EXPECT_EQ(list_runs(store, {.sort = RunSort::buffers}).ids, (Ids{5, 4, 6, 3, 2, 1}));
    EXPECT_EQ(list_runs(store, {.sort = RunSort::scenario, .descending = false}).ids, (Ids{6, 3, 2, 1, 5, 4}));
}

TEST_F(RunQueryTest, GroupsStandTogether) {
    const RunList by_scenario = list_runs(store, {.sort = RunSort::speed, .grouping = RunGrouping::scenario});
    EXPECT_EQ(by_scenario.ids, (Ids{6, 1, 3, 2, 5, 4}));
    EXPECT_EQ(by_scenario.groups, (std::vector<std::size_t>{0, 4}));
    const RunList by_series = list_runs(store, {.grouping = RunGrouping::series});
    EXPECT_EQ(by_series.ids, (Ids{6, 5, 4, 3, 2, 1}));
    EXPECT_EQ(by_series.groups, (std::vector<std::size_t>{0, 1, 3}));
    EXPECT_EQ(list_runs(store, {.descending = false, .grouping = RunGrouping::series}).ids, (Ids{6, 4, 5, 1, 2, 3}));
}

TEST_F(RunQueryTest, PagesArePartsOfTheList) {
    const std::vector<StoredRun> page = stored_runs(store, {.text = "alpha"}, 1, 2);
    ASSERT_EQ(page.size(), 2U);
    EXPECT_EQ(page[0].id, 3);
    EXPECT_EQ(page[1].id, 2);
    EXPECT_EQ(page[0].result, run_of(3, 100, 80));
    EXPECT_TRUE(stored_runs(store, {.text = "alpha"}, 4, 2).empty());
    EXPECT_EQ(count_runs(store, {.text = "alpha"}), 4U);
    EXPECT_EQ(last_run_id(store), 6);
}

TEST_F(RunQueryTest, StoppedWorkGivesNothing) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(list_runs(store, {}, stop.get_token()).ids.empty());
}

TEST_F(RunQueryTest, ARemovedRunIsNowhereUntilItIsRestored) {
    set_note(store, Ids{3}, "kept");
    EXPECT_EQ(remove_runs(store, Ids{3, 4}), 2U);
    EXPECT_EQ(remove_runs(store, Ids{3}), 0U);
    EXPECT_EQ(matching(""), (Ids{6, 5, 2, 1}));
    EXPECT_EQ(store.runs().size(), 4U);
    EXPECT_EQ(store.series(1).size(), 2U);
    EXPECT_EQ(purge_removed(store), 0U) << "for a day it can be had back";
    EXPECT_EQ(restore_runs(store, Ids{3, 4}), 2U);
    EXPECT_EQ(matching(""), (Ids{6, 5, 4, 3, 2, 1}));
    EXPECT_EQ(stored_runs(store, Ids{3}).front().note, "kept");
}

TEST_F(RunQueryTest, PurgingLeavesNothingBehind) {
    remove_runs(store, Ids{3, 4, 5});
    EXPECT_EQ(purge_removed(store, std::chrono::seconds(0)), 3U);
    EXPECT_EQ(restore_runs(store, Ids{3, 4, 5}), 0U);
    SQLite::Database raw(file.string());
    EXPECT_EQ(raw.execAndGet("SELECT count(*) FROM run").getInt(), 3);
    EXPECT_EQ(raw.execAndGet("SELECT count(*) FROM series").getInt(), 2);
    EXPECT_EQ(raw.execAndGet("SELECT count(*) FROM scenario").getInt(), 1);
    EXPECT_EQ(purge_removed(store, std::chrono::seconds(0)), 0U);
}

TEST_F(RunQueryTest, MergingTakesNotesAlongButNotWhatWasRemoved) {
    set_note(store, Ids{1}, "note");
    set_tags(store, Ids{1}, "tag");
    set_starred(store, Ids{1}, true);
    remove_runs(store, Ids{2});
    RunStore other(temporary.path() / "other.sqlite");
    EXPECT_EQ(merge_runs(other, file).runs, 5U);
    const RunList starred = list_runs(other, {.text = "note tag:tag", .starred_only = true});
    ASSERT_EQ(starred.ids.size(), 1U);
    const StoredRun run = stored_runs(other, starred.ids).front();
    EXPECT_EQ(run.result, run_of(1, 500, 3));
    EXPECT_EQ(run.title, "A file that is too large");
    // What is removed here does not come back from there.
    remove_runs(other, starred.ids);
    EXPECT_EQ(merge_runs(other, file).runs, 0U);
    EXPECT_EQ(count_runs(other, {}), 4U);
}

TEST_F(RunQueryTest, ExportsRowsThatCanBePutTogether) {
    set_note(store, Ids{5}, "with \"quotes\", and a\nline");
    std::ostringstream csv;
    EXPECT_EQ(export_runs(store, Ids{5, 4711, 1}, RunFormat::csv, csv), 2U);
    const std::string text = csv.str();
    EXPECT_TRUE(text.starts_with("id,series,mounted,program_version,starred,tags,note,failure,run,bytes,seconds,"));
    EXPECT_NE(text.find(",\"with \"\"quotes\"\", and a\nline\",,2,900,1,900,"), std::string::npos) << text;
    const std::string header = text.substr(0, text.find("\r\n"));
    for (const Parameter& each : parameters()) {
        EXPECT_EQ((header + ',').find(',' + std::string(each.key) + ',') != std::string::npos, !each.derived)
            << each.key;
    }
    std::ostringstream one;
    export_runs(store, Ids{1}, RunFormat::csv, one);
    EXPECT_EQ(one.str().substr(0, one.str().find("\r\n")), header);
    const std::string last = one.str().substr(header.size() + 2);
    EXPECT_EQ(std::count(last.begin(), last.end(), ','), std::count(header.begin(), header.end(), ','));
    EXPECT_TRUE(text.ends_with(last)) << "the same run is the same row";
}

TEST_F(RunQueryTest, ExportsJsonThatTheEngineReads) {
    std::ostringstream out;
    EXPECT_EQ(export_runs(store, Ids{5, 1}, RunFormat::json, out), 2U);
    const auto json = nlohmann::json::parse(out.str());
    ASSERT_EQ(json.at("runs").size(), 2U);
    const auto& run = json.at("runs").at(0);
    EXPECT_EQ(run.at("id"), 5);
    EXPECT_EQ(run.at("bytes_per_second"), 900);
    EXPECT_EQ(run.at("starred"), false);
    EXPECT_EQ(parse_scenario(run.at("scenario").dump(), "export"), store.scenario_of(5));
    std::ostringstream empty;
    export_runs(store, {}, RunFormat::json, empty);
    EXPECT_TRUE(nlohmann::json::parse(empty.str()).at("runs").empty());
}

TEST_F(RunQueryTest, AnExportCanBeStopped) {
    std::ostringstream out;
    EXPECT_EQ(export_runs(store, Ids{1, 2}, RunFormat::json, out, [](std::size_t) { return false; }), 2U);
    EXPECT_EQ(nlohmann::json::parse(out.str()).at("runs").size(), 2U) << "what is there is whole";
}

TEST_F(RunQueryTest, TwentyThousandRunsKeepTheirOrder) {
    {
        SQLite::Database raw(file.string(), SQLite::OPEN_READWRITE);
        raw.exec("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) "
                 "INSERT INTO series (id, scenario_id, created, program_version, mark) "
                 "SELECT 10 + i, 1 + i % 2, '2026-01-01T00:00:00Z', '0', 'm' || i FROM n WHERE i % 4 = 0;"
                 "DELETE FROM run");
        raw.exec(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) "
            "INSERT INTO run (id, series_id, number, bytes, started_ns, ended_ns, whole_in, partial_in, whole_out, "
            "partial_out, cpu_ns, command_ns, seek_ns, rotation_ns, transfer_ns, calls, block_requests, "
            "buffer_hits, page_hits, misses, metadata_reads, commands, read_ahead_commands, "
            "single_block_commands, blocks_transferred, lost_turns, evictions, wasted_read_ahead) "
            "SELECT i, 10 + (i + 3) / 4 * 4, 1 + (i + 3) % 4, i * 7919 % 20011, 0, 1000000000, 0,0,0,0,0,0,0,0,0,0,"
            "0,0,0,0,0,0,0,0,0,0,0,0 FROM n");
    }
    const RunList newest = list_runs(store, {});
    ASSERT_EQ(newest.ids.size(), 20000U);
    EXPECT_TRUE(std::is_sorted(newest.ids.rbegin(), newest.ids.rend()));
    const RunList fastest = list_runs(store, {.sort = RunSort::speed});
    double last = 1e18;
    for (const StoredRun& run : stored_runs(store, fastest.ids)) {
        EXPECT_LE(run.result.bytes_per_second(), last);
        last = run.result.bytes_per_second();
    }
    EXPECT_EQ(count_runs(store, {.text = "run:3"}), 5000U);
    EXPECT_EQ(list_runs(store, {.grouping = RunGrouping::series}).groups.size(), 5000U);
}

} // namespace
} // namespace thrashlab
