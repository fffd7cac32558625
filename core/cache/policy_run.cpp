#include "cache/policy_run.h"

#include "cache/future.h"

#include <cassert>
#include <unordered_map>

namespace thrashlab {

DenseReferences dense(std::span<const std::uint64_t> ids) {
    DenseReferences result;
    result.references.reserve(ids.size());
    std::unordered_map<std::uint64_t, std::uint32_t> numbers;
    for (const std::uint64_t id : ids) {
        const auto number = static_cast<std::uint32_t>(numbers.size());
        result.references.emplace_back(numbers.emplace(id, number).first->second);
    }
    result.keys = static_cast<std::uint32_t>(numbers.size());
    return result;
}

PolicyCounts run_policy(ReplacementPolicy& policy, std::span<const BlockNo> references, std::uint32_t keys,
                        std::uint32_t capacity) {
    PolicyCounts counts{.requests = references.size()};
    std::vector<bool> resident(keys, false);
    std::uint32_t used = 0;
    for (const BlockNo key : references) {
        if (resident[key.at()]) {
            policy.hit(key, Access::demanded);
            continue;
        }
        ++counts.misses;
        if (used == capacity) {
            const BlockNo victim = policy.next_victim(key, Pinned{});
            assert(victim.exists() && resident[victim.at()]);
            policy.evicted(victim, key);
            resident[victim.at()] = false;
        } else {
            ++used;
        }
        policy.admitted(key, Access::demanded);
        resident[key.at()] = true;
    }
    return counts;
}

PolicyCounts run_policy(std::string_view name, std::span<const BlockNo> references, std::uint32_t keys,
                        std::uint32_t capacity, std::uint64_t seed) {
    PolicySetup setup{.keys = keys, .capacity = capacity, .seed = seed};
    if (name == "opt") {
        setup.future = std::make_shared<const Future>(references, keys);
    }
    const std::unique_ptr<ReplacementPolicy> policy = make_policy(name, setup);
    return run_policy(*policy, references, keys, capacity);
}

} // namespace thrashlab
