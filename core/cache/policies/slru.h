// SLRU: segmented LRU.
#pragma once

#include "cache/policies/key_lists.h"

namespace thrashlab {

/// Two LRU queues. New keys enter the probationary one; a hit there moves a key to the protected one, and when that
/// grows past its share its oldest key goes back to the end of the probationary one. Victims are probationary, unless
/// there is none.
class SlruPolicy final : public PolicyBase<SlruPolicy> {
public:
    static constexpr PolicyInfo about{.name = "slru",
                                      .title = "SLRU",
                                      .variant = "two segments, 80 % protected",
                                      .sentence = "Protects what was used twice from what was used only once.",
                                      .source = "Karedla, Love, Wherry, IEEE Computer 27(3), 1994"};
    using PolicyBase::next_victim;

    explicit SlruPolicy(const PolicySetup& setup)
        : lists_(setup.keys), protected_most_(percent_of(setup.capacity, 80)) {}

    void hit(BlockNo key, Access access) final;
    void admitted(BlockNo key, Access access) final;
    void evicted(BlockNo key, BlockNo incoming) final;
    void forgotten(BlockNo key) final;
    [[nodiscard]] BlockNo next_victim(BlockNo incoming, const Pinned& pinned) const final;
    [[nodiscard]] std::uint32_t size() const final { return lists_.length(probation) + lists_.length(safe); }
    [[nodiscard]] PolicyPicture describe() const final;
    [[nodiscard]] std::size_t bytes() const final { return sizeof(*this) + lists_.bytes(); }
    bool operator==(const SlruPolicy&) const = default;

private:
    static constexpr std::uint8_t probation = 0;
    static constexpr std::uint8_t safe = 1;

    KeyLists lists_;
    std::uint32_t protected_most_;
};

} // namespace thrashlab
