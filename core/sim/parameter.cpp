#include "sim/parameter.h"

#include "error.h"
#include "sim/size_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace thrashlab {
namespace {

constexpr int most_named_differences = 3;
constexpr std::string_view change_mark = " · ";

std::string bounds_text(const Parameter& parameter) {
    if (parameter.power_of_two) {
        return fmt::format("a power of two from {} to {} is allowed", parameter.minimum, parameter.maximum);
    }
    return fmt::format("{} to {}{}{} is allowed", parameter.minimum, parameter.maximum,
                       parameter.unit.empty() ? "" : " ", parameter.unit);
}

void check_number(const Parameter& parameter, double number, const std::string& text) {
    const bool power = (static_cast<int64_t>(number) & (static_cast<int64_t>(number) - 1)) == 0;
    if (!(number >= parameter.minimum && number <= parameter.maximum) || (parameter.power_of_two && !power)) {
        throw Error(std::string(parameter.key), text + " is out of bounds", bounds_text(parameter));
    }
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) {
        row[j] = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

// The last part of a key is what people remember.
std::size_t key_distance(std::string_view wanted, std::string_view key) {
    const std::string_view tail = key.substr(key.find('.') + 1);
    return std::min(edit_distance(wanted, key), edit_distance(wanted, tail));
}

double parse_real(const Parameter& parameter, std::string_view text) {
    double number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc{} || end != text.data() + text.size() || !std::isfinite(number)) {
        throw Error(std::string(parameter.key), fmt::format("\"{}\" is not a number", text), bounds_text(parameter));
    }
    return number;
}

bool parse_bool(const Parameter& parameter, std::string_view text) {
    if (text == "true" || text == "on" || text == "yes" || text == "1") {
        return true;
    }
    if (text == "false" || text == "off" || text == "no" || text == "0") {
        return false;
    }
    throw Error(std::string(parameter.key), fmt::format("\"{}\" is neither yes nor no", text),
                "true or false is allowed");
}

} // namespace

const Parameter& parameter(std::string_view key) {
    const auto table = parameters();
    const auto found = std::find_if(table.begin(), table.end(), [key](const Parameter& p) { return p.key == key; });
    if (found == table.end()) {
        const auto nearest =
            std::min_element(table.begin(), table.end(), [key](const Parameter& a, const Parameter& b) {
                return key_distance(key, a.key) < key_distance(key, b.key);
            });
        throw Error(std::string(key), "there is no such parameter", fmt::format("did you mean {}?", nearest->key));
    }
    return *found;
}

void set_parameter(Scenario& scenario, const Parameter& parameter, const ParameterValue& value) {
    const ParameterValue present = parameter.get(scenario);
    ParameterValue accepted = value;
    if (std::holds_alternative<double>(present) && std::holds_alternative<std::int64_t>(value)) {
        accepted = static_cast<double>(std::get<std::int64_t>(value));
    }
    if (accepted.index() != present.index()) {
        constexpr std::array kinds{"a whole number", "a number", "true or false", "a word"};
        throw Error(std::string(parameter.key), format(value) + " is of the wrong kind",
                    std::string(kinds[present.index()]) + " is allowed");
    }
    if (const auto* number = std::get_if<std::int64_t>(&accepted)) {
        check_number(parameter, static_cast<double>(*number), format(accepted));
    } else if (const auto* real = std::get_if<double>(&accepted)) {
        check_number(parameter, *real, format(accepted));
    } else if (const auto* word = std::get_if<std::string>(&accepted)) {
        const auto& allowed = parameter.choices;
        if (!allowed.empty() && std::find(allowed.begin(), allowed.end(), *word) == allowed.end()) {
            throw Error(std::string(parameter.key), "\"" + *word + "\" is not known",
                        fmt::format("{} is allowed", fmt::join(allowed, ", ")));
        }
        if (allowed.empty() && word->empty()) {
            throw Error(std::string(parameter.key), "it is empty", "give a name");
        }
    }
    parameter.set(scenario, accepted);
}

