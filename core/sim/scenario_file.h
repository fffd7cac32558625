// Scenarios as JSON: schema 1. A scenario names a drive and a kernel profile and then what differs from them.
#pragma once

#include "sim/scenario.h"

#include <string>
#include <string_view>
#include <vector>

namespace thrashlab {

inline constexpr int scenario_schema = 1;

/// Reads a scenario. `place` names the text in errors. Comments (// and /* */) are allowed; unknown keys are not.
/// Throws Error with place, line or key.
[[nodiscard]] Scenario parse_scenario(std::string_view text, std::string_view place);
/// All parameters of a scenario as JSON that `parse_scenario` reads back to an equal value. The same value gives the
/// same text. `indent` < 0 writes one line.
[[nodiscard]] std::string to_json(const Scenario& scenario, int indent = 2);

/// The scenario of that name, or, if there is none, the file of that path. Throws Error.
[[nodiscard]] Scenario load_scenario(std::string_view name_or_path);
/// Names of the scenarios that come with the program; the opening exhibit first.
[[nodiscard]] std::vector<std::string> scenario_names();

/// Names of the drive profiles that come with the program.
[[nodiscard]] std::vector<std::string> drive_profile_names();
/// Takes all of a drive profile's parameters over. Throws Error for an unknown name.
void use_drive_profile(Scenario& scenario, std::string_view name);
/// Names of the kernel profiles that come with the program.
[[nodiscard]] std::vector<std::string> kernel_profile_names();
/// Takes all of a kernel profile's parameters over, the cache's included, and the kind of kernel. Throws Error for an
/// unknown name.
void use_kernel_profile(Scenario& scenario, std::string_view name);

} // namespace thrashlab
