// A policy by itself: a sequence of references, a capacity, and how many of them miss.
#pragma once

#include "cache/policy.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace thrashlab {

/// Keys numbered from 0 in order of their first appearance.
struct DenseReferences {
    std::vector<BlockNo> references;
    std::uint32_t keys = 0;
};

/// Numbers the ids of a trace. At most 2^32 - 1 different ones.
[[nodiscard]] DenseReferences dense(std::span<const std::uint64_t> ids);

struct PolicyCounts {
    std::uint64_t requests = 0;
    std::uint64_t misses = 0;

    bool operator==(const PolicyCounts&) const = default;
};

/// Plays the references to a cache of `capacity` keys of unit size, from a cold start. The policy must be fresh and
/// made for that capacity.
[[nodiscard]] PolicyCounts run_policy(ReplacementPolicy& policy, std::span<const BlockNo> references,
                                      std::uint32_t keys, std::uint32_t capacity);
/// The same with a fresh policy by name; OPT is given the references as its future. Throws Error for an unknown name.
[[nodiscard]] PolicyCounts run_policy(std::string_view name, std::span<const BlockNo> references, std::uint32_t keys,
                                      std::uint32_t capacity, std::uint64_t seed = 1997);

} // namespace thrashlab
