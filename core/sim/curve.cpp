#include "sim/curve.h"

#include "error.h"
#include "sim/curve_point.h"
#include "sim/references.h"

#include <fmt/format.h>
#include <oneapi/tbb/parallel_for_each.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <mutex>
#include <set>
#include <utility>

namespace thrashlab {
namespace {

// Neighbours count as different from this factor on: a fiftieth of a decade, less than a line's width in a plot.
const double tolerance = std::log(1.02);
constexpr double beside_a_gap = 1e3; // a difference larger than any
// As many intervals are halved before the next are chosen, whatever the machine: the choice must not depend on it.
constexpr std::size_t intervals_at_a_time = 16;

} // namespace

const RunResult* CurvePoint::run(CurveRun which) const {
    const auto index = static_cast<std::size_t>(which);
    return index < runs.size() ? &runs[index] : nullptr;
}

double CurvePoint::throughput(CurveRun which) const {
    const RunResult* const result = run(which);
    return result != nullptr && result->failure.empty() ? result->bytes_per_second() : 0;
}

std::size_t Curve::points() const {
    std::size_t sum = 0;
    for (const CurveLine& line : lines) {
        sum += line.points.size();
    }
    return sum;
}

double curve_unit(const Scenario& scenario, std::string_view key) {
    if (key == "workload.file_bytes") {
        return scenario.file_system.block_size;
    }
    if (key == "linux.memory_limit" || key == "linux.group_overhead" || key == "linux.largest_request") {
        return page_bytes;
    }
    return 1;
}

CurveGrid::CurveGrid(const CurveRequest& request) : logarithmic_(request.logarithmic) {
    const Parameter& about = parameter(request.key);
    const ParameterValue present = about.get(request.base);
    const double from = std::max(request.from, about.minimum);
    const double to = std::min(request.to, about.maximum);
    const Error empty(request.key, fmt::format("no value lies between {} and {}", request.from, request.to),
                      fmt::format("{} to {} is allowed", about.minimum, about.maximum));
    if (!std::holds_alternative<std::int64_t>(present) && !std::holds_alternative<double>(present)) {
        throw Error(request.key, "it is no number", "a curve needs a parameter with a range");
    }
    if (!(from <= to) || (logarithmic_ && from <= 0)) {
        throw empty;
    }
    if (std::holds_alternative<double>(present)) {
        kind_ = Kind::real;
        first_ = from;
        last_ = to;
        size_ = from < to ? real_steps + 1 : 1;
        return;
    }
    if (about.power_of_two) {
        kind_ = Kind::doubling;
        first_ = std::exp2(std::ceil(std::log2(from)));
        last_ = std::exp2(std::floor(std::log2(to)));
    } else {
        unit_ = curve_unit(request.base, request.key);
        if (std::ceil(from / unit_) > std::floor(to / unit_)) {
            unit_ = 1;
        }
        first_ = std::ceil(from / unit_) * unit_;
        last_ = std::floor(to / unit_) * unit_;
    }
    if (first_ > last_) {
        throw empty;
    }
    size_ = 1 + (kind_ == Kind::doubling ? static_cast<std::uint64_t>(std::llround(std::log2(last_ / first_)))
                                         : static_cast<std::uint64_t>(std::llround((last_ - first_) / unit_)));
}

double CurveGrid::value(std::uint64_t place) const {
    const auto number = static_cast<double>(place);
    if (kind_ == Kind::doubling) {
        return first_ * std::exp2(number);
    }
    if (kind_ == Kind::whole) {
        return first_ + number * unit_;
    }
    if (place + 1 >= size_) {
        return last_;
    }
    const double share = number / static_cast<double>(real_steps);
    return logarithmic_ ? first_ * std::pow(last_ / first_, share) : first_ + share * (last_ - first_);
}

std::uint64_t CurveGrid::nearest(double value) const {
    const double inside = std::clamp(value, first_, last_);
    if (size_ == 1) {
        return 0;
    }
    double place = (inside - first_) / unit_;
    if (kind_ == Kind::doubling) {
        place = std::log2(inside / first_);
    } else if (kind_ == Kind::real) {
        const double share =
            logarithmic_ ? std::log(inside / first_) / std::log(last_ / first_) : (inside - first_) / (last_ - first_);
        place = share * static_cast<double>(real_steps);
    }
    return std::min(size_ - 1, static_cast<std::uint64_t>(std::llround(place)));
}

ParameterValue CurveGrid::as_parameter(double value) const {
    if (kind_ == Kind::real) {
        return value;
    }
    return static_cast<std::int64_t>(std::llround(value));
}

std::uint64_t CurveGrid::middle(std::uint64_t before, std::uint64_t behind) const {
    if (kind_ != Kind::whole || !logarithmic_) {
        return before + (behind - before) / 2;
    }
    return std::clamp(nearest(std::sqrt(value(before) * value(behind))), before + 1, behind - 1);
}

std::vector<std::uint64_t> CurveGrid::evenly(std::size_t count) const {
    std::vector<std::uint64_t> places;
    std::set<std::uint64_t> seen;
    const std::uint64_t intervals = std::max<std::uint64_t>(count, 2) - 1;
    const auto add = [&](std::uint64_t numerator) {
        const double share = static_cast<double>(numerator) / static_cast<double>(intervals);
        const bool by_logarithm = kind_ == Kind::whole && logarithmic_;
        const std::uint64_t place =
            by_logarithm ? nearest(first_ * std::pow(last_ / first_, share))
                         : static_cast<std::uint64_t>(std::llround(static_cast<double>(size_ - 1) * share));
        if (places.size() < count && seen.insert(place).second) {
            places.push_back(place);
        }
    };
    add(0);
    add(intervals);
    for (std::uint64_t step = std::bit_floor(intervals); step > 0; step /= 2) {
        for (std::uint64_t at = step; at < intervals; at += 2 * step) {
            add(at);
        }
    }
    return places;
}

std::optional<Cliff> find_cliff(const CurveLine& line, CurveRun which) {
    std::optional<Cliff> largest;
    for (std::size_t i = 1; i < line.points.size(); ++i) {
        const CurvePoint& before = line.points[i - 1];
        const CurvePoint& behind = line.points[i];
        const double slow = std::min(before.throughput(which), behind.throughput(which));
        const double fast = std::max(before.throughput(which), behind.throughput(which));
        if (behind.place != before.place + 1 || slow <= 0 || fast / slow <= largest.value_or(Cliff{}).ratio ||
            fast / slow <= cliff_ratio) {
            continue;
        }
        const bool rises = behind.throughput(which) > before.throughput(which);
        const RunResult& faster = *(rises ? behind : before).run(which);
        const RunResult& slower = *(rises ? before : behind).run(which);
        largest = Cliff{.below = before.value,
                        .above = behind.value,
                        .ratio = fast / slow,
                        .rises = rises,
                        .fits = faster.counters.commands == 0 && slower.counters.commands > 0};
    }
    return largest;
}

Scenario apart_from(const Scenario& scenario, std::string_view key) {
    Scenario bare = scenario;
    bare.name.clear();
    bare.title.clear();
    bare.about.clear();
    bare.provenance.clear();
    bare.kernel_profile.clear();
    bare.drive_profile.clear();
    const Parameter& varied = parameter(key);
    varied.set(bare, varied.get(Scenario{}));
    return bare;
}

CurveCache::Line& CurveCache::line(const Scenario& scenario, std::string_view key) {
    Scenario bare = apart_from(scenario, key);
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const Entry& each) { return each.key == key && each.scenario == bare; });
    if (found != entries_.end()) {
        entries_.splice(entries_.begin(), entries_, found);
    } else {
        entries_.push_front({.key = std::string(key), .scenario = std::move(bare), .line = {}});
    }
    for (std::size_t sum = points(); sum > most_points_ && entries_.size() > 1; entries_.pop_back()) {
        sum -= entries_.back().line.size();
    }
    return entries_.front().line;
}

