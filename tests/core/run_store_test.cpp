#include "store/run_store.h"

#include "error.h"
#include "sim/scenario_file.h"
#include "temporary_folder.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <fstream>

namespace thrashlab {
namespace {

namespace fs = std::filesystem;

class RunStoreTest : public testing::Test {
protected:
    TemporaryFolder temporary;
    fs::path folder = temporary.path();
    fs::path file = folder / "runs.sqlite";
};

TEST_F(RunStoreTest, KeepsARunToTheLastCount) {
    const Scenario scenario = load_scenario("1997-ext2-1k");
    const std::vector<RunResult> runs = simulate(scenario);
    std::int64_t series = 0;
    {
        RunStore store(file);
        series = store.begin_series(scenario);
        for (const RunResult& run : runs) {
            store.add_run(series, run);
        }
    }
    const RunStore store(file);
    const std::vector<StoredRun> stored = store.series(series);
    ASSERT_EQ(stored.size(), 3U);
    for (std::size_t i = 0; i < stored.size(); ++i) {
        EXPECT_EQ(stored[i].result, runs[i]);
        EXPECT_EQ(stored[i].scenario, "1997-ext2-1k");
        EXPECT_EQ(stored[i].program_version, THRASHLAB_VERSION);
        EXPECT_EQ(stored[i].created.size(), std::string("1997-05-24T12:00:00Z").size());
    }
    EXPECT_EQ(store.runs(2).size(), 2U);
    EXPECT_EQ(store.runs(2).front().result.number, 3U) << "newest first";
}

TEST_F(RunStoreTest, KeepsEveryCountOfEveryKindOfRun) {
    RunStore store(file);
    for (const char* name : {"1997-write-600", "1997-cd9660", "linux-cliff-above", "linux-write"}) {
        const Scenario scenario = load_scenario(name);
        const RunResult run = simulate(scenario).back();
        const std::int64_t series = store.begin_series(scenario);
        store.add_run(series, run);
        EXPECT_EQ(store.series(series).at(0).result, run) << name;
    }
}

TEST_F(RunStoreTest, ARunCanBeRepeatedExactly) {
    Scenario scenario = load_scenario("1997-ext2-1k");
    scenario.buffers = 1234;
    scenario.drive.revolutions_per_minute = 3333.25;
    RunStore store(file);
    const std::int64_t series = store.begin_series(scenario);
    const std::int64_t id = store.add_run(series, simulate(scenario).at(1));
    const Scenario again = store.scenario_of(id);
    EXPECT_EQ(again, scenario);
    EXPECT_EQ(simulate(again).at(1), store.series(series).at(0).result);
}

TEST_F(RunStoreTest, EqualScenariosAreKeptOnce) {
    RunStore store(file);
    static_cast<void>(store.begin_series(Scenario{}));
    static_cast<void>(store.begin_series(Scenario{}));
    SQLite::Database raw(file.string());
    EXPECT_EQ(raw.execAndGet("SELECT count(*) FROM scenario").getInt(), 1);
    EXPECT_EQ(raw.execAndGet("SELECT count(*) FROM series").getInt(), 2);
}

TEST_F(RunStoreTest, RefusesARunTwiceAndARunWithoutSeries) {
    RunStore store(file);
    const std::int64_t series = store.begin_series(Scenario{});
    store.add_run(series, RunResult{});
    EXPECT_THROW(store.add_run(series, RunResult{}), Error) << "the number is taken";
    EXPECT_THROW(store.add_run(series + 1, RunResult{}), Error) << "foreign keys are enforced";
    EXPECT_EQ(store.runs().size(), 1U);
    EXPECT_THROW(static_cast<void>(store.scenario_of(4711)), Error);
}

TEST_F(RunStoreTest, IsInWalModeAndHasItsSchema) {
    const RunStore store(file);
    SQLite::Database raw(file.string());
    EXPECT_EQ(raw.execAndGet("PRAGMA journal_mode").getString(), "wal");
    EXPECT_EQ(raw.execAndGet("PRAGMA user_version").getInt(), 5);
}

TEST_F(RunStoreTest, RefusesADatabaseOfALaterVersionAndLeavesItAlone) {
    {
        SQLite::Database raw(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        raw.exec("PRAGMA user_version = 99");
    }
    try {
        const RunStore store(file);
        FAIL() << "it was opened";
    } catch (const Error& error) {
        EXPECT_EQ(error.problem(), "it has schema 99 and was made by a later version");
        EXPECT_EQ(error.place(), file.string());
    }
    SQLite::Database raw(file.string());
    EXPECT_EQ(raw.execAndGet("SELECT count(*) FROM sqlite_master").getInt(), 0);
}

TEST_F(RunStoreTest, RefusesWhatIsNoDatabase) {
    std::ofstream(file) << "This is a text, and a rather long one, so that it is no database at all.\n";
    EXPECT_THROW(RunStore{file}, Error);
    EXPECT_THROW(RunStore{folder / "no" / "such" / "folder.sqlite"}, Error);
}

TEST_F(RunStoreTest, BringsADatabaseOfTheFirstVersionUpAndKeepsItsRuns) {
    {
        RunStore store(file);
        store.add_run(store.begin_series(load_scenario("1997-ext2-1k")), RunResult{});
    }
    {
        SQLite::Database raw(file.string(), SQLite::OPEN_READWRITE);
        raw.exec("DROP INDEX run_list; DROP INDEX run_words; DROP INDEX run_deleted; DROP INDEX scenario_list");
        for (const char* column : {"failure", "write_commands", "flushes", "refaults", "activations", "deactivations",
                                   "busy_ns", "throttled_ns", "starred", "note", "tags", "deleted"}) {
            raw.exec(std::string("ALTER TABLE run DROP COLUMN ") + column);
        }
        for (const char* column : {"title", "record", "file_block", "buffers"}) {
            raw.exec(std::string("ALTER TABLE scenario DROP COLUMN ") + column);
        }
        raw.exec("DROP TABLE sweep_point; DROP TABLE sweep; DROP INDEX series_mark;"
                 "ALTER TABLE series DROP COLUMN mark; PRAGMA user_version = 1");
    }
    const RunStore store(file);
    ASSERT_EQ(store.runs().size(), 1U);
    EXPECT_EQ(store.runs().front().result, RunResult{});
    EXPECT_EQ(store.runs().front().title, load_scenario("1997-ext2-1k").title) << "taken out of the JSON";
    EXPECT_EQ(store.runs().front().record, 512U);
    EXPECT_EQ(store.runs().front().file_block, 1024U);
    EXPECT_EQ(store.runs().front().buffers, 1701U);
}

TEST_F(RunStoreTest, KeepsAFailedRunAsSuch) {
    Scenario scenario = load_scenario("1997-write-200");
    scenario.file_system.kind = FileSystemKind::cd9660;
    const std::vector<RunResult> runs = simulate(scenario);
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_EQ(runs[0].failure, "z: Read-only file system");
    EXPECT_EQ(runs[0].counters.bytes, 0U);
    RunStore store(file);
    store.add_run(store.begin_series(scenario), runs[0]);
    EXPECT_EQ(store.runs().front().result, runs[0]);
}

TEST_F(RunStoreTest, TwoConnectionsSeeEachOthersRuns) {
    RunStore one(file);
    const RunStore other(file);
    one.add_run(one.begin_series(Scenario{}), RunResult{});
    EXPECT_EQ(other.runs().size(), 1U);
}

} // namespace
} // namespace thrashlab
