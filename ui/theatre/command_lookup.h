// From a command seen in a view to what the window chooses.
#pragma once

#include "sim/journal.h"
#include "ui/models/selection.h"

#include <optional>

namespace thrashlab::ui {

/// A command with the event that put it into the drive's queue, looked for backwards from `before`; nothing when it
/// was not queued before that.
[[nodiscard]] inline std::optional<ChosenCommand> queuedCommand(const Journal& journal, EventIndex before,
                                                                CommandNo number) {
    const auto queued = journal.find_backward(before, [number](const Event& event) {
        return event.kind == EventKind::command_queued && event.command() == number;
    });
    if (!queued) {
        return std::nullopt;
    }
    const Event event = journal[*queued];
    return ChosenCommand{.number = number, .first = event.block, .blocks = event.count, .queued = *queued};
}

} // namespace thrashlab::ui
