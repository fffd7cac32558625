// Random replacement.
#pragma once

#include "cache/policy.h"

#include <vector>

namespace thrashlab {

/// Draws the victim by lot among the resident keys. The lot depends on the seed and the number of evictions so far, so
/// asking does not change the answer and two runs of one seed agree. A pinned key passes the lot to the one behind it.
class RandomPolicy final : public PolicyBase<RandomPolicy> {
public:
    static constexpr PolicyInfo about{.name = "random",
                                      .title = "Random",
                                      .variant = "uniform, from the seed of the run",
                                      .sentence = "Draws the victim by lot, which no loop can defeat entirely.",
                                      .source = "folklore; Belady, IBM Systems Journal 5(2), 1966"};
    using PolicyBase::next_victim;

    explicit RandomPolicy(const PolicySetup& setup);

    void hit(BlockNo, Access) final {}
    void admitted(BlockNo key, Access access) final;
    void evicted(BlockNo key, BlockNo incoming) final;
    void forgotten(BlockNo key) final;
    [[nodiscard]] BlockNo next_victim(BlockNo incoming, const Pinned& pinned) const final;
    [[nodiscard]] std::uint32_t size() const final { return static_cast<std::uint32_t>(keys_.size()); }
    [[nodiscard]] PolicyPicture describe() const final;
    [[nodiscard]] std::size_t bytes() const final;
    bool operator==(const RandomPolicy&) const = default;

private:
    [[nodiscard]] std::size_t lot() const;

    std::vector<BlockNo> keys_;
    std::vector<std::uint32_t> places_; ///< of each key in keys_
    std::uint64_t seed_;
    std::uint64_t draws_ = 0;
};

} // namespace thrashlab
