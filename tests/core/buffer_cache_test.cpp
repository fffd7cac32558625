#include "cache/buffer_cache.h"

#include <gtest/gtest.h>

#include <string>

namespace thrashlab {
namespace {

// The blocks on a queue from head to tail; "-" for a buffer without one.
std::string on(const BufferCache& cache, BufferQueue queue) {
    std::string text;
    for (BufferId id = cache.head(queue); id.exists(); id = cache.buffer(id).next) {
        const BlockNo block = cache.buffer(id).block;
        text += (text.empty() ? "" : " ") + (block.exists() ? std::to_string(block.value) : std::string("-"));
    }
    return text;
}

void bring_in(BufferCache& cache, std::uint32_t block) {
    const BufferId id = cache.next_victim();
    cache.take(id);
    cache.assign(id, BlockNo{block});
    cache.validate_pages(BlockNo{block});
    cache.release(id);
}

TEST(BufferCache, VictimsComeFromEmptyThenFromTheHeadOfLru) {
    BufferCache cache(3, 8, 8, 1024);
    EXPECT_EQ(on(cache, BufferQueue::empty), "- - -");
    bring_in(cache, 5);
    bring_in(cache, 6);
    EXPECT_EQ(on(cache, BufferQueue::empty), "-");
    EXPECT_EQ(on(cache, BufferQueue::lru), "5 6");
    bring_in(cache, 7);
    EXPECT_EQ(cache.next_victim(), cache.find(BlockNo{5}));
    bring_in(cache, 0); // evicts 5
    EXPECT_EQ(on(cache, BufferQueue::lru), "6 7 0");
    EXPECT_FALSE(cache.find(BlockNo{5}).exists());
    EXPECT_TRUE(cache.consistent());
}

TEST(BufferCache, AUsedBufferGoesToTheTail) {
    BufferCache cache(3, 8, 8, 1024);
    for (const std::uint32_t block : {1U, 2U, 3U}) {
        bring_in(cache, block);
    }
    const BufferId first = cache.find(BlockNo{1});
    cache.take(first);
    EXPECT_EQ(on(cache, BufferQueue::lru), "2 3") << "busy: on no queue";
    cache.release(first);
    EXPECT_EQ(on(cache, BufferQueue::lru), "2 3 1");
}

TEST(BufferCache, AThrownBackBufferIsEmptyAndNextToGo) {
    BufferCache cache(2, 8, 8, 1024);
    bring_in(cache, 1);
    bring_in(cache, 2);
    const BufferId id = cache.next_victim();
    cache.take(id);
    cache.assign(id, BlockNo{3});
    cache.throw_back(id);
    EXPECT_EQ(on(cache, BufferQueue::empty), "-");
    EXPECT_EQ(on(cache, BufferQueue::lru), "2");
    EXPECT_EQ(cache.next_victim(), id);
    EXPECT_TRUE(cache.consistent());
}

TEST(BufferCache, SecondChanceCostsACount) {
    BufferCache cache(2, 8, 8, 1024);
    bring_in(cache, 1);
    bring_in(cache, 2);
    const BufferId first = cache.find(BlockNo{1});
    cache.flags(first).use_count = 2;
    cache.requeue(first);
    EXPECT_EQ(on(cache, BufferQueue::lru), "2 1");
    EXPECT_EQ(cache.buffer(first).use_count, 1);
}

TEST(Pages, FourBlocksOfAKibibyteShareAPageAndItsBits) {
    BufferCache cache(2, 8, 8, 1024);
    EXPECT_EQ(cache.pages(), 2U);
    bring_in(cache, 5);
    EXPECT_EQ(cache.valid_bits(PageNo{1}), 0b00001100) << "sectors 2 and 3 of the second page";
    EXPECT_TRUE(cache.pages_valid(BlockNo{5}));
    EXPECT_FALSE(cache.pages_valid(BlockNo{4}));
    EXPECT_TRUE(cache.pages_partly_valid(BlockNo{4}));
    EXPECT_FALSE(cache.pages_partly_valid(BlockNo{3}));
}

TEST(Pages, StayValidWhenNoBufferHoldsThemAnyMore) {
    BufferCache cache(1, 8, 8, 1024);
    bring_in(cache, 4);
    bring_in(cache, 0);
    EXPECT_FALSE(cache.find(BlockNo{4}).exists());
    EXPECT_TRUE(cache.pages_valid(BlockNo{4}));
}

TEST(Pages, TheOneLongestWithoutABufferGoesWhenMemoryEnds) {
    BufferCache cache(1, 20, 20, 4096, 2); // memory for two pages beyond the one buffer
    for (const std::uint32_t block : {0U, 1U, 2U, 3U}) {
        bring_in(cache, block); // 0, 1 and 2 lose their buffer in turn
    }
    EXPECT_FALSE(cache.pages_valid(BlockNo{0}));
    EXPECT_TRUE(cache.pages_valid(BlockNo{1}));
    EXPECT_TRUE(cache.pages_valid(BlockNo{2}));
    bring_in(cache, 1); // held again; 3 comes in behind 2
    EXPECT_TRUE(cache.pages_valid(BlockNo{1}));
    EXPECT_TRUE(cache.pages_valid(BlockNo{2}));
    EXPECT_TRUE(cache.pages_valid(BlockNo{3}));
}

TEST(Pages, WithoutMemoryForThemNoneOutlivesItsBuffer) {
    BufferCache cache(1, 8, 8, 1024, 0);
    bring_in(cache, 4);
    bring_in(cache, 0);
    EXPECT_FALSE(cache.pages_partly_valid(BlockNo{4}));
}

TEST(Pages, TheRuleSaysWhatCountsAsValid) {
    BufferCache cache(1, 8, 8, 1024);
    for (const std::uint32_t block : {4U, 5U, 6U, 7U}) {
        bring_in(cache, block);
    }
    const auto counts = [&](PageValidity rule) {
        std::string text;
        for (std::uint32_t block = 0; block < 8; ++block) {
            text += cache.counts_as_valid(BlockNo{block}, rule) ? '1' : '0';
        }
        return text;
    };
    EXPECT_EQ(counts(PageValidity::exact), "00001111");
    EXPECT_EQ(counts(PageValidity::first_block), "00001000");
    EXPECT_EQ(counts(PageValidity::none), "00000000");
}

TEST(Pages, TheRuleDoesNotTouchBlocksOfAPageOrMore) {
    for (const std::uint32_t block_size : {4096U, 8192U}) {
        BufferCache cache(1, 4, 4, block_size);
        bring_in(cache, 3);
        bring_in(cache, 0);
        EXPECT_TRUE(cache.counts_as_valid(BlockNo{3}, PageValidity::none)) << block_size;
        EXPECT_FALSE(cache.counts_as_valid(BlockNo{2}, PageValidity::exact)) << block_size;
    }
}

TEST(Pages, MetadataHasNone) {
    BufferCache cache(1, 8, 6, 1024);
    bring_in(cache, 7);
    bring_in(cache, 0);
    EXPECT_FALSE(cache.has_pages(BlockNo{7}));
    EXPECT_FALSE(cache.counts_as_valid(BlockNo{7}, PageValidity::exact)) << "gone with its buffer";
}

} // namespace
} // namespace thrashlab
