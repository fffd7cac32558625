// Measurements of a real Linux kernel, and what the simulated one gives in their place.
#pragma once

#include <string>
#include <vector>

namespace thrashlab {

/// One measured row beside the simulated one.
struct LinuxComparison {
    /// What was measured: "requests of a cold read", "the cliff", ...
    std::string table;
    std::string row;
    std::string measured;
    std::string simulated;
    /// Equal to the last printed digit.
    bool equal = false;
    /// Equal, or what differs has a reason that the model names and the simulation bears out.
    bool agrees = false;
    /// Why it differs, or what the agreement rests on; may be empty.
    std::string remark;
};

/// Simulates every measured row. Takes a second or so.
[[nodiscard]] std::vector<LinuxComparison> validate_linux();
/// What was measured, where and how, in a line.
[[nodiscard]] std::string linux_measurement_source();

} // namespace thrashlab
