#include "trace/scenario_references.h"

#include "sim/references.h"

namespace thrashlab {

DenseReferences scenario_references(const Scenario& scenario) {
    const FileLayout layout(scenario.file_system, file_extent(scenario.workload));
    DenseReferences result{.references = demanded_references(scenario, layout)};
    std::vector<BlockNo> numbers(layout.blocks());
    for (BlockNo& block : result.references) {
        BlockNo& number = numbers[block.at()];
        if (!number.exists()) {
            number = BlockNo{result.keys++};
        }
        block = number;
    }
    return result;
}

} // namespace thrashlab
