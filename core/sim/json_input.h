// What the readers of JSON files share. For them alone.
#pragma once

#include "sim/parameter.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace thrashlab::json_input {

using Json = nlohmann::ordered_json;

/// Parses JSON, comments allowed. Throws Error with the line.
[[nodiscard]] Json parse_json(std::string_view text, std::string_view place);
/// A parameter's value. Throws Error for what can be none.
[[nodiscard]] ParameterValue to_value(const Json& json, const std::string& place);
[[nodiscard]] Json from_value(const ParameterValue& value);
/// Throws Error unless it is an object with the wanted "schema".
void check_schema(const Json& json, std::string_view place, int schema);

} // namespace thrashlab::json_input
