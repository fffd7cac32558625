// The policies that are one queue: FIFO, LRU and MRU.
#pragma once

#include "cache/policies/key_lists.h"

namespace thrashlab {

/// One queue of resident keys. `moves`: a hit sends the key to the end. `from_end`: the victim is the last one.
template <class Derived, bool moves, bool from_end>
class QueuePolicy : public PolicyBase<Derived> {
public:
    using PolicyBase<Derived>::next_victim;

    explicit QueuePolicy(const PolicySetup& setup) : lists_(setup.keys) {}

    void hit(BlockNo key, Access) final {
        if constexpr (moves) {
            lists_.move_to_back(queue, key);
        }
    }
    void admitted(BlockNo key, Access) final { lists_.push_back(queue, key); }
    void evicted(BlockNo key, BlockNo) final { lists_.remove(key); }
    void forgotten(BlockNo key) final { lists_.remove_if_held(key); }

    [[nodiscard]] BlockNo next_victim(BlockNo, const Pinned& pinned) const final {
        if constexpr (from_end) {
            BlockNo key = lists_.back(queue);
            while (key.exists() && pinned(key)) {
                key = lists_.previous(key);
            }
            return key;
        } else {
            return lists_.first_free(queue, pinned);
        }
    }

    [[nodiscard]] std::uint32_t size() const final { return lists_.length(queue); }
    [[nodiscard]] PolicyPicture describe() const final {
        PolicyList drawn = lists_.describe(queue, Derived::list_name);
        if constexpr (from_end) {
            drawn.entries = {drawn.entries.rbegin(), drawn.entries.rend()};
        }
        return {.lists = {std::move(drawn)}};
    }
    [[nodiscard]] std::size_t bytes() const final { return sizeof(Derived) + lists_.bytes(); }
    bool operator==(const QueuePolicy&) const = default;

private:
    static constexpr std::uint8_t queue = 0;
    KeyLists lists_;
};

/// First in, first out: hits change nothing.
class FifoPolicy final : public QueuePolicy<FifoPolicy, false, false> {
public:
    static constexpr PolicyInfo about{.name = "fifo",
                                      .title = "FIFO",
                                      .variant = "one queue in order of arrival",
                                      .sentence = "Evicts what came first, however much it is used.",
                                      .source = "folklore; its anomaly: Belady, Nelson, Shedler, CACM 1969"};
    static constexpr std::string_view list_name = "arrival";
    using QueuePolicy::QueuePolicy;
    bool operator==(const FifoPolicy&) const = default;
};

/// Least recently used.
class LruPolicy final : public QueuePolicy<LruPolicy, true, false> {
public:
    static constexpr PolicyInfo about{.name = "lru",
                                      .title = "LRU",
                                      .variant = "one queue in order of last use",
                                      .sentence = "Evicts what was not used for the longest time.",
                                      .source = "folklore; Mattson and others, IBM Systems Journal 1970"};
    static constexpr std::string_view list_name = "recency";
    using QueuePolicy::QueuePolicy;
    bool operator==(const LruPolicy&) const = default;
};

/// Most recently used: best for a loop that is larger than the cache, poor for almost anything else.
class MruPolicy final : public QueuePolicy<MruPolicy, true, true> {
public:
    static constexpr PolicyInfo about{.name = "mru",
                                      .title = "MRU",
                                      .variant = "one queue in order of last use, victim from its end",
                                      .sentence = "Evicts what was used last, which keeps part of a loop in memory.",
                                      .source = "Chou and DeWitt, VLDB 1985"};
    static constexpr std::string_view list_name = "recency";
    using QueuePolicy::QueuePolicy;
    bool operator==(const MruPolicy&) const = default;
};

} // namespace thrashlab
