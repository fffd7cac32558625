// Finished runs: in the database as long as it can be used, in memory otherwise.
#pragma once

#include "error.h"
#include "store/run_store.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace thrashlab::ui {

/// Stores each run at once, on the thread that asks for it: a run is a commit without a sync, which takes 0.1 ms with a
/// million runs in the database (benchmark `store_a_run`). When the database fails, runs are kept in memory, under
/// negative ids, until `open` works; then they are stored in their order. A run is never in both.
class RunKeeper {
public:
    /// Opens a database, stores what is waiting for one, and forgets runs that were deleted long ago. Throws Error, and
    /// then nothing is stored until the next call.
    void open(const std::filesystem::path& file);
    /// Stores nothing until the next `open`.
    void close() { storing_ = false; }
    [[nodiscard]] bool storing() const { return storing_; }
    /// The open database, null when it could not be opened. Good until the next `open`. It stays open for reading when
    /// storing ends.
    [[nodiscard]] RunStore* store() { return store_.has_value() ? &*store_ : nullptr; }
    /// The database that was last asked for, whether it can be used or not; empty for none.
    [[nodiscard]] const std::filesystem::path& file() const { return file_; }

    /// Starts a series; the database learns of it with its first run.
    void beginSeries(const Scenario& scenario);
    /// Adds a finished run of the present series. Does not throw: if the database fails, the run is kept in memory,
    /// storing ends and `problem` is set.
    StoredRun add(const RunResult& run);
    /// Why the last `add` could not store.
    [[nodiscard]] const std::optional<Error>& problem() const { return problem_; }

    /// The runs that are in memory only, newest first.
    [[nodiscard]] std::vector<StoredRun> waiting() const;
    /// The runs of one series, in order. Throws Error.
    [[nodiscard]] std::vector<StoredRun> series(std::int64_t series) const;
    /// The ids of the present series' runs, in order of their finishing.
    [[nodiscard]] std::vector<std::int64_t> presentIds() const;
    /// The scenario of a run. Throws Error.
    [[nodiscard]] Scenario scenarioOf(std::int64_t run) const;

private:
    struct Series {
        Scenario scenario;
        /// Negative: what it is called in memory.
        std::int64_t memoryId = -1;
        /// In the database.
        std::optional<std::int64_t> id;
        /// Its stored runs.
        std::vector<std::int64_t> runs;
    };
    struct Waiting {
        std::int64_t id = -1;
        std::shared_ptr<Series> series;
        RunResult result;
    };

    StoredRun keep(Series& series, const RunResult& run);
    [[nodiscard]] static StoredRun asRow(const Waiting& run);

    std::filesystem::path file_;
    std::optional<RunStore> store_;
    bool storing_ = false;
    std::optional<Error> problem_;
    std::shared_ptr<Series> present_;
    std::vector<Waiting> waiting_;
    std::int64_t lastMemoryId_ = 0;
};

} // namespace thrashlab::ui
