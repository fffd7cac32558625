// ARC: adaptive replacement cache.
#pragma once

#include "cache/policies/key_lists.h"

namespace thrashlab {

/// T1 holds what came once, T2 what was used again; B1 and B2 remember what left them. `target` (the paper's p) is how
/// long T1 should be: a miss on B1 raises it, one on B2 lowers it, by the ratio of their lengths and at least by one.
/// It is a real number, as in the paper.
class ArcPolicy final : public PolicyBase<ArcPolicy> {
public:
    static constexpr PolicyInfo about{.name = "arc",
                                      .title = "ARC",
                                      .variant = "as in the paper, p real",
                                      .sentence =
                                          "Balances recent against repeated use, learning from what it evicted.",
                                      .source = "Megiddo and Modha, FAST 2003"};
    using PolicyBase::next_victim;

    explicit ArcPolicy(const PolicySetup& setup) : lists_(setup.keys), capacity_(setup.capacity) {}

    void hit(BlockNo key, Access access) final;
    void admitted(BlockNo key, Access access) final;
    void evicted(BlockNo key, BlockNo incoming) final;
    void forgotten(BlockNo key) final;
    [[nodiscard]] BlockNo next_victim(BlockNo incoming, const Pinned& pinned) const final;
    [[nodiscard]] std::uint32_t size() const final { return lists_.length(t1) + lists_.length(t2); }
    [[nodiscard]] PolicyPicture describe() const final;
    [[nodiscard]] std::size_t bytes() const final { return sizeof(*this) + lists_.bytes(); }
    bool operator==(const ArcPolicy&) const = default;

private:
    static constexpr std::uint8_t t1 = 0;
    static constexpr std::uint8_t t2 = 1;
    static constexpr std::uint8_t b1 = 2;
    static constexpr std::uint8_t b2 = 3;
    [[nodiscard]] double target_for(BlockNo incoming) const;

    KeyLists lists_;
    std::uint32_t capacity_;
    double target_ = 0;
    BlockNo adapted_for_; ///< its miss has been counted already, when room was made for it
};

} // namespace thrashlab
