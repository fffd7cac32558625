// The policies with a hand that passes over what was used: CLOCK, GCLOCK and SIEVE.
#pragma once

#include "cache/policies/key_lists.h"

namespace thrashlab {

/// A ring of resident keys with a hand. What was used has a count up to `highest`; the hand takes one off each key that
/// it passes and stops at the first without. A new key has no count.
/// `behind_hand`: a new key goes right behind the hand, which will reach it last, as on a clock. Otherwise it goes to
/// the end of the queue, and the hand, having reached the end, begins again at the front.
template <class Derived, std::uint8_t highest, bool behind_hand>
class RingPolicy : public PolicyBase<Derived> {
public:
    using PolicyBase<Derived>::next_victim;

    explicit RingPolicy(const PolicySetup& setup) : lists_(setup.keys) {}

    void hit(BlockNo key, Access access) final {
        const std::uint8_t count = lists_.count(key);
        if (count < highest && access != Access::same_use) {
            lists_.set_count(key, static_cast<std::uint8_t>(count + 1));
        }
    }
    void admitted(BlockNo key, Access) final {
        if constexpr (behind_hand) {
            lists_.insert_before(ring, key, hand_);
        } else {
            lists_.push_back(ring, key);
        }
    }
    void evicted(BlockNo key, BlockNo) final {
        sweep(key);
        forgotten(key);
    }
    void forgotten(BlockNo key) final {
        if (key == hand_) {
            hand_ = lists_.next(key);
        }
        lists_.remove_if_held(key);
    }

    // Each turn of the hand takes one off every count, so the victim is the first key from the hand on with the lowest
    // count of those that are not pinned.
    [[nodiscard]] BlockNo next_victim(BlockNo, const Pinned& pinned) const final {
        BlockNo best;
        unsigned lowest = highest + 1U;
        BlockNo key = start();
        for (std::uint32_t i = 0; i < size() && lowest > 0; ++i, key = behind(key)) {
            if (lists_.count(key) < lowest && !pinned(key)) {
                lowest = lists_.count(key);
                best = key;
            }
        }
        return best;
    }

    [[nodiscard]] std::uint32_t size() const final { return lists_.length(ring); }
    [[nodiscard]] PolicyPicture describe() const final {
        PolicyList drawn = lists_.describe(ring, Derived::list_name, highest == 1 ? "reference bit" : "uses");
        for (std::size_t i = 0; i < drawn.entries.size(); ++i) {
            if (drawn.entries[i].key == start()) {
                drawn.hand = i;
            }
        }
        return {.lists = {std::move(drawn)}};
    }
    [[nodiscard]] std::size_t bytes() const final { return sizeof(Derived) + lists_.bytes(); }
    bool operator==(const RingPolicy&) const = default;

private:
    static constexpr std::uint8_t ring = 0;

    [[nodiscard]] BlockNo start() const { return hand_.exists() ? hand_ : lists_.front(ring); }
    [[nodiscard]] BlockNo behind(BlockNo key) const {
        const BlockNo next = lists_.next(key);
        return next.exists() ? next : lists_.front(ring);
    }
    // The hand turns until it reaches the key without a count. Pinned keys without one are passed over.
    void sweep(BlockNo victim) {
        BlockNo key = start();
        while (key != victim || lists_.count(key) > 0) {
            const std::uint8_t count = lists_.count(key);
            lists_.set_count(key, static_cast<std::uint8_t>(count > 0 ? count - 1 : 0));
            key = behind(key);
        }
        hand_ = key;
    }

    KeyLists lists_;
    BlockNo hand_; ///< none: at the front
};

/// CLOCK with one reference bit. A new key's bit is clear; a hit sets it.
class ClockPolicy final : public RingPolicy<ClockPolicy, 1, true> {
public:
    static constexpr PolicyInfo about{.name = "clock",
                                      .title = "CLOCK",
                                      .variant = "one reference bit, clear on arrival",
                                      .sentence =
                                          "A hand turns and evicts the first block not used since its last pass.",
                                      .source = "Corbato, A paging experiment with the Multics system, 1968"};
    static constexpr std::string_view list_name = "clock";
    using RingPolicy::RingPolicy;
    bool operator==(const ClockPolicy&) const = default;
};

/// CLOCK with use counts up to 5, as database servers have it.
class GclockPolicy final : public RingPolicy<GclockPolicy, 5, true> {
public:
    static constexpr PolicyInfo about{.name = "gclock",
                                      .title = "GCLOCK",
                                      .variant = "use counts up to 5, 0 on arrival, one off at each pass",
                                      .sentence =
                                          "A clock that counts uses: what is used often survives several passes.",
                                      .source = "Smith, ACM Transactions on Database Systems 3(3), 1978"};
    static constexpr std::string_view list_name = "clock";
    using RingPolicy::RingPolicy;
    bool operator==(const GclockPolicy&) const = default;
};

/// SIEVE: a queue in order of arrival, whose survivors stay where they are while the hand goes on.
class SievePolicy final : public RingPolicy<SievePolicy, 1, false> {
public:
    static constexpr PolicyInfo about{.name = "sieve",
                                      .title = "SIEVE",
                                      .variant = "one visited bit, hand from the oldest to the newest",
                                      .sentence =
                                          "Sifts new blocks quickly: the hand leaves used ones in their places.",
                                      .source = "Zhang, Yang, Yue, Vigfusson, Rashmi, NSDI 2024"};
    static constexpr std::string_view list_name = "arrival";
    using RingPolicy::RingPolicy;
    bool operator==(const SievePolicy&) const = default;
};

} // namespace thrashlab
