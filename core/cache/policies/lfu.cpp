#include "cache/policies/lfu.h"

namespace thrashlab {

// The group's last key is now the one before it, if that is of the group.
void LfuPolicy::leave_group(BlockNo key) {
    const std::uint32_t uses = uses_[key.at()];
    if (last_[uses] == key) {
        const BlockNo before = lists_.previous(key);
        last_[uses] = before.exists() && uses_[before.at()] == uses ? before : BlockNo::none();
    }
}

void LfuPolicy::hit(BlockNo key, Access access) {
    if (access == Access::same_use) {
        return;
    }
    const std::uint32_t uses = uses_[key.at()];
    const std::uint32_t more = uses < highest ? uses + 1 : uses;
    if (more == last_.size()) {
        last_.emplace_back();
    }
    const BlockNo behind = last_[more].exists() ? last_[more] : last_[uses];
    leave_group(key);
    if (behind != key) {
        lists_.remove(key);
        lists_.insert_behind(queue, key, behind);
    }
    uses_[key.at()] = more;
    last_[more] = key;
}

void LfuPolicy::admitted(BlockNo key, Access) {
    if (last_[1].exists()) {
        lists_.insert_behind(queue, key, last_[1]);
    } else {
        lists_.insert_before(queue, key, lists_.front(queue));
    }
    uses_[key.at()] = 1;
    last_[1] = key;
}

void LfuPolicy::evicted(BlockNo key, BlockNo) {
    forgotten(key);
}

void LfuPolicy::forgotten(BlockNo key) {
    if (lists_.holds(queue, key)) {
        leave_group(key);
        lists_.remove(key);
        uses_[key.at()] = 0;
    }
}

BlockNo LfuPolicy::next_victim(BlockNo, const Pinned& pinned) const {
    return lists_.first_free(queue, pinned);
}

PolicyPicture LfuPolicy::describe() const {
    PolicyList drawn = lists_.describe(queue, "by uses", "uses");
    for (PolicyEntry& entry : drawn.entries) {
        entry.count = uses_[entry.key.at()];
    }
    return {.lists = {std::move(drawn)}};
}

std::size_t LfuPolicy::bytes() const {
    return sizeof(*this) + lists_.bytes() + uses_.size() * sizeof(std::uint32_t) + last_.size() * sizeof(BlockNo);
}

} // namespace thrashlab
