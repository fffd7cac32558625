// The values of one parameter in a sweep: as a range, and as people write them.
#pragma once

#include "sim/parameter.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thrashlab {

inline constexpr std::size_t largest_sweep = 10'000'000;

/// A parameter's key, or "kernel.profile" or "drive.profile", and its values.
struct SweepAxis {
    std::string key;
    std::vector<ParameterValue> values;
    bool operator==(const SweepAxis&) const = default;
};

/// Numbers from one to another, both included as far as the step allows.
struct SweepRange {
    double from = 0;
    double to = 0;
    /// Apart by so much; or else so many, evenly spread.
    std::optional<double> step;
    std::size_t count = 2;
    /// Spread over the logarithm; not with a step.
    bool logarithmic = false;
};
/// As the parameter takes them: whole ones are rounded, and none comes twice. Throws Error with this place for a range
/// that is empty or too large.
[[nodiscard]] std::vector<ParameterValue> values_of(const SweepRange& range, const std::string& key,
                                                    const std::string& place);

/// Whether a sweep's key names a profile, not a parameter.
[[nodiscard]] bool is_profile(std::string_view key);
/// Sets a parameter or takes a profile. Throws Error.
void apply_setting(Scenario& scenario, const std::string& key, const ParameterValue& value);

/// Reads what a person writes: values and ranges apart by commas, as in "50, 100", "1000..2400 step 100",
/// "16..4096 count 9 log" or "lru, arc". Without step and count a range of whole numbers has all of them. Sizes may end
/// in k or m. Throws Error (place: the key) for what the parameter cannot be in this scenario.
[[nodiscard]] SweepAxis parse_sweep_axis(const std::string& key, std::string_view text, const Scenario& base);
/// What `parse_sweep_axis` reads back: evenly spaced whole numbers as a range, everything else one by one.
[[nodiscard]] std::string sweep_axis_text(const SweepAxis& axis);
/// What to begin with: the words a parameter may be, or a range around the present value in a few steps. Throws Error
/// for free text.
[[nodiscard]] std::string suggested_axis_text(const Scenario& scenario, const std::string& key);

} // namespace thrashlab
