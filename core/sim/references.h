// What a scenario's dd will ask for, block by block.
#pragma once

#include "cache/policy.h"
#include "fs/file_layout.h"
#include "sim/scenario.h"

#include <vector>

namespace thrashlab {

/// The blocks that the calls of all runs touch, in order, each with the metadata on the way to it before it, outermost
/// first, whether or not the kernel will need that. Several calls in a row to one block count once.
[[nodiscard]] std::vector<BlockNo> demanded_references(const Scenario& scenario, const FileLayout& layout);

/// The policy that a scenario asks for, fresh; none for the kernel's own. OPT knows `demanded_references`: the sequence
/// is dd's alone, so what the kernel reads ahead, and in which order, is no part of it.
[[nodiscard]] PolicyValue make_policy(const Scenario& scenario, const FileLayout& layout);

} // namespace thrashlab
