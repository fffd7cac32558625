// A hash with a published constant set, for lots and sketches.
#pragma once

#include <cstdint>

namespace thrashlab {

/// The finisher of splitmix64 (Steele, Lea, Flood 2014): each bit of the result depends on each bit of the number.
[[nodiscard]] constexpr std::uint64_t scatter(std::uint64_t number) {
    number += 0x9e3779b97f4a7c15U;
    number = (number ^ (number >> 30U)) * 0xbf58476d1ce4e5b9U;
    number = (number ^ (number >> 27U)) * 0x94d049bb133111ebU;
    return number ^ (number >> 31U);
}

} // namespace thrashlab
