#include "dd/transcript.h"

#include <fmt/format.h>

namespace thrashlab {

std::string bsd_transcript(const RunResult& run) {
    if (!run.failure.empty()) {
        return fmt::format("dd: {}\n", run.failure);
    }
    return fmt::format("{}+{} records in\n{}+{} records out\n{} bytes transferred in {:.6f} secs ({:.0f} bytes/sec)\n",
                       run.records_in.whole, run.records_in.partial, run.records_out.whole, run.records_out.partial,
                       run.counters.bytes, to_seconds(run.counters.elapsed()), run.bytes_per_second());
}

} // namespace thrashlab
