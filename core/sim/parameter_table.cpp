// Every parameter of a scenario, one entry each.
#include "sim/parameter_table.h"
#include "sim/policy_parameters.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace thrashlab {

using namespace table_detail;

namespace {

constexpr std::array file_system_words{Word{"ext2fs", FileSystemKind::ext2fs}, Word{"msdosfs", FileSystemKind::msdosfs},
                                       Word{"cd9660", FileSystemKind::cd9660}, Word{"ffs", FileSystemKind::ffs},
                                       Word{"ext4", FileSystemKind::ext4}};
constexpr std::array between_words{Word{"nothing", BetweenRuns::nothing}, Word{"sync", BetweenRuns::sync},
                                   Word{"remount", BetweenRuns::remount}};
constexpr std::array queue_words{Word{"fifo", DriveQueue::fifo}, Word{"elevator", DriveQueue::elevator}};
constexpr std::array marks_words{Word{"spring", DirtyMarks::spring}, Word{"later", DirtyMarks::later}};
constexpr std::array validity_words{Word{"exact", PageValidity::exact}, Word{"first-block", PageValidity::first_block},
                                    Word{"none", PageValidity::none}};

using S = Scenario;
using CS = const Scenario;
using V = ParameterValue;
using std::int64_t;

void add_workload(std::vector<Parameter>& table) {
    using enum ParameterGroup;
    using enum Provenance;
    table.push_back({.key = "workload.if",
                     .group = workload,
                     .label = "Input file",
                     .unit = "",
                     .reason = "The name of the file that dd reads; it changes the transcript alone.",
                     .provenance = choice,
                     .get = [](CS& s) -> V { return s.workload.input; },
                     .set = [](S& s, const V& v) { s.workload.input = std::get<std::string>(v); }});
    table.push_back({.key = "workload.of",
                     .group = workload,
                     .label = "Output file",
                     .unit = "",
                     .reason = "Where dd writes to: /dev/null takes everything, any other name is a file to write.",
                     .provenance = choice,
                     .get = [](CS& s) -> V { return s.workload.output; },
                     .set = [](S& s, const V& v) { s.workload.output = std::get<std::string>(v); }});
    table.push_back({.key = "workload.file_bytes",
                     .group = workload,
                     .label = "File size",
                     .unit = "bytes",
                     .reason = "Let the file grow past the buffers and watch the second run fall off the cliff.",
                     .provenance = choice,
                     .minimum = 1,
                     .maximum = 1099511627776.0,
                     .logarithmic = true,
                     .get = [](CS& s) -> V { return static_cast<int64_t>(s.workload.file_bytes); },
                     .set = [](S& s, const V& v) { s.workload.file_bytes = whole<std::uint64_t>(v); }});
    table.push_back({.key = "workload.bs",
                     .group = workload,
                     .label = "dd's block size (bs)",
                     .unit = "bytes",
                     .reason = "A larger record saves system calls; see whether it saves turns of the disk.",
                     .provenance = choice,
                     .minimum = 1,
                     .maximum = 1073741824,
                     .logarithmic = true,
                     .derived = true,
                     .get = [](CS& s) -> V { return static_cast<int64_t>(s.workload.input_block); },
                     .set =
                         [](S& s, const V& v) {
                             s.workload.input_block = whole<std::uint64_t>(v);
                             s.workload.output_block = s.workload.input_block;
                         }});
    table.push_back({.key = "workload.ibs",
                     .group = workload,
                     .label = "Input record (ibs)",
                     .unit = "bytes",
                     .reason = "Bytes that dd asks for with one read call.",
                     .provenance = choice,
                     .minimum = 1,
                     .maximum = 1073741824,
                     .logarithmic = true,
                     .get = [](CS& s) -> V { return static_cast<int64_t>(s.workload.input_block); },
                     .set = [](S& s, const V& v) { s.workload.input_block = whole<std::uint64_t>(v); }});
    table.push_back({.key = "workload.obs",
                     .group = workload,
                     .label = "Output record (obs)",
                     .unit = "bytes",
                     .reason = "Bytes that dd writes with one write call.",
                     .provenance = choice,
                     .minimum = 1,
                     .maximum = 1073741824,
                     .logarithmic = true,
                     .get = [](CS& s) -> V { return static_cast<int64_t>(s.workload.output_block); },
                     .set = [](S& s, const V& v) { s.workload.output_block = whole<std::uint64_t>(v); }});
    table.push_back({.key = "workload.count",
                     .group = workload,
                     .label = "Records (count)",
                     .unit = "",
                     .reason = "Copy only so many input records; 0 copies all there are.",
                     .provenance = choice,
                     .minimum = 0,
                     .maximum = 1099511627776.0,
                     .logarithmic = true,
                     .get = [](CS& s) -> V { return static_cast<int64_t>(s.workload.count); },
                     .set = [](S& s, const V& v) { s.workload.count = whole<std::uint64_t>(v); }});
    table.push_back({.key = "workload.skip",
                     .group = workload,
                     .label = "Records to skip",
                     .unit = "",
                     .reason = "Start so many input records into the file.",
                     .provenance = choice,
                     .minimum = 0,
                     .maximum = 1099511627776.0,
                     .logarithmic = true,
                     .get = [](CS& s) -> V { return static_cast<int64_t>(s.workload.skip); },
                     .set = [](S& s, const V& v) { s.workload.skip = whole<std::uint64_t>(v); }});
    table.push_back({.key = "workload.seek",
                     .group = workload,
                     .label = "Records to seek",
                     .unit = "",
                     .reason = "Pass over so many output records; of no effect on /dev/null.",
                     .provenance = choice,
                     .minimum = 0,
                     .maximum = 1099511627776.0,
                     .logarithmic = true,
                     .get = [](CS& s) -> V { return static_cast<int64_t>(s.workload.seek); },
                     .set = [](S& s, const V& v) { s.workload.seek = whole<std::uint64_t>(v); }});
    table.push_back({.key = "workload.notrunc",
                     .group = workload,
                     .label = "Write over (conv=notrunc)",
                     .unit = "",
                     .reason = "Later runs write over the file in place instead of starting with an empty one.",
                     .provenance = choice,
                     .get = [](CS& s) -> V { return s.workload.keep_file; },
                     .set = [](S& s, const V& v) { s.workload.keep_file = std::get<bool>(v); }});
    table.push_back({.key = "workload.fsync",
                     .group = workload,
                     .label = "Wait at the end (conv=fsync)",
                     .unit = "",
                     .reason = "dd counts the time until everything it wrote is on the disk.",
                     .provenance = choice,
                     .get = [](CS& s) -> V { return s.workload.fsync; },
                     .set = [](S& s, const V& v) { s.workload.fsync = std::get<bool>(v); }});
    table.push_back({.key = "workload.sync",
                     .group = workload,
                     .label = "Wait each time (oflag=sync)",
                     .unit = "",
                     .reason = "Every write call waits for the disk: what delayed writes are there to avoid.",
                     .provenance = choice,
                     .get = [](CS& s) -> V { return s.workload.synchronous; },
                     .set = [](S& s, const V& v) { s.workload.synchronous = std::get<bool>(v); }});
    table.push_back({.key = "workload.between",
                     .group = workload,
                     .label = "Between runs",
                     .unit = "",
                     .reason = "Somebody calls sync, or unmounts and mounts again: what is left for the next run?",
                     .provenance = choice,
                     .choices = choices(between_words),
                     .get = [](CS& s) -> V { return to_word(between_words, s.workload.between); },
                     .set = [](S& s, const V& v) { s.workload.between = from_word(between_words, v); }});
    table.push_back({.key = "workload.runs",
                     .group = workload,
                     .label = "Runs",
                     .unit = "",
                     .reason = "The first run fills the cache; the later ones show what that was worth.",
                     .provenance = choice,
                     .minimum = 1,
                     .maximum = 1000,
                     .get = [](CS& s) -> V { return static_cast<int64_t>(s.workload.runs); },
                     .set = [](S& s, const V& v) { s.workload.runs = whole<std::uint32_t>(v); }});
    table.push_back({.key = "workload.pause",
                     .group = workload,
                     .label = "Pause between runs",
                     .unit = "s",
                     .reason = "The time it takes to type the command again; the disk turns on meanwhile.",
                     .provenance = choice,
                     .minimum = 0,
                     .maximum = 3600,
                     .get = [](CS& s) -> V { return from_duration(s.workload.pause, second); },
                     .set = [](S& s, const V& v) { s.workload.pause = to_duration(v, second); }});
}

void add_file_system(std::vector<Parameter>& table) {
    using enum ParameterGroup;
    using enum Provenance;
    table.push_back({.key = "file_system.kind",
                     .group = file_system,
                     .label = "File system",
                     .unit = "",
                     .reason = "ext2fs and ffs read in clusters and keep indirect blocks, cd9660 lies in one piece and "
                               "cannot be written, msdosfs reads block by block, ext4 lies in extents.",
                     .provenance = source,
                     .choices = choices(file_system_words),
                     .get = [](CS& s) -> V { return to_word(file_system_words, s.file_system.kind); },
                     .set = [](S& s, const V& v) { s.file_system.kind = from_word(file_system_words, v); }});
    table.push_back(
        {.key = "file_system.block_size",
         .group = file_system,
         .label = "Block size",
         .unit = "bytes",
         .reason = "With blocks below a page's 4096 bytes several buffers share one page: there the trouble lies.",
         .provenance = choice,
         .minimum = 512,
         .maximum = 8192,
         .logarithmic = true,
         .power_of_two = true,
         .get = [](CS& s) -> V { return static_cast<int64_t>(s.file_system.block_size); },
         .set = [](S& s, const V& v) { s.file_system.block_size = whole<std::uint32_t>(v); }});
    table.push_back({.key = "file_system.first_sector",
                     .group = file_system,
                     .label = "First sector of the file",
                     .unit = "",
                     .reason = "Where the file lies on the drive: how far the arm has to go to it once.",
                     .provenance = choice,
                     .minimum = 1,
                     .maximum = 4294967296.0,
                     .logarithmic = true,
                     .get = [](CS& s) -> V { return static_cast<int64_t>(s.file_system.first_sector.value); },
                     .set = [](S& s, const V& v) { s.file_system.first_sector = SectorNo{whole<std::uint64_t>(v)}; }});
}

void add_cache_and_kernel(std::vector<Parameter>& table) {
    using enum ParameterGroup;
    using enum Provenance;
    table.push_back({.key = "cache.buffers",
                     .group = cache,
                     .label = "Buffers (nbuf)",
                     .unit = "",
                     .reason = "As soon as the whole file and its metadata fit, the second run needs no disk.",
                     .provenance = source,
                     .minimum = 16,
                     .maximum = 16777216,
                     .logarithmic = true,
                     .get = [](CS& s) -> V { return static_cast<int64_t>(s.buffers); },
                     .set = [](S& s, const V& v) { s.buffers = whole<std::uint32_t>(v); }});
    table.push_back({.key = "cache.page_validity",
                     .group = cache,
                     .label = "Page-validity rule",
                     .unit = "",
                     .reason = "Which blocks of a page count as valid when a buffer is made again over a page that "
                               "stayed in memory: exact is what the code meant, first-block fits the report.",
                     .provenance = hypothesis,
                     .choices = choices(validity_words),
                     .get = [](CS& s) -> V { return to_word(validity_words, s.kernel.page_validity); },
                     .set = [](S& s, const V& v) { s.kernel.page_validity = from_word(validity_words, v); }});
    table.push_back(
        {.key = "cache.page_memory",
         .group = cache,
         .label = "Pages beyond the buffers",
         .unit = "",
         .reason = "How many pages stay in memory when no buffer holds them any more; the oldest goes first.",
         .provenance = choice,
         .minimum = 0,
         .maximum = 4294967295.0,
         .logarithmic = true,
         .get = [](CS& s) -> V { return static_cast<int64_t>(s.page_memory); },
         .set = [](S& s, const V& v) { s.page_memory = whole<std::uint32_t>(v); }});
    table.push_back({.key = "cache.second_chance",
                     .group = cache,
                     .label = "Second chance (use counts)",
                     .unit = "",
                     .reason = "A buffer at the head of the queue with a positive use count goes to the tail instead.",
                     .provenance = source,
                     .get = [](CS& s) -> V { return s.kernel.second_chance; },
                     .set = [](S& s, const V& v) { s.kernel.second_chance = std::get<bool>(v); }});
    add_policy_parameters(table);
    table.push_back({.key = "kernel.clustered_reads",
                     .group = kernel,
                     .label = "Clustered reads",
                     .unit = "",
                     .reason = "Gathers neighbouring blocks into one command; without it each block pays a turn.",
                     .provenance = source,
                     .get = [](CS& s) -> V { return s.kernel.clustered_reads; },
                     .set = [](S& s, const V& v) { s.kernel.clustered_reads = std::get<bool>(v); }});
    table.push_back({.key = "kernel.clustered_writes",
                     .group = kernel,
                     .label = "Clustered writes",
                     .unit = "",
                     .reason = "Lets full blocks gather before they are written; without it each is written at once.",
                     .provenance = source,
                     .get = [](CS& s) -> V { return s.kernel.clustered_writes; },
                     .set = [](S& s, const V& v) { s.kernel.clustered_writes = std::get<bool>(v); }});
    table.push_back({.key = "kernel.dirty_count_leaks",
                     .group = kernel,
                     .label = "Dirty count leaks",
                     .unit = "",
                     .reason = "Writing a cluster leaves its buffers in the dirty count, which sticks at its high mark "
                               "in the end: from then on every delayed write is flushed at once.",
                     .provenance = source,
                     .get = [](CS& s) -> V { return s.kernel.dirty_count_leaks; },
                     .set = [](S& s, const V& v) { s.kernel.dirty_count_leaks = std::get<bool>(v); }});
    table.push_back({.key = "kernel.dirty_marks",
                     .group = kernel,
                     .label = "Dirty marks",
                     .unit = "",
                     .reason = "At how many dirty buffers a flush begins and ends: spring is nbuf/8 + 20 and nbuf/16 + "
                               "10, later is nbuf/6 + 20 and nbuf/12 + 10.",
                     .provenance = source,
                     .choices = choices(marks_words),
                     .get = [](CS& s) -> V { return to_word(marks_words, s.kernel.dirty_marks); },
                     .set = [](S& s, const V& v) { s.kernel.dirty_marks = from_word(marks_words, v); }});
    table.push_back(
        {.key = "kernel.refuse_partial_pages",
         .group = kernel,
         .label = "Refuse partly valid pages",
         .unit = "",
         .reason =
             "A cluster ends before a block whose page has any valid bit; this cuts clusters of small blocks short.",
         .provenance = source,
         .get = [](CS& s) -> V { return s.kernel.refuse_partial_pages; },
         .set = [](S& s, const V& v) { s.kernel.refuse_partial_pages = std::get<bool>(v); }});
    table.push_back({.key = "kernel.read_ahead_limit",
                     .group = kernel,
                     .label = "Read-ahead limit",
                     .unit = "blocks",
                     .reason = "How far a hit on a read-ahead mark looks for the first block that is not in memory.",
                     .provenance = source,
                     .minimum = 1,
                     .maximum = 1024,
                     .logarithmic = true,
                     .get = [](CS& s) -> V { return static_cast<int64_t>(s.kernel.read_ahead_limit); },
                     .set = [](S& s, const V& v) { s.kernel.read_ahead_limit = whole<std::uint32_t>(v); }});
    table.push_back({.key = "kernel.largest_transfer",
                     .group = kernel,
                     .label = "Largest transfer",
                     .unit = "bytes",
                     .reason = "The longest command that the kernel builds.",
                     .provenance = source,
                     .minimum = 4096,
                     .maximum = 1048576,
                     .logarithmic = true,
                     .power_of_two = true,
                     .get = [](CS& s) -> V { return static_cast<int64_t>(s.kernel.largest_transfer); },
                     .set = [](S& s, const V& v) { s.kernel.largest_transfer = whole<std::uint32_t>(v); }});
    table.push_back({.key = "kernel.system_call",
                     .group = kernel,
                     .label = "System call",
                     .unit = "us",
                     .reason = "Processor time of one read or write call; it bounds what a cached run can reach.",
                     .provenance = deduction,
                     .minimum = 0,
                     .maximum = 100000,
                     .get = [](CS& s) -> V { return from_duration(s.kernel.system_call, microsecond); },
                     .set = [](S& s, const V& v) { s.kernel.system_call = to_duration(v, microsecond); }});
    table.push_back({.key = "kernel.copy_kibibyte",
                     .group = kernel,
                     .label = "Copying 1 KiB",
                     .unit = "us",
                     .reason = "Processor time to copy 1024 bytes to the process.",
                     .provenance = deduction,
                     .minimum = 0,
                     .maximum = 100000,
                     .get = [](CS& s) -> V { return from_duration(s.kernel.copy_kibibyte, microsecond); },
                     .set = [](S& s, const V& v) { s.kernel.copy_kibibyte = to_duration(v, microsecond); }});
    table.push_back({.key = "kernel.syncer_interval",
                     .group = kernel,
                     .label = "Syncer",
                     .unit = "s",
                     .reason = "How often a daemon has everything dirty written; 0 for never.",
                     .provenance = source,
                     .minimum = 0,
                     .maximum = 86400,
                     .get = [](CS& s) -> V { return from_duration(s.kernel.syncer_interval, second); },
                     .set = [](S& s, const V& v) { s.kernel.syncer_interval = to_duration(v, second); }});
    table.push_back({.key = "kernel.allocate_block",
                     .group = kernel,
                     .label = "Allocating a block",
                     .unit = "us",
                     .reason = "Processor time to find a free block and enter it into the file, when writing.",
                     .provenance = deduction,
                     .minimum = 0,
                     .maximum = 100000,
                     .get = [](CS& s) -> V { return from_duration(s.kernel.allocate_block, microsecond); },
                     .set = [](S& s, const V& v) { s.kernel.allocate_block = to_duration(v, microsecond); }});
}

void add_drive(std::vector<Parameter>& table) {
    using enum ParameterGroup;
    using enum Provenance;
    table.push_back({.key = "drive.rpm",
                     .group = drive,
                     .label = "Turns a minute",
                     .unit = "rpm",
                     .reason = "A faster platter makes a lost turn cheaper, and the transfer too.",
                     .provenance = deduction,
                     .minimum = 60,
                     .maximum = 30000,
                     .logarithmic = true,
                     .get = [](CS& s) -> V { return s.drive.revolutions_per_minute; },
                     .set = [](S& s, const V& v) { s.drive.revolutions_per_minute = std::get<double>(v); }});
    table.push_back({.key = "drive.sectors_per_track",
                     .group = drive,
                     .label = "Sectors a track",
                     .unit = "",
                     .reason = "With the turns a minute this sets the rate of a long transfer.",
                     .provenance = deduction,
                     .minimum = 1,
                     .maximum = 4096,
                     .logarithmic = true,
                     .get = [](CS& s) -> V { return static_cast<int64_t>(s.drive.sectors_per_track); },
                     .set = [](S& s, const V& v) { s.drive.sectors_per_track = whole<std::uint32_t>(v); }});
    table.push_back({.key = "drive.sectors",
                     .group = drive,
                     .label = "Capacity",
                     .unit = "sectors",
                     .reason = "The file has to fit on the drive.",
                     .provenance = source,
                     .minimum = 64,
                     .maximum = 4294967296.0,
                     .logarithmic = true,
                     .get = [](CS& s) -> V { return static_cast<int64_t>(s.drive.sectors); },
                     .set = [](S& s, const V& v) { s.drive.sectors = whole<std::uint64_t>(v); }});
    table.push_back(
        {.key = "drive.queue",
         .group = drive,
         .label = "Order of commands",
         .unit = "",
         .reason = "fifo serves in the order of asking; the elevator takes the next one outwards and saves seeks.",
         .provenance = source,
         .choices = choices(queue_words),
         .get = [](CS& s) -> V { return to_word(queue_words, s.drive.queue); },
         .set = [](S& s, const V& v) { s.drive.queue = from_word(queue_words, v); }});
    table.push_back({.key = "drive.command_cost",
                     .group = drive,
                     .label = "Cost of a command",
                     .unit = "ms",
                     .reason = "Fixed time before the drive does anything: long enough for the next sector to slip by.",
                     .provenance = deduction,
                     .minimum = 0,
                     .maximum = 1000,
                     .get = [](CS& s) -> V { return from_duration(s.drive.command_cost, millisecond); },
                     .set = [](S& s, const V& v) { s.drive.command_cost = to_duration(v, millisecond); }});
    table.push_back({.key = "drive.seek_base",
                     .group = drive,
                     .label = "Shortest seek",
                     .unit = "ms",
                     .reason = "What a seek costs however near it goes.",
                     .provenance = deduction,
                     .minimum = 0,
                     .maximum = 1000,
                     .get = [](CS& s) -> V { return from_duration(s.drive.seek_base, millisecond); },
                     .set = [](S& s, const V& v) { s.drive.seek_base = to_duration(v, millisecond); }});
    table.push_back({.key = "drive.seek_per_track",
                     .group = drive,
                     .label = "Seek, each track more",
                     .unit = "ms",
                     .reason = "What each further track adds to a seek.",
                     .provenance = deduction,
                     .minimum = 0,
                     .maximum = 100,
                     .get = [](CS& s) -> V { return from_duration(s.drive.seek_per_track, millisecond); },
                     .set = [](S& s, const V& v) { s.drive.seek_per_track = to_duration(v, millisecond); }});
}

std::vector<Parameter> make_table() {
    std::vector<Parameter> table;
    add_workload(table);
    add_file_system(table);
    add_cache_and_kernel(table);
    add_drive(table);
    add_modern_parameters(table);
    return table;
}

} // namespace

std::span<const Parameter> parameters() {
    static const std::vector<Parameter> table = make_table();
    return table;
}

} // namespace thrashlab
