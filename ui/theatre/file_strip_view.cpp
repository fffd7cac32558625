#include "ui/theatre/file_strip_view.h"

#include "sim/narration.h"

#include <QEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace thrashlab::ui {
namespace {

using namespace std::chrono_literals;

constexpr Duration eviction_fade = 120ms;
constexpr EventIndex most_events_looked_at = 4000;
constexpr std::size_t most_evictions = 64;
constexpr int marker_room = 9; ///< above the first row, for dd's mark
constexpr int swatch = 10;
constexpr int swatch_gap = 6;
constexpr int narrowest_legend_gap = 9;
constexpr int widest_legend_gap = 20;
constexpr int two_row_legend_width = 560;
constexpr std::uint32_t looks_per_cell = 32;

struct LegendEntry {
    const char* text;
    int status; ///< of a block, or -1 for an eviction
};
constexpr std::array<LegendEntry, 7> legend{{{"on disk only", 0},
                                             {"in a page, no buffer", 1},
                                             {"in a buffer", 2},
                                             {"on its way", 3},
                                             {"read ahead, unused", 4},
                                             {"dirty", 5},
                                             {"just evicted", -1}}};

const char* words(BlockStatus status) {
    return legend[static_cast<std::size_t>(status)].text;
}

} // namespace

FileStripView::FileStripView(const Player& player, QWidget* parent)
    : ViewCard(tr("The file"), parent), player_(player) {
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent, false);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

QSize FileStripView::sizeHint() const {
    return {720, 240};
}

QSize FileStripView::minimumSizeHint() const {
    return {280, 140};
}

int FileStripView::legendLine() const {
    return QFontMetrics(smallFont()).height() + 4;
}

// Measuring text is slow: once for each size, not for each cell.
void FileStripView::measure() {
    const int spare = (body().width() - legendWidth()) / static_cast<int>(legend.size() - 1);
    legendGap_ = std::min(spare, widest_legend_gap);
    legendRows_ = spare >= narrowest_legend_gap ? 1 : body().width() >= two_row_legend_width ? 2 : 3;
    gridArea_ = body().adjusted(0, marker_room - 6, 0, -static_cast<int>(legendRows_) * legendLine() - 6);
}

void FileStripView::reload() {
    const FileLayout& layout = player_.recording()->layout;
    setTitle((layout.data_blocks() == 1 ? tr("The file · %1 block of %2") : tr("The file · %1 blocks of %2"))
                 .arg(groupedDigits(layout.data_blocks()), bytesText(layout.block_size())));
    layOut();
}

void FileStripView::layOut() {
    if (player_.recording() == nullptr) {
        return;
    }
    measure();
    const FileLayout& layout = player_.recording()->layout;
    const double ratio = devicePixelRatioF();
    const QSize area = (QSizeF(gridArea_.size()) * ratio).toSize();
    const int unit = std::max(1, static_cast<int>(std::lround(ratio)));
    const std::uint32_t group = std::max(1U, page_bytes / layout.block_size());
    grid_ = CellGrid::fit(layout.data_blocks(), group, area, {.smallest = 3 * unit, .largest = 18 * unit, .gap = unit});
    const QSize tile = grid_.rect(0).size() + QSize(1, 0);
    tiles_.prepare(theme(), tile, grid_.rowPitch >= 5 * unit);
    const int side = static_cast<int>(std::lround(swatch * ratio));
    swatches_.prepare(theme(), QSize(side, side), true);
    constexpr std::array<const char*, 9> counts{"", "", "two", "", "four", "", "", "", "eight"};
    const QString page =
        group > 1 ? tr("%1 blocks to a page").arg(QLatin1String(counts[group])) : tr("a page or more to a block");
    setCaption(grid_.blocksPerCell > 1 ? tr("each cell stands for %1 blocks").arg(grid_.blocksPerCell) : page);
    drawAll();
    refresh();
    update();
}

BlockStatus FileStripView::statusOf(std::uint32_t cell) const {
    const MachineState& state = player_.state();
    const std::uint32_t first = grid_.firstBlock(cell);
    const std::uint32_t end = grid_.endBlock(cell);
    if (end - first == 1) {
        return state.status(BlockNo{first});
    }
    // The rarest tells most; else the majority.
    std::array<std::uint32_t, CellTiles::states> counts{};
    const std::uint32_t stride = std::max(1U, (end - first) / looks_per_cell);
    for (std::uint32_t block = first; block < end; block += stride) {
        ++counts[static_cast<std::size_t>(state.status(BlockNo{block}))];
    }
    for (const BlockStatus rare : {BlockStatus::in_flight, BlockStatus::dirty, BlockStatus::read_ahead_unused}) {
        if (counts[static_cast<std::size_t>(rare)] > 0) {
            return rare;
        }
    }
    return static_cast<BlockStatus>(std::max_element(counts.begin(), counts.begin() + 3) - counts.begin());
}

