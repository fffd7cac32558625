#include "sim/scenario_file.h"

#include "error.h"
#include "sim/builtin.h"
#include "sim/json_input.h"
#include "sim/parameter.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

namespace thrashlab {
namespace {

using json_input::check_schema;
using json_input::Json;
using json_input::parse_json;
using json_input::to_value;

constexpr std::string_view opening_exhibit = "1997-ext2-1k";
constexpr std::uintmax_t largest_file = 1 << 20;

// Errors of parameters name the key; a reader of a file also wants to know which file.
template <class Action>
void in_place(std::string_view place, Action action) {
    try {
        action();
    } catch (const Error& error) {
        throw Error(fmt::format("{}, {}", place, error.place()), error.problem(), error.remedy());
    }
}

std::string text_of(const Json& json, std::string_view place, std::string_view key) {
    if (!json.is_string()) {
        throw Error(fmt::format("{}, {}", place, key), "a text is wanted here");
    }
    return json.get<std::string>();
}

void set_group(Scenario& scenario, std::string_view group, const Json& values, std::string_view place) {
    if (!values.is_object()) {
        throw Error(fmt::format("{}, {}", place, group), "an object of parameters is wanted here");
    }
    for (const auto& item : values.items()) {
        if (item.key() == "profile") {
            continue; // taken first
        }
        const std::string key = fmt::format("{}.{}", group, item.key());
        in_place(place, [&] { set_parameter(scenario, parameter(key), to_value(item.value(), key)); });
    }
}

void use_profile(Scenario& scenario, std::string_view kind, std::string_view group, std::string_view name,
                 std::string_view place) {
    const std::string path = fmt::format("{}/{}.json", kind, name);
    const std::string_view text = builtin_file(path);
    if (text.empty()) {
        std::vector<std::string> known;
        for (const BuiltinFile& file : builtin_files()) {
            if (file.path.starts_with(kind)) {
                known.push_back(std::filesystem::path(file.path).stem().string());
            }
        }
        throw Error(fmt::format("{}, {}.profile", place, group), fmt::format("\"{}\" is not known", name),
                    fmt::format("{} is allowed", fmt::join(known, ", ")));
    }
    const Json json = parse_json(text, path);
    check_schema(json, path, scenario_schema);
    for (const auto& [key, values] : json.items()) {
        if (values.is_object()) {
            set_group(scenario, key, values, path);
        }
    }
}

std::string profile_of(const Json& json, std::string_view group, std::string_view preset, std::string_view place) {
    const auto values = json.find(std::string(group));
    if (values == json.end() || !values->is_object() || !values->contains("profile")) {
        return std::string(preset);
    }
    return text_of((*values)["profile"], place, fmt::format("{}.profile", group));
}

Json to_json_value(const ParameterValue& value) {
    return std::visit([](const auto& held) { return Json(held); }, value);
}

} // namespace

Scenario parse_scenario(std::string_view text, std::string_view place) {
    const Json json = parse_json(text, place);
    check_schema(json, place, scenario_schema);
    Scenario scenario;
    scenario.kernel_profile = profile_of(json, "kernel", scenario.kernel_profile, place);
    scenario.drive_profile = profile_of(json, "drive", scenario.drive_profile, place);
    use_profile(scenario, "kernels", "kernel", scenario.kernel_profile, place);
    use_profile(scenario, "drives", "drive", scenario.drive_profile, place);
    for (const auto& [key, value] : json.items()) {
        if (key == "schema") {
            continue;
        }
        if (key == "name") {
            scenario.name = text_of(value, place, key);
        } else if (key == "title") {
            scenario.title = text_of(value, place, key);
        } else if (key == "about") {
            scenario.about = text_of(value, place, key);
        } else if (key == "provenance") {
            if (!value.is_array()) {
                throw Error(fmt::format("{}, provenance", place), "a list of texts is wanted here");
            }
            for (const Json& line : value) {
                scenario.provenance.push_back(text_of(line, place, key));
            }
        } else if (key == "workload" || key == "file_system" || key == "cache" || key == "kernel" || key == "linux" ||
                   key == "drive") {
            set_group(scenario, key, value, place);
        } else {
            throw Error(
                fmt::format("{}, {}", place, key), "there is no such key",
                "name, title, about, provenance, workload, file_system, cache, kernel, linux and drive are allowed");
        }
    }
    in_place(place, [&] { check(scenario); });
    return scenario;
}

std::string to_json(const Scenario& scenario, int indent) {
    Json json;
    json["schema"] = scenario_schema;
    json["name"] = scenario.name;
    json["title"] = scenario.title;
    json["about"] = scenario.about;
    json["provenance"] = scenario.provenance;
    for (const Parameter& each : parameters()) {
        if (!each.derived) {
            const std::size_t dot = each.key.find('.');
            json[std::string(each.key.substr(0, dot))][std::string(each.key.substr(dot + 1))] =
                to_json_value(each.get(scenario));
        }
    }
    json["kernel"]["profile"] = scenario.kernel_profile;
    json["drive"]["profile"] = scenario.drive_profile;
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Scenario load_scenario(std::string_view name_or_path) {
    const std::string_view builtin = builtin_file(fmt::format("scenarios/{}.json", name_or_path));
    if (!builtin.empty()) {
        return parse_scenario(builtin, name_or_path);
    }
    const std::filesystem::path path{std::string(name_or_path)};
    std::error_code problem;
    const std::uintmax_t size = std::filesystem::file_size(path, problem);
    if (problem) {
        throw Error(std::string(name_or_path), "there is no scenario and no readable file of that name",
                    fmt::format("scenarios are {}", fmt::join(scenario_names(), ", ")));
    }
    if (size > largest_file) {
        throw Error(std::string(name_or_path), "this is too large for a scenario", "at most 1 MiB is read");
    }
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file.good() && !file.eof()) {
        throw Error(std::string(name_or_path), "the file cannot be read");
    }
    return parse_scenario(text, name_or_path);
}

namespace {

std::vector<std::string> stems(std::string_view folder) {
    std::vector<std::string> names;
    for (const BuiltinFile& file : builtin_files()) {
        if (file.path.starts_with(folder)) {
            names.push_back(std::filesystem::path(file.path).stem().string());
        }
    }
    return names;
}

} // namespace

std::vector<std::string> scenario_names() {
    std::vector<std::string> names = stems("scenarios/");
    std::stable_partition(names.begin(), names.end(), [](const std::string& each) { return each == opening_exhibit; });
    return names;
}

std::vector<std::string> drive_profile_names() {
    return stems("drives/");
}

void use_drive_profile(Scenario& scenario, std::string_view name) {
    Scenario changed = scenario;
    changed.drive = DriveProfile{}; // what the profile does not speak of is not the last drive's
    use_profile(changed, "drives", "drive", name, "drive");
    changed.drive_profile = name;
    scenario = std::move(changed);
}

std::vector<std::string> kernel_profile_names() {
    return stems("kernels/");
}

void use_kernel_profile(Scenario& scenario, std::string_view name) {
    Scenario changed = scenario;
    changed.kernel_kind = KernelKind::freebsd_1997;
    changed.kernel = KernelParameters{};
    changed.linux_kernel = LinuxParameters{};
    use_profile(changed, "kernels", "kernel", name, "kernel");
    changed.kernel_profile = name;
    scenario = std::move(changed);
}

} // namespace thrashlab
