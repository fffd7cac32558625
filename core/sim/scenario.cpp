#include "sim/scenario.h"

#include "error.h"

#include <fmt/format.h>

namespace thrashlab {
namespace {

// What keeps tables and journals within reason; above it, the answer would take minutes and gigabytes.
constexpr std::uint64_t most_blocks = std::uint64_t{1} << 26;
constexpr std::uint64_t most_calls = std::uint64_t{1} << 32;
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 62;
constexpr std::uint64_t most_foreseen = std::uint64_t{1} << 26; // OPT keeps the whole sequence of references
constexpr std::uint32_t fat16_clusters = 65524;
constexpr std::uint64_t layout_overhead_share = 64; // metadata is below 1/64 of the data from 512-byte blocks on

} // namespace

bool writes_file(const Workload& workload) {
    return workload.output != null_device;
}

std::uint64_t file_extent(const Workload& workload) {
    return writes_file(workload) ? workload.count * workload.input_block : workload.file_bytes;
}

namespace {

void check_devices(const Workload& workload) {
    if (writes_file(workload) && workload.input != zero_device) {
        throw Error("workload.if", "reading one file and writing another is not simulated",
                    "take if=/dev/zero to write a file, or of=/dev/null to read one");
    }
    if (workload.input == zero_device && !writes_file(workload)) {
        throw Error("workload.of", "copying /dev/zero to /dev/null touches no disk",
                    "name a file to write, or a file to read with if");
    }
    if (writes_file(workload) && workload.count == 0) {
        throw Error("workload.count", "dd would never end: /dev/zero has no end", "give count");
    }
    if (writes_file(workload) && (workload.seek > 0 || workload.skip > 0)) {
        throw Error(workload.seek > 0 ? "workload.seek" : "workload.skip", "it is not simulated when writing a file",
                    "leave it out");
    }
}

} // namespace

std::uint32_t cache_capacity(const Scenario& scenario) {
    return scenario.kernel_kind == KernelKind::linux_page_cache ? group_pages(scenario.linux_kernel) : scenario.buffers;
}

namespace {

void check_linux(const Scenario& scenario) {
    if (scenario.file_system.block_size != page_bytes) {
        throw Error("file_system.block_size",
                    fmt::format("the Linux page cache is not simulated with blocks of {} bytes",
                                scenario.file_system.block_size),
                    fmt::format("blocks of a page, {} bytes, are allowed", page_bytes));
    }
    if (writes_file(scenario.workload) && scenario.file_system.kind != FileSystemKind::ext4) {
        throw Error("file_system.kind", "the Linux page cache is simulated writing to ext4 alone",
                    "take ext4, which finds blocks only when it writes them");
    }
    if (scenario.linux_kernel.dirty_background_ratio > scenario.linux_kernel.dirty_ratio) {
        throw Error("linux.dirty_background_ratio", "the flusher would start after writers must wait",
                    "at most linux.dirty_ratio is allowed");
    }
}

} // namespace

void check(const Scenario& scenario) {
    const bool linux = scenario.kernel_kind == KernelKind::linux_page_cache;
    if (linux && (scenario.workload.keep_file || scenario.workload.synchronous)) {
        throw Error(scenario.workload.keep_file ? "workload.notrunc" : "workload.sync",
                    "the Linux kernel here cannot do that", "leave it out, or take kernel.kind=freebsd-1997");
    }
    if (linux && scenario.workload.between == BetweenRuns::remount) {
        throw Error("workload.between", "the Linux kernel here cannot be remounted", "nothing and sync are allowed");
    }
    if (scenario.drive.kind == DriveKind::optical && scenario.drive.outer_turn <= scenario.drive.inner_turn) {
        throw Error("drive.outer_turn", "it is no longer than the turn inside", "a CD turns slower outside");
    }
    const Workload& workload = scenario.workload;
    check_devices(workload);
    if (scenario.kernel_kind == KernelKind::linux_page_cache) {
        check_linux(scenario);
    }
    if (workload.count > most_bytes / workload.input_block) {
        throw Error("workload.count", fmt::format("{} records are too many", workload.count), "give fewer records");
    }
    const std::uint64_t bytes = file_extent(workload);
    const char* const size_key = writes_file(workload) ? "workload.count" : "workload.file_bytes";
    const std::uint64_t block_size = scenario.file_system.block_size;
    const std::uint64_t blocks = (bytes + block_size - 1) / block_size;
    if (blocks > most_blocks) {
        throw Error(size_key, fmt::format("{} blocks of {} bytes are too many", blocks, block_size),
                    fmt::format("at most {} blocks are simulated", most_blocks));
    }
    if (scenario.policy == "opt" && blocks * workload.runs > most_foreseen) {
        throw Error("cache.policy", fmt::format("opt cannot look {} blocks ahead", blocks * workload.runs),
                    fmt::format("at most {} blocks of all runs; take fewer runs or another policy", most_foreseen));
    }
    if (scenario.file_system.kind == FileSystemKind::msdosfs && blocks > fat16_clusters) {
        throw Error(size_key, fmt::format("msdosfs cannot name {} clusters", blocks),
                    fmt::format("at most {} blocks fit; take larger blocks or a smaller file", fat16_clusters));
    }
    const std::uint64_t calls = bytes / workload.input_block;
    if (calls * workload.runs > most_calls) {
        throw Error("workload.ibs", fmt::format("{} read calls are too many", calls * workload.runs),
                    fmt::format("at most {} are simulated; take larger records or fewer runs", most_calls));
    }
    if (workload.skip > most_bytes / workload.input_block) {
        throw Error("workload.skip", fmt::format("{} records lie behind the end of any file", workload.skip),
                    "give fewer records");
    }
    const std::uint64_t sectors = (blocks + blocks / layout_overhead_share + 8) * (block_size / sector_bytes);
    if (scenario.file_system.first_sector.value + sectors > scenario.drive.sectors) {
        throw Error(
            "workload.file_bytes",
            fmt::format("the file does not fit on the drive behind sector {}", scenario.file_system.first_sector.value),
            fmt::format("the drive has {} sectors of 512 bytes", scenario.drive.sectors));
    }
}

} // namespace thrashlab