std::size_t CurveCache::points() const {
    std::size_t sum = 0;
    for (const Entry& entry : entries_) {
        sum += entry.line.size();
    }
    return sum;
}

namespace {

double difference(const CurvePoint& a, const CurvePoint& b) {
    double largest = 0;
    for (const CurveRun which : {CurveRun::first, CurveRun::second, CurveRun::last}) {
        const double before = a.throughput(which);
        const double behind = b.throughput(which);
        if ((before > 0) != (behind > 0)) {
            return beside_a_gap;
        }
        if (before > 0) {
            largest = std::max(largest, std::abs(std::log(before / behind)));
        }
    }
    return largest;
}

// One line after the other; of each the coarse points, then the rounds of halving.
class Sampler {
public:
    Sampler(const CurveRequest& request, CurveCache& cache, const CurveSink& sink, const CurveOptions& options)
        : grid_(request), parameter_(parameter(request.key)), cache_(cache), sink_(sink), stop_(options.stop),
          arena_(options.threads > 0 ? options.threads : oneapi::tbb::task_arena::automatic) {
        curve_.request = request;
    }

    Curve run() {
        curve_.lines.push_back({.policy = curve_.request.base.policy, .points = {}});
        sample();
        for (const std::string& policy : curve_.request.policies) {
            if (policy != curve_.request.base.policy && !stop_.stop_requested()) {
                curve_.lines.push_back({.policy = policy, .points = {}});
                sample();
            }
        }
        curve_.complete = !stop_.stop_requested();
        if (curve_.complete && sink_) {
            sink_(curve_);
        }
        return std::move(curve_);
    }

private:
    void sample() {
        scenario_ = with_fewer_runs(curve_.request.base, curve_.request.most_runs, {curve_.request.key});
        scenario_.policy = line().policy;
        known_ = &cache_.line(scenario_, curve_.request.key);
        std::vector<std::uint64_t> places = grid_.evenly(std::min(curve_.request.coarse, curve_.request.budget));
        while (!places.empty() && !stop_.stop_requested()) {
            add(places);
            report(false);
            places = to_halve();
        }
    }

