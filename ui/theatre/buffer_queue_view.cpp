#include "ui/theatre/buffer_queue_view.h"

#include "sim/narration.h"
#include "ui/number_text.h"

#include <QEvent>

#include <algorithm>
#include <cmath>

namespace thrashlab::ui {
namespace {

constexpr double bar_pitch = 4;
constexpr double widest_bar = 14;
constexpr int busy_gap = 10;
constexpr std::size_t most_busy_bars = 12;
constexpr int row_gap = 7; ///< room for a hand and the ends of a target's mark
constexpr int text_gap = 8;
constexpr int widest_label = 110;
constexpr EventIndex most_events_looked_at = 60000;
constexpr qint64 nanoseconds_between_pictures = 33'000'000; ///< of a policy, while playing
constexpr qint64 most_share_of_time = 8;                    ///< making rows takes no more than an eighth of the time

std::uint32_t queued(const BufferCache& cache) {
    std::uint32_t sum = 0;
    for (const BufferQueue queue : {BufferQueue::empty, BufferQueue::age, BufferQueue::lru, BufferQueue::active}) {
        sum += cache.length(queue);
    }
    return sum;
}

QString figureText(double value) {
    return value == std::floor(value) && value >= 0 ? groupedText(static_cast<std::uint64_t>(value))
                                                    : QString::number(value, 'f', 1);
}

int rowHeight(std::size_t lists) {
    return lists <= 1 ? 26 : lists == 2 ? 16 : 11;
}

} // namespace

BufferQueueView::BufferQueueView(const Player& player, Selection& selection, QWidget* parent)
    : ViewCard(tr("Buffers · next victim first"), parent), player_(player), selection_(selection) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
    connect(&selection_, &Selection::changed, this, [this] {
        collected_.invalidate();
        refresh();
    });
}

QSize BufferQueueView::sizeHint() const {
    const auto rows = static_cast<int>(std::max<std::size_t>(1, lists_));
    const int bars = rows * rowHeight(lists_) + (rows - 1) * row_gap;
    return {720, heading().bottom() + text_gap + bars + text_gap + fontMetrics().height() + padding};
}

QSize BufferQueueView::minimumSizeHint() const {
    return {280, sizeHint().height()};
}

double BufferQueueView::leastPitch() const {
    return theme().projected() ? bar_pitch * 3 / 2 : bar_pitch;
}

double BufferQueueView::busyWidth() const {
    return lists_ > 0 ? 0 : static_cast<double>(most_busy_bars) * leastPitch() + busy_gap;
}

QRectF BufferQueueView::rowRect(std::size_t row) const {
    const QRect area = body();
    const int height = rowHeight(lists_);
    return QRectF(area.left() + labelWidth_, area.top() + static_cast<int>(row) * (height + row_gap),
                  area.width() - labelWidth_, height);
}

// Edges are whole pixels of the device.
QRectF BufferQueueView::barRect(std::size_t row, std::size_t bar) const {
    const double ratio = devicePixelRatioF();
    const auto snap = [ratio](double x) { return std::round(x * ratio) / ratio; };
    const QRectF area = rowRect(row);
    const double left = snap(area.left() + static_cast<double>(bar) * pitch_);
    const double right = snap(area.left() + static_cast<double>(bar + 1) * pitch_) - 1;
    return {left, area.top(), std::max(1.0, right - left), area.height()};
}

QRectF BufferQueueView::busyRect(std::size_t bar) const {
    const QRectF area = rowRect(0);
    const double left = area.right() - busyWidth() + busy_gap + static_cast<double>(bar) * leastPitch();
    return {std::round(left), area.top(), leastPitch() - 1, area.height()};
}

// Lists come and go with a recording alone, so that nothing jumps while it plays.
void BufferQueueView::reload() {
    measure();
    cursor_ = {};
    collected_.invalidate();
    updateGeometry();
    refresh();
    update();
}

void BufferQueueView::measure() {
    lists_ = 0;
    labelWidth_ = 0;
    countWidth_ = 0;
    if (player_.recording() == nullptr || !player_.state().policy) {
        return;
    }
    const QFontMetrics metrics(smallFont());
    const PolicyPicture picture = player_.state().policy->describe();
    lists_ = picture.lists.size();
    int names = 0;
    for (const PolicyList& list : picture.lists) {
        names = std::max(names, metrics.horizontalAdvance(fromView(list.name)));
    }
    countWidth_ = metrics.horizontalAdvance(groupedText(player_.state().cache.size())) + 4;
    labelWidth_ = std::min(names, widest_label) + 6 + countWidth_ + text_gap;
}

bool BufferQueueView::isDue() const {
    if (!player_.isPlaying() || !collected_.isValid()) {
        return true;
    }
    const qint64 pause = lists_ > 0 ? nanoseconds_between_pictures : 0;
    return collected_.nsecsElapsed() >= std::max(pause, most_share_of_time * collectingTook_);
}

void BufferQueueView::refresh() {
    const bool other = player_.recording() == nullptr || (lists_ > 0) != static_cast<bool>(player_.state().policy);
    if (other || !isVisible() || !isDue()) {
        return; // of another recording `reload` tells
    }
    collected_.start();
    collect();
    collectingTook_ = collected_.nsecsElapsed();
    writeTexts();
    writeHeading();
    update(body().adjusted(-6, -6, 6, 6));
}

