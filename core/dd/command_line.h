// dd's command line, in both directions.
#pragma once

#include "sim/scenario.h"

#include <span>
#include <string>
#include <string_view>

namespace thrashlab {

/// Reads dd's operands (if of bs ibs obs count skip seek, conv=notrunc,fsync, oflag=sync), in any order, with BSD's
/// sizes. What they do not say keeps dd's defaults: 512-byte records, everything from start to end. File size, runs and
/// pause are taken from `base`. bs overrides ibs and obs. Throws Error with the operand at fault.
[[nodiscard]] Workload parse_dd_operands(std::span<const std::string> operands, const Workload& base);
/// The same from one line, with or without the word dd in front; words are separated by blanks, quotes keep blanks.
[[nodiscard]] Workload parse_dd_line(std::string_view line, const Workload& base);
/// The line that says what the workload is, defaults left out: parse_dd_line reads it back to the same value.
[[nodiscard]] std::string dd_line(const Workload& workload);

} // namespace thrashlab
