#include "ui/theatre/pages_view.h"

#include "sim/narration.h"
#include "ui/theatre/block_legend.h"
#include "ui/theatre/marks.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace thrashlab::ui {
namespace {

constexpr double largest_side = 9;
constexpr double field_gap = 1;
constexpr int page_gap = 6;
constexpr int number_gap = 3;

} // namespace

PageStretch PageStretch::around(std::uint32_t page, std::uint32_t room, std::uint32_t all) {
    const std::uint32_t pages = std::min(room, all);
    // Goes on by half its length, and keeps a quarter behind.
    const std::uint32_t step = std::max(1U, pages / 2);
    const std::uint32_t begin = page / step * step;
    const std::uint32_t before = pages / 4;
    const std::uint32_t first = begin > before ? begin - before : 0;
    return {.first = std::min(first, all - pages), .pages = pages};
}

PagesView::PagesView(const Player& player, Selection& selection, QWidget* parent)
    : ViewCard(tr("Pages around dd"), parent), player_(player), selection_(selection) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    connect(&selection_, &Selection::changed, this, &PagesView::refresh);
}

bool PagesView::applies() const {
    return player_.recording() != nullptr && player_.recording()->layout.block_size() < page_bytes;
}

std::uint32_t PagesView::blocksPerPage() const {
    return std::max(1U, page_bytes / player_.recording()->layout.block_size());
}

// Two rows of blocks for each page.
double PagesView::fieldSide() const {
    const int numbers = QFontMetrics(smallFont()).height() + number_gap;
    return std::clamp(std::floor((body().height() - numbers - field_gap) / 2.0), 4.0, largest_side);
}

int PagesView::pagePitch() const {
    const std::uint32_t columns = std::max(1U, blocksPerPage() / 2);
    const int box = static_cast<int>(columns * (fieldSide() + field_gap));
    const QString widest = QString::number(player_.state().cache.pages());
    return std::max(box, QFontMetrics(smallFont()).horizontalAdvance(widest)) + page_gap;
}

void PagesView::refresh() {
    if (!applies() || !isVisible()) {
        return;
    }
    const PageStretch stretch = stretch_;
    const BlockNo here = here_;
    const std::vector<Field> fields = fields_;
    collect();
    if (stretch_ != stretch || here_ != here || fields_ != fields) {
        update(body().adjusted(-mark_reach, -mark_reach, mark_reach, mark_reach));
    }
}

void PagesView::collect() {
    const MachineState& state = player_.state();
    const BlockNo chosen = selection_.block()     ? *selection_.block()
                           : selection_.command() ? selection_.command()->first
                                                  : BlockNo::none();
    const auto in_pages = [&state](BlockNo block) { return block.exists() && state.cache.has_pages(block); };
    here_ = in_pages(state.position) ? state.position : BlockNo::none();
    const BlockNo middle = in_pages(chosen) ? chosen : here_.exists() ? here_ : BlockNo{0};
    const QString title =
        in_pages(chosen) ? tr("Pages around block %1").arg(groupedText(chosen.value)) : tr("Pages around dd");
    const QString caption = tr("dot: in a buffer");
    const int needed = QFontMetrics(boldFont()).horizontalAdvance(title) +
                       QFontMetrics(smallFont()).horizontalAdvance(caption) + 2 * padding;
    setTitle(title);
    setCaption(needed <= heading().width() ? caption : QString());
    const auto room = static_cast<std::uint32_t>(std::max(1, body().width() / pagePitch()));
    const std::uint32_t mates = blocksPerPage();
    stretch_ = PageStretch::around(state.cache.first_page(middle).value, room, state.cache.pages());
    fields_.clear();
    const std::uint32_t end = std::min((stretch_.first + stretch_.pages) * mates, state.cache.data_blocks());
    for (BlockNo block{stretch_.first * mates}; block.value < end; ++block.value) {
        fields_.push_back({.block = block,
                           .status = state.status(block),
                           .valid = state.cache.pages_valid(block),
                           .held = state.cache.find(block).exists(),
                           .chosen = selection_.lights(block)});
    }
}

QRectF PagesView::pageRect(std::uint32_t page) const {
    const double side = fieldSide();
    const std::uint32_t columns = std::max(1U, blocksPerPage() / 2);
    const double left = body().left() + static_cast<double>(page - stretch_.first) * pagePitch();
    const double rows = blocksPerPage() > 1 ? 2 : 1;
    return {left, body().top() + 1.0, columns * (side + field_gap) - field_gap, rows * (side + field_gap) - field_gap};
}