    // The middles of those intervals whose ends differ most.
    [[nodiscard]] std::vector<std::uint64_t> to_halve() {
        const std::vector<CurvePoint>& points = line().points;
        std::vector<std::pair<double, std::uint64_t>> candidates;
        for (std::size_t i = 1; i < points.size(); ++i) {
            const double apart = difference(points[i - 1], points[i]);
            if (apart > tolerance && points[i].place > points[i - 1].place + 1) {
                candidates.emplace_back(-apart, grid_.middle(points[i - 1].place, points[i].place));
            }
        }
        std::sort(candidates.begin(), candidates.end());
        const std::size_t left = curve_.request.budget - std::min(curve_.request.budget, points.size());
        candidates.resize(std::min({candidates.size(), left, intervals_at_a_time}));
        std::vector<std::uint64_t> places(candidates.size());
        std::transform(candidates.begin(), candidates.end(), places.begin(),
                       [](const auto& each) { return each.second; });
        return places;
    }

    void add(const std::vector<std::uint64_t>& places) {
        std::vector<std::uint64_t> unknown;
        for (const std::uint64_t place : places) {
            const auto found = known_->find(grid_.value(place));
            if (found == known_->end()) {
                unknown.push_back(place);
                continue;
            }
            CurvePoint point = found->second;
            point.place = place;
            insert(std::move(point));
        }
        arena_.execute([&] {
            oneapi::tbb::parallel_for_each(unknown.begin(), unknown.end(), [&](std::uint64_t place) {
                if (stop_.stop_requested()) {
                    return;
                }
                CurvePoint point =
                    simulate_point(scenario_, parameter_, grid_, place, {.stop = stop_, .futures = &futures_});
                const std::lock_guard lock(mutex_);
                if (!stop_.stop_requested()) {
                    ++curve_.simulated;
                    known_->emplace(point.value, point);
                    insert(std::move(point));
                    report(true);
                }
            });
        });
    }

    void insert(CurvePoint point) {
        std::vector<CurvePoint>& points = line().points;
        const auto at =
            std::lower_bound(points.begin(), points.end(), point.place,
                             [](const CurvePoint& each, std::uint64_t place) { return each.place < place; });
        points.insert(at, std::move(point));
    }

    // Between rounds always, within one only when it takes long.
    void report(bool within_a_round) {
        if (!sink_ || stop_.stop_requested() || (within_a_round && !pace_.due())) {
            return;
        }
        pace_.told();
        sink_(curve_);
    }

    CurveLine& line() { return curve_.lines.back(); }

    CurveGrid grid_;
    const Parameter& parameter_;
    CurveCache& cache_;
    const CurveSink& sink_;
    std::stop_token stop_;
    oneapi::tbb::task_arena arena_;
    Curve curve_;
    Scenario scenario_;
    CurveCache::Line* known_ = nullptr;
    std::mutex mutex_;
    ReportPace pace_;
    Futures futures_;
};

} // namespace

Curve compute_curve(const CurveRequest& request, CurveCache& cache, const CurveSink& sink,
                    const CurveOptions& options) {
    return Sampler(request, cache, sink, options).run();
}

} // namespace thrashlab
