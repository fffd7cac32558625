// Sizes as BSD's dd reads them.
#pragma once

#include <cstdint>
#include <string_view>

namespace thrashlab {

/// A number with BSD suffixes: decimal, 0x or octal; b = 512, k, m, g, t = 1024 and its powers, w = 4 (an int), in
/// either case; products with x or *, as in 2x80x18b. Throws Error with `place` when it is none or passes 2^63 - 1.
[[nodiscard]] std::uint64_t parse_size(std::string_view text, std::string_view place);

} // namespace thrashlab
