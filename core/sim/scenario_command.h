// A scenario as a command for a shell.
#pragma once

#include "sim/scenario.h"

#include <string>
#include <string_view>

namespace thrashlab {

/// "thrash run NAME --set key=value ...": gives the scenario's parameters exactly, whatever it is called. NAME is that
/// of the scenario it was made from when the program has it, else that of the opening exhibit.
[[nodiscard]] std::string thrash_command(const Scenario& scenario);

/// A word as a POSIX shell reads it: in quotes when it needs them.
[[nodiscard]] std::string shell_word(std::string_view word);

} // namespace thrashlab
