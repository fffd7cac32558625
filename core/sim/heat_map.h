// Throughput as a function of two parameters.
#pragma once

#include "sim/curve.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace thrashlab {

/// One of the two parameters, and which of its values are looked at.
struct HeatMapAxis {
    /// The key of a number.
    std::string key;
    CurveRange range;
    /// Values, evenly spread over the range or its logarithm, ends included; fewer where there are not so many.
    std::size_t steps = 41;

    bool operator==(const HeatMapAxis&) const = default;
};

/// A question: how fast would a run have been, had these two been others?
struct HeatMapRequest {
    Scenario base;
    HeatMapAxis x{.key = "cache.buffers", .range = {}};
    HeatMapAxis y{.key = "workload.file_bytes", .range = {}};
    CurveRun run = CurveRun::second;
    /// Of a series no more runs than this are simulated, the last of which stands for those behind it; 0 for all.
    std::uint32_t most_runs = 3;

    bool operator==(const HeatMapRequest&) const = default;
};

/// An answer, as far as it is known.
struct HeatMap {
    HeatMapRequest request;
    std::vector<double> x; ///< ascending
    std::vector<double> y; ///< ascending
    /// In bytes a second: `values[i * x.size() + j]` at y[i] and x[j]. Not a number where it is not known yet, and
    /// where there is no such run.
    std::vector<double> values;
    /// Why there is no value, for a person; empty where there is one, or none yet. As long as `values`.
    std::vector<std::string> problems;
    /// Each point whose row and column are multiples of this is known: 4, 2, at last 1; 0 before that.
    std::size_t stride = 0;
    /// Points known.
    std::size_t known = 0;
    /// How many of them had to be simulated.
    std::size_t simulated = 0;
    /// Nothing is missing any more.
    bool complete = false;
};

/// The request with both ranges as `suggested_range` has them. Throws Error for a key that is not that of a number.
[[nodiscard]] HeatMapRequest suggested_heat_map(const Scenario& scenario, std::string_view x, std::string_view y);

/// Hears of what is known so far, from one thread at a time; the last time of a map that is complete.
using HeatMapSink = std::function<void(const HeatMap&)>;

/// Simulates every fourth point in both directions, then every second, then all; points that the cache knows, be it
/// from a curve over `x`, are not simulated again. The map is the same whatever the number of threads. A point that
/// `check` refuses has the words why. The sink may be empty. When a stop is asked for the map comes back incomplete.
/// Throws Error when a key is not that of a number, both are the same or a range is empty, and what the sink throws.
[[nodiscard]] HeatMap compute_heat_map(const HeatMapRequest& request, CurveCache& cache, const HeatMapSink& sink = {},
                                       const CurveOptions& options = {});

} // namespace thrashlab
