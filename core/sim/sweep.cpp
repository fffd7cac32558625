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

double bound(const Json& axis, const char* name, const std::string& place) {
    const auto found = axis.find(name);
    if (found == axis.end() || !found->is_number()) {
        throw Error(fmt::format("{}, {}", place, name), "a number is wanted here",
                    "give \"values\", or \"from\", \"to\" and \"step\" or \"count\"");
    }
    return found->get<double>();
}

SweepRange parse_range(const Json& axis, const std::string& place) {
    SweepRange range{.from = bound(axis, "from", place),
                     .to = bound(axis, "to", place),
                     .logarithmic = axis.value("scale", "linear") == "log"};
    if (axis.contains("step")) {
        range.step = bound(axis, "step", place);
        return range;
    }
    const double count = bound(axis, "count", place);
    range.count = count >= 0 ? static_cast<std::size_t>(std::min(count, static_cast<double>(largest_sweep) + 1)) : 0;
    return range;
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
        result.values = values_of(parse_range(axis, place), result.key, place);
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
            apply_setting(scenario, setting.key, setting.value);
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
            apply_setting(plan.base, setting.key, setting.value);
        }
        plan.base.name = name_with_changes(original, plan.base);
    }
    for (const Json& axis : json.value("axes", Json::array())) {
        plan.axes.push_back(parse_axis(axis, fmt::format("{}, axis {}", place, plan.axes.size() + 1)));
    }
    for (const Json& point : json.value("points", Json::array())) {
        plan.list.push_back(parse_settings(point, fmt::format("{}, points, {}", place, plan.list.size() + 1)));
    }
    check(plan, place);
    return plan;
}

double point_count(const SweepPlan& plan) {
    double grid = plan.axes.empty() ? 0 : 1;
    for (const SweepAxis& axis : plan.axes) {
        grid *= static_cast<double>(axis.values.size());
    }
    return grid + static_cast<double>(plan.list.size());
}

void check(const SweepPlan& plan, std::string_view place) {
    const double points = point_count(plan);
    const bool too_many = points > static_cast<double>(largest_sweep);
    if (too_many || points == 0) {
        throw Error(std::string(place), too_many ? "there are too many points" : "there are no points",
                    fmt::format("give \"axes\" or \"points\", at most {} in all", largest_sweep));
    }
    for (std::size_t point = 0; point < plan.size(); ++point) {
        static_cast<void>(plan.scenario(point));
    }
}

std::vector<std::size_t> unfinished_points(const SweepPlan& plan, const std::vector<std::size_t>& finished,
                                           const SweepShard& shard) {
    std::vector<std::size_t> points;
    auto done = finished.begin();
    for (std::size_t point = 0; point < plan.size(); ++point) {
        done = std::find_if(done, finished.end(), [point](std::size_t each) { return each >= point; });
        const bool there = done != finished.end() && *done == point;
        if (!there && point % shard.of == shard.number - 1) {
            points.push_back(point);
        }
    }
    return points;
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
