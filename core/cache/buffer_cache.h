// The buffer headers, the queues they wait on, and the pages below them: what is in memory, and who goes next.
#pragma once

#include "units.h"

#include <array>
#include <cassert>
#include <cstdint>
#include <limits>
#include <vector>

namespace thrashlab {

/// The queues of free buffers [S]. A buffer on none of them is busy: somebody holds it, or the drive is filling it.
/// Only a kernel that keeps two lists uses `active`; `lru` is its inactive list then.
enum class BufferQueue : std::uint8_t { empty, age, lru, active, busy };
inline constexpr std::size_t free_queues = 4;

/// Which blocks of a page count as valid when a buffer header is made again over a page that stayed in memory. Blocks
/// of a page or more are not affected.
enum class PageValidity : std::uint8_t {
    exact,       ///< those that are valid: what the code meant
    first_block, ///< only the first block of each page [H: fits the published second run]
    none,        ///< no block: always read again
};

/// One buffer header. Flags are independent of the queue it is on.
struct Buffer {
    BlockNo block;
    BufferId previous;
    BufferId next;
    BufferQueue queue = BufferQueue::empty;
    std::uint8_t use_count = 0;
    bool in_flight : 1 = false;  ///< a command for it has been issued and is not done
    bool async : 1 = false;      ///< nobody holds it: it is released when its command is done
    bool marked : 1 = false;     ///< read-ahead mark: a hit here looks whether to read further ahead
    bool dirty : 1 = false;      ///< a delayed write: newer than what the disk holds
    bool prefetched : 1 = false; ///< read ahead, and not asked for since
    bool referenced : 1 = false; ///< asked for once since it came or was put back on the inactive list
    bool active : 1 = false;     ///< belongs to the active list: it goes there when it is released

    bool operator==(const Buffer&) const = default;
};

/// Buffers, queues and pages of one file and its metadata. A plain value: copies are independent, and two caches that
/// went through the same changes compare equal.
///
/// Invariants (checked by `consistent()`): each buffer is on exactly one queue or busy; no two buffers hold one block;
/// a page is held by as many headers as there are buffers whose block lies in it.
class BufferCache {
public:
    /// `page_memory`: how many pages stay valid although no buffer holds them, the oldest going first.
    /// All buffers are EMPTY, as at boot; no page is in memory. `block_size` in bytes; `data_blocks` of `blocks` lie in
    /// pages, those behind them (metadata) have memory of their own that goes when the buffer goes. [S]
    BufferCache(std::uint32_t buffers, std::uint32_t blocks, std::uint32_t data_blocks, std::uint32_t block_size,
                std::uint32_t page_memory = std::numeric_limits<std::uint32_t>::max());

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(buffers_.size()); }
    [[nodiscard]] std::uint32_t blocks() const { return static_cast<std::uint32_t>(holder_.size()); }
    [[nodiscard]] std::uint32_t data_blocks() const { return data_blocks_; }
    [[nodiscard]] const Buffer& buffer(BufferId id) const { return buffers_[id.at()]; }
    /// The buffer that holds `block`, or none. `block` may lie behind the last one.
    [[nodiscard]] BufferId find(BlockNo block) const {
        return block.value < holder_.size() ? holder_[block.at()] : BufferId::none();
    }
    /// The first buffer of a queue, which is the next to go, or none.
    [[nodiscard]] BufferId head(BufferQueue queue) const { return lists_[static_cast<std::size_t>(queue)].first; }
    [[nodiscard]] std::uint32_t length(BufferQueue queue) const {
        return lists_[static_cast<std::size_t>(queue)].length;
    }
    /// The buffer that a new block would get: head of EMPTY, else of AGE, else of LRU [S], else of ACTIVE; none when
    /// all are busy.
    [[nodiscard]] BufferId next_victim() const;

    // Pages. A page holds several blocks, or a block several pages; each page has a valid bit for 512 bytes. [S]
    [[nodiscard]] std::uint32_t pages() const { return static_cast<std::uint32_t>(valid_.size()); }
    [[nodiscard]] bool has_pages(BlockNo block) const { return block.value < data_blocks_; }
    [[nodiscard]] PageNo first_page(BlockNo block) const { return PageNo{first_sector(block) / sectors_per_page}; }
    [[nodiscard]] std::uint32_t pages_per_block() const {
        return block_sectors_ <= sectors_per_page ? 1 : block_sectors_ / sectors_per_page;
    }
    [[nodiscard]] std::uint8_t valid_bits(PageNo page) const { return valid_[page.at()]; }
    /// All of the block's bytes are valid in its pages, whatever the rule says of them.
    [[nodiscard]] bool pages_valid(BlockNo block) const;
    /// At least one byte of the pages below the block is valid, be it of this block or of a neighbour.
    [[nodiscard]] bool pages_partly_valid(BlockNo block) const;
    /// The block needs no reading when a header is made for it now.
    [[nodiscard]] bool counts_as_valid(BlockNo block, PageValidity rule) const;

