// A finished run as named values, for reports that machines read.
#pragma once

#include "sim/simulation.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace thrashlab {

using RunField = std::pair<std::string, std::variant<std::uint64_t, double, std::string>>;
/// Name and value, in order, the same ones for every run: number, bytes, seconds, bytes a second, records, seconds by
/// part, counts.
[[nodiscard]] std::vector<RunField> run_fields(const RunResult& run);
/// The value as text that reads back to the same number.
[[nodiscard]] std::string format(const RunField& field);

/// A cell of comma-separated values as RFC 4180 wants it.
[[nodiscard]] std::string csv_cell(std::string_view text);
/// One line of them, with its end.
[[nodiscard]] std::string csv_line(const std::vector<std::string>& cells);

} // namespace thrashlab
