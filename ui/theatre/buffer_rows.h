// What the view of the buffers draws: rows of bars, made from the state without a window.
#pragma once

#include "kernel/machine_state.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace thrashlab::ui {

/// One buffer, or several neighbours in their order.
struct BufferBar {
    BlockNo block; ///< of the first one; none for an empty buffer
    std::uint32_t buffers = 1;
    /// Of most of them; but one that is on its way or dirty is never overlooked.
    BlockStatus status = BlockStatus::on_disk;
    /// Reference bit or use count; of several the mean, rounded.
    std::uint32_t count = 0;
    bool chosen = false;

    bool operator==(const BufferBar&) const = default;
};

/// A list of buffers. Places are counted in bars.
struct BufferRow {
    std::string name;        ///< empty for the kernel's own queues
    bool ghost = false;      ///< its blocks are remembered, and in no buffer
    bool counted = false;    ///< its counts mean something
    std::size_t entries = 0; ///< all of them, drawn or not
    std::size_t drawn = 0;   ///< those that the bars stand for
    std::vector<BufferBar> bars;
    std::optional<double> target; ///< how long the policy lets it become
    std::optional<std::size_t> hand;
    std::optional<std::size_t> victim;

    bool operator==(const BufferRow&) const = default;
};

/// How much is drawn.
struct BufferRowLimits {
    std::uint32_t buffersPerBar = 1;
    std::size_t mostBars = 1000; ///< of a row
    /// Of the kernel's queues no more buffers are walked through.
    std::uint32_t mostBuffers = 200000;
    /// Whether a block is chosen; may be empty.
    std::function<bool(BlockNo)> chosen;
};

/// EMPTY, AGE, LRU and ACTIVE one behind the other, the next victim first. A bar keeps to one queue.
[[nodiscard]] BufferRow queueRow(const MachineState& state, const BufferRowLimits& limits);
/// The policy's lists in its own order; the state must have a policy, and `picture` must be of it.
[[nodiscard]] std::vector<BufferRow> policyRows(const MachineState& state, const PolicyPicture& picture,
                                                const BufferRowLimits& limits);

} // namespace thrashlab::ui
