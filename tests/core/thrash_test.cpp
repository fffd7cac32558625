// The command line as a person meets it: what it prints, where, and with which exit status.
#include "temporary_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <numeric>

namespace {

using thrashlab::TemporaryFolder;
namespace fs = std::filesystem;

struct Outcome {
    int status = -1;
    std::string output;
};

// Runs thrash with standard error added to standard output.
Outcome thrash(const std::string& arguments) {
    Outcome outcome;
    const std::string command = std::string(THRASH_PROGRAM) + " " + arguments + " 2>&1";
    FILE* pipe = popen(command.c_str(), "r");
    std::array<char, 4096> buffer{};
    for (std::size_t bytes = 0; (bytes = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
        outcome.output.append(buffer.data(), bytes);
    }
    outcome.status = WEXITSTATUS(pclose(pipe));
    return outcome;
}

class ThrashTest : public testing::Test {
protected:
    [[nodiscard]] std::string database() const { return (folder / "runs.sqlite").string(); }

    TemporaryFolder temporary;
    fs::path folder = temporary.path();
};

TEST_F(ThrashTest, RunPrintsDdsLines) {
    const Outcome outcome = thrash("run 1997-ext2-1k --runs 2");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_NE(outcome.output.find("$ dd if=libg++.a of=/dev/null"), std::string::npos);
    EXPECT_NE(outcome.output.find("3656+1 records in\n3656+1 records out\n1872034 bytes transferred in "),
              std::string::npos);
}

TEST_F(ThrashTest, ValidateIsInBand) {
    const Outcome outcome = thrash("validate");
    EXPECT_EQ(outcome.status, 0) << outcome.output;
    EXPECT_EQ(outcome.output.find("OUT OF BAND"), std::string::npos);
}

TEST_F(ThrashTest, ValidateComparesWithARealLinux) {
    const Outcome outcome = thrash("validate --kernel linux");
    EXPECT_EQ(outcome.status, 0) << outcome.output;
    EXPECT_NE(outcome.output.find("60 rows are equal to the last digit"), std::string::npos) << outcome.output;
    EXPECT_EQ(thrash("validate --kernel freebsd").output, thrash("validate").output);
    EXPECT_EQ(thrash("validate --kernel minix").status, 2);
}

TEST_F(ThrashTest, JsonAndCsvAgree) {
    const Outcome json = thrash("run 1997-ext2-1k --json");
    const Outcome csv = thrash("run 1997-ext2-1k --csv");
    const auto parsed = nlohmann::json::parse(json.output);
    ASSERT_EQ(parsed.at("runs").size(), 3U);
    EXPECT_EQ(std::count(csv.output.begin(), csv.output.end(), '\n'), 4);
    EXPECT_NE(csv.output.find("," + parsed.at("runs").at(1).at("bytes_per_second").dump() + ","), std::string::npos);
    EXPECT_EQ(parsed.at("scenario").at("cache").at("buffers"), 1701);
}

TEST_F(ThrashTest, RunsAreKeptAndListed) {
    EXPECT_EQ(thrash("run 1997-small-file --runs 2 --db " + database()).status, 0);
    const Outcome listed = thrash("runs --db " + database());
    EXPECT_EQ(listed.status, 0);
    EXPECT_EQ(std::count(listed.output.begin(), listed.output.end(), '\n'), 3) << listed.output;
    EXPECT_NE(listed.output.find("1997-small-file"), std::string::npos);
}

TEST_F(ThrashTest, RunsAreFoundAndSorted) {
    const std::string db = " --db " + database();
    thrash("run 1997-ext2-1k" + db);
    thrash("run 1997-small-file --runs 1" + db);
    const auto json = nlohmann::json::parse(thrash("runs --json --filter 'ext2 run:2'" + db).output);
    ASSERT_EQ(json.at("runs").size(), 1U);
    EXPECT_EQ(json.at("runs").at(0).at("id"), 2);
    EXPECT_EQ(json.at("runs").at(0).at("scenario").at("cache").at("buffers"), 1701);
    EXPECT_TRUE(thrash("runs --csv --sort speed --ascending --filter ext2" + db).output.find("\r\n2,") !=
                std::string::npos)
        << "the second run is the slowest";
    const std::string csv = thrash("runs export --filter small" + db).output;
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 2) << csv;
    EXPECT_TRUE(csv.starts_with("id,series,mounted,"));
}

TEST_F(ThrashTest, RunsAreAnnotatedDeletedAndBroughtBack) {
    const std::string db = " --db " + database();
    thrash("run 1997-ext2-1k" + db);
    EXPECT_EQ(thrash("runs note 2 'the slow one'" + db).status, 0);
    EXPECT_EQ(thrash("runs tag 2 '#slow'" + db).status, 0);
    EXPECT_EQ(thrash("runs star 2 3" + db).output, "2 runs changed\n");
    EXPECT_EQ(thrash("runs star --off 3" + db).output, "1 run changed\n");
    const Outcome listed = thrash("runs --starred --filter tag:slow" + db);
    EXPECT_EQ(std::count(listed.output.begin(), listed.output.end(), '\n'), 2) << listed.output;
    EXPECT_NE(listed.output.find("slow  the slow one"), std::string::npos) << listed.output;
    EXPECT_EQ(thrash("runs delete 1 2" + db).output, "2 runs deleted\n");
    EXPECT_EQ(nlohmann::json::parse(thrash("runs --json" + db).output).at("runs").size(), 1U);
    EXPECT_EQ(thrash("runs restore 1 2" + db).output, "2 runs brought back\n");
    const Outcome compared = thrash("runs compare 1 2" + db);
    EXPECT_EQ(compared.status, 0);
    EXPECT_TRUE(compared.output.starts_with("Run 1 is ")) << compared.output;
    EXPECT_NE(compared.output.find("All parameters are the same."), std::string::npos);
    EXPECT_NE(compared.output.find("lost turns"), std::string::npos);
}

TEST_F(ThrashTest, BadWishesAboutRunsChangeNothing) {
    const std::string db = " --db " + database();
    thrash("run 1997-ext2-1k" + db);
    for (const char* wish :
         {"runs delete 1 99", "runs delete", "runs star one", "runs compare 1", "runs note 99 text",
          "runs --sort colour", "runs --json --csv", "runs export --format xml", "runs --ascending --descending"}) {
        const Outcome outcome = thrash(wish + db);
        EXPECT_EQ(outcome.status, 2) << wish;
        EXPECT_EQ(std::count(outcome.output.begin(), outcome.output.end(), '\n'), 1) << wish << outcome.output;
    }
    EXPECT_EQ(nlohmann::json::parse(thrash("runs --json" + db).output).at("runs").size(), 3U);
}

TEST_F(ThrashTest, AShownScenarioIsAStartForOnesOwn) {
    const fs::path file = folder / "mine.json";
    std::ofstream(file) << thrash("scenarios 1997-ext2-4k").output;
    EXPECT_EQ(thrash("run " + file.string() + " --csv").output, thrash("run 1997-ext2-4k --csv").output);
}

TEST_F(ThrashTest, DdTakesOperandsAndAFileSystem) {
    const Outcome outcome = thrash("dd if=mine bs=4k --size 1m --fs ext2:4k --runs 1 --csv");
    EXPECT_EQ(outcome.status, 0) << outcome.output;
    EXPECT_NE(outcome.output.find("256+0"), std::string::npos) << outcome.output;
}

TEST_F(ThrashTest, BadInputIsOneLineStatusTwoAndNothingWritten) {
    std::ofstream(folder / "broken.json") << "{\n  \"schema\": 1,\n  \"cache\": {\"buffers\": 1}\n}\n";
    for (const std::string& arguments :
         {std::string("run"), std::string("fly"), std::string(""), std::string("run no-such-scenario"),
          std::string("run 1997-ext2-1k --set cache.buffers=1"), std::string("run 1997-ext2-1k --set"),
          std::string("run 1997-ext2-1k --runs 0"), std::string("run 1997-ext2-1k --json --csv"),
          std::string("run 1997-ext2-1k --wings 2"), std::string("dd bs=many"), std::string("dd --fs zfs"),
          "run " + (folder / "broken.json").string(), std::string("runs --db /no/such/file")}) {
        const std::string keep = arguments.starts_with("run ") ? " --db " + database() : "";
        const Outcome outcome = thrash(arguments + keep);
        EXPECT_EQ(outcome.status, 2) << arguments;
        EXPECT_EQ(std::count(outcome.output.begin(), outcome.output.end(), '\n'), 1) << arguments << outcome.output;
        EXPECT_TRUE(outcome.output.starts_with("thrash: ")) << outcome.output;
        EXPECT_FALSE(fs::exists(database())) << arguments;
    }
}

TEST_F(ThrashTest, ADatabaseThatCannotBeMadeIsSaidSo) {
    const Outcome outcome = thrash("run 1997-ext2-1k --db " + (folder / "no" / "runs.sqlite").string());
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.output.find("cannot be used"), std::string::npos);
}

