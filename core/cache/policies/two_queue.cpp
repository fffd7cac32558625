#include "cache/policies/two_queue.h"

namespace thrashlab {

void TwoQueuePolicy::hit(BlockNo key, Access) {
    if (lists_.holds(am, key)) {
        lists_.move_to_back(am, key);
    }
}

// A1out is cut to its length only here: what comes in may be the one that would have been dropped.
void TwoQueuePolicy::admitted(BlockNo key, Access) {
    if (lists_.holds(a1out, key)) {
        lists_.move_to_back(am, key);
    } else {
        lists_.push_back(a1in, key);
    }
    lists_.trim(a1out, out_most_);
}

void TwoQueuePolicy::evicted(BlockNo key, BlockNo) {
    if (lists_.holds(a1in, key)) {
        lists_.move_to_back(a1out, key);
    } else {
        lists_.remove(key);
    }
}

void TwoQueuePolicy::forgotten(BlockNo key) {
    lists_.remove_if_held(key);
}

BlockNo TwoQueuePolicy::next_victim(BlockNo, const Pinned& pinned) const {
    const bool in_first = lists_.length(a1in) > in_most_ || lists_.empty(am);
    const BlockNo key = lists_.first_free(in_first ? a1in : am, pinned);
    return key.exists() ? key : lists_.first_free(in_first ? am : a1in, pinned);
}

PolicyPicture TwoQueuePolicy::describe() const {
    PolicyPicture picture{.lists = {lists_.describe(a1in, "A1in"), lists_.describe(am, "Am"),
                                    lists_.describe_ghosts(a1out, "A1out", out_most_)}};
    picture.lists[0].target = in_most_;
    return picture;
}

} // namespace thrashlab
