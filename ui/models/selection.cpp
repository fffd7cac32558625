#include "ui/models/selection.h"

#include "sim/search.h"

namespace thrashlab::ui {

std::optional<ChosenCommand> chosenCommand(const Journal& journal, EventIndex before, CommandNo number) {
    const auto queued = find_command(journal, before, number);
    if (!queued) {
        return std::nullopt;
    }
    const Event event = journal[*queued];
    return ChosenCommand{.number = number, .first = event.block, .blocks = event.count, .queued = *queued};
}

bool Selection::lights(BlockNo block) const {
    if (!block.exists()) {
        return false;
    }
    if (command_) {
        return block.is_among(command_->first, command_->blocks);
    }
    return block_ == block;
}

void Selection::choose(BlockNo block) {
    set(block.exists() ? std::optional(block) : std::nullopt, std::nullopt);
}

void Selection::choose(const ChosenCommand& command) {
    set(std::nullopt, command);
}

void Selection::clear() {
    set(std::nullopt, std::nullopt);
}

void Selection::set(std::optional<BlockNo> block, const std::optional<ChosenCommand>& command) {
    if (block == block_ && command == command_) {
        return;
    }
    block_ = block;
    command_ = command;
    Q_EMIT changed();
}

} // namespace thrashlab::ui
