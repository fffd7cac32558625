#include "sim/references.h"

#include <algorithm>

namespace thrashlab {
namespace {

void add_with_metadata(const FileLayout& layout, BlockNo block, std::vector<BlockNo>& references) {
    const BlockNo parent = layout.parent(block);
    if (parent.exists()) {
        add_with_metadata(layout, parent, references);
    }
    references.push_back(block);
}

} // namespace

std::vector<BlockNo> demanded_references(const Scenario& scenario, const FileLayout& layout) {
    const Workload& workload = scenario.workload;
    const std::uint64_t first_byte = writes_file(workload) ? 0 : workload.skip * workload.input_block;
    std::uint64_t end_byte = layout.file_bytes();
    if (workload.count > 0) {
        end_byte = std::min(end_byte, first_byte + workload.count * workload.input_block);
    }
    std::vector<BlockNo> references;
    if (first_byte >= end_byte) {
        return references;
    }
    const auto first = static_cast<std::uint32_t>(first_byte / layout.block_size());
    const auto last = static_cast<std::uint32_t>((end_byte - 1) / layout.block_size());
    for (std::uint32_t run = 0; run < workload.runs; ++run) {
        for (std::uint32_t block = first; block <= last; ++block) {
            add_with_metadata(layout, BlockNo{block}, references);
        }
    }
    return references;
}

std::shared_ptr<const Future> Futures::of(const Scenario& scenario, const FileLayout& layout) {
    {
        const std::lock_guard lock(mutex_);
        if (last_ != nullptr && workload_ == scenario.workload && file_system_ == scenario.file_system) {
            return last_;
        }
    }
    // Others may be at work on the same one; to have them wait would be no sooner for them, and later for the rest.
    auto future = std::make_shared<const Future>(demanded_references(scenario, layout), layout.blocks());
    const std::lock_guard lock(mutex_);
    workload_ = scenario.workload;
    file_system_ = scenario.file_system;
    last_ = future;
    return future;
}

PolicyValue make_policy(const Scenario& scenario, const FileLayout& layout, Futures* futures) {
    if (scenario.policy == kernel_policy) {
        return {};
    }
    PolicySetup setup{.keys = layout.blocks(), .capacity = scenario.buffers, .seed = scenario.policy_seed};
    if (scenario.policy == "opt") {
        Futures own;
        setup.future = (futures != nullptr ? futures : &own)->of(scenario, layout);
    }
    return PolicyValue(make_policy(scenario.policy, setup));
}

} // namespace thrashlab