void FileStripView::drawAll() {
    picture_ = QImage(grid_.area.width(), std::max(1, grid_.height()), QImage::Format_RGB32);
    picture_.fill(theme().card());
    QPainter painter(&picture_);
    for (std::uint32_t cell = 0; cell < grid_.cells(); ++cell) {
        tiles_.draw(painter, grid_.rect(cell), statusOf(cell));
    }
}

void FileStripView::drawChanged() {
    const auto& changes = player_.changes();
    if (changes.everything || changes.blocks.size() > grid_.cells()) {
        drawAll();
        update(gridArea_.adjusted(-2, -marker_room, 2, 2));
        return;
    }
    QPainter painter(&picture_);
    QRegion dirty;
    std::optional<std::uint32_t> last;
    for (const BlockNo block : changes.blocks) {
        const std::uint32_t cell = grid_.cellOf(block.value);
        if (cell != last) {
            tiles_.draw(painter, grid_.rect(cell), statusOf(cell));
            dirty += cellRect(cell).toAlignedRect();
            last = cell;
        }
        if (dirty.rectCount() > 64) {
            dirty = dirty.boundingRect();
        }
    }
    update(dirty);
}

void FileStripView::refresh() {
    if (player_.recording() == nullptr || picture_.isNull()) {
        return;
    }
    for (const Eviction& eviction : evictions_) {
        update(overlayRect(eviction.cell));
    }
    if (position_) {
        update(overlayRect(*position_));
    }
    drawChanged();
    findEvictions();
    const BlockNo place = player_.state().position;
    position_.reset();
    if (place.exists() && place.value < grid_.blocks) {
        position_ = grid_.cellOf(place.value);
        update(overlayRect(*position_));
    }
    for (const Eviction& eviction : evictions_) {
        update(overlayRect(eviction.cell));
    }
}

void FileStripView::findEvictions() {
    evictions_.clear();
    const Journal& journal = player_.recording()->journal;
    const EventIndex end = player_.index();
    const EventIndex begin = end > most_events_looked_at ? end - most_events_looked_at : 0;
    for (EventIndex index = end; index > begin && evictions_.size() < most_evictions; --index) {
        const Event event = journal[index - 1];
        const Duration age = player_.time() - event.time;
        if (age > eviction_fade) {
            break;
        }
        if (event.kind == EventKind::buffer_assigned && event.victim().exists() &&
            event.victim().value < grid_.blocks) {
            evictions_.push_back(
                {grid_.cellOf(event.victim().value), 1.0 - to_seconds(age) / to_seconds(eviction_fade)});
        }
    }
}

QRectF FileStripView::cellRect(std::uint32_t cell) const {
    const double ratio = devicePixelRatioF();
    const QRect device = grid_.rect(cell);
    return {gridArea_.x() + device.x() / ratio, gridArea_.y() + device.y() / ratio, device.width() / ratio,
            device.height() / ratio};
}

QRect FileStripView::overlayRect(std::uint32_t cell) const {
    return cellRect(cell).toAlignedRect().adjusted(-8, -10, 8, 4);
}

void FileStripView::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    paintCard(painter, event->region());
    if (picture_.isNull()) {
        return;
    }
    const double ratio = devicePixelRatioF();
    painter.drawImage(QRectF(gridArea_.topLeft(), QSizeF(picture_.size()) / ratio), picture_);
    paintOverlay(painter);
    if (event->region().boundingRect().bottom() > gridArea_.bottom()) {
        paintLegend(painter);
    }
}