    // The changes. Each asserts what it needs.
    /// Takes a buffer off its queue: it is busy from now on.
    void take(BufferId id);
    /// Gives a busy buffer to a block that no buffer holds; what it held before is forgotten, its pages stay.
    void assign(BufferId id, BlockNo block);
    /// Puts a busy buffer at the tail of LRU, or of ACTIVE if it belongs there.
    void release(BufferId id);
    /// A busy buffer forgets its block, dirty or not, and goes to the head of EMPTY.
    void throw_back(BufferId id);
    /// Every buffer that is not busy forgets its block and goes to EMPTY, and no page is valid any more.
    void discard_all();
    /// Sends the head of a queue to its tail with its use count less one.
    void requeue(BufferId id);
    /// The buffer belongs to the active list from now on: a queued one goes to its tail.
    void activate(BufferId id);
    /// A queued buffer goes to the tail of LRU.
    void deactivate(BufferId id);
    /// Marks the pages of the block valid.
    void validate_pages(BlockNo block);
    [[nodiscard]] Buffer& flags(BufferId id) { return buffers_[id.at()]; }

    [[nodiscard]] bool consistent() const;
    bool operator==(const BufferCache&) const = default;

    /// Bytes of memory a copy takes.
    [[nodiscard]] std::size_t bytes() const;

private:
    struct List {
        BufferId first;
        BufferId last;
        std::uint32_t length = 0;
        bool operator==(const List&) const = default;
    };
    static constexpr std::uint32_t sectors_per_page = page_bytes / sector_bytes;

    [[nodiscard]] std::uint32_t first_sector(BlockNo block) const { return block.value * block_sectors_; }
    [[nodiscard]] std::uint8_t bits(BlockNo block) const;
    void push(BufferId id, BufferQueue queue, bool at_head);
    void forget(BufferId id);
    void hold_pages(BlockNo block);
    void let_go_of_pages(BlockNo block);
    void unlink_page(std::uint32_t page);

    std::vector<Buffer> buffers_;
    std::vector<BufferId> holder_;
    std::vector<std::uint8_t> valid_;
    std::vector<std::uint8_t> headers_; ///< how many buffers hold the page
    /// Pages that no buffer holds, the one longest without first: the page cache queue. [S]
    struct PageLink {
        PageNo previous;
        PageNo next;
        bool operator==(const PageLink&) const = default;
    };
    std::vector<PageLink> page_links_;
    PageNo oldest_page_;
    PageNo newest_page_;
    std::uint32_t kept_pages_ = 0;
    std::uint32_t page_memory_;
    std::array<List, free_queues> lists_;
    std::uint32_t data_blocks_;
    std::uint32_t block_sectors_;
};

// What happens at every call is inline.

inline void BufferCache::push(BufferId id, BufferQueue queue, bool at_head) {
    List& list = lists_[static_cast<std::size_t>(queue)];
    Buffer& buffer = buffers_[id.at()];
    buffer.queue = queue;
    buffer.previous = at_head ? BufferId::none() : list.last;
    buffer.next = at_head ? list.first : BufferId::none();
    (buffer.previous.exists() ? buffers_[buffer.previous.at()].next : list.first) = id;
    (buffer.next.exists() ? buffers_[buffer.next.at()].previous : list.last) = id;
    ++list.length;
}

inline void BufferCache::take(BufferId id) {
    Buffer& buffer = buffers_[id.at()];
    assert(buffer.queue != BufferQueue::busy);
    List& list = lists_[static_cast<std::size_t>(buffer.queue)];
    (buffer.previous.exists() ? buffers_[buffer.previous.at()].next : list.first) = buffer.next;
    (buffer.next.exists() ? buffers_[buffer.next.at()].previous : list.last) = buffer.previous;
    --list.length;
    buffer.previous = BufferId::none();
    buffer.next = BufferId::none();
    buffer.queue = BufferQueue::busy;
}

inline void BufferCache::release(BufferId id) {
    assert(buffers_[id.at()].queue == BufferQueue::busy && !buffers_[id.at()].in_flight);
    push(id, buffers_[id.at()].active ? BufferQueue::active : BufferQueue::lru, false);
}

} // namespace thrashlab
