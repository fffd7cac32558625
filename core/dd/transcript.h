// What dd prints when it is done.
#pragma once

#include "sim/simulation.h"

#include <string>

namespace thrashlab {

/// The three lines of BSD's dd for a finished run, each with its newline:
/// or the one line of a dd that failed.
/// "3656+1 records in", "3656+1 records out", "1872034 bytes transferred in 4.143875 secs (451759 bytes/sec)".
[[nodiscard]] std::string bsd_transcript(const RunResult& run);

} // namespace thrashlab
