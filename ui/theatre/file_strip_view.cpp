#include "ui/theatre/file_strip_view.h"

#include "ui/theatre/block_legend.h"
#include "ui/theatre/marks.h"

#include <QEvent>
#include <QPaintEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace thrashlab::ui {
namespace {

using namespace std::chrono_literals;

constexpr Duration eviction_fade = 120ms;
constexpr EventIndex most_events_looked_at = 4000;
constexpr std::size_t most_evictions = 64;
constexpr int marker_room = 9;   ///< above the first row, for dd's mark
constexpr int smallest_cell = 4; ///< with its gap: what a second cue needs
constexpr int largest_cell = 18;
constexpr int most_separate_updates = 64;

} // namespace

FileStripView::FileStripView(const Player& player, Selection& selection, QWidget* parent)
    : ViewCard(tr("The file"), parent), player_(player), selection_(selection), legend_(new BlockLegend(this)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent, false);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    legend_->setTextFont(smallFont());
    connect(&selection_, &Selection::changed, this, &FileStripView::updateGrid);
    connect(legend_, &BlockLegend::filterChanged, this, [this] {
        if (!picture_.isNull()) {
            drawAll();
            updateGrid();
        }
    });
}

QSize FileStripView::sizeHint() const {
    return {720, 240};
}

QSize FileStripView::minimumSizeHint() const {
    return {280, 140};
}

void FileStripView::setPresentation(const Presentation& presentation) {
    presentation_ = presentation;
    updateGrid();
}

// Measuring text is slow: once for each size, not for each cell.
void FileStripView::measure() {
    const int reach = 3; // of the legend's frames
    const int legend_height = legend_->heightFor(body().width() + 2 * reach);
    legend_->setGeometry(body().left() - reach, body().bottom() + 4 - legend_height, body().width() + 2 * reach,
                         legend_height);
    gridArea_ = body().adjusted(0, marker_room - 6, 0, -legend_height - 6);
}

void FileStripView::reload() {
    const FileLayout& layout = player_.recording()->layout;
    setTitle((layout.data_blocks() == 1 ? tr("The file · %1 block of %2") : tr("The file · %1 blocks of %2"))
                 .arg(groupedText(layout.data_blocks()), bytesText(layout.block_size())));
    if (laidOut_ != player_.recording()) {
        hovered_.reset();
        cursor_.reset();
    }
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
    const int larger = theme().projected() ? 3 : 2;
    const std::uint32_t group = std::max(1U, page_bytes / layout.block_size());
    grid_ = CellGrid::fit(
        layout.data_blocks(), group, area,
        {.smallest = smallest_cell * unit * larger / 2, .largest = largest_cell * unit * larger / 2, .gap = unit});
    laidOut_ = player_.recording();
    const auto within = [this](std::optional<std::uint32_t>& cell) {
        if (cell && *cell >= grid_.cells()) {
            cell.reset();
        }
    };
    within(hovered_);
    within(cursor_);
    evictions_.clear();
    position_.reset();
    tiles_.prepare(theme(), grid_.rect(0).size() + QSize(1, 0), grid_.rowPitch >= smallest_cell * unit);
    constexpr std::array<const char*, 9> counts{"", "", "two", "", "four", "", "", "", "eight"};
    const QString page =
        group > 1 ? tr("%1 blocks to a page").arg(QLatin1String(counts[group])) : tr("a page or more to a block");
    setCaption(grid_.blocksPerCell > 1 ? tr("%1 blocks to a cell").arg(grid_.blocksPerCell) : page);
    states_.reset(player_.state(), grid_);
    drawAll();
    refresh();
    update();
}

void FileStripView::drawCell(QPainter& painter, std::uint32_t cell) const {
    if (const auto status = states_.shown(cell, legend_->shown())) {
        tiles_.draw(painter, grid_.rect(cell), *status);
    } else {
        tiles_.drawFaded(painter, grid_.rect(cell));
    }
}

void FileStripView::drawAll() {
    picture_ = QImage(grid_.area.width(), std::max(1, grid_.height()), QImage::Format_RGB32);
    picture_.fill(theme().card());
    QPainter painter(&picture_);
    for (std::uint32_t cell = 0; cell < grid_.cells(); ++cell) {
        drawCell(painter, cell);
    }
}

void FileStripView::updateGrid() {
    update(gridArea_.adjusted(-mark_reach, -marker_room, mark_reach, mark_reach));
}

