// Why a run took as long as it did.
#pragma once

#include "sim/narration.h"
#include "sim/simulation.h"

#include <stop_token>
#include <string>
#include <vector>

namespace thrashlab {

/// One cause of a run's time, in words.
struct Cause {
    /// What it took of dd's elapsed time.
    Duration cost{};
    /// Of how many commands to the drive; 0 for the processor.
    std::uint64_t commands = 0;
    std::string sentence;
    Provenance provenance = Provenance::source;
};

/// The causes of a run's time, the most costly first. Their costs add up to the run's elapsed time exactly: each moment
/// is given to the processor while dd runs, and otherwise to the command that the drive is at work on while dd waits.
/// Commands are of one cause when the same reason made them, cut them short, and had them lose a turn or not; those are
/// counted at which the drive was at work in that time. Nothing for a run that is not in the recording, and nothing
/// when it was asked to stop.
[[nodiscard]] std::vector<Cause> explain(const Recording& recording, std::uint32_t run, std::stop_token stop = {});
/// The same of all that dd did between two instants; the costs add up to the time it was running then.
[[nodiscard]] std::vector<Cause> explain(const Recording& recording, SimTime from, SimTime to,
                                         std::stop_token stop = {});

/// How long dd was running between two instants.
[[nodiscard]] Duration running_time(const Recording& recording, SimTime from, SimTime to);

} // namespace thrashlab
