// The references of a scenario, as those of a trace.
#pragma once

#include "cache/policy_run.h"
#include "sim/scenario.h"

namespace thrashlab {

/// What `demanded_references` has, with keys numbered in order of their first appearance. The scenario is one that
/// `check` takes.
[[nodiscard]] DenseReferences scenario_references(const Scenario& scenario);

} // namespace thrashlab