QRectF PagesView::blockRect(BlockNo block) const {
    const std::uint32_t mates = blocksPerPage();
    const std::uint32_t page = block.value / mates;
    if (!block.exists() || !stretch_.has(page)) {
        return {};
    }
    const std::uint32_t columns = std::max(1U, mates / 2);
    const std::uint32_t place = block.value % mates;
    const double pitch = fieldSide() + field_gap;
    return {pageRect(page).left() + place % columns * pitch, pageRect(page).top() + place / columns * pitch,
            fieldSide(), fieldSide()};
}

void PagesView::paintField(QPainter& painter, const Field& field) const {
    const Theme colours = theme();
    const QRectF rect = blockRect(field.block);
    const QColor colour = field.valid || field.held ? colours.block(field.status) : colours.line();
    if (field.valid) {
        painter.fillRect(rect, colour);
    } else {
        painter.setPen(QPen(colour, colours.stroke(field.held ? 2 : 1)));
        painter.setBrush(Qt::NoBrush);
        const double inset = field.held ? 1 : 0.5;
        painter.drawRect(rect.adjusted(inset, inset, -inset, -inset));
    }
    if (field.held) {
        const double side = std::max(2.0, std::floor(rect.width() / 3));
        const bool pale = !field.valid ? !colours.dark() : colour.lightnessF() > 0.55F;
        painter.fillRect(QRectF(rect.center() - QPointF(side / 2, side / 2), QSizeF(side, side)),
                         pale ? QColor(0x20, 0x20, 0x20) : QColor(Qt::white));
    }
}

// Where numbers are wider than boxes there is room for them all the same: see `pagePitch`.
void PagesView::paintNumbers(QPainter& painter) const {
    painter.setFont(smallFont());
    const int line = painter.fontMetrics().height();
    const Theme colours = theme();
    for (std::uint32_t page = stretch_.first; page < stretch_.first + stretch_.pages; ++page) {
        const QRectF box = pageRect(page);
        const bool here = here_.exists() && here_.value / blocksPerPage() == page;
        const QString number = QString::number(page);
        const QRectF place(box.center().x() - pagePitch() / 2.0, box.bottom() + number_gap, pagePitch(), line);
        painter.setPen(here ? colours.text() : colours.quietText());
        painter.drawText(place, static_cast<int>(Qt::AlignHCenter | Qt::AlignTop), number);
    }
    if (here_.exists() && stretch_.has(here_.value / blocksPerPage())) {
        const QRectF field = blockRect(here_);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(colours.card(), 1));
        painter.setBrush(colours.text());
        const QPointF tip(field.center().x(), field.top() + 1);
        painter.drawPolygon(QPolygonF({tip, tip + QPointF(-4, -6), tip + QPointF(4, -6)}));
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
}

void PagesView::paintEvent(QPaintEvent* event) {
    ViewCard::paintEvent(event);
    if (!applies()) {
        return;
    }
    QPainter painter(this);
    for (const Field& field : fields_) {
        paintField(painter, field);
    }
    for (const Field& field : fields_) {
        if (field.chosen) {
            paintChosen(painter, blockRect(field.block), theme());
        }
    }
    paintNumbers(painter);
}

const PagesView::Field* PagesView::fieldAt(const QPointF& point) const {
    const auto field = std::find_if(fields_.begin(), fields_.end(), [&](const Field& candidate) {
        return blockRect(candidate.block).adjusted(0, 0, field_gap, field_gap).contains(point);
    });
    return field == fields_.end() ? nullptr : &*field;
}

QString PagesView::describe(const Field& field) const {
    return tr("%1 in page %2: %3, %4")
        .arg(QString::fromStdString(block_name(field.block, player_.recording()->layout)),
             groupedText(field.block.value / blocksPerPage()), field.valid ? tr("valid") : tr("not valid"),
             statusText(field.status));
}

void PagesView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !applies()) {
        return;
    }
    if (const Field* field = fieldAt(event->position())) {
        selection_.choose(field->block);
    } else {
        selection_.clear();
    }
}

void PagesView::changeEvent(QEvent* event) {
    ViewCard::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        refresh();
    }
}

bool PagesView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const Field* field = applies() ? fieldAt(help->pos()) : nullptr;
        QToolTip::showText(help->globalPos(),
                           field != nullptr ? describe(*field)
                                            : tr("Each box is a page, each field a block of it. Filled: its valid bits "
                                                 "are set. With a dot: a buffer holds it."),
                           this);
        return true;
    }
    const bool handled = ViewCard::event(event);
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show) {
        refresh();
    }
    return handled;
}

} // namespace thrashlab::ui