void FileStripView::paintOverlay(QPainter& painter) const {
    const Theme colours = theme();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (const Eviction& eviction : evictions_) {
        QColor frame = colours.evicted();
        frame.setAlphaF(static_cast<float>(0.4 + 0.6 * eviction.strength));
        painter.setPen(QPen(frame, 2));
        painter.drawRoundedRect(cellRect(eviction.cell).adjusted(-0.75, -0.75, 0.75, 0.75), 1.5, 1.5);
    }
    if (hovered_) {
        painter.setPen(QPen(colours.text(), 1));
        painter.drawRect(cellRect(*hovered_).adjusted(-0.5, -0.5, 0.5, 0.5));
    }
    if (position_) {
        const QRectF cell = cellRect(*position_);
        const QPointF tip(cell.center().x(), cell.top() + 0.5);
        painter.setPen(QPen(colours.card(), 1));
        painter.setBrush(colours.text());
        painter.drawPolygon(QPolygonF({tip, tip + QPointF(-5, -8), tip + QPointF(5, -8)}));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

// The widths of the entries, without the gaps between them.
int FileStripView::legendWidth() const {
    const QFontMetrics metrics(smallFont());
    int width = 0;
    for (const LegendEntry& entry : legend) {
        width += swatch + swatch_gap + metrics.horizontalAdvance(tr(entry.text));
    }
    return width;
}

void FileStripView::paintLegend(QPainter& painter) const {
    const Theme colours = theme();
    painter.setFont(smallFont());
    const QFontMetrics metrics = painter.fontMetrics();
    const std::size_t rows = legendRows_;
    const std::size_t in_row = (legend.size() + rows - 1) / rows;
    const QRect area = body();
    const int line = legendLine();
    // Several rows stand in columns.
    const int column = rows == 1 ? 0 : area.width() / static_cast<int>(in_row);
    int x = area.left();
    for (std::size_t i = 0; i < legend.size(); ++i) {
        const auto row = static_cast<int>(i / in_row);
        if (rows > 1) {
            x = area.left() + column * static_cast<int>(i % in_row);
        }
        const int top = area.bottom() + 4 - line * (static_cast<int>(rows) - row);
        const QRect box(x, top + (line - swatch) / 2, swatch, swatch);
        if (legend[i].status >= 0) {
            painter.drawImage(box, swatches_.tile(static_cast<BlockStatus>(legend[i].status)));
        } else {
            painter.setPen(QPen(colours.evicted(), 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(QRectF(box).adjusted(1, 1, -1, -1));
        }
        const int width = metrics.horizontalAdvance(tr(legend[i].text));
        const int room = rows == 1 ? width : column - swatch - swatch_gap;
        painter.setPen(colours.quietText());
        drawElided(painter, QRect(x + swatch + swatch_gap, top, std::min(width, room) + 1, line), tr(legend[i].text));
        x += swatch + swatch_gap + width + legendGap_;
    }
}

void FileStripView::resizeEvent(QResizeEvent* event) {
    ViewCard::resizeEvent(event);
    layOut();
}

void FileStripView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        layOut();
    }
    ViewCard::changeEvent(event);
}

std::optional<std::uint32_t> FileStripView::blockAt(const QPoint& point) const {
    if (player_.recording() == nullptr) {
        return std::nullopt;
    }
    const QPointF inside = QPointF(point - gridArea_.topLeft()) * devicePixelRatioF();
    const auto cell =
        grid_.cellAt(QPoint(static_cast<int>(std::floor(inside.x())), static_cast<int>(std::floor(inside.y()))));
    return cell ? std::optional(grid_.firstBlock(*cell)) : std::nullopt;
}

QString FileStripView::describe(std::uint32_t block) const {
    const MachineState& state = player_.state();
    const FileLayout& layout = player_.recording()->layout;
    const BlockNo number{block};
    QString text = tr("Block %1, sector %2, page %3: %4")
                       .arg(groupedDigits(block), groupedDigits(layout.sector(number).value),
                            groupedDigits(state.cache.first_page(number).value), tr(words(state.status(number))));
    const BufferId buffer = state.cache.find(number);
    if (buffer.exists()) {
        constexpr std::array<const char*, 4> queues{"on EMPTY", "on AGE", "on LRU", "busy"};
        const auto queue = static_cast<std::size_t>(state.cache.buffer(buffer).queue);
        text += tr(" (buffer %1, %2)").arg(groupedDigits(buffer.value), QLatin1String(queues[queue]));
    }
    const std::uint32_t cell = grid_.cellOf(block);
    if (grid_.blocksPerCell > 1) {
        text += tr(" · first of %1 blocks").arg(grid_.endBlock(cell) - grid_.firstBlock(cell));
    }
    return text;
}

void FileStripView::mouseMoveEvent(QMouseEvent* event) {
    const auto block = blockAt(event->position().toPoint());
    const auto cell = block ? std::optional(grid_.cellOf(*block)) : std::nullopt;
    if (cell != hovered_) {
        for (const auto& changed : {cell, hovered_}) {
            if (changed) {
                update(overlayRect(*changed));
            }
        }
        hovered_ = cell;
        Q_EMIT pointedAt(block ? describe(*block) : QString());
    }
}

void FileStripView::leaveEvent(QEvent* event) {
    if (hovered_) {
        update(overlayRect(*hovered_));
        hovered_.reset();
    }
    Q_EMIT pointedAt({});
    ViewCard::leaveEvent(event);
}

bool FileStripView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto block = blockAt(help->pos());
        QToolTip::showText(help->globalPos(), block ? describe(*block) : QString(), this);
        return true;
    }
    return ViewCard::event(event);
}

} // namespace thrashlab::ui
