// The parameters of the Linux page cache, and of the drives and the file system of its time.
#include "sim/parameter_table.h"

#include <array>

namespace thrashlab {

using namespace table_detail;

namespace {

constexpr std::array kernel_words{Word{"freebsd-1997", KernelKind::freebsd_1997},
                                  Word{"linux", KernelKind::linux_page_cache}};
constexpr std::array drive_words{Word{"rotating", DriveKind::rotating}, Word{"optical", DriveKind::optical},
                                 Word{"solid-state", DriveKind::solid_state},
                                 Word{"request-limited", DriveKind::request_limited}};
constexpr double megabyte = 1e6;

using S = Scenario;
using CS = const Scenario;
using V = ParameterValue;
using std::int64_t;

void add_kernel(std::vector<Parameter>& table) {
    using enum ParameterGroup;
    using enum Provenance;
    table.push_back({.key = "kernel.kind",
                     .group = kernel,
                     .label = "Kernel",
                     .unit = "",
                     .reason = "Whose rules: the buffer cache of FreeBSD in May 1997, or Linux's page cache.",
                     .provenance = choice,
                     .choices = choices(kernel_words),
                     .get = [](CS& s) -> V { return to_word(kernel_words, s.kernel_kind); },
                     .set = [](S& s, const V& v) { s.kernel_kind = from_word(kernel_words, v); }});
    table.push_back(
        {.key = "linux.read_ahead_kib",
         .group = kernel,
         .label = "Linux: largest read-ahead",
         .unit = "KiB",
         .reason = "A larger window means fewer, longer requests: all there is to gain where requests are few.",
         .provenance = source,
         .minimum = 0,
         .maximum = 65536,
         .logarithmic = true,
         .get = [](CS& s) -> V { return static_cast<int64_t>(s.linux_kernel.read_ahead_kib); },
         .set = [](S& s, const V& v) { s.linux_kernel.read_ahead_kib = whole<std::uint32_t>(v); }});
    table.push_back(
        {.key = "linux.aligned_windows",
         .group = kernel,
         .label = "Linux: windows end aligned",
         .unit = "",
         .reason = "Kernels from 6.16 on end windows at multiples of powers of two: two or three more requests at "
                   "the start of a file, and none that straddles a boundary later.",
         .provenance = source,
         .get = [](CS& s) -> V { return s.linux_kernel.aligned_windows; },
         .set = [](S& s, const V& v) { s.linux_kernel.aligned_windows = std::get<bool>(v); }});
    table.push_back(
        {.key = "linux.largest_request",
         .group = kernel,
         .label = "Linux: largest request",
         .unit = "bytes",
         .reason = "The longest request that the drive takes; it bounds what a window larger than it is worth.",
         .provenance = source,
         .minimum = 4096,
         .maximum = 67108864,
         .logarithmic = true,
         .get = [](CS& s) -> V { return static_cast<int64_t>(s.linux_kernel.largest_request); },
         .set = [](S& s, const V& v) { s.linux_kernel.largest_request = whole<std::uint32_t>(v); }});
}

void add_memory(std::vector<Parameter>& table) {
    using enum ParameterGroup;
    using enum Provenance;
    table.push_back({.key = "linux.memory_limit",
                     .group = cache,
                     .label = "Linux: memory group's limit",
                     .unit = "bytes",
                     .reason =
                         "What the group's pages may take; a file one or two MiB below it still fits, one as large "
                         "as it is read from the disk every time.",
                     .provenance = choice,
                     .minimum = 1048576,
                     .maximum = 68719476736.0,
                     .logarithmic = true,
                     .get = [](CS& s) -> V { return static_cast<int64_t>(s.linux_kernel.memory_limit); },
                     .set = [](S& s, const V& v) { s.linux_kernel.memory_limit = whole<std::uint64_t>(v); }});
    table.push_back({.key = "linux.group_overhead",
                     .group = cache,
                     .label = "Linux: group's other memory",
                     .unit = "bytes",
                     .reason = "dd's own pages and page tables count against the group's limit too.",
                     .provenance = deduction,
                     .minimum = 0,
                     .maximum = 1073741824,
                     .get = [](CS& s) -> V { return static_cast<int64_t>(s.linux_kernel.group_overhead); },
                     .set = [](S& s, const V& v) { s.linux_kernel.group_overhead = whole<std::uint64_t>(v); }});
    table.push_back({.key = "linux.statistics_age",
                     .group = cache,
                     .label = "Linux: age of list lengths",
                     .unit = "s",
                     .reason = "Newer kernels judge by list lengths up to 2 s old, so a short scan goes by before they "
                               "see that the active list is too long; 0 takes exact lengths.",
                     .provenance = source,
                     .minimum = 0,
                     .maximum = 60,
                     .get = [](CS& s) -> V { return from_duration(s.linux_kernel.statistics_age, second); },
                     .set = [](S& s, const V& v) { s.linux_kernel.statistics_age = to_duration(v, second); }});
    table.push_back({.key = "linux.system_call",
                     .group = kernel,
                     .label = "Linux: system call",
                     .unit = "us",
                     .reason = "Processor time of one read or write call on a machine of that time.",
                     .provenance = deduction,
                     .minimum = 0,
                     .maximum = 100000,
                     .get = [](CS& s) -> V { return from_duration(s.linux_kernel.system_call, microsecond); },
                     .set = [](S& s, const V& v) { s.linux_kernel.system_call = to_duration(v, microsecond); }});
    table.push_back({.key = "linux.copy_kibibyte",
                     .group = kernel,
                     .label = "Linux: copying 1 KiB",
                     .unit = "us",
                     .reason = "Processor time to find and copy 1024 bytes; it bounds what a cached run can reach.",
                     .provenance = deduction,
                     .minimum = 0,
                     .maximum = 100000,
                     .get = [](CS& s) -> V { return from_duration(s.linux_kernel.copy_kibibyte, microsecond); },
                     .set = [](S& s, const V& v) { s.linux_kernel.copy_kibibyte = to_duration(v, microsecond); }});
}

void add_writing(std::vector<Parameter>& table) {
    using enum ParameterGroup;
    using enum Provenance;
    table.push_back({.key = "linux.dirty_background_ratio",
                     .group = cache,
                     .label = "Linux: dirty before flushing",
                     .unit = "%",
                     .reason = "From this share of the pages on the flusher writes in the background.",
                     .provenance = source,
                     .minimum = 0,
                     .maximum = 100,
                     .get = [](CS& s) -> V { return static_cast<int64_t>(s.linux_kernel.dirty_background_ratio); },
                     .set = [](S& s, const V& v) { s.linux_kernel.dirty_background_ratio = whole<std::uint32_t>(v); }});
    table.push_back({.key = "linux.dirty_ratio",
                     .group = cache,
                     .label = "Linux: dirty before waiting",
                     .unit = "%",
                     .reason = "Half-way from the share before to this one a writer is held back to the drive's pace.",
                     .provenance = source,
                     .minimum = 1,
                     .maximum = 100,
                     .get = [](CS& s) -> V { return static_cast<int64_t>(s.linux_kernel.dirty_ratio); },
                     .set = [](S& s, const V& v) { s.linux_kernel.dirty_ratio = whole<std::uint32_t>(v); }});
    table.push_back({.key = "linux.flush_interval",
                     .group = kernel,
                     .label = "Linux: flusher looks every",
                     .unit = "s",
                     .reason = "How often the flusher looks for data that has been dirty for too long.",
                     .provenance = source,
                     .minimum = 0.01,
                     .maximum = 3600,
                     .get = [](CS& s) -> V { return from_duration(s.linux_kernel.flush_interval, second); },
                     .set = [](S& s, const V& v) { s.linux_kernel.flush_interval = to_duration(v, second); }});
    table.push_back({.key = "linux.dirty_expire",
                     .group = kernel,
                     .label = "Linux: dirty for too long",
                     .unit = "s",
                     .reason = "Data older than this is written whatever the shares: what a crash can cost at most.",
                     .provenance = source,
                     .minimum = 0,
                     .maximum = 3600,
                     .get = [](CS& s) -> V { return from_duration(s.linux_kernel.dirty_expire, second); },
                     .set = [](S& s, const V& v) { s.linux_kernel.dirty_expire = to_duration(v, second); }});
}

void add_disk(std::vector<Parameter>& table) {
    using enum ParameterGroup;
    using enum Provenance;
    table.push_back({.key = "file_system.extents",
                     .group = file_system,
                     .label = "Pieces of the file (ext4)",
                     .unit = "",
                     .reason = "A request never spans two pieces: each further piece costs a request or two.",
                     .provenance = choice,
                     .minimum = 1,
                     .maximum = 65536,
                     .logarithmic = true,
                     .get = [](CS& s) -> V { return static_cast<int64_t>(s.file_system.extents); },
                     .set = [](S& s, const V& v) { s.file_system.extents = whole<std::uint32_t>(v); }});
    table.push_back({.key = "drive.kind",
                     .group = drive,
                     .label = "Kind of drive",
                     .unit = "",
                     .reason = "A platter and an arm, a spiral read at constant linear velocity, no moving parts, or a "
                               "rented volume with a limit on requests.",
                     .provenance = choice,
                     .choices = choices(drive_words),
                     .get = [](CS& s) -> V { return to_word(drive_words, s.drive.kind); },
                     .set = [](S& s, const V& v) { s.drive.kind = from_word(drive_words, v); }});
    table.push_back({.key = "drive.track_buffer",
                     .group = drive,
                     .label = "Track buffer",
                     .unit = "KiB",
                     .reason = "A rotating drive that reads on by itself loses no turn on the next sector; 0 for none.",
                     .provenance = source,
                     .minimum = 0,
                     .maximum = 1048576,
                     .logarithmic = true,
                     .get = [](CS& s) -> V { return static_cast<int64_t>(s.drive.track_buffer_kib); },
                     .set = [](S& s, const V& v) { s.drive.track_buffer_kib = whole<std::uint32_t>(v); }});
    table.push_back({.key = "drive.inner_turn",
                     .group = drive,
                     .label = "Optical: turn inside",
                     .unit = "ms",
                     .reason = "A CD turns fastest at its first sector: here a lost turn is cheapest.",
                     .provenance = deduction,
                     .minimum = 1,
                     .maximum = 1000,
                     .get = [](CS& s) -> V { return from_duration(s.drive.inner_turn, millisecond); },
                     .set = [](S& s, const V& v) { s.drive.inner_turn = to_duration(v, millisecond); }});
    table.push_back({.key = "drive.outer_turn",
                     .group = drive,
                     .label = "Optical: turn outside",
                     .unit = "ms",
                     .reason = "And slowest at its last one: the further out a file lies, the dearer its lost turns.",
                     .provenance = deduction,
                     .minimum = 1,
                     .maximum = 1000,
                     .get = [](CS& s) -> V { return from_duration(s.drive.outer_turn, millisecond); },
                     .set = [](S& s, const V& v) { s.drive.outer_turn = to_duration(v, millisecond); }});
    table.push_back({.key = "drive.transfer_rate",
                     .group = drive,
                     .label = "Transfer rate",
                     .unit = "MB/s",
                     .reason = "Of a drive that is not a rotating one: what long requests come close to.",
                     .provenance = source,
                     .minimum = 0.01,
                     .maximum = 100000,
                     .logarithmic = true,
                     .get = [](CS& s) -> V { return s.drive.transfer_rate / megabyte; },
                     .set = [](S& s, const V& v) { s.drive.transfer_rate = std::get<double>(v) * megabyte; }});
    table.push_back({.key = "drive.requests_per_second",
                     .group = drive,
                     .label = "Requests a second",
                     .unit = "",
                     .reason = "What a request-limited volume takes up in a second, however short the requests are.",
                     .provenance = choice,
                     .minimum = 1,
                     .maximum = 10000000,
                     .logarithmic = true,
                     .get = [](CS& s) -> V { return s.drive.requests_per_second; },
                     .set = [](S& s, const V& v) { s.drive.requests_per_second = std::get<double>(v); }});
}

} // namespace

void add_modern_parameters(std::vector<Parameter>& table) {
    add_kernel(table);
    add_memory(table);
    add_writing(table);
    add_disk(table);
}

} // namespace thrashlab
