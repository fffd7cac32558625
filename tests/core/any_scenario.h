// Small scenarios of every kind, for properties that hold for all of them.
#pragma once

#include "cache/policy.h"
#include "sim/scenario.h"

#include <rapidcheck.h>

namespace thrashlab {

inline void use_linux(Scenario& scenario) {
    scenario.kernel_kind = KernelKind::linux_page_cache;
    scenario.file_system.kind =
        *rc::gen::element(FileSystemKind::ext2fs, FileSystemKind::msdosfs, FileSystemKind::ext4);
    if (writes_file(scenario.workload)) {
        scenario.file_system.kind = FileSystemKind::ext4;
    }
    scenario.file_system.block_size = page_bytes;
    scenario.file_system.extents = *rc::gen::inRange(1U, 9U);
    LinuxParameters& linux_kernel = scenario.linux_kernel;
    linux_kernel.memory_limit = linux_kernel.group_overhead + *rc::gen::inRange(1U, 200U) * std::uint64_t{page_bytes};
    linux_kernel.read_ahead_kib = *rc::gen::element(0U, 3U, 16U, 100U, 128U, 1024U);
    linux_kernel.largest_request = *rc::gen::element(4096U, 65536U, 1U << 20);
    linux_kernel.aligned_windows = *rc::gen::arbitrary<bool>();
    linux_kernel.statistics_age = Duration(*rc::gen::element(0, 2000000000));
    linux_kernel.dirty_ratio = *rc::gen::inRange(1U, 101U);
    linux_kernel.dirty_background_ratio = *rc::gen::inRange(0U, linux_kernel.dirty_ratio + 1);
    linux_kernel.flush_interval = Duration(*rc::gen::element(10000000, 300000000));
    linux_kernel.dirty_expire = Duration(*rc::gen::element(0, 400000000));
}

inline Scenario any_scenario() {
    Scenario scenario;
    if (*rc::gen::element(false, false, true)) {
        scenario.workload.input = "/dev/zero";
        scenario.workload.output = "z";
        scenario.workload.count = *rc::gen::inRange<std::uint64_t>(1, 700);
    }
    scenario.workload.file_bytes = *rc::gen::inRange<std::uint64_t>(1, 600000);
    scenario.workload.input_block = *rc::gen::element<std::uint64_t>(1000, 512, 1024, 4096, 20000);
    scenario.workload.output_block = *rc::gen::element<std::uint64_t>(512, 4096);
    scenario.workload.skip = writes_file(scenario.workload) ? 0 : *rc::gen::element<std::uint64_t>(0, 0, 3);
    scenario.workload.runs = 2;
    scenario.file_system.kind =
        writes_file(scenario.workload)
            ? *rc::gen::element(FileSystemKind::ext2fs, FileSystemKind::msdosfs, FileSystemKind::ffs)
            : *rc::gen::element(FileSystemKind::ext2fs, FileSystemKind::msdosfs, FileSystemKind::cd9660,
                                FileSystemKind::ffs);
    scenario.file_system.block_size = *rc::gen::element(512U, 1024U, 2048U, 4096U, 8192U);
    scenario.buffers = *rc::gen::inRange(16U, 700U);
    if (*rc::gen::element(false, true)) {
        scenario.policy = policies()[*rc::gen::inRange<std::size_t>(0, policies().size())].name;
        scenario.policy_seed = *rc::gen::inRange<std::uint64_t>(0, 9);
    }
    scenario.kernel.page_validity =
        *rc::gen::element(PageValidity::exact, PageValidity::first_block, PageValidity::none);
    scenario.kernel.clustered_reads = *rc::gen::arbitrary<bool>();
    scenario.page_memory = *rc::gen::element(0U, 20U, 1000000U);
    scenario.drive.queue = *rc::gen::element(DriveQueue::fifo, DriveQueue::elevator);
    scenario.workload.between = *rc::gen::element(BetweenRuns::nothing, BetweenRuns::sync, BetweenRuns::remount);
    scenario.workload.fsync = *rc::gen::arbitrary<bool>();
    scenario.workload.keep_file = *rc::gen::arbitrary<bool>();
    scenario.workload.synchronous = *rc::gen::element(false, false, true);
    scenario.kernel.clustered_writes = *rc::gen::arbitrary<bool>();
    scenario.kernel.dirty_count_leaks = *rc::gen::arbitrary<bool>();
    scenario.kernel.dirty_marks = *rc::gen::element(DirtyMarks::spring, DirtyMarks::later);
    scenario.kernel.refuse_partial_pages = *rc::gen::arbitrary<bool>();
    scenario.kernel.second_chance = *rc::gen::arbitrary<bool>();
    scenario.kernel.read_ahead_limit = *rc::gen::element(1U, 8U, 32U, 200U);
    scenario.drive.command_cost = Duration(*rc::gen::inRange(0, 5000000));
    scenario.drive.kind = *rc::gen::element(DriveKind::rotating, DriveKind::solid_state, DriveKind::request_limited);
    scenario.drive.track_buffer_kib = *rc::gen::element(0U, 0U, 512U);
    if (*rc::gen::element(false, false, true)) {
        use_linux(scenario);
    }
    if (scenario.kernel_kind == KernelKind::linux_page_cache) { // what that kernel cannot do here
        scenario.workload.keep_file = false;
        scenario.workload.synchronous = false;
        scenario.workload.between = BetweenRuns::sync;
    }
    return scenario;
}

} // namespace thrashlab
