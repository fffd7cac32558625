// The part of the table of parameters that chooses the replacement policy. See sim/parameter.h.
#pragma once

#include "sim/parameter.h"

#include <vector>

namespace thrashlab {

void add_policy_parameters(std::vector<Parameter>& table);

} // namespace thrashlab
