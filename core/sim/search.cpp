#include "sim/search.h"

namespace thrashlab {
namespace {

template <class Predicate>
std::optional<EventIndex> find(const Journal& journal, EventIndex place, Direction direction, Predicate matches) {
    if (direction == Direction::forward) {
        return journal.find_forward(place, matches);
    }
    return place > 0 ? journal.find_backward(place - 1, matches) : std::nullopt;
}

} // namespace

std::optional<EventIndex> find_eviction(const Journal& journal, EventIndex place, Direction direction, BlockNo block) {
    return find(journal, place, direction, [block](const Event& event) {
        return event.kind == EventKind::buffer_assigned && event.victim().exists() &&
               (!block.exists() || event.victim() == block);
    });
}

std::optional<EventIndex> find_miss(const Journal& journal, EventIndex place, Direction direction) {
    return find(journal, place, direction, [](const Event& event) {
        return event.kind == EventKind::buffer_assigned && event.reason == Reason::miss;
    });
}

std::optional<EventIndex> find_lost_turn(const Journal& journal, EventIndex place, Direction direction) {
    return find(journal, place, direction, [](const Event& event) {
        return event.kind == EventKind::rotation_started && event.reason == Reason::lost_turn;
    });
}

std::optional<EventIndex> find_long_wait(const Journal& journal, EventIndex place, Direction direction,
                                         Duration least) {
    if (direction == Direction::forward) {
        std::optional<EventIndex> begun;
        SimTime since;
        bool found = false;
        journal.walk(place, journal.size(), [&](EventIndex index, const Event& event) {
            if (event.kind == EventKind::wait_started) {
                begun = index;
                since = event.time;
            } else if (event.kind == EventKind::wait_ended && begun) {
                found = event.time - since > least;
                begun = found ? begun : std::nullopt;
            }
            return !found;
        });
        const bool endless = !found && begun && journal.end_time() - since > least;
        return found || endless ? begun : std::nullopt;
    }
    // The wait that the place lies in ends behind it.
    SimTime ended = journal.end_time();
    journal.walk(place == 0 ? 0 : place - 1, journal.size(), [&](EventIndex, const Event& event) {
        if (event.kind == EventKind::wait_ended) {
            ended = event.time;
        }
        return event.kind != EventKind::wait_ended && event.kind != EventKind::wait_started;
    });
    std::optional<EventIndex> found;
    journal.walk_back(place == 0 ? 0 : place - 1, [&](EventIndex index, const Event& event) {
        if (event.kind == EventKind::wait_ended) {
            ended = event.time;
        } else if (event.kind == EventKind::wait_started && ended - event.time > least) {
            found = index;
        }
        return !found.has_value();
    });
    return found;
}

std::optional<EventIndex> find_command(const Journal& journal, EventIndex before, CommandNo command) {
    return journal.find_backward(before, [command](const Event& event) {
        return event.kind == EventKind::command_queued && event.command() == command;
    });
}

} // namespace thrashlab