TEST_F(ThrashTest, MissCurvesComeFromScenariosAndTraces) {
    const Outcome scenario = thrash("mrc 1997-ext2-1k --points 2 --policies lru,opt --csv");
    EXPECT_EQ(scenario.status, 0) << scenario.output;
    EXPECT_EQ(scenario.output.rfind("capacity,lru,lru error,opt,opt error\r\n", 0), 0U);
    EXPECT_NE(scenario.output.find("\r\n1838,0.117662,0.000000,0.117662,0.000000\r\n"), std::string::npos)
        << "where all of it fits, each of 1838 blocks misses once in 15621 references";
    std::ofstream(folder / "trace.txt") << "1\n2\n1\n2\n3\n";
    const Outcome trace = thrash("mrc " + (folder / "trace.txt").string() + " --points 3");
    EXPECT_EQ(trace.output, "5 references to 3 different keys\n"
                            "capacity       lru  lru error\n"
                            "       1  1.000000   0.000000\n"
                            "       2  0.600000   0.000000\n"
                            "       3  0.600000   0.000000\n");
    EXPECT_EQ(thrash("mrc nothing").status, 2);
    EXPECT_EQ(thrash("mrc 1997-ext2-1k --policies luck").status, 2);
}

TEST_F(ThrashTest, ProgressAddsUpToTheRun) {
    const auto parsed = nlohmann::json::parse(thrash("progress 1997-ext2-1k --windows 7 --json").output);
    ASSERT_EQ(parsed.at("runs").size(), 3U);
    for (const auto& run : parsed.at("runs")) {
        const auto bytes = run.at("bytes").get<std::vector<std::uint64_t>>();
        EXPECT_EQ(bytes.size(), 7U);
        EXPECT_EQ(std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0}), 1872034U);
    }
    const std::string csv = thrash("progress 1997-ext2-1k --windows 7 --csv").output;
    EXPECT_TRUE(csv.starts_with("run,from_seconds,to_seconds,bytes,bytes_per_second\r\n1,0,")) << csv;
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 3 * 7);
    EXPECT_EQ(thrash("progress no-such-scenario").status, 2);
}

