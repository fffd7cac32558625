// OPT: the best that can be done by whoever knows the future.
#pragma once

#include "cache/future.h"
#include "cache/policies/key_lists.h"

#include <memory>

namespace thrashlab {

/// A set of numbers below a bound, with the largest one at hand: bits, and bits that say which words have any.
class PlaceSet {
public:
    explicit PlaceSet(std::uint32_t bound);
    void insert(std::uint32_t place);
    void erase(std::uint32_t place);
    [[nodiscard]] bool contains(std::uint32_t place) const {
        return (levels_[0][place / 64] >> (place % 64) & 1U) != 0;
    }
    /// The largest number below `bound`, or Future::never.
    [[nodiscard]] std::uint32_t largest_below(std::uint32_t bound) const;
    [[nodiscard]] std::size_t bytes() const;
    bool operator==(const PlaceSet&) const = default;

private:
    std::vector<std::vector<std::uint64_t>> levels_; ///< the finest first
};

/// Belady's rule: evicts the resident key whose next reference lies furthest ahead; of keys that are never referenced
/// again, the one that has been so for the longest time. What misses is always taken in: the kernel has to.
///
/// Its clock goes on with what is demanded: to the place behind the next reference to that key. What was expected in
/// between and did not come is expected at its next place. So a future that is not met to the letter, such as one
/// without read-ahead, does no harm but to the result.
class OptPolicy final : public PolicyBase<OptPolicy> {
public:
    static constexpr PolicyInfo about{.name = "opt",
                                      .title = "OPT",
                                      .variant = "Belady's rule, every miss is taken in",
                                      .sentence = "Knows the future and evicts what is needed last: the bound for all.",
                                      .source = "Belady, IBM Systems Journal 5(2), 1966"};
    using PolicyBase::next_victim;

    explicit OptPolicy(const PolicySetup& setup);

    void hit(BlockNo key, Access access) final;
    void admitted(BlockNo key, Access access) final;
    void evicted(BlockNo key, BlockNo incoming) final;
    void forgotten(BlockNo key) final;
    [[nodiscard]] BlockNo next_victim(BlockNo incoming, const Pinned& pinned) const final;
    [[nodiscard]] std::uint32_t size() const final { return lists_.length(awaited) + lists_.length(done); }
    [[nodiscard]] PolicyPicture describe() const final;
    [[nodiscard]] std::size_t bytes() const final {
        return sizeof(*this) + lists_.bytes() + expected_.bytes() + places_.size() * sizeof(std::uint32_t);
    }
    bool operator==(const OptPolicy& other) const;

private:
    static constexpr std::uint8_t awaited = 0; ///< will be referenced; its next place is in expected_
    static constexpr std::uint8_t done = 1;    ///< will not

    void go_on(BlockNo key);
    void await(BlockNo key, std::uint32_t place);

    std::shared_ptr<const Future> future_;
    KeyLists lists_;
    PlaceSet expected_;
    std::vector<std::uint32_t> places_; ///< of each awaited key
    std::uint32_t clock_ = 0;
    BlockNo last_; ///< the key demanded last
};

} // namespace thrashlab
