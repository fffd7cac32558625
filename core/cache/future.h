// What will be demanded, and when: the knowledge that only OPT has.
#pragma once

#include "units.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace thrashlab {

/// A whole sequence of references to dense keys, with the place of the next reference to each. Immutable, so any number
/// of policies may share one. A key that follows itself counts once: repeats in between change no decision.
class Future {
public:
    /// Later than any place: never again.
    static constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();

    /// Keys are below `keys`; at most 2^32 - 2 references.
    Future(std::span<const BlockNo> references, std::uint32_t keys);

    [[nodiscard]] std::uint32_t length() const { return static_cast<std::uint32_t>(references_.size()); }
    [[nodiscard]] BlockNo at(std::uint32_t place) const { return references_[place]; }
    /// The next reference to the key that is referenced at `place`, or never.
    [[nodiscard]] std::uint32_t next_same(std::uint32_t place) const { return next_[place]; }
    /// The first reference to a key at `from` or later, or never.
    [[nodiscard]] std::uint32_t first_at(BlockNo key, std::uint32_t from) const;

    bool operator==(const Future&) const = default;

private:
    std::vector<BlockNo> references_;
    std::vector<std::uint32_t> next_;
    std::vector<std::size_t> begins_; ///< of each key in places_
    std::vector<std::uint32_t> places_;
};

} // namespace thrashlab
