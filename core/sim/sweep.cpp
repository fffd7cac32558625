#include "sim/sweep.h"

#include "error.h"
#include "sim/json_input.h"
#include "sim/scenario_file.h"

#include <fmt/format.h>
#include <oneapi/tbb/parallel_for_each.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <set>

namespace thrashlab {
namespace {

using json_input::Json;

constexpr std::string_view kernel_profile = "kernel.profile";
constexpr std::string_view drive_profile = "drive.profile";

bool is_profile(std::string_view key) {
    return key == kernel_profile || key == drive_profile;
}

void apply(Scenario& scenario, const SweepSetting& setting) {
    if (!is_profile(setting.key)) {
        set_parameter(scenario, parameter(setting.key), setting.value);
        return;
    }
    const auto* const name = std::get_if<std::string>(&setting.value);
    if (name == nullptr) {
        throw Error(setting.key, "the name of a profile is wanted here");
    }
    setting.key == kernel_profile ? use_kernel_profile(scenario, *name) : use_drive_profile(scenario, *name);
}

double bound(const Json& axis, const char* name, const std::string& place) {
    const auto found = axis.find(name);
    if (found == axis.end() || !found->is_number()) {
        throw Error(fmt::format("{}, {}", place, name), "a number is wanted here",
                    "give \"values\", or \"from\", \"to\" and \"step\" or \"count\"");
    }
    return found->get<double>();
}

// Numbers of a range as the parameter takes them; whole ones are rounded, and none comes twice.
std::vector<ParameterValue> as_values(std::vector<double> numbers, const std::string& key) {
    const bool whole = std::holds_alternative<std::int64_t>(parameter(key).get(Scenario{}));
    if (whole) {
        std::transform(numbers.begin(), numbers.end(), numbers.begin(),
                       [](double number) { return std::round(number); });
    }
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    std::vector<ParameterValue> values;
    for (const double number : numbers) {
        if (whole) {
            values.emplace_back(static_cast<std::int64_t>(number));
        } else {
            values.emplace_back(number);
        }
    }
    return values;
}

std::vector<double> range(const Json& axis, const std::string& place) {
    const double from = bound(axis, "from", place);
    const double to = bound(axis, "to", place);
    const bool logarithmic = axis.value("scale", "linear") == "log";
    if (!(to >= from) || (logarithmic && from <= 0)) {
        throw Error(place, "the range is empty", "\"from\" must not be above \"to\", and above 0 on a log scale");
    }
    std::vector<double> numbers;
    if (axis.contains("step")) {
        const double step = bound(axis, "step", place);
        if (!(step > 0) || (to - from) / step > static_cast<double>(largest_sweep)) {
            throw Error(fmt::format("{}, step", place), "it is too small", "give a step above 0");
        }
        const auto steps = static_cast<std::size_t>(std::floor((to - from) / step + 1e-9));
        for (std::size_t i = 0; i <= steps; ++i) {
            numbers.push_back(from + static_cast<double>(i) * step);
        }
        return numbers;
    }
    const double count = bound(axis, "count", place);
    if (!(count >= 2) || count > static_cast<double>(largest_sweep)) {
        throw Error(fmt::format("{}, count", place), "it is out of bounds", "give at least 2");
    }
    const auto points = static_cast<std::size_t>(count);
    for (std::size_t i = 0; i < points; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(points - 1);
        numbers.push_back(logarithmic ? from * std::pow(to / from, share) : from + (to - from) * share);
    }
    return numbers;
}

SweepAxis parse_axis(const Json& axis, const std::string& place) {
    if (!axis.is_object() || !axis.contains("parameter") || !axis["parameter"].is_string()) {
        throw Error(place, "an object with \"parameter\" is wanted here");
    }
    for (const auto& [key, value] : axis.items()) {
        constexpr std::array known{"parameter", "values", "from", "to", "step", "count", "scale"};
        if (std::none_of(known.begin(), known.end(), [&key = key](const char* each) { return key == each; })) {
            throw Error(fmt::format("{}, {}", place, key), "this is not known here",
                        fmt::format("{} is allowed", fmt::join(known, ", ")));
        }
    }
    SweepAxis result{.key = axis["parameter"].get<std::string>(), .values = {}};
    if (!is_profile(result.key)) {
        static_cast<void>(parameter(result.key));
    }
    const auto values = axis.find("values");
    if (values == axis.end()) {
        result.values = as_values(range(axis, place), result.key);
        return result;
    }
    if (!values->is_array() || values->empty()) {
        throw Error(place, "\"values\" must be a list of at least one value");
    }
    for (const Json& value : *values) {
        result.values.push_back(json_input::to_value(value, place));
    }
    return result;
}

std::vector<SweepSetting> parse_settings(const Json& json, const std::string& place) {
    if (!json.is_object()) {
        throw Error(place, "an object of parameters is wanted here");
    }
    std::vector<SweepSetting> settings;
    for (const auto& [key, value] : json.items()) {
        settings.push_back({key, json_input::to_value(value, fmt::format("{}, {}", place, key))});
    }
    return settings;
}

Scenario parse_base(const Json& json, std::string_view place) {
    const auto found = json.find("scenario");
    if (found == json.end() || (!found->is_string() && !found->is_object())) {
        throw Error(std::string(place), "\"scenario\" is missing", "name a scenario, or give one as an object");
    }
    return found->is_string() ? load_scenario(found->get<std::string>())
                              : parse_scenario(found->dump(), fmt::format("{}, scenario", place));
}

void check_keys(const Json& json, std::string_view place) {
    constexpr std::array known{"schema", "name", "scenario", "set", "axes", "points"};
    for (const auto& [key, value] : json.items()) {
        if (std::none_of(known.begin(), known.end(), [&key = key](const char* each) { return key == each; })) {
            throw Error(fmt::format("{}, {}", place, key), "this is not known here",
                        fmt::format("{} is allowed", fmt::join(known, ", ")));
        }
    }
    for (const char* list : {"axes", "points"}) {
        if (json.contains(list) && !json[list].is_array()) {
            throw Error(fmt::format("{}, {}", place, list), "a list is wanted here");
        }
    }
}

Json settings_json(const std::vector<SweepSetting>& settings) {
    Json json = Json::object();
    for (const SweepSetting& setting : settings) {
        json[setting.key] = json_input::from_value(setting.value);
    }
    return json;
}

} // namespace

std::size_t SweepPlan::size() const {
    std::size_t grid = axes.empty() ? 0 : 1;
    for (const SweepAxis& axis : axes) {
        grid *= axis.values.size();
    }
    return grid + list.size();
}

std::vector<SweepSetting> SweepPlan::settings(std::size_t point) const {
    const std::size_t grid = size() - list.size();
    if (point >= grid) {
        return list[point - grid];
    }
    std::vector<SweepSetting> settings(axes.size());
    for (std::size_t i = axes.size(); i-- > 0;) {
        settings[i] = {axes[i].key, axes[i].values[point % axes[i].values.size()]};
        point /= axes[i].values.size();
    }
    return settings;
}

Scenario SweepPlan::scenario(std::size_t point) const {
    Scenario scenario = base;
    std::vector<SweepSetting> all = settings(point);
    std::stable_partition(all.begin(), all.end(), [](const SweepSetting& each) { return is_profile(each.key); });
    try {
        for (const SweepSetting& setting : all) {
            apply(scenario, setting);
        }
        check(scenario);
    } catch (const Error& error) {
        throw Error(fmt::format("point {} ({}), {}", point, settings_json(all).dump(), error.place()), error.problem(),
                    error.remedy());
    }
    scenario.name = name_with_changes(base, scenario);
    return scenario;
}

std::vector<std::string> SweepPlan::keys() const {
    std::vector<std::string> keys;
    const auto add = [&keys](const std::string& key) {
        if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
            keys.push_back(key);
        }
    };
    for (const SweepAxis& axis : axes) {
        add(axis.key);
    }
    for (const auto& point : list) {
        for (const SweepSetting& setting : point) {
            add(setting.key);
        }
    }
    return keys;
}

