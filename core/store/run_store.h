// Finished runs in SQLite.
#pragma once

#include "sim/simulation.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace thrashlab {

/// A run as the database keeps it.
struct StoredRun {
    std::int64_t id = 0;
    /// Runs of one mount belong to one series.
    std::int64_t series = 0;
    std::string scenario;
    /// When the series began: UTC, as in 1997-05-24T12:00:00Z.
    std::string created;
    std::string program_version;
    RunResult result;

    bool starred = false;
    /// What a person wrote about it.
    std::string note;
    /// Words, one space between two of them; see `normalised_tags`.
    std::string tags;

    // Of the scenario, so that a row can be shown without reading all of it.
    std::string title;
    std::uint64_t record = 0;     ///< dd's input block, in bytes
    std::uint64_t file_block = 0; ///< the file system's block, in bytes
    std::uint64_t buffers = 0;
};

/// One connection to a database of runs; use it from one thread. Every function throws Error (place: the file) when
/// the database cannot be used, and then has changed nothing.
///
/// A run row belongs to a series and that to a scenario with all of its parameters, so that it can be repeated exactly.
/// Equal scenarios are kept once. Foreign keys are enforced; the file is in WAL mode. Runs that were removed
/// (run_edit.h) are not among those that `runs` and `series` return.
class RunStore {
public:
    /// Opens or creates a database and brings it to the present schema. Refuses one that a later version made.
    explicit RunStore(const std::filesystem::path& file);
    ~RunStore();
    RunStore(RunStore&&) noexcept;
    RunStore& operator=(RunStore&&) noexcept;

    /// A new series; its number.
    [[nodiscard]] std::int64_t begin_series(const Scenario& scenario);
    /// Adds a finished run; its id. Each number only once in a series.
    std::int64_t add_run(std::int64_t series, const RunResult& run);
    /// The newest runs, newest first, at most `most`.
    [[nodiscard]] std::vector<StoredRun> runs(std::size_t most = 1000) const;
    /// The runs of a series, in order.
    [[nodiscard]] std::vector<StoredRun> series(std::int64_t series) const;
    /// The scenario of a run. Throws Error when there is no such run.
    [[nodiscard]] Scenario scenario_of(std::int64_t run) const;

    [[nodiscard]] const std::filesystem::path& file() const;

    /// The open database, for the other files of the store.
    struct Connection;
    [[nodiscard]] Connection& connection() const { return *connection_; }

private:
    std::unique_ptr<Connection> connection_;
};

/// Where runs go when nobody says otherwise: $XDG_DATA_HOME/thrashlab/runs.sqlite, or below ~/.local/share. The folder
/// is made. Throws Error when there is no home.
[[nodiscard]] std::filesystem::path default_database();

} // namespace thrashlab
