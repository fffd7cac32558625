// Sweeps in the database of runs: which points are done, and what came of them.
#pragma once

#include "sim/sweep.h"
#include "store/run_store.h"

#include <cstdint>
#include <vector>

namespace thrashlab {

/// One sweep in a database. A point is written with all of its runs in one transaction, or not at all, so a sweep that
/// was cut off goes on where it was. Equal plans are one sweep. Use it from one thread at a time. Throws Error as
/// RunStore does.
class SweepStore {
public:
    /// Finds the plan in the database, or adds it. The store must outlive it.
    SweepStore(RunStore& store, const SweepPlan& plan);

    /// Points that are there already, ascending.
    [[nodiscard]] std::vector<std::size_t> finished() const;
    /// Keeps a finished point. A point that is there stays as it is.
    void add(std::size_t point, const Scenario& scenario, const std::vector<RunResult>& runs);

    struct Point {
        std::size_t point = 0;
        std::vector<RunResult> runs;
    };
    /// All finished points with their runs, by point and number of the run.
    [[nodiscard]] std::vector<Point> results() const;

private:
    RunStore* store_;
    std::int64_t id_ = 0;
};

/// A plan that a database holds.
struct StoredSweep {
    std::int64_t id = 0;
    std::string name;
    SweepPlan plan;
    std::size_t finished = 0;
};
[[nodiscard]] std::vector<StoredSweep> stored_sweeps(const RunStore& store);

/// What `merge_runs` has taken over.
struct MergeCount {
    std::size_t series = 0;
    std::size_t runs = 0;
    std::size_t points = 0;
};
/// Takes over everything of another database that this one does not have: series are known again by their mark, points
/// of sweeps by plan and number. Notes, tags and stars come along; where both have a run, ours stays as it is. Runs
/// that were removed there do not come, and those removed here stay so. All of it or nothing. The other database is
/// brought to the present schema, and otherwise left alone. Throws Error.
MergeCount merge_runs(RunStore& into, const std::filesystem::path& from);

} // namespace thrashlab
