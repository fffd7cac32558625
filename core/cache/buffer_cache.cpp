#include "cache/buffer_cache.h"

#include <algorithm>
#include <cassert>

namespace thrashlab {

BufferCache::BufferCache(std::uint32_t buffers, std::uint32_t blocks, std::uint32_t data_blocks,
                         std::uint32_t block_size, std::uint32_t page_memory)
    : buffers_(buffers), holder_(blocks), page_memory_(page_memory), data_blocks_(data_blocks),
      block_sectors_(block_size / sector_bytes) {
    assert(data_blocks <= blocks && block_sectors_ > 0);
    const std::uint32_t sectors = data_blocks * block_sectors_;
    valid_.assign((sectors + sectors_per_page - 1) / sectors_per_page, 0);
    headers_.assign(valid_.size(), 0);
    page_links_.resize(valid_.size());
    for (std::uint32_t id = 0; id < buffers; ++id) {
        push(BufferId{id}, BufferQueue::empty, false);
    }
}

BufferId BufferCache::next_victim() const {
    for (const List& list : lists_) {
        if (list.first.exists()) {
            return list.first;
        }
    }
    return BufferId::none();
}

std::uint8_t BufferCache::bits(BlockNo block) const {
    if (block_sectors_ >= sectors_per_page) {
        return 0xff;
    }
    const std::uint32_t width = (1U << block_sectors_) - 1U;
    return static_cast<std::uint8_t>(width << (first_sector(block) % sectors_per_page));
}

bool BufferCache::pages_valid(BlockNo block) const {
    assert(has_pages(block));
    const std::uint8_t wanted = bits(block);
    const std::size_t first = first_page(block).at();
    const auto begin = valid_.begin() + static_cast<std::ptrdiff_t>(first);
    return std::all_of(begin, begin + pages_per_block(),
                       [wanted](std::uint8_t valid) { return (valid & wanted) == wanted; });
}

bool BufferCache::pages_partly_valid(BlockNo block) const {
    assert(has_pages(block));
    const auto begin = valid_.begin() + static_cast<std::ptrdiff_t>(first_page(block).at());
    return std::any_of(begin, begin + pages_per_block(), [](std::uint8_t valid) { return valid != 0; });
}

bool BufferCache::counts_as_valid(BlockNo block, PageValidity rule) const {
    if (!has_pages(block) || !pages_valid(block)) {
        return false;
    }
    if (block_sectors_ >= sectors_per_page) {
        return true;
    }
    switch (rule) {
    case PageValidity::exact:
        return true;
    case PageValidity::first_block:
        return first_sector(block) % sectors_per_page == 0;
    case PageValidity::none:
        return false;
    }
    return false;
}

void BufferCache::hold_pages(BlockNo block) {
    if (!has_pages(block)) {
        return;
    }
    const std::uint32_t first = first_page(block).value;
    for (std::uint32_t page = first; page < first + pages_per_block(); ++page) {
        if (headers_[page]++ == 0 && valid_[page] != 0) {
            unlink_page(page);
        }
    }
}

// A page that its last header lets go of stays while there is memory for it. [S]
void BufferCache::let_go_of_pages(BlockNo block) {
    if (!has_pages(block)) {
        return;
    }
    const std::uint32_t first = first_page(block).value;
    for (std::uint32_t page = first; page < first + pages_per_block(); ++page) {
        if (--headers_[page] > 0 || valid_[page] == 0) {
            continue;
        }
        page_links_[page] = {.previous = newest_page_, .next = PageNo::none()};
        (newest_page_.exists() ? page_links_[newest_page_.at()].next : oldest_page_) = PageNo{page};
        newest_page_ = PageNo{page};
        if (++kept_pages_ > page_memory_) {
            const std::uint32_t oldest = oldest_page_.value;
            unlink_page(oldest);
            valid_[oldest] = 0;
        }
    }
}

void BufferCache::unlink_page(std::uint32_t page) {
    const PageLink link = page_links_[page];
    (link.previous.exists() ? page_links_[link.previous.at()].next : oldest_page_) = link.next;
    (link.next.exists() ? page_links_[link.next.at()].previous : newest_page_) = link.previous;
    page_links_[page] = {};
    --kept_pages_;
}

void BufferCache::forget(BufferId id) {
    Buffer& buffer = buffers_[id.at()];
    if (buffer.block.exists()) {
        holder_[buffer.block.at()] = BufferId::none();
        let_go_of_pages(buffer.block);
    }
    buffer = Buffer{};
    buffer.queue = BufferQueue::busy;
}

void BufferCache::assign(BufferId id, BlockNo block) {
    assert(buffers_[id.at()].queue == BufferQueue::busy && !buffers_[id.at()].in_flight);
    assert(!find(block).exists());
    hold_pages(block); // before the old block's pages may push others out
    forget(id);
    buffers_[id.at()].block = block;
    holder_[block.at()] = id;
}

void BufferCache::activate(BufferId id) {
    buffers_[id.at()].active = true;
    if (buffers_[id.at()].queue != BufferQueue::busy) {
        take(id);
        push(id, BufferQueue::active, false);
    }
}

void BufferCache::deactivate(BufferId id) {
    take(id);
    buffers_[id.at()].active = false;
    push(id, BufferQueue::lru, false);
}

void BufferCache::throw_back(BufferId id) {
    assert(buffers_[id.at()].queue == BufferQueue::busy && !buffers_[id.at()].in_flight);
    forget(id);
    push(id, BufferQueue::empty, true);
}

void BufferCache::discard_all() {
    for (std::uint32_t id = 0; id < buffers_.size(); ++id) {
        if (buffers_[id].queue != BufferQueue::busy && buffers_[id].block.exists()) {
            take(BufferId{id});
            throw_back(BufferId{id});
        }
    }
    std::fill(valid_.begin(), valid_.end(), std::uint8_t{0});
    std::fill(page_links_.begin(), page_links_.end(), PageLink{});
    oldest_page_ = newest_page_ = PageNo::none();
    kept_pages_ = 0;
}

void BufferCache::requeue(BufferId id) {
    const BufferQueue queue = buffers_[id.at()].queue;
    assert(buffers_[id.at()].use_count > 0);
    take(id);
    --buffers_[id.at()].use_count;
    push(id, queue, false);
}

void BufferCache::validate_pages(BlockNo block) {
    if (!has_pages(block)) {
        return;
    }
    const std::size_t first = first_page(block).at();
    for (std::size_t page = first; page < first + pages_per_block(); ++page) {
        valid_[page] = static_cast<std::uint8_t>(valid_[page] | bits(block));
    }
}

bool BufferCache::consistent() const {
    std::vector<std::uint8_t> headers(headers_.size(), 0);
    std::size_t queued = 0;
    for (std::size_t queue = 0; queue < free_queues; ++queue) {
        std::uint32_t length = 0;
        BufferId previous;
        for (BufferId id = lists_[queue].first; id.exists(); id = buffers_[id.at()].next) {
            const Buffer& buffer = buffers_[id.at()];
            if (static_cast<std::size_t>(buffer.queue) != queue || buffer.previous != previous ||
                ++length > buffers_.size()) {
                return false;
            }
            previous = id;
        }
        if (length != lists_[queue].length || previous != lists_[queue].last) {
            return false;
        }
        queued += length;
    }
    for (std::size_t id = 0; id < buffers_.size(); ++id) {
        const Buffer& buffer = buffers_[id];
        queued += buffer.queue == BufferQueue::busy ? 1 : 0;
        if (!buffer.block.exists()) {
            continue;
        }
        if (holder_[buffer.block.at()].at() != id) {
            return false;
        }
        if (has_pages(buffer.block)) {
            for (std::uint32_t page = 0; page < pages_per_block(); ++page) {
                ++headers[(first_page(buffer.block) + page).at()];
            }
        }
    }
    const auto held = static_cast<std::size_t>(
        std::count_if(holder_.begin(), holder_.end(), [](BufferId holder) { return holder.exists(); }));
    const auto naming = static_cast<std::size_t>(
        std::count_if(buffers_.begin(), buffers_.end(), [](const Buffer& buffer) { return buffer.block.exists(); }));
    return queued == buffers_.size() && held == naming && headers == headers_;
}

std::size_t BufferCache::bytes() const {
    return sizeof(*this) + buffers_.size() * sizeof(Buffer) + holder_.size() * sizeof(BufferId) +
           valid_.size() * (2 + sizeof(PageLink));
}

} // namespace thrashlab
