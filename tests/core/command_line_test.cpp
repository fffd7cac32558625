#include "dd/command_line.h"

#include "dd/transcript.h"
#include "error.h"

#include <gtest/gtest.h>

namespace thrashlab {
namespace {

std::string complaint(const std::string& line) {
    try {
        static_cast<void>(parse_dd_line(line, Workload{}));
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(DdLine, OperandsComeInAnyOrder) {
    const Workload workload = parse_dd_line("dd count=3 skip=2 of=/dev/null seek=1 bs=2x1k if=report", Workload{});
    EXPECT_EQ(workload.input, "report");
    EXPECT_EQ(workload.input_block, 2048U);
    EXPECT_EQ(workload.output_block, 2048U);
    EXPECT_EQ(workload.count, 3U);
    EXPECT_EQ(workload.skip, 2U);
    EXPECT_EQ(workload.seek, 1U);
}

TEST(DdLine, BsOverridesIbsAndObsWhereverItStands) {
    for (const char* line : {"bs=4k ibs=1k obs=2k", "ibs=1k obs=2k bs=4k"}) {
        const Workload workload = parse_dd_line(line, Workload{});
        EXPECT_EQ(workload.input_block, 4096U) << line;
        EXPECT_EQ(workload.output_block, 4096U) << line;
    }
    const Workload apart = parse_dd_line("ibs=1k obs=2k", Workload{});
    EXPECT_EQ(apart.input_block, 1024U);
    EXPECT_EQ(apart.output_block, 2048U);
}

TEST(DdLine, WhatIsNotSaidKeepsDdsDefaults) {
    Workload base;
    base.input_block = base.output_block = 65536;
    base.count = 9;
    base.file_bytes = 4711;
    base.runs = 5;
    const Workload workload = parse_dd_line("if=a", base);
    EXPECT_EQ(workload.input_block, 512U);
    EXPECT_EQ(workload.count, 0U);
    EXPECT_EQ(workload.file_bytes, 4711U) << "the file's size is not dd's to say";
    EXPECT_EQ(workload.runs, 5U);
}

TEST(DdLine, IsTheOtherFormOfTheFields) {
    for (const char* line :
         {"dd if=libg++.a of=/dev/null", "dd if=a of=/dev/null bs=4k", "dd if=a of=/dev/null ibs=512 obs=1m",
          "dd if=/dev/zero of=z count=3 conv=notrunc,fsync oflag=sync", "dd if=/dev/zero of=z count=3 conv=fsync",
          "dd if=\"two words\" of=/dev/null bs=1000 skip=1 seek=2 count=3"}) {
        EXPECT_EQ(dd_line(parse_dd_line(line, Workload{})), line);
    }
}

TEST(DdLine, RefusalsNameTheOperand) {
    EXPECT_EQ(complaint("dd if=a conv=sync"), "conv=sync: sync is not simulated; if, of, bs, ibs, obs, count, skip, "
                                              "seek, conv=notrunc,fsync and oflag=sync are allowed");
    EXPECT_EQ(complaint("dd if=a fast"), "fast: this is no operand; if, of, bs, ibs, obs, count, skip, seek, "
                                         "conv=notrunc,fsync and oflag=sync are allowed");
    EXPECT_EQ(complaint("dd bs=0"), "bs=0: 0 is out of bounds; 1 to 1073741824 bytes is allowed");
    EXPECT_EQ(complaint("dd bs=4q"),
              "bs=4q: \"4q\" is not a size; a number with an optional b (512), k, m, g or t, or a "
              "product such as 2x80x18b, is allowed");
    EXPECT_EQ(complaint("dd bs=1k bs=2k"), "bs=2k: it is given twice; give it once");
    EXPECT_EQ(complaint("dd if=\"a"), "dd line: the quote \" is not closed; close it");
}

TEST(Transcript, IsBsdsToTheByte) {
    RunResult run;
    run.records_in = {3656, 1};
    run.records_out = {3656, 1};
    run.counters.bytes = 1872034;
    run.counters.ended = SimTime(std::chrono::microseconds(4143875));
    EXPECT_EQ(bsd_transcript(run), "3656+1 records in\n"
                                   "3656+1 records out\n"
                                   "1872034 bytes transferred in 4.143875 secs (451759 bytes/sec)\n");
}

TEST(Transcript, OfAFailureIsDdsComplaint) {
    RunResult run;
    run.failure = "z: Read-only file system";
    EXPECT_EQ(bsd_transcript(run), "dd: z: Read-only file system\n");
}

} // namespace
} // namespace thrashlab
