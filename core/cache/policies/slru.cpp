#include "cache/policies/slru.h"

namespace thrashlab {

void SlruPolicy::hit(BlockNo key, Access access) {
    if (access == Access::same_use) {
        lists_.move_to_back(lists_.list_of(key), key);
        return;
    }
    lists_.move_to_back(safe, key);
    while (lists_.length(safe) > protected_most_) {
        lists_.move_to_back(probation, lists_.front(safe));
    }
}

void SlruPolicy::admitted(BlockNo key, Access) {
    lists_.push_back(probation, key);
}

void SlruPolicy::evicted(BlockNo key, BlockNo) {
    lists_.remove(key);
}

void SlruPolicy::forgotten(BlockNo key) {
    lists_.remove_if_held(key);
}

BlockNo SlruPolicy::next_victim(BlockNo, const Pinned& pinned) const {
    const BlockNo key = lists_.first_free(probation, pinned);
    return key.exists() ? key : lists_.first_free(safe, pinned);
}

PolicyPicture SlruPolicy::describe() const {
    PolicyPicture picture{.lists = {lists_.describe(probation, "probationary"), lists_.describe(safe, "protected")}};
    picture.lists[1].target = protected_most_;
    return picture;
}

} // namespace thrashlab
