#include "sim/heat_map.h"

#include "error.h"
#include "sim/curve_point.h"
#include "sim/references.h"

#include <oneapi/tbb/parallel_for_each.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <limits>
#include <mutex>
#include <utility>

namespace thrashlab {
namespace {

constexpr std::array<std::size_t, 3> strides{4, 2, 1};

CurveRequest along(const Scenario& base, const HeatMapAxis& axis) {
    CurveRequest request;
    request.base = base;
    request.key = axis.key;
    request.from = axis.range.from;
    request.to = axis.range.to;
    request.logarithmic = axis.range.logarithmic;
    return request;
}

// One of the two directions: places of a grid, and the values there.
struct Side {
    Side(const Scenario& base, const HeatMapAxis& axis)
        : about(parameter(axis.key)), grid(along(base, axis)), places(grid.evenly(axis.steps)) {
        std::sort(places.begin(), places.end());
    }
    [[nodiscard]] std::vector<double> values() const {
        std::vector<double> result(places.size());
        std::transform(places.begin(), places.end(), result.begin(),
                       [this](std::uint64_t place) { return grid.value(place); });
        return result;
    }

    const Parameter& about;
    CurveGrid grid;
    std::vector<std::uint64_t> places;
};

// Round after round; each row is a line of the cache.
class Mapper {
public:
    Mapper(const HeatMapRequest& request, CurveCache& cache, const HeatMapSink& sink, const CurveOptions& options)
        : x_(request.base, request.x), y_(request.base, request.y), cache_(cache), sink_(sink), stop_(options.stop),
          arena_(options.threads > 0 ? options.threads : oneapi::tbb::task_arena::automatic) {
        map_.request = request;
        map_.x = x_.values();
        map_.y = y_.values();
        map_.values.assign(map_.x.size() * map_.y.size(), std::numeric_limits<double>::quiet_NaN());
        map_.problems.resize(map_.values.size());
        for (const std::uint64_t place : y_.places) {
            rows_.push_back(with_fewer_runs(request.base, request.most_runs, {request.x.key, request.y.key}));
            set_parameter(rows_.back(), y_.about, y_.grid.as_parameter(y_.grid.value(place)));
        }
    }

    HeatMap run() {
        std::vector<bool> asked(map_.values.size(), false);
        for (const std::size_t stride : strides) {
            std::vector<std::size_t> points;
            for (std::size_t i = 0; i < map_.y.size(); i += stride) {
                for (std::size_t j = 0; j < map_.x.size(); j += stride) {
                    const std::size_t point = i * map_.x.size() + j;
                    if (!asked[point]) {
                        asked[point] = true;
                        points.push_back(point);
                    }
                }
            }
            add(points);
            if (stop_.stop_requested()) {
                return std::move(map_);
            }
            map_.stride = stride;
            map_.complete = stride == strides.back();
            if (sink_) {
                pace_.told();
                sink_(map_);
            }
        }
        return std::move(map_);
    }

private:
    void add(const std::vector<std::size_t>& points) {
        std::vector<std::size_t> unknown;
        for (const std::size_t point : points) {
            const CurveCache::Line& line = known(point);
            const auto found = line.find(map_.x[point % map_.x.size()]);
            if (found == line.end()) {
                unknown.push_back(point);
            } else {
                take(point, found->second);
            }
        }
        arena_.execute([&] {
            oneapi::tbb::parallel_for_each(unknown.begin(), unknown.end(), [&](std::size_t point) {
                if (stop_.stop_requested()) {
                    return;
                }
                const std::size_t column = point % map_.x.size();
                const CurvePoint result = simulate_point(rows_[point / map_.x.size()], x_.about, x_.grid,
                                                         x_.places[column], {.stop = stop_, .futures = &futures_});
                const std::lock_guard lock(mutex_);
                if (!stop_.stop_requested()) {
                    ++map_.simulated;
                    known(point).emplace(result.value, result);
                    take(point, result);
                    if (sink_ && pace_.due()) {
                        sink_(map_);
                    }
                }
            });
        });
    }

    [[nodiscard]] CurveCache::Line& known(std::size_t point) {
        return cache_.line(rows_[point / map_.x.size()], map_.request.x.key);
    }

    void take(std::size_t point, const CurvePoint& result) {
        const double speed = result.throughput(map_.request.run);
        map_.values[point] = speed > 0 ? speed : std::numeric_limits<double>::quiet_NaN();
        map_.problems[point] = result.problem;
        if (speed <= 0 && result.problem.empty()) {
            map_.problems[point] = "there is no such run";
        }
        ++map_.known;
    }

    Side x_;
    Side y_;
    std::vector<Scenario> rows_; ///< the base at each value of y
    CurveCache& cache_;
    const HeatMapSink& sink_;
    std::stop_token stop_;
    oneapi::tbb::task_arena arena_;
    HeatMap map_;
    std::mutex mutex_;
    ReportPace pace_;
    Futures futures_;
};

} // namespace

HeatMapRequest suggested_heat_map(const Scenario& scenario, std::string_view x, std::string_view y) {
    HeatMapRequest request;
    request.base = scenario;
    request.x = {.key = std::string(x), .range = suggested_range(scenario, x)};
    request.y = {.key = std::string(y), .range = suggested_range(scenario, y)};
    return request;
}

HeatMap compute_heat_map(const HeatMapRequest& request, CurveCache& cache, const HeatMapSink& sink,
                         const CurveOptions& options) {
    if (request.x.key == request.y.key) {
        throw Error(request.y.key, "it is both axes of the map", "choose two different parameters");
    }
    return Mapper(request, cache, sink, options).run();
}

} // namespace thrashlab
