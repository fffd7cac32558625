// 2Q: a queue for what came once in front of an LRU queue.
#pragma once

#include "cache/policies/key_lists.h"

namespace thrashlab {

/// The full version of the paper, with Kin = 25 % and Kout = 50 % of the capacity. A new key enters A1in, a FIFO queue;
/// a hit there changes nothing. When A1in is longer than Kin its first key goes and is remembered in A1out; otherwise
/// the least recently used key of Am goes. Only a miss on a key that A1out remembers enters Am.
class TwoQueuePolicy final : public PolicyBase<TwoQueuePolicy> {
public:
    static constexpr PolicyInfo about{.name = "2q",
                                      .title = "2Q",
                                      .variant = "full version, Kin 25 %, Kout 50 %",
                                      .sentence =
                                          "Keeps a block for long only if it returns soon after leaving a queue.",
                                      .source = "Johnson and Shasha, VLDB 1994"};
    using PolicyBase::next_victim;

    explicit TwoQueuePolicy(const PolicySetup& setup)
        : lists_(setup.keys), in_most_(percent_of(setup.capacity, 25)), out_most_(percent_of(setup.capacity, 50)) {}

    void hit(BlockNo key, Access access) final;
    void admitted(BlockNo key, Access access) final;
    void evicted(BlockNo key, BlockNo incoming) final;
    void forgotten(BlockNo key) final;
    [[nodiscard]] BlockNo next_victim(BlockNo incoming, const Pinned& pinned) const final;
    [[nodiscard]] std::uint32_t size() const final { return lists_.length(a1in) + lists_.length(am); }
    [[nodiscard]] PolicyPicture describe() const final;
    [[nodiscard]] std::size_t bytes() const final { return sizeof(*this) + lists_.bytes(); }
    bool operator==(const TwoQueuePolicy&) const = default;

private:
    static constexpr std::uint8_t a1in = 0;
    static constexpr std::uint8_t am = 1;
    static constexpr std::uint8_t a1out = 2;

    KeyLists lists_;
    std::uint32_t in_most_;
    std::uint32_t out_most_;
};

} // namespace thrashlab
