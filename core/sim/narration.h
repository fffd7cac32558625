// Events in words.
#pragma once

#include "fs/file_layout.h"
#include "kernel/event.h"
#include "kernel/machine_state.h"
#include "sim/parameter.h"

#include <string>

namespace thrashlab {

/// One plain sentence about an event.
struct Narration {
    /// What happened and why: "Block 386 is read alone although 387 follows it on the disk: page 96 already holds a
    /// valid block, so the cluster is cut short."
    std::string sentence;
    /// Figures to go with it, such as "862nd lost turn of this run"; may be empty.
    std::string detail;
    /// What stands behind the rule that made it happen.
    Provenance provenance = Provenance::source;
};

/// Tells an event; `after` is the state right behind it.
[[nodiscard]] Narration narrate(const Event& event, const MachineState& after, const FileLayout& layout);

/// What a block is called in sentences: "block 386", "the indirect block at sector 1048".
[[nodiscard]] std::string block_name(BlockNo block, const FileLayout& layout);
/// "the kernel's source", "deduced from published timings", "a hypothesis that fits the timings", "chosen".
[[nodiscard]] std::string_view provenance_text(Provenance provenance);
/// The number with its digits in groups of three, parted by narrow no-break spaces: "1 872 034".
[[nodiscard]] std::string grouped(std::uint64_t number);

} // namespace thrashlab
