// One scenario at many points: grids and lists of parameters, simulated on all cores.
#pragma once

#include "sim/simulation.h"
#include "sim/sweep_axis.h"

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thrashlab {

/// A parameter's key, or "kernel.profile" or "drive.profile", and what it is set to.
struct SweepSetting {
    std::string key;
    ParameterValue value;
    bool operator==(const SweepSetting&) const = default;
};

/// The points of a sweep: the grid that the axes span, the last one varying fastest, and behind it the list. Profiles
/// are taken first, whatever their place.
struct SweepPlan {
    std::string name;
    Scenario base;
    std::vector<SweepAxis> axes;
    std::vector<std::vector<SweepSetting>> list;

    [[nodiscard]] std::size_t size() const;
    /// What sets a point apart. `point` < size().
    [[nodiscard]] std::vector<SweepSetting> settings(std::size_t point) const;
    /// The scenario at a point, named after what differs. Throws Error, place being the point.
    [[nodiscard]] Scenario scenario(std::size_t point) const;
    /// The keys that any point sets, in order of first use: the columns of a table.
    [[nodiscard]] std::vector<std::string> keys() const;
    bool operator==(const SweepPlan&) const = default;
};

inline constexpr int sweep_schema = 1;

/// Reads a plan:
///
///     {"schema": 1, "name": "nbuf", "scenario": "1997-ext2-1k", "set": {"workload.runs": 2},
///      "axes": [{"parameter": "cache.buffers", "from": 1000, "to": 2400, "step": 100},
///               {"parameter": "cache.policy", "values": ["lru", "arc"]}],
///      "points": [{"cache.buffers": 50, "cache.policy": "fifo"}]}
///
/// Instead of "step" there may be "count" and "scale": "log" or "linear"; "scenario" may be a whole scenario as an
/// object. Every point is checked. Throws Error with place and remedy.
[[nodiscard]] SweepPlan parse_sweep_plan(std::string_view text, std::string_view place);
/// The plan as one line of JSON, every value written out; equal plans give equal texts.
[[nodiscard]] std::string to_json(const SweepPlan& plan);

/// How many points, as a real number: axes may span more than `size` can count.
[[nodiscard]] double point_count(const SweepPlan& plan);
/// Throws Error, place being the plan's or the point's, unless there are points, not too many, and all are possible.
void check(const SweepPlan& plan, std::string_view place);

/// A part of a sweep: every `of`-th point, beginning with the one of this number, counted from 1.
struct SweepShard {
    std::size_t number = 1;
    std::size_t of = 1;
};
/// The points of a shard that are not among the finished ones, which are ascending.
[[nodiscard]] std::vector<std::size_t>
unfinished_points(const SweepPlan& plan, const std::vector<std::size_t>& finished, const SweepShard& shard = {});

struct SweepOptions {
    /// Threads; 0 for as many as there are processors.
    int threads = 0;
    std::stop_token stop;
};

/// Hears of a finished point: from one thread at a time, in any order.
using SweepSink = std::function<void(std::size_t point, const Scenario& scenario, std::vector<RunResult> runs)>;

/// Simulates the given points. A point that was under way when a stop was asked for is not handed out. What the sink
/// throws ends the sweep and comes out here.
void run_sweep(const SweepPlan& plan, std::span<const std::size_t> points, const SweepSink& sink,
               const SweepOptions& options = {});

} // namespace thrashlab
