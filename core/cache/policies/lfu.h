// LFU: least frequently used.
#pragma once

#include "cache/policies/key_lists.h"

namespace thrashlab {

/// Evicts the key with the fewest uses since it came; of several, the one that has had that many for the longest time.
/// A key that comes back starts at one again, and nothing ages. Counts stop at `highest`.
///
/// One queue holds all keys in order of (uses, time they reached them); a table knows the last one of each number of
/// uses, so a hit takes constant time.
class LfuPolicy final : public PolicyBase<LfuPolicy> {
public:
    static constexpr PolicyInfo about{.name = "lfu",
                                      .title = "LFU",
                                      .variant = "uses since arrival, no ageing, ties to the longest unchanged",
                                      .sentence = "Evicts what was used least often since it came.",
                                      .source = "folklore; constant time: Shah, Mitra, Matani 2010"};
    static constexpr std::uint32_t highest = 1U << 20U;
    using PolicyBase::next_victim;

    explicit LfuPolicy(const PolicySetup& setup) : lists_(setup.keys), uses_(setup.keys, 0), last_(2) {}

    void hit(BlockNo key, Access access) final;
    void admitted(BlockNo key, Access access) final;
    void evicted(BlockNo key, BlockNo incoming) final;
    void forgotten(BlockNo key) final;
    [[nodiscard]] BlockNo next_victim(BlockNo incoming, const Pinned& pinned) const final;
    [[nodiscard]] std::uint32_t size() const final { return lists_.length(queue); }
    [[nodiscard]] PolicyPicture describe() const final;
    [[nodiscard]] std::size_t bytes() const final;
    bool operator==(const LfuPolicy&) const = default;

private:
    static constexpr std::uint8_t queue = 0;
    void leave_group(BlockNo key);

    KeyLists lists_;
    std::vector<std::uint32_t> uses_;
    std::vector<BlockNo> last_; ///< by number of uses
};

} // namespace thrashlab
