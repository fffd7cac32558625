#include "ui/theatre/buffer_rows.h"

#include <algorithm>
#include <array>

namespace thrashlab::ui {
namespace {

/// In the order in which they give buffers up.
constexpr std::array waiting_queues{BufferQueue::empty, BufferQueue::age, BufferQueue::lru, BufferQueue::active};

/// Gathers entries into bars.
class BarMaker {
public:
    BarMaker(BufferRow& row, const BufferRowLimits& limits) : row_(row), limits_(limits) {}

    [[nodiscard]] bool full() const { return row_.bars.size() >= limits_.mostBars; }

    void add(BlockNo block, BlockStatus status, std::uint32_t count) {
        if (gathered_ == 0) {
            bar_ = {.block = block};
        }
        ++statuses_[static_cast<std::size_t>(status)];
        sum_ += count;
        bar_.chosen = bar_.chosen || (limits_.chosen && limits_.chosen(block));
        if (++gathered_ == limits_.buffersPerBar) {
            close();
        }
    }

    void close() {
        if (gathered_ == 0) {
            return;
        }
        bar_.buffers = gathered_;
        bar_.status = most();
        bar_.count = static_cast<std::uint32_t>((sum_ + gathered_ / 2) / gathered_);
        row_.bars.push_back(bar_);
        row_.drawn += gathered_;
        statuses_ = {};
        gathered_ = 0;
        sum_ = 0;
    }

private:
    [[nodiscard]] BlockStatus most() const {
        for (const BlockStatus telling : {BlockStatus::in_flight, BlockStatus::dirty}) {
            if (statuses_[static_cast<std::size_t>(telling)] > 0) {
                return telling;
            }
        }
        return static_cast<BlockStatus>(std::max_element(statuses_.begin(), statuses_.end()) - statuses_.begin());
    }

    BufferRow& row_;
    const BufferRowLimits& limits_;
    BufferBar bar_;
    std::array<std::uint32_t, block_statuses> statuses_{};
    std::uint32_t gathered_ = 0;
    std::uint64_t sum_ = 0;
};

std::optional<std::size_t> barOf(const PolicyList& list, BlockNo key, std::uint32_t perBar) {
    const auto place = std::find_if(list.entries.begin(), list.entries.end(),
                                    [key](const PolicyEntry& entry) { return entry.key == key; });
    return place == list.entries.end() ? std::nullopt
                                       : std::optional(static_cast<std::size_t>(place - list.entries.begin()) / perBar);
}

BufferRow policyRow(const PolicyList& list, const MachineState& state, const BufferRowLimits& limits) {
    BufferRow row{.name = std::string(list.name),
                  .ghost = list.ghost,
                  .counted = !list.count_name.empty(),
                  .entries = list.entries.size()};
    BarMaker maker(row, limits);
    for (const PolicyEntry& entry : list.entries) {
        if (maker.full()) {
            break;
        }
        maker.add(entry.key, list.ghost ? BlockStatus::on_disk : state.status(entry.key), entry.count);
    }
    maker.close();
    if (list.target) {
        row.target = static_cast<double>(*list.target) / limits.buffersPerBar;
    }
    if (list.hand && *list.hand / limits.buffersPerBar < row.bars.size()) {
        row.hand = *list.hand / limits.buffersPerBar;
    }
    return row;
}

} // namespace

BufferRow queueRow(const MachineState& state, const BufferRowLimits& limits) {
    const BufferCache& cache = state.cache;
    BufferRow row;
    BarMaker maker(row, limits);
    std::uint32_t walked = 0;
    for (const BufferQueue queue : waiting_queues) {
        row.entries += cache.length(queue);
        for (BufferId id = cache.head(queue); id.exists() && walked < limits.mostBuffers; ++walked) {
            const Buffer& buffer = cache.buffer(id);
            maker.add(buffer.block, status(buffer), 0);
            id = buffer.next;
        }
        maker.close();
    }
    if (!row.bars.empty()) {
        row.victim = 0;
    }
    return row;
}

std::vector<BufferRow> policyRows(const MachineState& state, const PolicyPicture& picture,
                                  const BufferRowLimits& limits) {
    std::vector<BufferRow> rows;
    const BufferId victim = state.next_victim();
    const BlockNo going = victim.exists() ? state.cache.buffer(victim).block : BlockNo::none();
    for (const PolicyList& list : picture.lists) {
        rows.push_back(policyRow(list, state, limits));
        if (going.exists() && !list.ghost) {
            const auto bar = barOf(list, going, limits.buffersPerBar);
            if (bar && *bar < rows.back().bars.size()) {
                rows.back().victim = bar;
            }
        }
    }
    return rows;
}

} // namespace thrashlab::ui
