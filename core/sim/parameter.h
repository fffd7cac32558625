// Every parameter of a scenario, described once: scenario files, --set, the database and the window's controls all
// read this table.
#pragma once

#include "sim/scenario.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace thrashlab {

/// Where a rule or figure comes from; shown to the user as such.
enum class Provenance : std::uint8_t {
    source,     ///< read in the kernel source of that spring or the following autumn
    deduction,  ///< deduced from published timings
    hypothesis, ///< fits the published timings
    choice,     ///< the user's to choose
};

enum class ParameterGroup : std::uint8_t { workload, file_system, cache, kernel, drive };

/// A parameter's value: whole number, real number, yes or no, or one of a list of words (or free text).
using ParameterValue = std::variant<std::int64_t, double, bool, std::string>;

struct Parameter {
    std::string_view key; ///< as in a scenario file, with dots: "cache.buffers"
    ParameterGroup group;
    std::string_view label;  ///< for a person
    std::string_view unit;   ///< "bytes", "ms"; empty for a plain number
    std::string_view reason; ///< one sentence: why one would change it, and what it does
    Provenance provenance;
    /// Bounds of a number, both included.
    double minimum = 0;
    double maximum = 0;
    /// A slider for it should be logarithmic.
    bool logarithmic = false;
    bool power_of_two = false;
    /// The words it may be; empty for numbers and free text.
    std::vector<std::string_view> choices;
    /// A second form of other parameters: not written to scenario files.
    bool derived = false;
    ParameterValue (*get)(const Scenario&);
    /// The value has the alternative that `get` returns and is within bounds.
    void (*set)(Scenario&, const ParameterValue&);
};

[[nodiscard]] std::span<const Parameter> parameters();
/// The parameter of that key. Throws Error naming the nearest keys.
[[nodiscard]] const Parameter& parameter(std::string_view key);

/// Sets a parameter after checking kind, bounds and choices. Throws Error, place being the key, and changes nothing.
void set_parameter(Scenario& scenario, const Parameter& parameter, const ParameterValue& value);
/// The same from text, as in "cache.buffers=1900"; sizes may have dd's suffixes (1k, 8m). Throws Error.
void set_parameter(Scenario& scenario, std::string_view assignment);
/// The value as text that `set_parameter` reads back.
[[nodiscard]] std::string format(const ParameterValue& value);

/// The parameters that two scenarios do not share, in the table's order, but for derived ones.
[[nodiscard]] std::vector<const Parameter*> changed_parameters(const Scenario& original, const Scenario& changed);

/// What a changed scenario is called, so that nobody takes it for the one whose figures were published: the original's
/// name, and the first few parameters that differ: "1997-ext2-1k · buffers=1900". The same name if none does.
[[nodiscard]] std::string name_with_changes(const Scenario& original, const Scenario& changed);
/// The first part of such a name.
[[nodiscard]] std::string original_name(std::string_view name);

/// Whether a parameter makes any difference to this scenario: a drive without a platter has no turns a minute.
[[nodiscard]] bool applies(const Parameter& parameter, const Scenario& scenario);

[[nodiscard]] std::string_view name(Provenance provenance);
[[nodiscard]] std::string_view name(ParameterGroup group);

} // namespace thrashlab
