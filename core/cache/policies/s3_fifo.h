// S3-FIFO: three plain queues.
#pragma once

#include "cache/policies/key_lists.h"

namespace thrashlab {

/// New keys enter the small queue (10 % of the capacity). At its front a key with two hits or more moves on to the main
/// queue, and its hits are counted from 0 again; any other one goes and is remembered (90 % of the capacity). A miss on
/// a remembered key enters the main queue. There a key with hits left is sent to the end again with one less, of three
/// at most. The main queue gives the victim when it is longer than its share, or when the small one is empty.
///
/// Readings differ in two places. The paper's text promotes above one hit and its pseudocode copies the count; to
/// keep the count gives up to 1 % more misses on small caches. Newer programs send new keys to the main queue while the
/// cache is not full yet. Both are other variants than this one.
class S3FifoPolicy final : public PolicyBase<S3FifoPolicy> {
public:
    static constexpr PolicyInfo about{.name = "s3-fifo",
                                      .title = "S3-FIFO",
                                      .variant = "small queue 10 %, ghosts 90 %, promotion at 2 hits",
                                      .sentence =
                                          "Lets most new blocks through a small queue quickly, without moving any.",
                                      .source = "Yang, Zhang, Qiu, Yue, Vigfusson, SOSP 2023"};
    using PolicyBase::next_victim;

    explicit S3FifoPolicy(const PolicySetup& setup);

    void hit(BlockNo key, Access access) final;
    void admitted(BlockNo key, Access access) final;
    void evicted(BlockNo key, BlockNo incoming) final;
    void forgotten(BlockNo key) final;
    [[nodiscard]] BlockNo next_victim(BlockNo incoming, const Pinned& pinned) const final;
    [[nodiscard]] std::uint32_t size() const final { return lists_.length(small) + lists_.length(main); }
    [[nodiscard]] PolicyPicture describe() const final;
    [[nodiscard]] std::size_t bytes() const final { return sizeof(*this) + lists_.bytes(); }
    bool operator==(const S3FifoPolicy&) const = default;

private:
    static constexpr std::uint8_t small = 0;
    static constexpr std::uint8_t main = 1;
    static constexpr std::uint8_t ghost = 2;
    static constexpr std::uint8_t promotion = 2;
    static constexpr std::uint8_t most_hits = 3;

    void drain_small(BlockNo until);
    [[nodiscard]] bool main_first() const { return lists_.length(main) > main_most_ || lists_.empty(small); }

    KeyLists lists_;
    std::uint32_t small_most_;
    std::uint32_t main_most_;
    std::uint32_t ghost_most_;
};

} // namespace thrashlab
