#include "ui/models/selection.h"

namespace thrashlab::ui {

bool Selection::lights(BlockNo block) const {
    if (!block.exists()) {
        return false;
    }
    if (command_) {
        return block.value >= command_->first.value && block.value - command_->first.value < command_->blocks;
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
