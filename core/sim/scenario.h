// What is simulated: a plain value that holds every parameter. How it is written down: sim/scenario_file.h.
#pragma once

#include "disk/drive.h"
#include "fs/file_layout.h"
#include "kernel/freebsd_kernel.h"
#include "kernel/linux_kernel.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace thrashlab {

/// The replacement that the kernel brings along: the head of its LRU queue.
inline constexpr std::string_view kernel_policy = "lru";

enum class BetweenRuns : std::uint8_t {
    nothing,
    sync,    ///< sync(8): everything dirty is written
    remount, ///< umount and mount: written and forgotten, as if just mounted; a leaked dirty count stays
};

/// One dd command, run several times over the same file. Numbers as dd takes them.
struct Workload {
    std::string input = "libg++.a";
    std::string output = "/dev/null";
    std::uint64_t file_bytes = 1872034;
    /// Bytes of an input and of an output record.
    std::uint64_t input_block = 512;
    std::uint64_t output_block = 512;
    /// Input records to copy; 0 for all there are, as BSD's dd takes it.
    std::uint64_t count = 0;
    /// Input records to pass over first.
    std::uint64_t skip = 0;
    /// Output records to pass over first; of no effect on /dev/null, and not simulated for a file.
    std::uint64_t seek = 0;
    /// conv=notrunc: a file that an earlier run left is written over in place.
    bool keep_file = false;
    /// conv=fsync: dd is done only when everything it wrote is on the disk.
    bool fsync = false;
    /// oflag=sync: each write call waits for the disk.
    bool synchronous = false;
    std::uint32_t runs = 3;
    /// What somebody does between two runs.
    BetweenRuns between = BetweenRuns::nothing;
    /// From the end of one run to the start of the next.
    Duration pause = std::chrono::seconds(1);

    bool operator==(const Workload&) const = default;
};

/// Whose rules the machine follows.
enum class KernelKind : std::uint8_t { freebsd_1997, linux_page_cache };

/// Everything a simulation depends on. Two equal scenarios give the same journal, byte for byte.
struct Scenario {
    std::string name = "untitled";
    std::string title;
    std::string about;
    std::vector<std::string> provenance;
    Workload workload;
    FileSystemParameters file_system;
    std::uint32_t buffers = 1701;
    /// Pages that stay in memory although no buffer holds them.
    std::uint32_t page_memory = 1048576;
    /// A name of `policies()`; "lru" is the kernel's own queue.
    std::string policy{kernel_policy};
    /// For policies that draw lots or hash.
    std::uint64_t policy_seed = 1997;
    KernelKind kernel_kind = KernelKind::freebsd_1997;
    KernelParameters kernel;
    /// Of the Linux page cache: it takes no notice of `buffers` and `kernel`, nor the other kernel of this.
    LinuxParameters linux_kernel;
    std::string kernel_profile = "freebsd-1997-05";
    DriveProfile drive;
    std::string drive_profile = "zip100";

    bool operator==(const Scenario&) const = default;
};

/// Where dd reads or writes without a disk behind it.
inline constexpr std::string_view zero_device = "/dev/zero";
inline constexpr std::string_view null_device = "/dev/null";

/// dd writes a file of the simulated file system, instead of reading one.
[[nodiscard]] bool writes_file(const Workload& workload);
/// Bytes from the start of the simulated file to its end, as the last run leaves it.
[[nodiscard]] std::uint64_t file_extent(const Workload& workload);

/// How many blocks the cache holds: buffers, or the pages that the memory group has room for.
[[nodiscard]] std::uint32_t cache_capacity(const Scenario& scenario);

/// Checks what no single parameter can say: that the file fits the drive and the file system, that skip leaves
/// something to read, that the simulation is of a bearable size. Throws Error with the key at fault.
void check(const Scenario& scenario);

} // namespace thrashlab