void set_parameter(Scenario& scenario, std::string_view assignment) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string_view::npos) {
        throw Error(std::string(assignment), "there is no value", "write key=value, as in cache.buffers=1900");
    }
    const Parameter& target = parameter(assignment.substr(0, equals));
    const std::string_view text = assignment.substr(equals + 1);
    switch (target.get(scenario).index()) {
    case 0:
        set_parameter(scenario, target, static_cast<std::int64_t>(parse_size(text, target.key)));
        break;
    case 1:
        set_parameter(scenario, target, parse_real(target, text));
        break;
    case 2:
        set_parameter(scenario, target, parse_bool(target, text));
        break;
    default:
        set_parameter(scenario, target, std::string(text));
        break;
    }
}

std::string format(const ParameterValue& value) {
    return std::visit([](const auto& held) { return fmt::format("{}", held); }, value);
}

std::vector<const Parameter*> changed_parameters(const Scenario& original, const Scenario& changed) {
    std::vector<const Parameter*> differing;
    for (const Parameter& each : parameters()) {
        if (!each.derived && each.get(original) != each.get(changed)) {
            differing.push_back(&each);
        }
    }
    return differing;
}

std::string name_with_changes(const Scenario& original, const Scenario& changed) {
    std::string differences;
    int count = 0;
    for (const Parameter* const each : changed_parameters(original, changed)) {
        if (++count > most_named_differences) {
            differences += ", …";
            break;
        }
        const std::string_view word = each->key.substr(each->key.find('.') + 1);
        differences += fmt::format("{}{}={}", differences.empty() ? "" : ", ", word, format(each->get(changed)));
    }
    return differences.empty() ? original.name : fmt::format("{}{}{}", original.name, change_mark, differences);
}

std::string original_name(std::string_view name) {
    return std::string(name.substr(0, name.find(change_mark)));
}

namespace {

bool applies_to_drive(std::string_view key, DriveKind kind) {
    const bool platter = kind == DriveKind::rotating;
    const bool arm = platter || kind == DriveKind::optical;
    if (key == "drive.rpm" || key == "drive.sectors_per_track" || key == "drive.track_buffer") {
        return platter;
    }
    if (key == "drive.seek_base" || key == "drive.seek_per_track") {
        return arm;
    }
    if (key == "drive.inner_turn" || key == "drive.outer_turn") {
        return kind == DriveKind::optical;
    }
    if (key == "drive.transfer_rate") {
        return !platter;
    }
    return key != "drive.requests_per_second" || kind == DriveKind::request_limited;
}

} // namespace

bool applies(const Parameter& parameter, const Scenario& scenario) {
    const bool linux = scenario.kernel_kind == KernelKind::linux_page_cache;
    switch (parameter.group) {
    case ParameterGroup::workload:
        if (parameter.key == "workload.notrunc" || parameter.key == "workload.fsync" ||
            parameter.key == "workload.sync") {
            return writes_file(scenario.workload);
        }
        return parameter.key != "workload.file_bytes" || !writes_file(scenario.workload);
    case ParameterGroup::file_system:
        return parameter.key != "file_system.extents" || scenario.file_system.kind == FileSystemKind::ext4;
    case ParameterGroup::cache:
        if (parameter.key == "cache.policy_seed" && scenario.policy == kernel_policy) {
            return false;
        }
        return parameter.key.starts_with("linux.") == linux;
    case ParameterGroup::kernel:
        return parameter.key == "kernel.kind" || parameter.key.starts_with("linux.") == linux;
    case ParameterGroup::drive:
        return applies_to_drive(parameter.key, scenario.drive.kind);
    }
    return true;
}

std::string_view name(Provenance provenance) {
    constexpr std::array<std::string_view, 4> names{"source", "deduction", "hypothesis", "choice"};
    return names[static_cast<std::size_t>(provenance)];
}

std::string_view name(ParameterGroup group) {
    constexpr std::array<std::string_view, 5> names{"Workload", "File system", "Buffer cache", "Kernel switches",
                                                    "Drive"};
    return names[static_cast<std::size_t>(group)];
}

} // namespace thrashlab
