// Which instant of one run goes with which of another.
#pragma once

#include "sim/simulation.h"

#include <cstdint>
#include <vector>

namespace thrashlab::ui {

/// A run of a recording. The recording must outlive what is made from it.
struct RunInRecording {
    const Recording* recording = nullptr;
    std::uint32_t number = 1;

    [[nodiscard]] SimTime begin() const { return counters().started; }
    [[nodiscard]] SimTime end() const { return counters().ended; }
    [[nodiscard]] const RunCounters& counters() const { return recording->runs.at(number - 1).counters; }
};

enum class Alignment : std::uint8_t {
    clock, ///< both have run for the same time
    block, ///< dd asks for the same block of the file
};

/// Maps the instants of a leading run to those of one that follows it: increasing, from begin to begin. With
/// `Alignment::block` ends fall on ends, and between the instants at which both come to a block time passes evenly.
class RunAlignment {
public:
    RunAlignment(const RunInRecording& leader, const RunInRecording& follower, Alignment alignment);

    /// Instants outside the leading run count as its begin or end.
    [[nodiscard]] SimTime follow(SimTime time) const;

private:
    struct Knot {
        SimTime leader;
        SimTime follower;
    };
    std::vector<Knot> knots_; ///< sorted by both
};

} // namespace thrashlab::ui
