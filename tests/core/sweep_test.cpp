// Many points at once: which they are, that each is computed once, and that pieces make up a whole.
#include "sim/sweep.h"

#include "error.h"
#include "store/sweep_store.h"
#include "temporary_folder.h"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <random>
#include <thread>

namespace thrashlab {
namespace {

constexpr const char* grid = R"({"schema": 1, "name": "grid", "scenario": "1997-ext2-1k", "set": {"workload.runs": 2},
 "axes": [{"parameter": "cache.buffers", "values": [1700, 1900]},
          {"parameter": "cache.policy", "values": ["lru", "arc", "fifo"]}],
 "points": [{"drive.profile": "nvme", "cache.buffers": 100}]})";

std::string problem_of(const std::string& text) {
    try {
        static_cast<void>(parse_sweep_plan(text, "plan.json"));
        return "it was taken";
    } catch (const Error& error) {
        return error.what();
    }
}

std::vector<std::size_t> all_points(const SweepPlan& plan) {
    std::vector<std::size_t> points(plan.size());
    std::iota(points.begin(), points.end(), 0U);
    return points;
}

TEST(SweepPlan, IsTheGridWithItsLastAxisFastestAndThenTheList) {
    const SweepPlan plan = parse_sweep_plan(grid, "plan.json");
    ASSERT_EQ(plan.size(), 7U);
    const std::vector<SweepSetting> second{{"cache.buffers", std::int64_t{1700}}, {"cache.policy", std::string("arc")}};
    EXPECT_EQ(plan.settings(1), second);
    EXPECT_EQ(plan.scenario(4).buffers, 1900U);
    EXPECT_EQ(plan.scenario(4).workload.runs, 2U);
    EXPECT_EQ(plan.scenario(6).drive.kind, DriveKind::solid_state);
    EXPECT_EQ(plan.keys(), (std::vector<std::string>{"cache.buffers", "cache.policy", "drive.profile"}));
}

TEST(SweepPlan, RangesAreLinearOrLogarithmicAndWholeWhereTheParameterIs) {
    const SweepPlan plan = parse_sweep_plan(R"({"schema": 1, "scenario": "1997-ext2-1k",
        "axes": [{"parameter": "cache.buffers", "from": 100, "to": 1600, "count": 5, "scale": "log"},
                 {"parameter": "cache.buffers", "from": 60, "to": 100, "step": 15}]})",
                                            "plan.json");
    const auto whole = [](std::vector<std::int64_t> numbers) {
        return std::vector<ParameterValue>(numbers.begin(), numbers.end());
    };
    EXPECT_EQ(plan.axes[0].values, whole({100, 200, 400, 800, 1600}));
    EXPECT_EQ(plan.axes[1].values, whole({60, 75, 90}));
}

TEST(SweepPlan, ReadsBackWhatItWrites) {
    const SweepPlan plan = parse_sweep_plan(grid, "plan.json");
    EXPECT_EQ(parse_sweep_plan(to_json(plan), "again"), plan);
    EXPECT_EQ(to_json(parse_sweep_plan(to_json(plan), "again")), to_json(plan));
}

TEST(SweepPlan, SaysWhereAPlanIsWrong) {
    EXPECT_NE(problem_of(R"({"schema": 1, "scenario": "1997-ext2-1k"})").find("there are no points"),
              std::string::npos);
    EXPECT_NE(problem_of(R"({"schema": 1, "scenario": "1997-ext2-1k", "axis": []})")
                  .find("plan.json, axis: this is not "
                        "known here"),
              std::string::npos);
    EXPECT_NE(problem_of(R"({"schema": 1, "scenario": "1997-ext2-1k",
                             "axes": [{"parameter": "cache.bufers", "values": [1]}]})")
                  .find("cache.bufers"),
              std::string::npos);
    const std::string bad = problem_of(R"({"schema": 1, "scenario": "1997-ext2-1k",
                                           "axes": [{"parameter": "cache.buffers", "values": [1000, 2]}]})");
    EXPECT_EQ(bad.rfind("point 1 ({\"cache.buffers\":2}), cache.buffers", 0), 0U) << bad;
}

TEST(Sweep, GivesWhatSingleSimulationsGiveOnAnyNumberOfThreads) {
    const SweepPlan plan = parse_sweep_plan(grid, "plan.json");
    for (const int threads : {1, 2, 7}) {
        std::vector<std::vector<RunResult>> results(plan.size());
        run_sweep(plan, all_points(plan),
                  [&](std::size_t point, const Scenario& scenario, std::vector<RunResult> runs) {
                      EXPECT_EQ(scenario, plan.scenario(point));
                      EXPECT_TRUE(results[point].empty()) << "once";
                      results[point] = std::move(runs);
                  },
                  {.threads = threads});
        for (std::size_t point = 0; point < plan.size(); ++point) {
            EXPECT_EQ(results[point], simulate(plan.scenario(point))) << point;
        }
    }
}

TEST(Sweep, StopsAndEndsWithWhatItsListenerThrows) {
    const SweepPlan plan = parse_sweep_plan(grid, "plan.json");
    std::stop_source stop;
    std::size_t heard = 0;
    const auto stop_at_second = [&](std::size_t, const Scenario&, const std::vector<RunResult>&) {
        if (++heard == 2) {
            stop.request_stop();
        }
    };
    run_sweep(plan, all_points(plan), stop_at_second, {.threads = 1, .stop = stop.get_token()});
    EXPECT_EQ(heard, 2U);
    EXPECT_THROW(run_sweep(plan, all_points(plan),
                           [](std::size_t, const Scenario&, const std::vector<RunResult>&) { throw Error("a", "b"); }),
                 Error);
}

