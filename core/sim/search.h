// Finding the next event of a kind, from a place in a journal.
#pragma once

#include "sim/journal.h"

#include <optional>

namespace thrashlab {

/// Which way to look.
enum class Direction : std::uint8_t { backward, forward };

// Each search starts at `place`, the index of a state. Forward it looks at the events that come next; backward at those
// before the one that has led to this state, so that searching again from behind what was found always gets on. Each
// returns the event's index (what it did is seen in the state at the next index) or nothing.

/// A block loses its buffer to another one; `block` none: whichever.
[[nodiscard]] std::optional<EventIndex> find_eviction(const Journal& journal, EventIndex place, Direction direction,
                                                      BlockNo block = BlockNo::none());
/// dd asks for a block that must be read.
[[nodiscard]] std::optional<EventIndex> find_miss(const Journal& journal, EventIndex place, Direction direction);
/// The drive begins to wait a whole turn.
[[nodiscard]] std::optional<EventIndex> find_lost_turn(const Journal& journal, EventIndex place, Direction direction);
/// dd goes to sleep for longer than `least`. A wait that never ends lasts until the journal's end.
[[nodiscard]] std::optional<EventIndex> find_long_wait(const Journal& journal, EventIndex place, Direction direction,
                                                       Duration least);
/// The event that put a command into the drive's queue, looked for before `before`.
[[nodiscard]] std::optional<EventIndex> find_command(const Journal& journal, EventIndex before, CommandNo command);

} // namespace thrashlab
