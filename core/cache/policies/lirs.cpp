#include "cache/policies/lirs.h"

#include <algorithm>

namespace thrashlab {

LirsPolicy::LirsPolicy(const PolicySetup& setup)
    : stack_(setup.keys), queue_(setup.keys), states_(setup.keys, State::unknown),
      hot_most_(setup.capacity - std::max(1U, percent_of(setup.capacity, 1))), stack_most_(2 * setup.capacity) {
}

void LirsPolicy::to_top(BlockNo key) {
    if (stack_.holds(s, key)) {
        stack_.move_to_back(s, key);
    } else {
        stack_.push_back(s, key);
    }
}

// The bottom of S is always hot: what lies below the last hot key has no recency that counts.
void LirsPolicy::prune() {
    while (!stack_.empty(s) && states_[stack_.front(s).at()] != State::hot) {
        const BlockNo bottom = stack_.front(s);
        if (states_[bottom.at()] == State::ghost) {
            states_[bottom.at()] = State::unknown;
            queue_.remove(bottom);
        }
        stack_.remove(bottom);
    }
}

void LirsPolicy::limit_stack() {
    while (stack_.length(s) > stack_most_ && !queue_.empty(ghosts)) {
        const BlockNo oldest = queue_.front(ghosts);
        states_[oldest.at()] = State::unknown;
        queue_.remove(oldest);
        stack_.remove(oldest);
    }
}

// Makes a key hot, and the hot key at the bottom cold when there are too many.
void LirsPolicy::heat(BlockNo key) {
    to_top(key);
    states_[key.at()] = State::hot;
    ++hot_;
    prune();
    if (hot_ > hot_most_) {
        const BlockNo bottom = stack_.front(s);
        states_[bottom.at()] = State::cold;
        --hot_;
        stack_.remove(bottom);
        queue_.push_back(q, bottom);
        prune();
    }
}

void LirsPolicy::hit(BlockNo key, Access access) {
    if (states_[key.at()] == State::hot) {
        to_top(key);
        prune();
    } else if (stack_.holds(s, key) && access != Access::same_use) {
        queue_.remove(key);
        heat(key);
    } else {
        to_top(key);
        queue_.move_to_back(q, key);
        limit_stack();
    }
}

void LirsPolicy::admitted(BlockNo key, Access) {
    const bool remembered = states_[key.at()] == State::ghost;
    queue_.remove_if_held(key);
    if (hot_ < hot_most_ || remembered) {
        heat(key);
    } else {
        to_top(key);
        states_[key.at()] = State::cold;
        queue_.push_back(q, key);
        prune(); // where there is no hot key at all, S stays empty
    }
    limit_stack();
}

void LirsPolicy::evicted(BlockNo key, BlockNo) {
    if (states_[key.at()] == State::cold && stack_.holds(s, key)) {
        queue_.move_to_back(ghosts, key);
        states_[key.at()] = State::ghost;
    } else {
        forgotten(key);
    }
}

void LirsPolicy::forgotten(BlockNo key) {
    hot_ -= states_[key.at()] == State::hot ? 1U : 0U;
    states_[key.at()] = State::unknown;
    stack_.remove_if_held(key);
    queue_.remove_if_held(key);
    prune();
}

BlockNo LirsPolicy::next_victim(BlockNo, const Pinned& pinned) const {
    const BlockNo cold = queue_.first_free(q, pinned);
    if (cold.exists()) {
        return cold;
    }
    BlockNo key = stack_.front(s);
    while (key.exists() && (states_[key.at()] != State::hot || pinned(key))) {
        key = stack_.next(key);
    }
    return key;
}

PolicyPicture LirsPolicy::describe() const {
    PolicyList hot{.name = "LIR", .target = hot_most_};
    for (BlockNo key = stack_.front(s); key.exists(); key = stack_.next(key)) {
        if (states_[key.at()] == State::hot) {
            hot.entries.push_back({key, 0});
        }
    }
    PolicyList cold = queue_.describe(q, "resident HIR", "in the stack");
    for (PolicyEntry& entry : cold.entries) {
        entry.count = stack_.holds(s, entry.key) ? 1 : 0;
    }
    return {
        .lists = {std::move(cold), std::move(hot), queue_.describe_ghosts(ghosts, "non-resident HIR", std::nullopt)}};
}

} // namespace thrashlab
