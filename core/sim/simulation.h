// From a scenario to what came of it.
#pragma once

#include "kernel/machine_state.h"
#include "sim/journal.h"
#include "sim/scenario.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace thrashlab {

/// dd's records: whole and partial ones.
struct RecordCount {
    std::uint64_t whole = 0;
    std::uint64_t partial = 0;

    bool operator==(const RecordCount&) const = default;
};

/// One finished run of dd.
struct RunResult {
    std::uint32_t number = 1;
    RecordCount records_in;
    RecordCount records_out;
    RunCounters counters;
    /// What dd complains of instead of copying, without "dd: "; empty when it copied.
    std::string failure;

    [[nodiscard]] double bytes_per_second() const;
    bool operator==(const RunResult&) const = default;
};

class Futures;

struct SimulationOptions {
    /// Hears of every event when given, such as a journal, which the caller then has to finish.
    EventSink* sink = nullptr;
    /// Asked every few thousand calls.
    std::stop_token stop;
    /// Told the share done, from 0 to 1, every few thousand calls; may be empty.
    std::function<void(double)> progress;
    /// Of the journal that `record` keeps.
    SpillOptions spill;
    /// For OPT, when many similar scenarios are simulated (see sim/references.h); may be null.
    Futures* futures = nullptr;
};

/// Runs a scenario from a fresh mount to the end of its last run. Deterministic; uses no clock, thread or random number
/// of its own. Runs that were not finished when a stop was asked for are left out. Throws Error from `check(scenario)`.
[[nodiscard]] std::vector<RunResult> simulate(const Scenario& scenario, const SimulationOptions& options = {});

/// A scenario with everything its simulation left behind: what views and stores read. Immutable once made, so any
/// number of threads may share it.
struct Recording {
    explicit Recording(Scenario subject, SpillOptions spill = {});

    Scenario scenario;
    FileLayout layout;
    Journal journal;
    std::vector<RunResult> runs;
};

/// Simulates with a journal. `options.sink` is ignored. Throws Error from `check(scenario)`, and when the journal's
/// temporary file cannot take what its memory does not.
[[nodiscard]] std::shared_ptr<const Recording> record(const Scenario& scenario, const SimulationOptions& options = {});

} // namespace thrashlab
