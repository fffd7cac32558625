// Which values of a parameter are worth looking at.
#include "error.h"
#include "sim/curve.h"

#include <algorithm>
#include <cmath>

namespace thrashlab {
namespace {

constexpr double pointer_bytes = 4; // of an indirect block
constexpr double below_the_fit = 0.6;
constexpr double above_the_fit = 1.3;
constexpr double decades_apart = 8; // to either side of the present value of a logarithmic parameter
constexpr double whole_range = 64;  // powers of two within this factor are all looked at
constexpr double from_nothing = 10; // how far to look from a value of 0

// Rounds to two digits that count.
double rounded(double number, double (*round)(double)) {
    if (number <= 0) {
        return number;
    }
    const double grain = std::pow(10.0, std::floor(std::log10(number)) - 1);
    return round(number / grain) * grain;
}

// Where the file just fits the cache; 0 for a parameter that has no say in it. Good to a per cent: it is only the
// middle of a range.
double fit(const Scenario& scenario, std::string_view key) {
    const auto extent = static_cast<double>(file_extent(scenario.workload));
    const double block = scenario.file_system.block_size;
    const double held = cache_capacity(scenario) * block;
    if (key == "cache.buffers") {
        return extent / block * (1 + pointer_bytes / block) + 2;
    }
    if (key == "linux.memory_limit") {
        return extent + static_cast<double>(scenario.linux_kernel.group_overhead);
    }
    if (key == "workload.file_bytes") {
        return held;
    }
    if (key == "workload.count") {
        return held / static_cast<double>(scenario.workload.input_block);
    }
    return 0;
}

} // namespace

double numeric_value(const Scenario& scenario, std::string_view key) {
    const ParameterValue value = parameter(key).get(scenario);
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        return static_cast<double>(*whole);
    }
    if (const auto* real = std::get_if<double>(&value)) {
        return *real;
    }
    throw Error(std::string(key), "it is no number", "a curve needs a parameter with a range");
}

CurveRange suggested_range(const Scenario& scenario, std::string_view key) {
    const Parameter& about = parameter(key);
    const double now = numeric_value(scenario, key);
    const auto bounded = [&](double from, double to, bool logarithmic) {
        CurveRange range{std::max(from, about.minimum), std::min(to, about.maximum), logarithmic};
        if (!(range.from < range.to)) {
            range = {about.minimum, about.maximum, false};
        }
        range.logarithmic = range.logarithmic && range.from > 0;
        return range;
    };
    if (about.power_of_two) {
        const bool all = about.maximum / std::max(about.minimum, 1.0) <= whole_range;
        return all ? bounded(about.minimum, about.maximum, true)
                   : bounded(now / decades_apart, now * decades_apart, true);
    }
    // A count of 0 copies all there is, and is no point on the way there.
    const double fits = now > 0 ? fit(scenario, key) : 0;
    if (fits > 0) {
        const double from = rounded(below_the_fit * std::min(now, fits), std::floor);
        const double to = rounded(above_the_fit * std::max(now, fits), std::ceil);
        return bounded(from, to, to / std::max(from, 1.0) > decades_apart);
    }
    if (now <= 0) {
        return bounded(about.minimum, about.minimum + from_nothing, false);
    }
    if (about.logarithmic) {
        return bounded(rounded(now / decades_apart, std::floor), rounded(now * decades_apart, std::ceil), true);
    }
    const bool few = std::holds_alternative<std::int64_t>(about.get(scenario)) && now < from_nothing / 2;
    return bounded(about.minimum, few ? from_nothing : rounded(2 * now, std::ceil), false);
}

std::size_t curve_budget(const Scenario& scenario) {
    // What a whole curve may cost, in calls of dd: a few seconds on two cores. Longer series get fewer points.
    constexpr double most_calls = 4e8;
    constexpr double fewest_points = 17;
    constexpr double most_points = 200;
    const auto bytes = static_cast<double>(file_extent(scenario.workload));
    const double records = bytes / static_cast<double>(std::max<std::uint64_t>(1, scenario.workload.input_block));
    const double blocks = bytes / static_cast<double>(scenario.file_system.block_size);
    const double calls = (records + blocks + 1) * std::min(scenario.workload.runs, 3U);
    return static_cast<std::size_t>(std::clamp(most_calls / calls, fewest_points, most_points));
}

} // namespace thrashlab
