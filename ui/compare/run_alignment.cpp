#include "ui/compare/run_alignment.h"

#include <algorithm>

namespace thrashlab::ui {
namespace {

struct Arrival {
    BlockNo block;
    SimTime time;
};

// When dd first asks for each block further on than all before.
std::vector<Arrival> arrivals(const RunInRecording& run) {
    std::vector<Arrival> list;
    const Journal& journal = run.recording->journal;
    for (EventIndex index = journal.index_at(run.begin()); index < journal.size(); ++index) {
        const Event event = journal[index];
        if (event.time > run.end()) {
            break;
        }
        if (event.kind == EventKind::call_entered && event.block.exists() &&
            (list.empty() || event.block.value > list.back().block.value)) {
            list.push_back({event.block, event.time});
        }
    }
    return list;
}

} // namespace

RunAlignment::RunAlignment(const RunInRecording& leader, const RunInRecording& follower, Alignment alignment) {
    knots_.push_back({leader.begin(), follower.begin()});
    if (alignment == Alignment::clock) {
        const Duration shared = std::min(leader.end() - leader.begin(), follower.end() - follower.begin());
        knots_.push_back({leader.begin() + shared, follower.begin() + shared});
        knots_.push_back({leader.end(), follower.begin() + shared});
        return;
    }
    const std::vector<Arrival> others = arrivals(follower);
    auto other = others.begin();
    for (const Arrival& arrival : arrivals(leader)) {
        other = std::find_if(other, others.end(),
                             [&](const Arrival& each) { return each.block.value >= arrival.block.value; });
        if (other != others.end() && other->block == arrival.block && arrival.time > knots_.back().leader) {
            knots_.push_back({arrival.time, other->time});
        }
    }
    knots_.push_back({leader.end(), follower.end()});
}

SimTime RunAlignment::follow(SimTime time) const {
    const auto behind = std::upper_bound(knots_.begin(), knots_.end(), time,
                                         [](SimTime at, const Knot& knot) { return at < knot.leader; });
    if (behind == knots_.begin()) {
        return knots_.front().follower;
    }
    if (behind == knots_.end()) {
        return knots_.back().follower;
    }
    const Knot& before = *(behind - 1);
    const double share = static_cast<double>((time - before.leader).count()) /
                         static_cast<double>((behind->leader - before.leader).count());
    return before.follower + Duration(static_cast<std::int64_t>(
                                 share * static_cast<double>((behind->follower - before.follower).count())));
}

} // namespace thrashlab::ui
