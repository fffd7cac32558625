// W-TinyLFU: a small window in front of a cache that admits by estimated frequency.
#pragma once

#include "cache/policies/key_lists.h"

#include <array>

namespace thrashlab {

/// New keys enter a window, an LRU queue of 1 %. The rest is an SLRU with 80 % protected. When the window is full its
/// oldest key contends with the SLRU's next victim: the one with fewer estimated uses goes, the newcomer on a tie.
/// Uses are estimated by a count-min sketch: four rows of counters up to 15, as wide as the capacity rounded up to a
/// power of two; all are halved after every 10 x capacity uses. There is no doorkeeper.
class WTinyLfuPolicy final : public PolicyBase<WTinyLfuPolicy> {
public:
    static constexpr PolicyInfo about{.name = "w-tinylfu",
                                      .title = "W-TinyLFU",
                                      .variant =
                                          "window 1 %, SLRU with 80 % protected, sketch of 4 rows, no doorkeeper",
                                      .sentence = "Admits a newcomer only if it seems to be used more than its victim.",
                                      .source = "Einziger, Friedman, Manes, ACM Transactions on Storage 13(4), 2017"};
    using PolicyBase::next_victim;

    explicit WTinyLfuPolicy(const PolicySetup& setup);

    void hit(BlockNo key, Access access) final;
    void admitted(BlockNo key, Access access) final;
    void evicted(BlockNo key, BlockNo incoming) final;
    void forgotten(BlockNo key) final;
    [[nodiscard]] BlockNo next_victim(BlockNo incoming, const Pinned& pinned) const final;
    [[nodiscard]] std::uint32_t size() const final {
        return lists_.length(window) + lists_.length(probation) + lists_.length(safe);
    }
    [[nodiscard]] PolicyPicture describe() const final;
    [[nodiscard]] std::size_t bytes() const final { return sizeof(*this) + lists_.bytes() + counters_.size(); }
    bool operator==(const WTinyLfuPolicy&) const = default;

private:
    static constexpr std::uint8_t window = 0;
    static constexpr std::uint8_t probation = 1;
    static constexpr std::uint8_t safe = 2;
    static constexpr std::size_t rows = 4;

    [[nodiscard]] std::array<std::size_t, rows> places(BlockNo key) const;
    [[nodiscard]] std::uint8_t estimate(BlockNo key) const;
    void count_use(BlockNo key);

    KeyLists lists_;
    std::vector<std::uint8_t> counters_; ///< row by row
    std::uint64_t seed_;
    std::uint64_t uses_ = 0; ///< since the counters were halved
    std::uint64_t sample_;
    std::uint32_t width_;
    std::uint32_t window_most_;
    std::uint32_t protected_most_;
};

} // namespace thrashlab
