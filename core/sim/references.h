// What a scenario's dd will ask for, block by block.
#pragma once

#include "cache/future.h"
#include "cache/policy.h"
#include "fs/file_layout.h"
#include "sim/scenario.h"

#include <memory>
#include <mutex>
#include <vector>

namespace thrashlab {

/// The blocks that the calls of all runs touch, in order, each with the metadata on the way to it before it, outermost
/// first, whether or not the kernel will need that. Several calls in a row to one block count once.
[[nodiscard]] std::vector<BlockNo> demanded_references(const Scenario& scenario, const FileLayout& layout);

/// What is known to OPT, shared by simulations that differ in neither workload nor file system: the last one that was
/// asked for is kept. Safe for several threads.
class Futures {
public:
    /// `demanded_references` of the scenario. `layout` is its own.
    [[nodiscard]] std::shared_ptr<const Future> of(const Scenario& scenario, const FileLayout& layout);

private:
    std::mutex mutex_;
    Workload workload_;
    FileSystemParameters file_system_;
    std::shared_ptr<const Future> last_;
};

/// The policy that a scenario asks for, fresh; none for the kernel's own. OPT knows `demanded_references`: the sequence
/// is dd's alone, so what the kernel reads ahead, and in which order, is no part of it. It is taken from
/// `futures` when these are given.
[[nodiscard]] PolicyValue make_policy(const Scenario& scenario, const FileLayout& layout, Futures* futures = nullptr);

} // namespace thrashlab
