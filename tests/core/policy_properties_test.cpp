// What holds for any policy and any references.
#include "cache/future.h"
#include "cache/policy_run.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

namespace thrashlab {
namespace {

constexpr std::uint32_t keys = 24;

// Stretches in order and keys at random, as files and tables are read.
std::vector<BlockNo> any_references() {
    std::vector<BlockNo> references;
    const int parts = *rc::gen::inRange(0, 40);
    for (int part = 0; part < parts; ++part) {
        const std::uint32_t first = *rc::gen::inRange(0U, keys);
        const std::uint32_t length = *rc::gen::inRange(1U, 8U);
        for (std::uint32_t i = 0; i < length; ++i) {
            references.emplace_back((first + i) % keys);
        }
    }
    return references;
}

std::string_view any_policy() {
    return policies()[*rc::gen::inRange<std::size_t>(0, policies().size())].name;
}

RC_GTEST_PROP(AnyPolicy, OptMissesNoMoreThanIt, ()) {
    const std::vector<BlockNo> references = any_references();
    const std::uint32_t capacity = *rc::gen::inRange(1U, keys);
    const PolicyCounts best = run_policy("opt", references, keys, capacity);
    for (const PolicyInfo& info : policies()) {
        RC_ASSERT(best.misses <= run_policy(info.name, references, keys, capacity).misses);
    }
}

RC_GTEST_PROP(AnyPolicy, MissesEachKeyOnceWhenAllFit, ()) {
    const std::vector<BlockNo> references = any_references();
    const std::set<BlockNo> distinct(references.begin(), references.end());
    RC_ASSERT(run_policy(any_policy(), references, keys, keys).misses == distinct.size());
}

RC_GTEST_PROP(Lru, WithMoreBuffersNeverHitsLess, ()) {
    const std::vector<BlockNo> references = any_references();
    std::uint64_t before = references.size();
    for (std::uint32_t capacity = 1; capacity <= keys; ++capacity) {
        const std::uint64_t misses = run_policy("lru", references, keys, capacity).misses;
        RC_ASSERT(misses <= before);
        before = misses;
    }
}

TEST(Fifo, MayHitLessWithMoreBuffers) { // Belady's anomaly, with his own example
    std::vector<BlockNo> references;
    for (const std::uint32_t key : {1U, 2U, 3U, 4U, 1U, 2U, 5U, 1U, 2U, 3U, 4U, 5U}) {
        references.emplace_back(key);
    }
    EXPECT_EQ(run_policy("fifo", references, 6, 3).misses, 9U);
    EXPECT_EQ(run_policy("fifo", references, 6, 4).misses, 10U);
}

// Plays the kernel: keys are pinned, given up and evicted against the policy's advice.
RC_GTEST_PROP(AnyPolicy, NamesResidentKeysThatAreNotPinnedAndDrawsThemAll, ()) {
    const std::vector<BlockNo> references = any_references();
    const std::uint32_t capacity = *rc::gen::inRange(1U, keys);
    PolicyValue policy(
        make_policy(any_policy(),
                    {.keys = keys, .capacity = capacity, .future = std::make_shared<const Future>(references, keys)}));
    std::set<BlockNo> resident;
    for (const BlockNo key : references) {
        const Access access = *rc::gen::element(Access::demanded, Access::ahead);
        const bool same_use = *rc::gen::arbitrary<bool>();
        const auto pinned_keys = *rc::gen::arbitrary<std::uint32_t>();
        const auto is_pinned = [pinned_keys](BlockNo asked) { return (pinned_keys >> asked.value & 1U) != 0; };
        if (resident.contains(key)) {
            policy->hit(key, same_use ? Access::same_use : access);
        } else if (resident.size() < capacity) {
            policy->admitted(key, access);
            resident.insert(key);
        } else {
            const PolicyValue before = policy;
            const BlockNo victim = policy->next_victim(key, Pinned(is_pinned));
            RC_ASSERT(policy == before);
            const bool any_free =
                std::any_of(resident.begin(), resident.end(), [&](BlockNo each) { return !is_pinned(each); });
            RC_ASSERT(victim.exists() == any_free);
            RC_ASSERT((!victim.exists() || (resident.contains(victim) && !is_pinned(victim))));
            if (victim.exists()) {
                policy->evicted(victim, key);
                policy->admitted(key, access);
                resident.erase(victim);
                resident.insert(key);
            }
        }
        if (*rc::gen::inRange(0, 10) == 0) {
            policy->forgotten(key);
            resident.erase(key);
        }
        std::multiset<BlockNo> drawn;
        for (const PolicyList& list : policy->describe().lists) {
            for (const PolicyEntry& entry : list.entries) {
                if (!list.ghost) {
                    drawn.insert(entry.key);
                }
                RC_ASSERT(list.ghost != resident.contains(entry.key));
            }
            RC_ASSERT((!list.hand || *list.hand < list.entries.size()));
        }
        RC_ASSERT(drawn == std::multiset<BlockNo>(resident.begin(), resident.end()));
        RC_ASSERT(policy->size() == resident.size());
    }
}

RC_GTEST_PROP(AnyPolicy, ToldTheSameItIsTheSame, ()) {
    const std::vector<BlockNo> references = any_references();
    const std::uint32_t capacity = *rc::gen::inRange(1U, keys);
    const PolicySetup setup{.keys = keys,
                            .capacity = capacity,
                            .seed = *rc::gen::arbitrary<std::uint64_t>(),
                            .future = std::make_shared<const Future>(references, keys)};
    const std::string_view name = any_policy();
    const auto first = make_policy(name, setup);
    const auto second = make_policy(name, setup);
    RC_ASSERT(run_policy(*first, references, keys, capacity) == run_policy(*second, references, keys, capacity));
    RC_ASSERT(first->equals(*second));
    RC_ASSERT(first->describe() == second->describe());
}

} // namespace
} // namespace thrashlab