TEST_F(ThrashTest, HeatHasTheThroughputOfARun) {
    const std::string range = " --steps 3 --x-from 1700 --x-to 1900 --y-from 921600 --y-to 1872896";
    const Outcome csv = thrash("heat 1997-ext2-1k --csv" + range);
    EXPECT_EQ(csv.status, 0) << csv.output;
    EXPECT_TRUE(csv.output.starts_with("cache.buffers,workload.file_bytes,bytes_per_second,problem\r\n")) << csv.output;
    const auto run = nlohmann::json::parse(
        thrash("run 1997-ext2-1k --json --set cache.buffers=1700 --set workload.file_bytes=1872896").output);
    EXPECT_NE(csv.output.find("\r\n1700,1872896," + run.at("runs").at(1).at("bytes_per_second").dump() + ",\r\n"),
              std::string::npos)
        << csv.output;
    const auto json = nlohmann::json::parse(thrash("heat 1997-ext2-1k --json --run first" + range).output);
    EXPECT_EQ(json.at("x").at("values"), (std::vector<double>{1700, 1800, 1900}));
    EXPECT_EQ(json.at("bytes_per_second").size(), 9U);
    EXPECT_EQ(thrash("heat 1997-ext2-1k --x cache.buffers --y cache.buffers").status, 2);
    EXPECT_EQ(thrash("heat 1997-ext2-1k --y cache.policy").status, 2);
    EXPECT_EQ(thrash("heat 1997-ext2-1k --run fourth").status, 2);
}

TEST_F(ThrashTest, SweepSaysWhatIsWrongWithAPlan) {
    std::ofstream(folder / "plan.json") << "{\"schema\": 1, \"scenario\": \"1997-ext2-1k\"}";
    const Outcome outcome = thrash("sweep " + (folder / "plan.json").string() + " --db " + database());
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.output.find("there are no points"), std::string::npos) << outcome.output;
    EXPECT_FALSE(fs::exists(database()));
    EXPECT_EQ(thrash("sweep " + (folder / "plan.json").string() + " --shard 5/4").status, 2);
}

TEST_F(ThrashTest, HelpTeaches) {
    for (const char* verb : {"", "run ", "dd ", "scenarios ", "parameters ", "runs ", "runs export ", "runs compare ",
                             "runs note ", "runs star ", "runs delete ", "validate ", "progress ", "heat "}) {
        const Outcome outcome = thrash(std::string(verb) + "--help");
        EXPECT_EQ(outcome.status, 0) << verb;
        EXPECT_GT(outcome.output.size(), 200U) << verb;
    }
    EXPECT_EQ(thrash("--version").output, "thrash " THRASHLAB_VERSION "\n");
}

} // namespace