void FileStripView::drawChanged() {
    const auto& changes = player_.changes();
    if (changes.everything) {
        states_.reset(player_.state(), grid_);
        drawAll();
        updateGrid();
        return;
    }
    changedCells_.clear();
    for (const BlockNo block : changes.blocks) {
        if (states_.update(block, player_.state())) {
            changedCells_.push_back(grid_.cellOf(block.value));
        }
    }
    std::sort(changedCells_.begin(), changedCells_.end());
    changedCells_.erase(std::unique(changedCells_.begin(), changedCells_.end()), changedCells_.end());
    QPainter painter(&picture_);
    QRegion dirty;
    for (const std::uint32_t cell : changedCells_) {
        drawCell(painter, cell);
        dirty += cellRect(cell).toAlignedRect();
        if (dirty.rectCount() > most_separate_updates) {
            dirty = dirty.boundingRect();
        }
    }
    update(dirty);
}

// Where something lies over the picture.
void FileStripView::updateMarks() {
    for (const Eviction& eviction : evictions_) {
        update(overlayRect(eviction.cell));
    }
    if (position_) {
        update(overlayRect(*position_));
    }
}

void FileStripView::refresh() {
    if (player_.recording() == nullptr || laidOut_ != player_.recording() || picture_.isNull()) {
        return;
    }
    updateMarks();
    drawChanged();
    findEvictions();
    const BlockNo place = player_.state().position;
    position_.reset();
    if (place.exists() && place.value < grid_.blocks) {
        position_ = grid_.cellOf(place.value);
    }
    updateMarks();
    legend_->setCounts(states_.totals());
}

// A cell of several blocks flashes when any of them goes.
void FileStripView::findEvictions() {
    evictions_.clear();
    if (!legend_->showsEvictions()) {
        return;
    }
    const Journal& journal = player_.recording()->journal;
    const EventIndex end = player_.index();
    const EventIndex begin = end > most_events_looked_at ? end - most_events_looked_at : 0;
    for (EventIndex index = end; index > begin && evictions_.size() < most_evictions; --index) {
        const Event event = journal[index - 1];
        const Duration age = player_.time() - event.time;
        if (age > eviction_fade) {
            break;
        }
        if (event.kind != EventKind::buffer_assigned || !event.victim().exists() ||
            event.victim().value >= grid_.blocks) {
            continue;
        }
        const std::uint32_t cell = grid_.cellOf(event.victim().value);
        // The latest comes first and stays.
        if (std::none_of(evictions_.begin(), evictions_.end(), [cell](const Eviction& e) { return e.cell == cell; })) {
            evictions_.push_back({cell, 1.0 - to_seconds(age) / to_seconds(eviction_fade)});
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
    return cellRect(cell).toAlignedRect().adjusted(-8, -10, 8, mark_reach);
}

void FileStripView::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    paintCard(painter, event->region());
    if (picture_.isNull()) {
        return;
    }
    const double ratio = devicePixelRatioF();
    painter.drawImage(QRectF(gridArea_.topLeft(), QSizeF(picture_.size()) / ratio), picture_);
    if (laidOut_ == player_.recording()) {
        paintOverlay(painter);
    }
}

// One frame around the chosen cells of each row.
void FileStripView::paintChosenCells(QPainter& painter) const {
    BlockNo first = selection_.block().value_or(BlockNo::none());
    std::uint32_t blocks = 1;
    if (const auto& command = selection_.command()) {
        first = command->first;
        blocks = command->blocks;
    }
    if (!first.exists() || first.value >= grid_.blocks || blocks == 0) {
        return;
    }
    const std::uint32_t last = grid_.cellOf(std::min(first.value + blocks, grid_.blocks) - 1);
    const auto columns = static_cast<std::uint32_t>(grid_.columns);
    for (std::uint32_t cell = grid_.cellOf(first.value); cell <= last;) {
        const std::uint32_t end = std::min(last, cell / columns * columns + columns - 1);
        paintChosen(painter, cellRect(cell).united(cellRect(end)), theme());
        cell = end + 1;
    }
}

void FileStripView::paintOverlay(QPainter& painter) const {
    const Theme colours = theme();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (const Eviction& eviction : evictions_) {
        QColor frame = colours.evicted();
        frame.setAlphaF(presentation_.reducedMotion ? 1.0F : static_cast<float>(0.4 + 0.6 * eviction.strength));
        painter.setPen(QPen(frame, colours.projected() ? 3 : 2));
        painter.drawRoundedRect(cellRect(eviction.cell).adjusted(-0.75, -0.75, 0.75, 0.75), 1.5, 1.5);
    }
    paintChosenCells(painter);
    if (hovered_) {
        painter.setPen(QPen(colours.text(), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(cellRect(*hovered_).adjusted(-0.5, -0.5, 0.5, 0.5));
    }
    if (cursor_ && hasFocus()) {
        paintCursor(painter, cellRect(*cursor_), colours);
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

void FileStripView::resizeEvent(QResizeEvent* event) {
    ViewCard::resizeEvent(event);
    layOut();
}

void FileStripView::changeEvent(QEvent* event) {
    ViewCard::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        legend_->setTextFont(smallFont());
        layOut();
    }
}

} // namespace thrashlab::ui
