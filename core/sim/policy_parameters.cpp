#include "sim/policy_parameters.h"

#include "cache/policy.h"

namespace thrashlab {
namespace {

std::vector<std::string_view> policy_names() {
    std::vector<std::string_view> names;
    for (const PolicyInfo& info : policies()) {
        names.push_back(info.name);
    }
    return names;
}

} // namespace

void add_policy_parameters(std::vector<Parameter>& table) {
    table.push_back({.key = "cache.policy",
                     .group = ParameterGroup::cache,
                     .label = "Replacement policy",
                     .unit = "",
                     .reason =
                         "Which buffer goes when none is empty: lru is the kernel's own queue, and a loop a little "
                         "too large defeats it.",
                     .provenance = Provenance::choice,
                     .choices = policy_names(),
                     .get = [](const Scenario& s) -> ParameterValue { return s.policy; },
                     .set = [](Scenario& s, const ParameterValue& v) { s.policy = std::get<std::string>(v); }});
    table.push_back(
        {.key = "cache.policy_seed",
         .group = ParameterGroup::cache,
         .label = "Seed of the policy",
         .unit = "",
         .reason = "Another seed gives other lots to random and other hashes to w-tinylfu.",
         .provenance = Provenance::choice,
         .minimum = 0,
         .maximum = 4294967295.0,
         .get = [](const Scenario& s) -> ParameterValue { return static_cast<std::int64_t>(s.policy_seed); },
         .set =
             [](Scenario& s, const ParameterValue& v) {
                 s.policy_seed = static_cast<std::uint64_t>(std::get<std::int64_t>(v));
             }});
}

} // namespace thrashlab
