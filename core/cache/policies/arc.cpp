#include "cache/policies/arc.h"

#include <algorithm>

namespace thrashlab {

// The target after a miss on `incoming`.
double ArcPolicy::target_for(BlockNo incoming) const {
    const double first = lists_.length(b1);
    const double second = lists_.length(b2);
    if (incoming == adapted_for_) {
        return target_;
    }
    if (lists_.holds(b1, incoming)) {
        return std::min<double>(target_ + std::max(second / first, 1.0), capacity_);
    }
    if (lists_.holds(b2, incoming)) {
        return std::max(target_ - std::max(first / second, 1.0), 0.0);
    }
    return target_;
}

void ArcPolicy::hit(BlockNo key, Access access) {
    lists_.move_to_back(access == Access::same_use ? lists_.list_of(key) : t2, key);
}

// The paper cuts B1 and B2 before it makes room, and lets T1's victim go unremembered when B1 is empty and T1 takes the
// whole cache. To cut afterwards leaves the same lists.
void ArcPolicy::admitted(BlockNo key, Access) {
    target_ = target_for(key);
    adapted_for_ = BlockNo::none();
    if (lists_.holds(b1, key) || lists_.holds(b2, key)) {
        lists_.move_to_back(t2, key);
    } else {
        lists_.push_back(t1, key);
    }
    lists_.trim(b1, capacity_ - std::min(capacity_, lists_.length(t1)));
    const std::uint32_t others = size() + lists_.length(b1);
    lists_.trim(b2, 2 * capacity_ - std::min(2 * capacity_, others));
}

void ArcPolicy::evicted(BlockNo key, BlockNo incoming) {
    target_ = target_for(incoming);
    adapted_for_ = incoming;
    lists_.move_to_back(lists_.holds(t1, key) ? b1 : b2, key);
}

void ArcPolicy::forgotten(BlockNo key) {
    lists_.remove_if_held(key);
}

BlockNo ArcPolicy::next_victim(BlockNo incoming, const Pinned& pinned) const {
    const double length = lists_.length(t1);
    const double target = target_for(incoming);
    const bool first = length > 0 && (length > target || (length == target && lists_.holds(b2, incoming)));
    const BlockNo key = lists_.first_free(first ? t1 : t2, pinned);
    return key.exists() ? key : lists_.first_free(first ? t2 : t1, pinned);
}

PolicyPicture ArcPolicy::describe() const {
    PolicyPicture picture{.lists = {lists_.describe(t1, "T1"), lists_.describe(t2, "T2"),
                                    lists_.describe_ghosts(b1, "B1", std::nullopt),
                                    lists_.describe_ghosts(b2, "B2", std::nullopt)},
                          .figures = {{"p", target_}}};
    picture.lists[0].target = static_cast<std::uint32_t>(target_);
    return picture;
}

} // namespace thrashlab
