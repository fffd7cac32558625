// What the Linux page cache asks the drive for, and what it keeps.
#include "kernel/linux_kernel.h"

#include "sim/parameter.h"
#include "sim/scenario_file.h"
#include "sim/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <random>
#include <string>
#include <vector>

namespace thrashlab {
namespace {

struct Command {
    std::uint32_t block;
    std::uint32_t blocks;
    bool operator==(const Command&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Command& command) {
    return out << '{' << command.block << ", " << command.blocks << '}';
}

class Listener final : public EventSink {
public:
    void event(const Event& event, const MachineState&) override {
        if (event.kind == EventKind::command_queued) {
            commands.push_back({event.block.value, event.count});
        }
        if (event.kind == EventKind::mark_cleared) {
            marks.push_back(event.block.value);
        }
    }
    std::vector<Command> commands;
    std::vector<std::uint32_t> marks;
};

std::unique_ptr<const Listener> hear_first_read(const std::string& bs, const std::vector<std::string>& changes = {}) {
    Scenario scenario = load_scenario("linux-read-ahead");
    scenario.workload.runs = 1;
    set_parameter(scenario, "workload.bs=" + bs);
    for (const std::string& change : changes) {
        set_parameter(scenario, change);
    }
    auto listener = std::make_unique<Listener>();
    static_cast<void>(simulate(scenario, {.sink = listener.get()}));
    return listener;
}

TEST(LinuxReadAhead, CommandsOfAFirstReadWithTheWindowsOfThe2010s) {
    const auto heard = hear_first_read("4k", {"linux.aligned_windows=no"});
    const std::vector<Command> expected{
        {0, 4},   // one page asked for: rounded up and, as little of 32, times four
        {4, 8},   // the mark on page 1: twice the last window
        {12, 16}, // the mark on page 4, the start of the last window
        {28, 32}, // the largest window from here on
        {60, 32}, {92, 32}, {124, 32}, {156, 32}, {188, 32}, {220, 32}, {252, 4}, // the end of the file
    };
    EXPECT_EQ(heard->commands, expected);
    EXPECT_EQ(heard->marks, (std::vector<std::uint32_t>{1, 4, 12, 28, 60, 92, 124, 156, 188, 220, 252}));
}

TEST(LinuxReadAhead, CommandsOfAFirstReadWithWindowsThatEndAligned) {
    const std::vector<Command> expected{
        {0, 4},   {4, 8}, // boundary of 4 pages: 12 lies on one
        {12, 4},          // 28 does not lie on one of 16
        {16, 8},          // no multiple of 16 lies between
        {24, 8},          // 40 does not lie on one of 32
        {32, 16},         // no multiple of 32 behind 32 and up to 48
        {48, 16},         // 80 does not lie on one of 32
        {64, 32}, {96, 32}, {128, 32}, {160, 32}, {192, 32}, {224, 32},
    };
    EXPECT_EQ(hear_first_read("4k")->commands, expected);
}

TEST(LinuxReadAhead, ACallThatAsksForMuchStartsWithTheWholeWindow) {
    const auto heard = hear_first_read("64k");
    EXPECT_EQ(heard->commands.size(), 8U);
    EXPECT_EQ(heard->commands.front(), (Command{0, 32}));
    EXPECT_EQ(heard->marks.front(), 16U) << "what the call does not ask for is read ahead";
}

TEST(LinuxReadAhead, ACallLargerThanTheWindowIsReadAtOnceUpToTheLargestRequest) {
    EXPECT_EQ(hear_first_read("1m")->commands, (std::vector<Command>{{0, 256}}));
    const auto split = hear_first_read("1m", {"linux.largest_request=393216"}); // 96 pages
    EXPECT_EQ(split->commands, (std::vector<Command>{{0, 96}, {96, 96}, {192, 64}}));
}

TEST(LinuxReadAhead, WithoutReadAheadEachPageIsARequest) {
    const auto heard = hear_first_read("64k", {"linux.read_ahead_kib=0"});
    EXPECT_EQ(heard->commands.size(), 256U);
    EXPECT_TRUE(
        std::all_of(heard->commands.begin(), heard->commands.end(), [](const Command& c) { return c.blocks == 1; }));
    EXPECT_TRUE(heard->marks.empty());
}

TEST(LinuxReadAhead, ARequestDoesNotSpanTwoExtents) {
    const std::vector<Command> expected{{0, 129}, {129, 127}};
    EXPECT_EQ(hear_first_read("1m", {"file_system.extents=2"})->commands, expected);
}

TEST(LinuxReadAhead, AStrayReadTakesWhatItAsksForAndNoMore) {
    const auto heard = hear_first_read("8k", {"workload.skip=50", "workload.count=1"});
    EXPECT_EQ(heard->commands, (std::vector<Command>{{100, 2}}));
}

TEST(LinuxReadAhead, MetadataIsReadBeforeTheDataItNames) {
    const auto heard = hear_first_read("4k", {"file_system.kind=ext2fs"});
    ASSERT_GT(heard->commands.size(), 4U);
    EXPECT_EQ(heard->commands.at(2), (Command{256, 1})) << "the indirect block, before block 12";
    EXPECT_EQ(heard->commands.at(3).block, 12U);
}

// A group with room for a few pages, without read-ahead, so that each page comes when it is asked for.
class SmallGroup : public testing::Test {
protected:
    static constexpr std::uint32_t pages = 8;
    static constexpr std::uint32_t file_pages = 64;

