#include "cache/policies/s3_fifo.h"

#include <algorithm>

namespace thrashlab {

S3FifoPolicy::S3FifoPolicy(const PolicySetup& setup)
    : lists_(setup.keys), small_most_(percent_of(setup.capacity, 10)), main_most_(setup.capacity - small_most_),
      ghost_most_(percent_of(setup.capacity, 90)) {
}

void S3FifoPolicy::hit(BlockNo key, Access access) {
    const unsigned hits = lists_.count(key) + (access == Access::same_use ? 0U : 1U);
    lists_.set_count(key, static_cast<std::uint8_t>(std::min<unsigned>(hits, most_hits)));
}

void S3FifoPolicy::admitted(BlockNo key, Access) {
    if (lists_.holds(ghost, key)) {
        lists_.move_to_back(main, key);
    } else {
        lists_.push_back(small, key);
    }
    lists_.trim(ghost, ghost_most_);
}

// Sends what has earned it from the small queue to the main one, up to a key or, when that is none, all of it.
void S3FifoPolicy::drain_small(BlockNo until) {
    for (BlockNo key = lists_.front(small); key != until;) {
        const BlockNo next = lists_.next(key);
        if (lists_.count(key) >= promotion) {
            lists_.set_count(key, 0);
            lists_.move_to_back(main, key);
        }
        key = next;
    }
}

void S3FifoPolicy::evicted(BlockNo key, BlockNo) {
    if (lists_.holds(small, key)) {
        drain_small(key);
        lists_.set_count(key, 0);
        lists_.move_to_back(ghost, key);
        return;
    }
    if (!main_first()) {
        drain_small(BlockNo::none());
    }
    while (lists_.front(main) != key || lists_.count(key) > 0) {
        const BlockNo first = lists_.front(main);
        lists_.set_count(first, static_cast<std::uint8_t>(std::max<int>(lists_.count(first), 1) - 1));
        lists_.move_to_back(main, first);
    }
    lists_.remove(key);
}

void S3FifoPolicy::forgotten(BlockNo key) {
    lists_.remove_if_held(key);
}

BlockNo S3FifoPolicy::next_victim(BlockNo, const Pinned& pinned) const {
    BlockNo promoted; // the first that moves on, without hits, to the end of the main queue
    if (!main_first()) {
        for (BlockNo key = lists_.front(small); key.exists(); key = lists_.next(key)) {
            if (pinned(key)) {
                continue;
            }
            if (lists_.count(key) < promotion) {
                return key;
            }
            promoted = promoted.exists() ? promoted : key;
        }
    }
    // Each round of the main queue takes one hit off each key: the first with the fewest hits goes.
    BlockNo best;
    unsigned fewest = most_hits + 1U;
    for (BlockNo key = lists_.front(main); key.exists() && fewest > 0; key = lists_.next(key)) {
        if (lists_.count(key) < fewest && !pinned(key)) {
            best = key;
            fewest = lists_.count(key);
        }
    }
    if (promoted.exists() && fewest > 0) {
        return promoted;
    }
    return best.exists() ? best : lists_.first_free(small, pinned);
}

PolicyPicture S3FifoPolicy::describe() const {
    PolicyPicture picture{.lists = {lists_.describe(small, "small", "hits"), lists_.describe(main, "main", "hits"),
                                    lists_.describe_ghosts(ghost, "ghost", ghost_most_)}};
    picture.lists[0].target = small_most_;
    picture.lists[1].target = main_most_;
    return picture;
}

} // namespace thrashlab
