// Where dd's time went.
#pragma once

#include "disk/drive.h"
#include "units.h"

#include <array>
#include <cstdint>
#include <numeric>
#include <string_view>

namespace thrashlab {

/// What a moment of dd's time is given to. While dd runs it is the processor's. While dd sleeps for what it asked for,
/// be it by itself or by read-ahead, it is the drive's phase. The last two are sleeps for what others have the drive
/// do.
enum class TimePart : std::uint8_t {
    cpu,
    command,
    seek,
    rotation,
    transfer,
    busy,      ///< a buffer that dd needs is being written by somebody else, or none is free
    throttled, ///< the kernel holds dd back, because it dirties faster than the drive writes
};
inline constexpr std::array all_time_parts{TimePart::cpu,      TimePart::command,  TimePart::seek,
                                           TimePart::rotation, TimePart::transfer, TimePart::busy,
                                           TimePart::throttled};

/// As in reports and in the database's columns: "cpu", "busy".
[[nodiscard]] constexpr std::string_view name(TimePart part) {
    constexpr std::array<std::string_view, all_time_parts.size()> names{"cpu",      "command", "seek",     "rotation",
                                                                        "transfer", "busy",    "throttled"};
    return names[static_cast<std::size_t>(part)];
}

/// The part that a phase of the drive's work stands for; the processor's for a drive that is idle.
[[nodiscard]] constexpr TimePart part_of(DrivePhase phase) {
    constexpr std::array<TimePart, 6> parts{TimePart::cpu,      TimePart::command,  TimePart::seek,
                                            TimePart::rotation, TimePart::transfer, TimePart::cpu};
    return parts[static_cast<std::size_t>(phase)];
}

/// The parts of a run's time. They add up to its elapsed time exactly, because each interval between two events is
/// given to one of them.
struct TimeSplit {
    std::array<Duration, all_time_parts.size()> parts{};

    [[nodiscard]] Duration& operator[](TimePart part) { return parts[static_cast<std::size_t>(part)]; }
    [[nodiscard]] Duration operator[](TimePart part) const { return parts[static_cast<std::size_t>(part)]; }
    [[nodiscard]] Duration total() const { return std::accumulate(parts.begin(), parts.end(), Duration::zero()); }
    bool operator==(const TimeSplit&) const = default;
};

} // namespace thrashlab
