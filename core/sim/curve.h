// Throughput as a function of one parameter, sampled where it changes.
#pragma once

#include "sim/parameter.h"
#include "sim/simulation.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace thrashlab {

/// A question: what would each run have reached, had this one parameter been another?
struct CurveRequest {
    Scenario base;
    /// The key of a number.
    std::string key = "cache.buffers";
    /// Both included; what lies outside the parameter's bounds is left out.
    double from = 16;
    double to = 4096;
    /// Spread the first samples evenly over the logarithm. `from` must be above 0 then.
    bool logarithmic = false;
    /// Samples spread evenly before any that depend on what came of them.
    std::size_t coarse = 17;
    /// No line is sampled at more values than this.
    std::size_t budget = 200;
    /// Of a series no more runs than this are simulated, the last of which stands for those behind it; 0 for all.
    std::uint32_t most_runs = 3;
    /// Policies other than the base's that get a line of their own.
    std::vector<std::string> policies;

    bool operator==(const CurveRequest&) const = default;
};

/// Runs of a series that a curve keeps.
enum class CurveRun : std::uint8_t { first, second, last };
inline constexpr std::size_t curve_runs = 3;

/// What came of one value.
struct CurvePoint {
    /// Its number among the values that the curve may be sampled at; see `CurveGrid`.
    std::uint64_t place = 0;
    double value = 0;
    /// First, second and last of those simulated, as far as there are so many.
    std::vector<RunResult> runs;
    /// Why there are no runs, for a person; empty when there are.
    std::string problem;

    /// The result of a run, or null. The last one is there only behind a second one.
    [[nodiscard]] const RunResult* run(CurveRun which) const;
    /// In bytes a second; 0 for none.
    [[nodiscard]] double throughput(CurveRun which) const;
    bool operator==(const CurvePoint&) const = default;
};

/// The points of one policy, in the order of their values.
struct CurveLine {
    std::string policy;
    std::vector<CurvePoint> points;
    bool operator==(const CurveLine&) const = default;
};

/// An answer: the base's own line, and behind it one for each other policy, as far as they are known.
struct Curve {
    CurveRequest request;
    std::vector<CurveLine> lines;
    /// Nothing is missing any more.
    bool complete = false;
    /// How many points had to be simulated; the others were known.
    std::size_t simulated = 0;

    [[nodiscard]] std::size_t points() const;
};

/// The values a curve may be sampled at, numbered from 0. Whole numbers are a unit apart: a block for the size of a
/// file, a page for a limit on memory, 1 for the rest. Powers of two are each other's neighbours. Real numbers are cut
/// into `real_steps` equal parts, of the logarithm if so asked.
class CurveGrid {
public:
    static constexpr std::uint64_t real_steps = 4096;

    /// Throws Error when the key is not that of a number, or the range is empty.
    explicit CurveGrid(const CurveRequest& request);

    [[nodiscard]] std::uint64_t size() const { return size_; }
    [[nodiscard]] double value(std::uint64_t place) const;
    /// The place of the value nearest to this one.
    [[nodiscard]] std::uint64_t nearest(double value) const;
    /// The value in the kind that the parameter has.
    [[nodiscard]] ParameterValue as_parameter(double value) const;
    /// Between two places that are not neighbours; `before` < result < `behind`.
    [[nodiscard]] std::uint64_t middle(std::uint64_t before, std::uint64_t behind) const;
    /// So many places or fewer, evenly spread: ends first, then halves, quarters and so on.
    [[nodiscard]] std::vector<std::uint64_t> evenly(std::size_t count) const;

private:
    enum class Kind : std::uint8_t { whole, doubling, real };

    Kind kind_ = Kind::whole;
    bool logarithmic_;
    double first_ = 0;
    double unit_ = 1;
    double last_ = 0;
    std::uint64_t size_ = 1;
};

/// How far apart two neighbouring values of a whole parameter are that make a difference.
[[nodiscard]] double curve_unit(const Scenario& scenario, std::string_view key);

/// What a scenario has besides what it is called and its value of `key`: two of which this is the same have one curve.
[[nodiscard]] Scenario apart_from(const Scenario& scenario, std::string_view key);

/// A range worth looking at first.
struct CurveRange {
    double from = 0;
    double to = 1;
    bool logarithmic = false;
    bool operator==(const CurveRange&) const = default;
};
/// Around the present value and, for what decides whether the file fits the cache, around where it just does; in round
/// numbers. Throws Error for a key that is not that of a number.
[[nodiscard]] CurveRange suggested_range(const Scenario& scenario, std::string_view key);
/// How many points a curve over a scenario should have, so that it takes no more than a few seconds: 17 to 200.
[[nodiscard]] std::size_t curve_budget(const Scenario& scenario);
/// The present value of a number. Throws Error for a key that is not that of one.
[[nodiscard]] double numeric_value(const Scenario& scenario, std::string_view key);

/// Where a line breaks off: two neighbouring values with more than `cliff_ratio` between their throughputs.
struct Cliff {
    double below = 0; ///< the last value before it
    double above = 0; ///< the first value behind it
    double ratio = 1; ///< the faster side's throughput in terms of the slower one's
    bool rises = true;
    /// The faster side's run asked nothing of the disk, and the slower one's did: there the whole file fits.
    bool fits = false;
    bool operator==(const Cliff&) const = default;
};
inline constexpr double cliff_ratio = 3;
/// The largest break of a line, if there is one.
[[nodiscard]] std::optional<Cliff> find_cliff(const CurveLine& line, CurveRun which = CurveRun::second);

/// Points of earlier curves, found again by the scenario they were simulated from, whatever it is called. The lines
/// used longest ago are forgotten first. Not for several threads at a time.
class CurveCache {
public:
    using Line = std::map<double, CurvePoint>;

    explicit CurveCache(std::size_t most_points = 20'000) : most_points_(most_points) {}
    /// The points known for a scenario but for its value of `key`. Valid until the next call.
    [[nodiscard]] Line& line(const Scenario& scenario, std::string_view key);
    [[nodiscard]] std::size_t points() const;

private:
    struct Entry {
        std::string key;
        Scenario scenario;
        Line line;
    };
    std::size_t most_points_;
    std::list<Entry> entries_; ///< the one used last comes first
};

struct CurveOptions {
    /// Threads; 0 for as many as there are processors. The points are the same whatever it is.
    int threads = 0;
    std::stop_token stop;
};

/// Hears of what is known so far, from one thread at a time; the last time of a curve that is complete.
using CurveSink = std::function<void(const Curve&)>;

/// Samples coarsely first and then where neighbours differ, the largest differences first, down to neighbouring values,
/// until nothing differs or the budget is spent. Which points these are depends on the request alone. A value that
/// `check` refuses is a point with the words why. The sink may be empty. When a stop is asked for the curve comes back
/// incomplete. Throws Error from `CurveGrid`, and what the sink throws.
[[nodiscard]] Curve compute_curve(const CurveRequest& request, CurveCache& cache, const CurveSink& sink = {},
                                  const CurveOptions& options = {});

} // namespace thrashlab
