// Finding runs: what to show, in which order. Made for a database of a million runs (benchmarks `query`,
// `known_query`, `random_page`).
#pragma once

#include "store/run_store.h"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace thrashlab {

/// What runs are sorted by. Runs that are equal in it stand newest first.
enum class RunSort : std::uint8_t {
    newest, ///< by series and number, so that the runs of a series stand together
    scenario,
    number,
    speed,
    elapsed,
    lost_turns,
    commands,
    misses,
    record,
    file_block,
    buffers,
    mounted, ///< when the series began
    starred,
};
/// What stands together, whatever the order within.
enum class RunGrouping : std::uint8_t {
    none,
    scenario, ///< groups by name
    series,   ///< groups newest first
};

struct RunQuery {
    /// Words; a run has to match each of them. A word matches when it occurs anywhere in the scenario's name or title,
    /// the note, the tags, the program's version, or the time of the mount ("2026-12-02"); capitals and small letters
    /// of ASCII are the same. "run:2" matches second runs, "tag:slow" runs with exactly that tag. At most the first 60
    /// words count.
    std::string text;
    bool starred_only = false;
    RunSort sort = RunSort::newest;
    bool descending = true;
    RunGrouping grouping = RunGrouping::none;

    friend bool operator==(const RunQuery&, const RunQuery&) = default;
};

/// The answer: all ids in order, eight bytes for each run, so that any page of it is had at once.
struct RunList {
    std::vector<std::int64_t> ids;
    /// With a grouping: where each group begins in `ids`, ascending.
    std::vector<std::size_t> groups;
};

/// Asks one database again and again: as long as nobody has changed it, what every run has to be asked is still in
/// memory (13 bytes a run, about 50 a mount). Has a connection of its own. For one thread at a time.
class RunFinder {
public:
    /// Throws Error.
    explicit RunFinder(const std::filesystem::path& file);
    ~RunFinder();
    RunFinder(const RunFinder&) = delete;
    RunFinder& operator=(const RunFinder&) = delete;
    RunFinder(RunFinder&&) = delete;
    RunFinder& operator=(RunFinder&&) = delete;

    /// Empty when it was stopped. Throws Error.
    [[nodiscard]] RunList list(const RunQuery& query, const std::stop_token& stop = {});

private:
    struct Known;
    RunStore store_;
    std::unique_ptr<Known> known_;
};

/// The same, once.
[[nodiscard]] RunList list_runs(const RunStore& store, const RunQuery& query, const std::stop_token& stop = {});
/// How many match. Throws Error.
[[nodiscard]] std::size_t count_runs(const RunStore& store, const RunQuery& query);
/// The runs of these ids, in this order; those that are not there are left out. Throws Error.
[[nodiscard]] std::vector<StoredRun> stored_runs(const RunStore& store, std::span<const std::int64_t> ids);
/// At most `most` runs of the answer from place `offset` on. Throws Error.
[[nodiscard]] std::vector<StoredRun> stored_runs(const RunStore& store, const RunQuery& query, std::size_t offset,
                                                 std::size_t most);

/// No id is greater; 0 for none. Takes no time: how many runs there are at most. Throws Error.
[[nodiscard]] std::int64_t last_run_id(const RunStore& store);

/// What a sort is called: "lost-turns".
struct RunSortName {
    std::string_view name;
    RunSort sort;
    bool descending; ///< the direction that people expect
};
[[nodiscard]] std::span<const RunSortName> run_sort_names();

} // namespace thrashlab
