// Two runs beside each other, in numbers and in words.
#pragma once

#include "sim/parameter.h"
#include "sim/simulation.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace thrashlab {

/// A parameter in which two scenarios differ. Derived parameters and those that do not apply to either are left out.
struct ParameterDifference {
    const Parameter* parameter = nullptr; ///< in the table of parameters
    std::string first;                    ///< as `set_parameter` reads it
    std::string second;
};
[[nodiscard]] std::vector<ParameterDifference> parameter_differences(const Scenario& first, const Scenario& second);

/// A run and what it is a run of.
struct ComparedRun {
    const Scenario* scenario = nullptr;
    const RunResult* run = nullptr;
};

/// A figure of two runs.
struct ComparedFigure {
    std::string name; ///< "rotation", "lost turns"
    bool seconds = false;
    double first = 0;
    double second = 0;
};
/// Throughput in bytes a second, elapsed time and its parts in seconds, and the counts that tell runs apart; those that
/// are zero in both are left out.
[[nodiscard]] std::vector<ComparedFigure> compared_figures(const RunResult& first, const RunResult& second);

/// A line of a comparison of several runs.
struct ComparisonRow {
    enum class Kind : std::uint8_t { parameter, figure };
    Kind kind = Kind::figure;
    std::string name;                ///< a parameter's key, or as in `ComparedFigure`
    std::vector<std::string> values; ///< one for each run: as `set_parameter` reads it, or with its unit's digits
    std::vector<bool> differs;       ///< from the first run's
};
/// First the parameters in which any run's scenario differs from the first one's, then the figures of
/// `compared_figures` that are not zero in all. For at least one run.
[[nodiscard]] std::vector<ComparisonRow> comparison_table(const std::vector<ComparedRun>& runs);

/// The difference in a few sentences, the most telling first: which is faster and by how much, in what the scenarios
/// differ, which part of the time makes up for most of it, and what was done more often. `first_name` and `second_name`
/// are what the runs are called: "run 2", "A".
[[nodiscard]] std::vector<std::string> compare(const ComparedRun& first, const ComparedRun& second,
                                               const std::string& first_name, const std::string& second_name);

} // namespace thrashlab