    void read(std::uint32_t page) { kernel.read(std::uint64_t{page} * page_bytes, page_bytes); }
    void read_each(std::uint32_t first, std::uint32_t last) {
        for (std::uint32_t page = first; page <= last; ++page) {
            read(page);
        }
    }
    // The blocks of a queue, the next to go first.
    [[nodiscard]] std::vector<std::uint32_t> queue(BufferQueue which) const {
        const BufferCache& cache = machine.state().cache;
        std::vector<std::uint32_t> blocks;
        for (BufferId id = cache.head(which); id.exists(); id = cache.buffer(id).next) {
            blocks.push_back(cache.buffer(id).block.value);
        }
        EXPECT_TRUE(cache.consistent());
        return blocks;
    }
    [[nodiscard]] std::vector<std::uint32_t> inactive() const { return queue(BufferQueue::lru); }
    [[nodiscard]] std::vector<std::uint32_t> active() const { return queue(BufferQueue::active); }

    using Blocks = std::vector<std::uint32_t>;
    FileLayout layout{{.kind = FileSystemKind::ext4, .block_size = page_bytes}, std::uint64_t{file_pages} * page_bytes};
    Machine machine{MachineState(pages, layout.blocks(), layout.data_blocks(), page_bytes), layout,
                    make_drive({.kind = DriveKind::solid_state}), nullptr};
    LinuxKernel kernel{{.read_ahead_kib = 0}, layout, machine};
};

TEST_F(SmallGroup, OneTouchIsForgottenTwoAreNot) {
    read_each(0, 3);
    EXPECT_EQ(inactive(), (Blocks{0, 1, 2, 3})); // all touched once
    read(1);
    read(2);
    EXPECT_EQ(inactive(), (Blocks{0, 3})); // 1 and 2 touched twice
    EXPECT_EQ(active(), (Blocks{1, 2}));
    read_each(10, 40); // a scan
    EXPECT_EQ(active(), (Blocks{1, 2}));
    EXPECT_EQ(inactive(), (Blocks{35, 36, 37, 38, 39, 40}));
}

TEST_F(SmallGroup, ReadsThatGoOnWithinAPageAreOneTouch) {
    for (std::uint64_t offset = 0; offset < 2 * page_bytes; offset += 512) {
        kernel.read(offset, 512);
    }
    EXPECT_EQ(inactive(), (Blocks{0, 1}));
    kernel.read(512, 512); // back to page 0: another touch
    EXPECT_EQ(active(), (Blocks{0}));
}

TEST_F(SmallGroup, APageThatComesBackSoonEnoughBecomesActive) {
    read_each(0, 2);
    read_each(0, 2);
    EXPECT_EQ(active(), (Blocks{0, 1, 2}));
    read_each(10, 15); // 8 pages are taken but for the sixth of these, which costs page 10
    EXPECT_EQ(inactive(), (Blocks{11, 12, 13, 14, 15}));
    read(10); // costs page 11; two evictions since 10 went, and the active list holds three
    EXPECT_EQ(active(), (Blocks{0, 1, 2, 10}));
    EXPECT_EQ(machine.state().run.refaults, 1U);
    read_each(20, 26);
    read(12); // seven or more ago: too long
    EXPECT_EQ(active(), (Blocks{0, 1, 2, 10}));
    EXPECT_EQ(machine.state().run.refaults, 2U);
}

TEST_F(SmallGroup, WithoutAnActiveListNothingComesBackSoonEnough) {
    for (int run = 0; run < 3; ++run) {
        read_each(0, pages); // one page more than the group has room for
    }
    EXPECT_TRUE(active().empty());
    EXPECT_EQ(machine.state().run.misses, 3U * (pages + 1)) << "the cliff";
}

TEST_F(SmallGroup, AnActiveListThatIsTooLongIsShortened) {
    read_each(0, 5);
    read_each(0, 5);
    EXPECT_EQ(active(), (Blocks{0, 1, 2, 3, 4, 5}));
    read_each(10, 11);
    EXPECT_EQ(inactive(), (Blocks{10, 11}));
    read(12); // 6 against 2: three for each page evicted
    EXPECT_EQ(active(), (Blocks{3, 4, 5}));
    EXPECT_EQ(inactive(), (Blocks{11, 0, 1, 2, 12}));
    read_each(13, 20);
    EXPECT_EQ(active(), (Blocks{3, 4, 5})) << "no longer the longer one";
}

TEST(LinuxKernel, StaleLengthsSpareALongActiveList) {
    const FileLayout layout({.kind = FileSystemKind::ext4, .block_size = page_bytes}, 64 * page_bytes);
    Machine machine(MachineState(8, layout.blocks(), layout.data_blocks(), page_bytes), layout,
                    make_drive({.kind = DriveKind::solid_state}), nullptr);
    LinuxKernel kernel({.read_ahead_kib = 0, .statistics_age = std::chrono::seconds(2)}, layout, machine);
    const auto read_each = [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t page = first; page <= last; ++page) {
            kernel.read(page * page_bytes, page_bytes);
        }
    };
    read_each(0, 5);
    read_each(0, 5);
    read_each(10, 30);
    EXPECT_EQ(machine.state().cache.length(BufferQueue::active), 6U);
    machine.spend(std::chrono::seconds(2));
    read_each(31, 40);
    EXPECT_LE(machine.state().cache.length(BufferQueue::active), 4U) << "by now they are known";
}

TEST(LinuxKernel, SeveralFilesLieInOneBlockSpace) {
    const FileLayout layout({.kind = FileSystemKind::ext4, .block_size = page_bytes}, 30 * page_bytes);
    Listener listener;
    Machine machine(MachineState(64, layout.blocks(), layout.data_blocks(), page_bytes), layout,
                    make_drive({.kind = DriveKind::solid_state}), &listener);
    LinuxKernel kernel({}, layout, machine);
    kernel.open(BlockNo{0}, 10 * page_bytes - 5);
    EXPECT_EQ(kernel.read(0, 1 << 20), 10U * page_bytes - 5);
    EXPECT_EQ(kernel.read(10 * page_bytes - 5, 1 << 20), 0U);
    kernel.open(BlockNo{10}, 20 * page_bytes);
    EXPECT_EQ(kernel.read(0, 1 << 20), 20U * page_bytes);
    EXPECT_EQ(listener.commands, (std::vector<Command>{{0, 10}, {10, 20}})) << "read-ahead stops where the file does";
}

TEST(LinuxKernel, GetsByWithNextToNoMemory) {
    for (const char* kind : {"ext4", "ext2fs", "msdosfs"}) {
        for (const std::uint64_t pages : {1U, 2U, 3U, 17U}) {
            Scenario scenario = load_scenario("linux-read-ahead");
            set_parameter(scenario, std::string("file_system.kind=") + kind);
            scenario.file_system.extents = 9;
            scenario.linux_kernel.memory_limit = scenario.linux_kernel.group_overhead + pages * page_bytes;
            for (const RunResult& run : simulate(scenario)) {
                EXPECT_EQ(run.counters.bytes, scenario.workload.file_bytes) << kind << ' ' << pages;
            }
        }
    }
}

// Keeps the whole state before every so many events.
class StateKeeper final : public EventSink {
public:
    static constexpr EventIndex every = 37;
    void event(const Event& event, const MachineState& before) override {
        if (index_++ % every == 0) {
            kept.push_back(before);
        }
        journal.event(event, before);
    }
    Journal journal;
    std::vector<MachineState> kept;

private:
    EventIndex index_ = 0;
};

TEST(LinuxKernel, SteppingBackRestoresTheStateThatWasThere) {
    Scenario scenario = load_scenario("linux-read-ahead");
    scenario.workload.file_bytes = 300 * page_bytes;
    scenario.linux_kernel.memory_limit = scenario.linux_kernel.group_overhead + 200 * page_bytes;
    scenario.file_system.kind = FileSystemKind::ext2fs;
    StateKeeper keeper;
    static_cast<void>(simulate(scenario, {.sink = &keeper}));
    ASSERT_GT(keeper.kept.size(), 60U);
    Replay replay(keeper.journal);
    replay.move_to(keeper.journal.size());
    for (std::size_t i = keeper.kept.size(); i-- > 0;) {
        replay.move_to(i * StateKeeper::every);
        ASSERT_EQ(replay.state(), keeper.kept[i]) << i;
    }
}

} // namespace
} // namespace thrashlab