SweepPlan parse_sweep_plan(std::string_view text, std::string_view place) {
    const Json json = json_input::parse_json(text, place);
    json_input::check_schema(json, place, sweep_schema);
    check_keys(json, place);
    SweepPlan plan;
    plan.base = parse_base(json, place);
    plan.name = json.contains("name") && json["name"].is_string() ? json["name"].get<std::string>() : plan.base.name;
    if (json.contains("set")) {
        const Scenario original = plan.base;
        for (const SweepSetting& setting : parse_settings(json["set"], fmt::format("{}, set", place))) {
            apply(plan.base, setting);
        }
        plan.base.name = name_with_changes(original, plan.base);
    }
    for (const Json& axis : json.value("axes", Json::array())) {
        plan.axes.push_back(parse_axis(axis, fmt::format("{}, axis {}", place, plan.axes.size() + 1)));
    }
    for (const Json& point : json.value("points", Json::array())) {
        plan.list.push_back(parse_settings(point, fmt::format("{}, points, {}", place, plan.list.size() + 1)));
    }
    double points = 1;
    for (const SweepAxis& axis : plan.axes) {
        points *= static_cast<double>(axis.values.size());
    }
    if (plan.size() == 0 || points > static_cast<double>(largest_sweep)) {
        throw Error(std::string(place), plan.size() == 0 ? "there are no points" : "there are too many points",
                    fmt::format("give \"axes\" or \"points\", at most {} in all", largest_sweep));
    }
    for (std::size_t point = 0; point < plan.size(); ++point) {
        static_cast<void>(plan.scenario(point));
    }
    return plan;
}

std::string to_json(const SweepPlan& plan) {
    Json json;
    json["schema"] = sweep_schema;
    json["name"] = plan.name;
    json["scenario"] = Json::parse(to_json(plan.base, -1));
    json["axes"] = Json::array();
    for (const SweepAxis& axis : plan.axes) {
        Json values = Json::array();
        for (const ParameterValue& value : axis.values) {
            values.push_back(json_input::from_value(value));
        }
        json["axes"].push_back({{"parameter", axis.key}, {"values", values}});
    }
    json["points"] = Json::array();
    for (const auto& point : plan.list) {
        json["points"].push_back(settings_json(point));
    }
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void run_sweep(const SweepPlan& plan, std::span<const std::size_t> points, const SweepSink& sink,
               const SweepOptions& options) {
    std::mutex one_at_a_time;
    const auto simulate_point = [&](std::size_t point) {
        if (options.stop.stop_requested()) {
            return;
        }
        const Scenario scenario = plan.scenario(point);
        std::vector<RunResult> runs = simulate(scenario, {.stop = options.stop});
        const std::lock_guard lock(one_at_a_time);
        // A stop leaves runs out; whoever asks later than the last one finished has it all the same.
        if (!options.stop.stop_requested()) {
            sink(point, scenario, std::move(runs));
        }
    };
    oneapi::tbb::task_arena arena(options.threads > 0 ? options.threads : oneapi::tbb::task_arena::automatic);
    arena.execute([&] { oneapi::tbb::parallel_for_each(points.begin(), points.end(), simulate_point); });
}

} // namespace thrashlab
