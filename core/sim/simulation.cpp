#include "sim/simulation.h"

#include "kernel/freebsd_kernel.h"
#include "kernel/linux_kernel.h"
#include "sim/references.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <utility>

namespace thrashlab {
namespace {

constexpr std::uint64_t calls_between_looks = 4096;

void open_for_writing(FreebsdKernel& kernel, const Workload& workload) {
    kernel.create(!workload.keep_file, workload.synchronous);
}

void open_for_writing(LinuxKernel& kernel, [[maybe_unused]] const Workload& workload) {
    assert(!workload.keep_file && !workload.synchronous && "checked");
    kernel.create();
}

void step_between(FreebsdKernel& kernel, BetweenRuns step) {
    if (step == BetweenRuns::sync) {
        kernel.sync();
    } else if (step == BetweenRuns::remount) {
        kernel.remount();
    }
}

void step_between(LinuxKernel& kernel, BetweenRuns step) {
    assert(step != BetweenRuns::remount && "checked");
    if (step == BetweenRuns::sync) {
        kernel.sync();
    }
}

// dd's loop: read a record, write what has gathered, until the input or the count ends.
template <class Kernel>
class DdRun {
public:
    DdRun(const Scenario& scenario, Machine& machine, Kernel& kernel, const SimulationOptions& options)
        : scenario_(scenario), writes_file_(writes_file(scenario.workload)), machine_(machine), kernel_(kernel),
          options_(options) {}

    /// False when a stop was asked for.
    bool run(std::uint32_t number, RunResult& result) {
        const Workload& workload = scenario_.workload;
        result.number = number;
        machine_.record({.count = static_cast<std::uint16_t>(number), .kind = EventKind::run_started});
        if (writes_file_ && is_read_only(scenario_.file_system.kind)) {
            result.failure = workload.output + ": Read-only file system"; // dd's words for EROFS
            return end(number, result);
        }
        if (writes_file_) {
            open_for_writing(kernel_, workload);
        }
        kernel_.open();
        std::uint64_t offset = workload.skip * workload.input_block;
        std::uint64_t gathered = 0;
        std::uint64_t written = 0;
        for (std::uint64_t records = 0; workload.count == 0 || records < workload.count; ++records) {
            if (records % calls_between_looks == 0 && !look(number, offset)) {
                return false;
            }
            const std::uint64_t bytes = read(offset);
            if (bytes == 0) {
                break;
            }
            ++(bytes == workload.input_block ? result.records_in.whole : result.records_in.partial);
            offset += bytes;
            gathered += bytes;
            for (; gathered >= workload.output_block; gathered -= workload.output_block) {
                write(written, workload.output_block);
                written += workload.output_block;
                ++result.records_out.whole;
            }
        }
        if (gathered > 0) {
            write(written, gathered);
            ++result.records_out.partial;
        }
        if (writes_file_ && workload.fsync) {
            kernel_.sync();
        }
        return end(number, result);
    }

private:
    bool end(std::uint32_t number, RunResult& result) {
        machine_.record({.count = static_cast<std::uint16_t>(number), .kind = EventKind::run_ended});
        result.counters = machine_.state().run;
        return true;
    }

    std::uint64_t read(std::uint64_t offset) {
        if (writes_file_) {
            kernel_.read_from_zero_device(scenario_.workload.input_block);
            return scenario_.workload.input_block;
        }
        return kernel_.read(offset, scenario_.workload.input_block);
    }

    void write(std::uint64_t offset, std::uint64_t bytes) {
        if (writes_file_) {
            kernel_.write(offset, bytes);
        } else {
            kernel_.write_to_null_device(bytes);
        }
    }

    bool look(std::uint32_t number, std::uint64_t offset) const {
        if (options_.progress) {
            const double within =
                std::min(1.0, static_cast<double>(offset) / static_cast<double>(file_extent(scenario_.workload)));
            options_.progress((static_cast<double>(number - 1) + within) / scenario_.workload.runs);
        }
        return !options_.stop.stop_requested();
    }

    const Scenario& scenario_;
    bool writes_file_;
    Machine& machine_;
    Kernel& kernel_;
    const SimulationOptions& options_;
};

template <class Kernel>
std::vector<RunResult> run_all(const Scenario& scenario, Machine& machine, Kernel& kernel,
                               const SimulationOptions& options) {
    std::vector<RunResult> results;
    for (std::uint32_t number = 1; number <= scenario.workload.runs; ++number) {
        if (number > 1) {
            kernel.pause(scenario.workload.pause);
            step_between(kernel, scenario.workload.between);
        }
        RunResult result;
        if (!DdRun(scenario, machine, kernel, options).run(number, result)) {
            break;
        }
        results.push_back(result);
    }
    return results;
}

} // namespace

double RunResult::bytes_per_second() const {
    const double seconds = to_seconds(counters.elapsed());
    return seconds > 0 ? static_cast<double>(counters.bytes) / seconds : 0;
}

Recording::Recording(Scenario subject, SpillOptions spill)
    : scenario(std::move(subject)), layout(scenario.file_system, file_extent(scenario.workload)),
      journal(std::move(spill)) {
}

std::shared_ptr<const Recording> record(const Scenario& scenario, const SimulationOptions& options) {
    check(scenario);
    auto recording = std::make_shared<Recording>(scenario, options.spill);
    SimulationOptions with_journal = options;
    with_journal.sink = &recording->journal;
    recording->runs = simulate(scenario, with_journal);
    return recording;
}

std::vector<RunResult> simulate(const Scenario& scenario, const SimulationOptions& options) {
    check(scenario);
    const FileLayout layout(scenario.file_system, file_extent(scenario.workload));
    const bool linux = scenario.kernel_kind == KernelKind::linux_page_cache;
    Machine machine(MachineState(cache_capacity(scenario), layout.blocks(), layout.data_blocks(),
                                 scenario.file_system.block_size,
                                 linux ? PolicyValue{} : make_policy(scenario, layout, options.futures),
                                 linux ? 0 : scenario.page_memory),
                    layout, make_drive(scenario.drive), options.sink);
    if (linux) {
        LinuxKernel kernel(scenario.linux_kernel, layout, machine);
        return run_all(scenario, machine, kernel, options);
    }
    KernelParameters parameters = scenario.kernel;
    // msdosfs never calls cluster_read. [S]
    parameters.clustered_reads = parameters.clustered_reads && scenario.file_system.kind != FileSystemKind::msdosfs;
    FreebsdKernel kernel(parameters, layout, machine);
    return run_all(scenario, machine, kernel, options);
}

} // namespace thrashlab
