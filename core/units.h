// The units that everything else is counted in. Indices of different things are different types, so that a buffer
// can never be used where a block is meant; simulated time is a clock of its own.
#pragma once

#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace thrashlab {

/// A number of one kind of thing. `none()` is the largest value and stands for "no such thing".
template <class Tag, class Representation>
struct Index {
    Representation value = std::numeric_limits<Representation>::max();

    constexpr Index() = default;
    constexpr explicit Index(Representation number) : value(number) {}

    [[nodiscard]] static constexpr Index none() { return Index{}; }
    [[nodiscard]] constexpr bool exists() const { return value != std::numeric_limits<Representation>::max(); }
    [[nodiscard]] constexpr std::size_t at() const { return static_cast<std::size_t>(value); }
    [[nodiscard]] constexpr Index operator+(Representation distance) const {
        return Index{static_cast<Representation>(value + distance)};
    }

    /// One of `count` from `first` on.
    [[nodiscard]] constexpr bool is_among(Index first, Representation count) const {
        return value >= first.value && value - first.value < count;
    }

    constexpr auto operator<=>(const Index&) const = default;
};

/// A block as the simulation numbers them: the file's own blocks from 0, then the file system's metadata blocks
/// (indirect blocks, allocation tables) behind the last block of the file. See fs/file_layout.h.
using BlockNo = Index<struct BlockTag, std::uint32_t>;
/// A buffer header, 0 to nbuf - 1.
using BufferId = Index<struct BufferTag, std::uint32_t>;
/// A page of the file, 4096 bytes each.
using PageNo = Index<struct PageTag, std::uint32_t>;
/// A sector of the drive, 512 bytes each.
using SectorNo = Index<struct SectorTag, std::uint64_t>;
/// A command to the drive, numbered from 0 in the order in which the kernel issued them.
using CommandNo = Index<struct CommandTag, std::uint32_t>;

/// The simulated clock. It starts at zero when the file system has just been mounted.
struct SimClock {
    using rep = std::int64_t;
    using period = std::nano;
    using duration = std::chrono::nanoseconds;
    using time_point = std::chrono::time_point<SimClock>;
    static constexpr bool is_steady = true;
};
using Duration = SimClock::duration;
using SimTime = SimClock::time_point;

[[nodiscard]] constexpr double to_seconds(Duration duration) {
    return std::chrono::duration<double>(duration).count();
}

inline constexpr std::uint32_t sector_bytes = 512;
inline constexpr std::uint32_t page_bytes = 4096;

} // namespace thrashlab