class SweepStoreTest : public testing::Test {
protected:
    // Computes what is missing; how many points that were.
    std::size_t fill(const std::filesystem::path& database, std::size_t shard = 0, std::size_t of = 1) {
        RunStore store(database);
        SweepStore sweep(store, plan);
        std::vector<std::size_t> points = all_points(plan);
        const std::vector<std::size_t> finished = sweep.finished();
        std::erase_if(points, [&](std::size_t point) {
            return point % of != shard || std::binary_search(finished.begin(), finished.end(), point);
        });
        run_sweep(plan, points, [&](std::size_t point, const Scenario& scenario, const std::vector<RunResult>& runs) {
            sweep.add(point, scenario, runs);
        });
        return points.size();
    }
    std::vector<RunResult> runs_in(const std::filesystem::path& database) {
        RunStore store(database);
        std::vector<RunResult> runs;
        for (const SweepStore::Point& point : SweepStore(store, plan).results()) {
            EXPECT_EQ(point.point, runs.size() / 2);
            runs.insert(runs.end(), point.runs.begin(), point.runs.end());
        }
        return runs;
    }

    SweepPlan plan = parse_sweep_plan(grid, "plan.json");
    TemporaryFolder folder;
    std::filesystem::path file = folder.path() / "runs.sqlite";
};

TEST_F(SweepStoreTest, ComputesNothingTwice) {
    EXPECT_EQ(fill(file), 7U);
    EXPECT_EQ(fill(file), 0U);
    EXPECT_EQ(runs_in(file).size(), 14U);
    const RunStore store(file);
    ASSERT_EQ(stored_sweeps(store).size(), 1U);
    EXPECT_EQ(stored_sweeps(store)[0].finished, 7U);
    EXPECT_EQ(stored_sweeps(store)[0].plan, plan);
}

TEST_F(SweepStoreTest, ShardsMergedAreTheWhole) {
    fill(file);
    RunStore merged(folder.path() / "merged.sqlite");
    for (std::size_t shard = 0; shard < 4; ++shard) {
        const auto part = folder.path() / ("part" + std::to_string(shard) + ".sqlite");
        fill(part, shard, 4);
        EXPECT_EQ(merge_runs(merged, part).points, shard < 3 ? 2U : 1U);
        EXPECT_EQ(merge_runs(merged, part).series, 0U) << "a second time there is nothing new";
    }
    EXPECT_EQ(runs_in(folder.path() / "merged.sqlite"), runs_in(file));
}

TEST_F(SweepStoreTest, MergingTakesSeriesOnceAndKeepsWhatWasThere) {
    const auto other = folder.path() / "other.sqlite";
    Scenario scenario = plan.scenario(0);
    {
        RunStore one(file);
        one.add_run(one.begin_series(scenario), simulate(scenario)[0]);
        RunStore two(other);
        two.add_run(two.begin_series(scenario), simulate(scenario)[0]);
        EXPECT_EQ(merge_runs(one, other).runs, 1U);
        EXPECT_EQ(one.runs().size(), 2U) << "equal runs of two mounts are two";
        EXPECT_THROW(merge_runs(one, folder.path() / "missing.sqlite"), Error);
    }
    EXPECT_EQ(RunStore(other).runs().size(), 1U);
}

// The program, killed at random moments until it once comes through.
TEST_F(SweepStoreTest, KilledTwentyTimesItEndsWithTheSameTableAndNothingTwice) {
    const auto plan_file = folder.path() / "plan.json";
    std::ofstream(plan_file) << R"({"schema": 1, "name": "killed", "scenario": "1997-ext2-1k",
        "axes": [{"parameter": "cache.buffers", "from": 1000, "to": 2400, "count": 400}]})";
    const auto run = [&](const std::filesystem::path& database, const std::filesystem::path& output) {
        const pid_t child = fork();
        if (child == 0) {
            FILE* const out = std::freopen(output.c_str(), "w", stdout);
            execl(THRASH_PROGRAM, "thrash", "sweep", plan_file.c_str(), "--csv", "--quiet", "--db", database.c_str(),
                  nullptr);
            _exit(out == nullptr ? 126 : 127);
        }
        return child;
    };
    const auto content = [](const std::filesystem::path& path) {
        std::ifstream stream(path, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(stream), {});
    };
    const auto exit_status = [](pid_t child) {
        int status = 0;
        waitpid(child, &status, 0);
        return status;
    };
    EXPECT_EQ(exit_status(run(file, folder.path() / "whole.csv")), 0);
    const auto killed = folder.path() / "killed.sqlite";
    std::mt19937 random(20);
    for (int round = 0; round < 20; ++round) {
        const pid_t child = run(killed, folder.path() / "part.csv");
        std::this_thread::sleep_for(std::chrono::milliseconds(15 + random() % 60));
        kill(child, SIGKILL);
        exit_status(child);
    }
    EXPECT_EQ(exit_status(run(killed, folder.path() / "resumed.csv")), 0);
    EXPECT_EQ(content(folder.path() / "resumed.csv"), content(folder.path() / "whole.csv"));
    EXPECT_FALSE(content(folder.path() / "whole.csv").empty());
    EXPECT_EQ(RunStore(killed).runs(10000).size(), 1200U) << "400 points of three runs, none kept twice";
}

} // namespace
} // namespace thrashlab
