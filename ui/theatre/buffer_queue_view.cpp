#include "ui/theatre/buffer_queue_view.h"

#include "sim/narration.h"

#include <QHelpEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace thrashlab::ui {
namespace {

constexpr int bar_height = 26;
constexpr double bar_pitch = 4;
constexpr double widest_bar = 14;
constexpr int busy_gap = 10;
constexpr std::size_t most_busy_bars = 12;
constexpr std::uint32_t most_buffers_walked = 200000;
constexpr EventIndex most_events_looked_at = 60000;

/// In the order in which they give buffers up.
constexpr std::array waiting_queues{BufferQueue::empty, BufferQueue::age, BufferQueue::lru, BufferQueue::active};

std::uint32_t queued(const BufferCache& cache) {
    std::uint32_t sum = 0;
    for (const BufferQueue queue : waiting_queues) {
        sum += cache.length(queue);
    }
    return sum;
}

} // namespace

BufferQueueView::BufferQueueView(const Player& player, QWidget* parent)
    : ViewCard(tr("Buffers in LRU order · next victim first"), parent), player_(player) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize BufferQueueView::sizeHint() const {
    const int line = fontMetrics().height();
    return {720, heading().bottom() + 8 + bar_height + 8 + line + padding};
}

QSize BufferQueueView::minimumSizeHint() const {
    return {280, sizeHint().height()};
}

QRect BufferQueueView::barArea() const {
    const QRect area = body();
    return {area.left(), area.top(), area.width(), bar_height};
}

void BufferQueueView::refresh() {
    if (player_.recording() == nullptr) {
        return;
    }
    collect();
    writeTexts();
    const BufferCache& cache = player_.state().cache;
    const Scenario& scenario = player_.recording()->scenario;
    const auto length = [&cache](BufferQueue queue) { return groupedDigits(cache.length(queue)); };
    const QString busy = groupedDigits(cache.size() - queued(cache));
    if (scenario.kernel_kind == KernelKind::linux_page_cache) {
        setTitle(tr("Pages: inactive, then active · next victim first"));
        setCaption(tr("EMPTY %1 · inactive %2 · active %3 · busy %4")
                       .arg(length(BufferQueue::empty), length(BufferQueue::lru), length(BufferQueue::active), busy));
    } else {
        setTitle(
            player_.state().policy
                ? tr("Buffers in order of use · %1 chooses the victim").arg(QString::fromStdString(scenario.policy))
                : tr("Buffers in LRU order · next victim first"));
        setCaption(tr("EMPTY %1 · AGE %2 · LRU %3 · busy %4")
                       .arg(length(BufferQueue::empty), length(BufferQueue::age), length(BufferQueue::lru), busy));
    }
    update(body().adjusted(-4, -4, 4, 4));
}

void BufferQueueView::collect() {
    const BufferCache& cache = player_.state().cache;
    waiting_.clear();
    busy_.clear();
    const int busy_room = static_cast<int>(most_busy_bars * bar_pitch) + busy_gap;
    const double room = std::max(1, barArea().width() - busy_room);
    const auto bars = static_cast<std::uint32_t>(std::max(1.0, room / bar_pitch));
    buffersPerBar_ = std::max(1U, (cache.size() + bars - 1) / bars);
    pitch_ = std::min(widest_bar, room / std::ceil(static_cast<double>(cache.size()) / buffersPerBar_));
    std::uint32_t walked = 0;
    std::array<std::uint32_t, CellTiles::states> counts{};
    std::uint32_t gathered = 0;
    Slot slot;
    const auto close = [&] {
        if (gathered > 0) {
            const auto rare = counts[3] > 0 ? counts.begin() + 3 : std::max_element(counts.begin(), counts.end());
            slot.status = static_cast<BlockStatus>(rare - counts.begin());
            waiting_.push_back(slot);
            counts = {};
            gathered = 0;
        }
    };
    for (const BufferQueue queue : waiting_queues) {
        for (BufferId id = cache.head(queue); id.exists() && walked < most_buffers_walked; ++walked) {
            const Buffer& buffer = cache.buffer(id);
            if (gathered == 0) {
                slot = {.block = buffer.block, .queue = queue};
            }
            ++counts[static_cast<std::size_t>(status(buffer))];
            if (++gathered == buffersPerBar_) {
                close();
            }
            id = buffer.next;
        }
        close();
    }
    const std::uint32_t free = queued(cache);
    notShown_ = free > walked ? free - walked : 0;
    for (const PendingCommand& command : player_.state().commands) {
        for (std::uint32_t i = 0; i < command.blocks && busy_.size() < most_busy_bars; ++i) {
            busy_.push_back({BlockStatus::in_flight, command.block + i, BufferQueue::busy});
        }
    }
    const BufferId held = cache.find(player_.state().position);
    if (held.exists() && busy_.size() < most_busy_bars) {
        const Buffer& buffer = cache.buffer(held);
        if (buffer.queue == BufferQueue::busy && !buffer.in_flight) {
            busy_.push_back({status(buffer), buffer.block, BufferQueue::busy});
        }
    }
}

