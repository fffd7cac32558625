// What the user has chosen: one thing for the whole window.
#pragma once

#include "kernel/event.h"
#include "sim/journal.h"

#include <QObject>

#include <optional>

namespace thrashlab::ui {

/// A command to the drive, wherever it stands in its life.
struct ChosenCommand {
    CommandNo number;
    BlockNo first;
    std::uint16_t blocks = 0;
    EventIndex queued = 0; ///< index of the event that put it into the drive's queue

    bool operator==(const ChosenCommand&) const = default;
};

/// A command with the event that put it into the drive's queue, looked for backwards from `before`; nothing when it
/// was not queued before that.
[[nodiscard]] std::optional<ChosenCommand> chosenCommand(const Journal& journal, EventIndex before, CommandNo number);

/// A block or a command, or nothing. What is chosen in one view is lit in all of them; a buffer is chosen by its block.
class Selection : public QObject {
    Q_OBJECT

public:
    explicit Selection(QObject* parent = nullptr) : QObject(parent) {}

    /// The block chosen by itself.
    [[nodiscard]] std::optional<BlockNo> block() const { return block_; }
    [[nodiscard]] const std::optional<ChosenCommand>& command() const { return command_; }
    [[nodiscard]] bool isEmpty() const { return !block_ && !command_; }
    /// Whether views light this block: it is chosen, or part of the chosen command.
    [[nodiscard]] bool lights(BlockNo block) const;

    void choose(BlockNo block);
    void choose(const ChosenCommand& command);
    void clear();

Q_SIGNALS:
    void changed();

private:
    void set(std::optional<BlockNo> block, const std::optional<ChosenCommand>& command);

    std::optional<BlockNo> block_;
    std::optional<ChosenCommand> command_;
};

} // namespace thrashlab::ui
