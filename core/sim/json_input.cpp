#include "sim/json_input.h"

#include "error.h"

#include <fmt/format.h>

#include <algorithm>

namespace thrashlab::json_input {

Json parse_json(std::string_view text, std::string_view place) {
    try {
        return Json::parse(text, nullptr, true, true);
    } catch (const Json::parse_error& problem) {
        const std::size_t at = std::min(problem.byte == 0 ? 0 : problem.byte - 1, text.size());
        const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1;
        throw Error(fmt::format("{}, line {}", place, line), "this is not JSON",
                    "check for a missing comma, quote or bracket near there");
    }
}

ParameterValue to_value(const Json& json, const std::string& place) {
    if (json.is_boolean()) {
        return json.get<bool>();
    }
    if (json.is_number_float()) {
        return json.get<double>();
    }
    if (json.is_number_unsigned() && json.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX)) {
        throw Error(place, json.dump() + " is out of bounds");
    }
    if (json.is_number()) {
        return json.get<std::int64_t>();
    }
    if (json.is_string()) {
        return json.get<std::string>();
    }
    throw Error(place, "a number, a word or true or false is wanted here");
}

Json from_value(const ParameterValue& value) {
    return std::visit([](const auto& held) { return Json(held); }, value);
}

void check_schema(const Json& json, std::string_view place, int wanted) {
    if (!json.is_object()) {
        throw Error(std::string(place), "an object is wanted at the top");
    }
    const auto schema = json.find("schema");
    if (schema == json.end() || *schema != wanted) {
        throw Error(fmt::format("{}, schema", place),
                    schema == json.end() ? "it is missing" : schema->dump() + " is not known",
                    fmt::format("this program reads \"schema\": {}", wanted));
    }
}

} // namespace thrashlab::json_input