QString BufferQueueView::lastUse(BlockNo block) const {
    const Journal& journal = player_.recording()->journal;
    const EventIndex end = player_.index();
    const EventIndex begin = end > most_events_looked_at ? end - most_events_looked_at : 0;
    std::optional<Event> use;
    std::uint32_t run = player_.state().run_number;
    for (EventIndex index = end; index > begin && !use; --index) {
        const Event event = journal[index - 1];
        if (event.kind == EventKind::run_started && run > 1) {
            --run;
        } else if (event.kind == EventKind::buffer_released && event.block == block) {
            use = event;
        }
    }
    return use ? tr(": last used in run %1, at %2 s").arg(run).arg(to_seconds(use->time.time_since_epoch()), 0, 'f', 3)
               : QString();
}

void BufferQueueView::writeTexts() {
    const MachineState& state = player_.state();
    const FileLayout& layout = player_.recording()->layout;
    const BufferId victim = state.next_victim();
    if (!victim.exists()) {
        next_ = tr("every buffer is busy");
    } else if (const BlockNo block = state.cache.buffer(victim).block; !block.exists()) {
        next_ = tr("buffer %1 goes next: it is empty").arg(groupedDigits(victim.value));
    } else {
        next_ = tr("%1 goes next").arg(QString::fromStdString(block_name(block, layout)));
        // Looking that far back takes too long for every frame.
        next_ += player_.isPlaying() ? QString() : lastUse(block);
    }
    latest_.clear();
    const auto came = player_.recording()->journal.find_backward(player_.index(), [](const Event& event) {
        return event.kind == EventKind::command_done || event.kind == EventKind::run_started;
    });
    if (came && player_.recording()->journal[*came].kind == EventKind::command_done) {
        const Event event = player_.recording()->journal[*came];
        const BlockNo last = event.block + static_cast<std::uint32_t>(event.count - 1);
        latest_ = tr("%1 just came in").arg(QString::fromStdString(block_name(last, layout)));
    }
}

void BufferQueueView::paintBars(QPainter& painter, const QRect& area, const std::vector<Slot>& bars,
                                double pitch) const {
    const Theme colours = theme();
    const double ratio = devicePixelRatioF();
    const auto snap = [ratio](double x) { return std::round(x * ratio) / ratio; };
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const double left = snap(area.left() + static_cast<double>(i) * pitch);
        const double right = snap(area.left() + static_cast<double>(i + 1) * pitch) - 1;
        const QRectF bar(left, area.top(), std::max(1.0, right - left), area.height());
        painter.fillRect(bar, colours.block(bars[i].status));
        if (bars[i].status == BlockStatus::in_flight) {
            painter.fillRect(QRectF(bar.left(), bar.center().y() - 1, bar.width(), 2), QColor(0x4a, 0x44, 0x00));
        } else if (bars[i].status == BlockStatus::dirty) {
            painter.fillRect(QRectF(bar.left(), bar.bottom() - 3, bar.width(), 3), colours.text());
        } else if (bars[i].status == BlockStatus::read_ahead_unused) {
            painter.fillRect(QRectF(bar.left(), bar.top(), bar.width(), 3), colours.text());
        }
    }
}

void BufferQueueView::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    paintCard(painter, event->region());
    if (player_.recording() == nullptr) {
        return;
    }
    const QRect area = barArea();
    paintBars(painter, area, waiting_, pitch_);
    const int busy_width = static_cast<int>(most_busy_bars * bar_pitch);
    paintBars(painter, QRect(area.right() + 1 - busy_width, area.top(), busy_width, area.height()), busy_, bar_pitch);
    const Theme colours = theme();
    painter.setPen(QPen(colours.line(), 1));
    const int border = area.right() - busy_width - busy_gap / 2;
    painter.drawLine(border, area.top(), border, area.bottom());
    if (!waiting_.empty() && !player_.state().policy) { // a policy's choice may stand anywhere
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colours.evicted(), 1.5));
        painter.drawRoundedRect(QRectF(area.left() - 2, area.top() - 3, pitch_ + 3, area.height() + 6), 2.5, 2.5);
    }
    painter.setPen(colours.quietText());
    painter.setFont(smallFont());
    const int line = painter.fontMetrics().height();
    const QRect text(area.left(), area.bottom() + 7, area.width(), line);
    const QString right = notShown_ > 0 ? tr("the last %1 are not shown").arg(groupedDigits(notShown_)) : latest_;
    const int right_width = std::min(text.width() / 2, painter.fontMetrics().horizontalAdvance(right) + 2);
    drawElided(painter, text.adjusted(0, 0, -right_width - padding, 0), next_);
    drawElided(painter, text.adjusted(text.width() - right_width, 0, 0, 0), right, Qt::AlignRight);
}

bool BufferQueueView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QString text;
        const double place = (help->pos().x() - barArea().left()) / pitch_;
        if (barArea().contains(help->pos()) && place >= 0 && place < static_cast<double>(waiting_.size())) {
            const Slot& slot = waiting_[static_cast<std::size_t>(place)];
            const QString name = slot.block.exists()
                                     ? QString::fromStdString(block_name(slot.block, player_.recording()->layout))
                                     : tr("an empty buffer");
            text = buffersPerBar_ > 1 ? tr("%1 and the %2 buffers behind it").arg(name).arg(buffersPerBar_ - 1) : name;
        }
        QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    if (event->type() == QEvent::Resize) {
        const bool handled = ViewCard::event(event);
        refresh();
        return handled;
    }
    return ViewCard::event(event);
}

} // namespace thrashlab::ui