void BufferQueueView::writeHeading() {
    const BufferCache& cache = player_.state().cache;
    const auto length = [&cache](BufferQueue queue) { return groupedText(cache.length(queue)); };
    const QString busy = groupedText(cache.size() - queued(cache));
    const bool pages = player_.recording()->scenario.kernel_kind == KernelKind::linux_page_cache;
    QString title = pages ? tr("Pages · next victim first") : tr("Buffers · next victim first");
    QString shorter = pages ? tr("Pages") : tr("Buffers");
    QString caption;
    if (player_.state().policy) {
        shorter = fromView(player_.state().policy->info().title);
        title = tr("Buffers as %1 orders them").arg(shorter);
        for (const PolicyFigure& figure : figures_) {
            caption += QStringLiteral("%1 %2 · ").arg(fromView(figure.name), figureText(figure.value));
        }
        caption += tr("EMPTY %1 · busy %2").arg(length(BufferQueue::empty), busy);
    } else if (pages) {
        caption = tr("EMPTY %1 · inactive %2 · active %3 · busy %4")
                      .arg(length(BufferQueue::empty), length(BufferQueue::lru), length(BufferQueue::active), busy);
    } else {
        caption = tr("EMPTY %1 · AGE %2 · LRU %3 · busy %4")
                      .arg(length(BufferQueue::empty), length(BufferQueue::age), length(BufferQueue::lru), busy);
    }
    const int needed = QFontMetrics(boldFont()).horizontalAdvance(title) +
                       QFontMetrics(smallFont()).horizontalAdvance(caption) + 2 * padding;
    setTitle(needed <= heading().width() ? title : shorter);
    setCaption(caption);
}

void BufferQueueView::collect() {
    const MachineState& state = player_.state();
    const double room = std::max(1.0, rowRect(0).width() - busyWidth());
    const auto bars = static_cast<std::uint32_t>(std::max(1.0, room / leastPitch()));
    const std::uint32_t buffers = state.cache.size();
    buffersPerBar_ = std::max(1U, (buffers + bars - 1) / bars);
    pitch_ = std::min(widest_bar, room / std::ceil(static_cast<double>(buffers) / buffersPerBar_));
    BufferRowLimits limits{.buffersPerBar = buffersPerBar_,
                           .mostBars = static_cast<std::size_t>(std::max(1.0, room / pitch_)),
                           .chosen = {}};
    if (!selection_.isEmpty()) {
        limits.chosen = [this](BlockNo block) { return selection_.lights(block); };
    }
    busy_ = {};
    figures_.clear();
    if (state.policy) {
        PolicyPicture picture = state.policy->describe();
        rows_ = policyRows(state, picture, limits);
        figures_ = std::move(picture.figures);
    } else {
        rows_.assign(1, queueRow(state, limits));
        collectBusy();
    }
}

void BufferQueueView::collectBusy() {
    const MachineState& state = player_.state();
    const auto add = [this](BlockNo block, BlockStatus status) {
        if (busy_.bars.size() < most_busy_bars) {
            busy_.bars.push_back({.block = block, .status = status, .chosen = selection_.lights(block)});
        }
    };
    for (const PendingCommand& command : state.commands) {
        for (std::uint32_t i = 0; i < command.blocks && busy_.bars.size() < most_busy_bars; ++i) {
            add(command.block + i, BlockStatus::in_flight);
        }
    }
    const BufferId held = state.cache.find(state.position);
    if (held.exists()) {
        const Buffer& buffer = state.cache.buffer(held);
        if (buffer.queue == BufferQueue::busy && !buffer.in_flight) {
            add(buffer.block, status(buffer));
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
        next_ = tr("buffer %1 goes next: it is empty").arg(groupedText(victim.value));
    } else {
        next_ = tr("%1 goes next").arg(QString::fromStdString(block_name(block, layout)));
        // Looking that far back takes too long for every frame.
        next_ += player_.isPlaying() ? QString() : lastUse(block);
    }
    latest_.clear();
    if (!state.policy && rows_.front().drawn < rows_.front().entries) {
        latest_ = tr("the last %1 are not shown").arg(groupedText(rows_.front().entries - rows_.front().drawn));
        return;
    }
    const auto came = player_.recording()->journal.find_backward(player_.index(), [](const Event& event) {
        return event.kind == EventKind::command_done || event.kind == EventKind::run_started;
    });
    if (came && player_.recording()->journal[*came].kind == EventKind::command_done) {
        const Event event = player_.recording()->journal[*came];
        const BlockNo last = event.block + static_cast<std::uint32_t>(event.count - 1);
        latest_ = tr("%1 just came in").arg(QString::fromStdString(block_name(last, layout)));
    }
}

void BufferQueueView::resizeEvent(QResizeEvent* event) {
    ViewCard::resizeEvent(event);
    collected_.invalidate();
    refresh();
}

void BufferQueueView::changeEvent(QEvent* event) {
    ViewCard::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) {
        reload();
    }
}

} // namespace thrashlab::ui
