// Each policy by a script: one line for each access, with the victim it must name and the state it must draw.
#include "cache/future.h"
#include "cache/policy.h"
#include "error.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace thrashlab {
namespace {

constexpr std::uint32_t keys = 32;

// Lists in order, next to leave first: "name 1 2:1 >3", a count behind a colon, the hand as >, ghosts in brackets.
std::string draw(const PolicyPicture& picture) {
    std::string text;
    for (const PolicyList& list : picture.lists) {
        text += (text.empty() ? "" : " | ") + std::string(list.name);
        for (std::size_t i = 0; i < list.entries.size(); ++i) {
            const std::string key = std::to_string(list.entries[i].key.value);
            text += list.hand == i ? " >" : " ";
            text += list.ghost ? '[' + key + ']' : key;
            text += list.entries[i].count > 0 ? ':' + std::to_string(list.entries[i].count) : "";
        }
    }
    return text;
}

struct Line {
    std::uint32_t key;
    std::optional<std::uint32_t> victim; ///< who must go for it
    std::string state;                   ///< afterwards
};

void play(std::string_view name, std::uint32_t capacity, std::initializer_list<Line> script,
          const std::vector<std::uint32_t>& future = {}) {
    std::vector<BlockNo> references;
    for (const std::uint32_t key : future) {
        references.emplace_back(key);
    }
    const auto policy = make_policy(
        name, {.keys = keys, .capacity = capacity, .future = std::make_shared<const Future>(references, keys)});
    std::set<BlockNo> resident;
    int number = 0;
    for (const Line& line : script) {
        const std::string where = std::string(name) + ", access " + std::to_string(++number);
        const BlockNo key{line.key};
        if (resident.contains(key)) {
            EXPECT_FALSE(line.victim) << where << " is a hit";
            policy->hit(key, Access::demanded);
        } else {
            if (resident.size() == capacity) {
                const auto before = policy->clone();
                const BlockNo victim = policy->next_victim(key, Pinned{});
                EXPECT_TRUE(policy->equals(*before)) << where << ": asking changed something";
                EXPECT_EQ(victim, line.victim ? BlockNo{*line.victim} : BlockNo::none()) << where;
                ASSERT_EQ(resident.erase(victim), 1U) << where;
                policy->evicted(victim, key);
            } else {
                EXPECT_FALSE(line.victim) << where << " has room";
            }
            policy->admitted(key, Access::demanded);
            resident.insert(key);
        }
        EXPECT_EQ(draw(policy->describe()), line.state) << where;
        EXPECT_EQ(policy->size(), resident.size()) << where;
    }
}

constexpr auto fits = std::nullopt;

TEST(Policy, Fifo) {
    play("fifo", 3,
         {{1, fits, "arrival 1"},
          {2, fits, "arrival 1 2"},
          {3, fits, "arrival 1 2 3"},
          {1, fits, "arrival 1 2 3"}, // a hit changes nothing
          {4, 1, "arrival 2 3 4"},
          {1, 2, "arrival 3 4 1"}});
}

TEST(Policy, Lru) {
    play("lru", 3,
         {{1, fits, "recency 1"},
          {2, fits, "recency 1 2"},
          {3, fits, "recency 1 2 3"},
          {1, fits, "recency 2 3 1"},
          {4, 2, "recency 3 1 4"},
          {3, fits, "recency 1 4 3"},
          {5, 1, "recency 4 3 5"}});
}

TEST(Policy, Mru) {
    play("mru", 3,
         {{1, fits, "recency 1"},
          {2, fits, "recency 2 1"}, // the next victim first, as everywhere
          {3, fits, "recency 3 2 1"},
          {4, 3, "recency 4 2 1"},
          {1, fits, "recency 1 4 2"},
          {3, 1, "recency 3 4 2"}});
}

TEST(Policy, Clock) {
    play("clock", 3,
         {{1, fits, "clock >1"},
          {2, fits, "clock >1 2"},
          {3, fits, "clock >1 2 3"},
          {1, fits, "clock >1:1 2 3"},
          {4, 2, "clock 1 4 >3"}, // 1 loses its bit, 2 has none; 4 lies behind the hand
          {5, 3, "clock >1 4 5"},
          {4, fits, "clock >1 4:1 5"},
          {5, fits, "clock >1 4:1 5:1"},
          {1, fits, "clock >1:1 4:1 5:1"},
          {6, 1, "clock 6 >4 5"}}); // a whole turn clears all bits
}

TEST(Policy, Gclock) {
    play("gclock", 3,
         {{1, fits, "clock >1"},
          {1, fits, "clock >1:1"},
          {1, fits, "clock >1:2"},
          {2, fits, "clock >1:2 2"},
          {2, fits, "clock >1:2 2:1"},
          {3, fits, "clock >1:2 2:1 3"},
          {3, fits, "clock >1:2 2:1 3:1"},
          {4, 2, "clock 1 4 >3"}, // second turn: 1 has lost two, 2 and 3 one each
          {5, 3, "clock >1 4 5"}});
}

TEST(Policy, Sieve) {
    play("sieve", 3,
         {{1, fits, "arrival >1"},
          {2, fits, "arrival >1 2"},
          {3, fits, "arrival >1 2 3"},
          {1, fits, "arrival >1:1 2 3"},
          {4, 2, "arrival 1 >3 4"}, // 1 stays where it is, the hand goes on
          {3, fits, "arrival 1 >3:1 4"},
          {5, 4, "arrival >1 3 5"}, // the new key is not next: the hand is back at the oldest
          {6, 1, "arrival >3 5 6"}});
}

TEST(Policy, Lfu) {
    play("lfu", 3,
         {{1, fits, "by uses 1:1"},
          {2, fits, "by uses 1:1 2:1"},
          {3, fits, "by uses 1:1 2:1 3:1"},
          {1, fits, "by uses 2:1 3:1 1:2"},
          {2, fits, "by uses 3:1 1:2 2:2"},
          {4, 3, "by uses 4:1 1:2 2:2"},
          {3, 4, "by uses 3:1 1:2 2:2"}, // nothing is remembered of its first stay
          {1, fits, "by uses 3:1 2:2 1:3"},
          {3, fits, "by uses 2:2 3:2 1:3"}, // of equals the one that has been so longest
          {4, 2, "by uses 4:1 3:2 1:3"}});
}

TEST(Policy, Slru) {
    play("slru", 5, // four of them protected
         {{1, fits, "probationary 1 | protected"},
          {2, fits, "probationary 1 2 | protected"},
          {1, fits, "probationary 2 | protected 1"},
          {3, fits, "probationary 2 3 | protected 1"},
          {4, fits, "probationary 2 3 4 | protected 1"},
          {5, fits, "probationary 2 3 4 5 | protected 1"},
          {6, 2, "probationary 3 4 5 6 | protected 1"},
          {3, fits, "probationary 4 5 6 | protected 1 3"},
          {4, fits, "probationary 5 6 | protected 1 3 4"},
          {5, fits, "probationary 6 | protected 1 3 4 5"},
          {6, fits, "probationary 1 | protected 3 4 5 6"}, // one too many: the oldest goes back
          {7, 1, "probationary 7 | protected 3 4 5 6"}});
}

TEST(Policy, TwoQueues) {
    play("2q", 4, // Kin 1, Kout 2
         {{1, fits, "A1in 1 | Am | A1out"},
          {2, fits, "A1in 1 2 | Am | A1out"},
          {1, fits, "A1in 1 2 | Am | A1out"}, // correlated: counts for nothing
          {3, fits, "A1in 1 2 3 | Am | A1out"},
          {4, fits, "A1in 1 2 3 4 | Am | A1out"},
          {5, 1, "A1in 2 3 4 5 | Am | A1out [1]"},
          {1, 2, "A1in 3 4 5 | Am 1 | A1out [2]"},
          {6, 3, "A1in 4 5 6 | Am 1 | A1out [2] [3]"},
          {2, 4, "A1in 5 6 | Am 1 2 | A1out [3] [4]"},
          {3, 5, "A1in 6 | Am 1 2 3 | A1out [4] [5]"},
          {1, fits, "A1in 6 | Am 2 3 1 | A1out [4] [5]"},
          {7, 2, "A1in 6 7 | Am 3 1 | A1out [4] [5]"}}); // A1in is no longer than Kin, so Am gives
}

TEST(Policy, Arc) {
    play("arc", 3,
         {{1, fits, "T1 1 | T2 | B1 | B2"},
          {2, fits, "T1 1 2 | T2 | B1 | B2"},
          {1, fits, "T1 2 | T2 1 | B1 | B2"},
          {3, fits, "T1 2 3 | T2 1 | B1 | B2"},
          {4, 2, "T1 3 4 | T2 1 | B1 [2] | B2"},
          {2, 3, "T1 4 | T2 1 2 | B1 [3] | B2"}, // p is 1 now
          {5, 1, "T1 4 5 | T2 2 | B1 [3] | B2 [1]"},
          {1, 4, "T1 5 | T2 2 1 | B1 [3] [4] | B2"}, // and 0 again, so T1 gave
          {3, 2, "T1 5 | T2 1 3 | B1 [4] | B2 [2]"}});
}

TEST(Policy, Lirs) {
    play("lirs", 3, // two hot, one cold
         {{1, fits, "resident HIR | LIR 1 | non-resident HIR"},
          {2, fits, "resident HIR | LIR 1 2 | non-resident HIR"},
          {3, fits, "resident HIR 3:1 | LIR 1 2 | non-resident HIR"},
          {4, 3, "resident HIR 4:1 | LIR 1 2 | non-resident HIR [3]"},
          {3, 4, "resident HIR 1 | LIR 2 3 | non-resident HIR [4]"}, // used again while in S: hot; 1 turns cold
          {1, fits, "resident HIR 1:1 | LIR 2 3 | non-resident HIR [4]"},
          {2, fits, "resident HIR 1:1 | LIR 3 2 | non-resident HIR"}, // S is cut down to 3: 4 lay below it
          {1, fits, "resident HIR 3 | LIR 2 1 | non-resident HIR"},
          {5, 3, "resident HIR 5:1 | LIR 2 1 | non-resident HIR"}});
}

TEST(Policy, S3Fifo) {
    play("s3-fifo", 10, // small 1, main 9, ghosts 9
         {{1, fits, "small 1 | main | ghost"},
          {1, fits, "small 1:1 | main | ghost"},
          {1, fits, "small 1:2 | main | ghost"},
          {2, fits, "small 1:2 2 | main | ghost"},
          {3, fits, "small 1:2 2 3 | main | ghost"},
          {4, fits, "small 1:2 2 3 4 | main | ghost"},
          {5, fits, "small 1:2 2 3 4 5 | main | ghost"},
          {6, fits, "small 1:2 2 3 4 5 6 | main | ghost"},
          {7, fits, "small 1:2 2 3 4 5 6 7 | main | ghost"},
          {8, fits, "small 1:2 2 3 4 5 6 7 8 | main | ghost"},
          {9, fits, "small 1:2 2 3 4 5 6 7 8 9 | main | ghost"},
          {10, fits, "small 1:2 2 3 4 5 6 7 8 9 10 | main | ghost"},
          {11, 2, "small 3 4 5 6 7 8 9 10 11 | main 1 | ghost [2]"}, // 1 has two hits, and starts again
          {3, fits, "small 3:1 4 5 6 7 8 9 10 11 | main 1 | ghost [2]"},
          {2, 3, "small 4 5 6 7 8 9 10 11 | main 1 2 | ghost [3]"}}); // one hit is not enough
}

TEST(Policy, WTinyLfu) {
    play("w-tinylfu", 4, // window 1; of the other three, two protected
         {{1, fits, "window 1:1 | probationary | protected"},
          {2, fits, "window 2:1 | probationary 1:1 | protected"},
          {1, fits, "window 2:1 | probationary | protected 1:2"},
          {3, fits, "window 3:1 | probationary 2:1 | protected 1:2"},
          {4, fits, "window 4:1 | probationary 2:1 3:1 | protected 1:2"},
          {5, 4, "window 5:1 | probationary 2:1 3:1 | protected 1:2"}, // a tie: the newcomer goes
          {5, fits, "window 5:2 | probationary 2:1 3:1 | protected 1:2"},
          {6, 2, "window 6:1 | probationary 3:1 5:2 | protected 1:2"}}); // two uses beat one
}

TEST(Policy, Opt) {
    play("opt", 2,
         {{1, fits, "never again | by next use 1:3"},
          {2, fits, "never again | by next use 1:2 2:1"},
          {2, fits, "never again | by next use 1:2 2:1"}, // a repeat takes no time
          {3, 1, "never again | by next use 3:2 2"},
          {2, fits, "never again 2 | by next use 3:1"},
          {1, 2, "never again 1 | by next use 3"},
          {3, fits, "never again 1 3 | by next use"},
          {4, 1, "never again 3 4 | by next use"}},
         {1, 2, 2, 3, 2, 1, 3, 4});
}

// A block that was read ahead and asked for once is as new as one that was asked for at once.
TEST(Policy, TheSameUseIsNoReuse) {
    for (const PolicyInfo& info : policies()) {
        const auto once = make_policy(info.name, {.keys = keys, .capacity = 4});
        const auto ahead = make_policy(info.name, {.keys = keys, .capacity = 4});
        for (std::uint32_t key = 0; key < 12; ++key) {
            for (ReplacementPolicy* const policy : {once.get(), ahead.get()}) {
                if (key >= 4) {
                    policy->evicted(policy->next_victim(BlockNo{key}, Pinned{}), BlockNo{key});
                }
                policy->admitted(BlockNo{key}, policy == once.get() ? Access::demanded : Access::ahead);
            }
            ahead->hit(BlockNo{key}, Access::same_use);
            EXPECT_EQ(draw(ahead->describe()), draw(once->describe())) << info.name;
        }
    }
}

TEST(Policy, OptKnowsFuturesOfAnyLength) {
    for (const std::uint32_t length : {1U, 63U, 64U, 65U, 4095U, 4096U, 4097U}) {
        std::vector<BlockNo> references;
        for (std::uint32_t i = 0; i < length; ++i) {
            references.emplace_back(i % 2);
        }
        const auto policy = make_policy(
            "opt", {.keys = keys, .capacity = 2, .future = std::make_shared<const Future>(references, keys)});
        for (std::uint32_t i = 0; i + 1 < length; ++i) { // all but the last
            i < 2 ? policy->admitted(references[i], Access::demanded) : policy->hit(references[i], Access::demanded);
        }
        EXPECT_EQ(policy->next_victim().exists(), length > 1) << length;
    }
}

TEST(Policy, RandomDependsOnTheSeedAlone) {
    const auto victims = [](std::uint64_t seed) {
        const auto policy = make_policy("random", {.keys = keys, .capacity = 8, .seed = seed});
        std::vector<std::uint32_t> list;
        for (std::uint32_t key = 0; key < 8; ++key) {
            policy->admitted(BlockNo{key}, Access::demanded);
        }
        for (std::uint32_t key = 8; key < keys; ++key) {
            const BlockNo victim = policy->next_victim();
            EXPECT_EQ(victim, policy->next_victim());
            policy->evicted(victim, BlockNo{key});
            policy->admitted(BlockNo{key}, Access::demanded);
            list.push_back(victim.value);
        }
        return list;
    };
    EXPECT_EQ(victims(1), victims(1));
    EXPECT_NE(victims(1), victims(2));
}

TEST(Policies, EachHasItsNameAndSaysWhatItIs) {
    const std::vector<std::string_view> expected{"lru", "fifo", "clock", "gclock",  "mru",   "random",    "lfu", "slru",
                                                 "2q",  "arc",  "lirs",  "s3-fifo", "sieve", "w-tinylfu", "opt"};
    std::vector<std::string_view> names;
    for (const PolicyInfo& info : policies()) {
        names.push_back(info.name);
        EXPECT_EQ(make_policy(info.name, {.keys = 4, .capacity = 2})->info().name, info.name);
        EXPECT_FALSE(info.title.empty() || info.variant.empty() || info.source.empty()) << info.name;
        EXPECT_EQ(info.sentence.back(), '.') << info.name;
    }
    EXPECT_EQ(names, expected);
}

TEST(Policies, AnUnknownNameIsRefused) {
    try {
        static_cast<void>(make_policy("lur", {.keys = 4, .capacity = 2}));
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("lru, fifo, clock"), std::string::npos) << error.what();
    }
}

TEST(Policies, AValueIsCopiedAndCompared) {
    PolicyValue first(make_policy("clock", {.keys = 4, .capacity = 2}));
    first->admitted(BlockNo{1}, Access::demanded);
    PolicyValue second = first;
    EXPECT_EQ(first, second);
    second->hit(BlockNo{1}, Access::demanded);
    EXPECT_NE(first, second);
    EXPECT_NE(first, PolicyValue{});
    EXPECT_EQ(PolicyValue{}, PolicyValue{});
    EXPECT_NE(PolicyValue(make_policy("lru", {.keys = 4, .capacity = 2})),
              PolicyValue(make_policy("fifo", {.keys = 4, .capacity = 2})));
}

} // namespace
} // namespace thrashlab
