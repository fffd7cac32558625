// Throughput over time inside a run.
#pragma once

#include "sim/simulation.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace thrashlab {

/// A run of dd cut into windows of equal simulated time, to the nanosecond, and the bytes that its calls handed over in
/// each. A call's bytes count when it returns. The windows' bytes add up to the run's.
struct RunProgress {
    std::uint32_t number = 1;
    SimTime started;
    Duration length{};
    /// By window; empty for a run that copied nothing in no time.
    std::vector<std::uint64_t> bytes;

    /// Where a window begins; that of `bytes.size()` is the run's end.
    [[nodiscard]] SimTime begin(std::size_t window) const;
    [[nodiscard]] double bytes_per_second(std::size_t window) const;
    bool operator==(const RunProgress&) const = default;
};

inline constexpr std::size_t progress_windows = 200;

/// The progress of each finished run, in one pass over the journal. A run has `most_windows` windows (at least 1), or
/// as many as it moved records if these are fewer: a window shorter than a call would say more of the windows than of
/// the run. Nothing when it was asked to stop.
[[nodiscard]] std::optional<std::vector<RunProgress>>
progress_of(const Recording& recording, std::size_t most_windows = progress_windows, std::stop_token stop = {});

} // namespace thrashlab
