#include "ui/panels/inspector_panel.h"

#include "sim/narration.h"
#include "ui/number_text.h"
#include "ui/panels/card.h"
#include "ui/theme.h"

#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace thrashlab::ui {
namespace {

constexpr int gap = 8;
constexpr int rowPadding = 8;
constexpr int cellPadding = 6;
constexpr int markWidth = 3;
constexpr int swatch = 8;
constexpr qint64 readableMilliseconds = 200;

// Time, a swatch in the colour of the state that follows, and what happened. What is yet to come is quiet; the present
// row has a tinted ground and a bar at its start.
class HistoryDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        // The option's palette is a disabled row's where a heading stands.
        const Theme theme(option.widget != nullptr ? option.widget->palette() : option.palette);
        const QFontMetrics metrics(option.font);
        QRect room = option.rect;
        if (index.data(HistoryModel::presentRole).toBool()) {
            painter->fillRect(room, theme.accentTint());
            painter->fillRect(QRect(room.topLeft(), QSize(markWidth, room.height())), theme.accent());
        }
        painter->setFont(option.font);
        const QVariant run = index.data(HistoryModel::runRole);
        if (run.isValid()) {
            painter->setPen(theme.line());
            painter->drawLine(room.topLeft(), room.topRight());
            painter->setPen(theme.quietText());
            painter->drawText(room.adjusted(0, 0, -cellPadding, 0), Qt::AlignRight | Qt::AlignVCenter, run.toString());
            room.setRight(room.right() - metrics.horizontalAdvance(run.toString()) - cellPadding);
        }
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(theme.accent());
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
        }
        room.adjust(cellPadding, 0, -cellPadding, 0);
        const QVariant time = index.data(HistoryModel::timeRole);
        if (time.isValid()) {
            const QVariant last = index.sibling(index.model()->rowCount() - 1, 0).data(HistoryModel::timeRole);
            const int width = metrics.horizontalAdvance(last.isValid() ? last.toString() : time.toString() + u'0');
            painter->setPen(theme.quietText());
            painter->drawText(QRect(room.left(), room.top(), width, room.height()), Qt::AlignRight | Qt::AlignVCenter,
                              time.toString());
            room.setLeft(room.left() + width + cellPadding);
            drawSwatch(*painter, theme, QRect(room.left(), room.center().y() - swatch / 2, swatch, swatch), index);
            room.setLeft(room.left() + swatch + cellPadding);
        }
        const bool heading = index.data(HistoryModel::headingRole).toBool();
        const bool quiet = heading || index.data(HistoryModel::aheadRole).toBool();
        painter->setPen(quiet ? theme.quietText() : time.isValid() ? theme.text() : theme.accent());
        painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          metrics.elidedText(index.data().toString(), Qt::ElideRight, room.width()));
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
        return {200, QFontMetrics(option.font).height() + rowPadding};
    }

private:
    static void drawSwatch(QPainter& painter, const Theme& theme, const QRect& rect, const QModelIndex& index) {
        const QVariant value = index.data(HistoryModel::statusRole);
        if (!value.isValid()) {
            return;
        }
        const auto status = static_cast<BlockStatus>(value.toInt());
        if (status == BlockStatus::on_disk) {
            painter.setPen(theme.evicted());
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(rect.adjusted(0, 0, -1, -1));
            return;
        }
        painter.fillRect(rect, theme.block(status));
        if (Theme::hatch(status) != Qt::NoBrush) {
            painter.fillRect(rect, QBrush(theme.card(), Theme::hatch(status)));
        }
    }
};

} // namespace

InspectorPanel::InspectorPanel(Player& player, Selection& selection, QWidget* parent)
    : QWidget(parent), player_(player), selection_(selection), model_(new HistoryModel(this)),
      card_(new Card(tr("Inspector"), this)), state_(new QLabel(this)), counts_(new QLabel(this)),
      list_(new QListView(this)), hint_(new QLabel(this)), reader_(this) {
    for (QLabel* label : {state_, counts_, hint_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    counts_->setProperty("role", "quiet");
    hint_->setProperty("role", "quiet");
    list_->setModel(model_);
    list_->setItemDelegate(new HistoryDelegate(list_));
    list_->setUniformItemSizes(true);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setAccessibleName(tr("History"));
    card_->content()->addWidget(state_);
    card_->content()->addWidget(counts_);
    card_->content()->addWidget(list_, 1);
    card_->content()->addWidget(hint_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(gap, gap, gap, gap);
    layout->addWidget(card_);
    connect(&selection_, &Selection::changed, this, &InspectorPanel::rebuild);
    connect(&player_, &Player::moved, this, &InspectorPanel::refresh);
    connect(&player_, &Player::playingChanged, this, &InspectorPanel::refresh);
    connect(list_, &QListView::activated, this, &InspectorPanel::follow);
    connect(list_, &QListView::clicked, this, &InspectorPanel::follow);
    rebuild();
}

QSize InspectorPanel::sizeHint() const {
    return {370, 400};
}

QString InspectorPanel::title() const {
    return card_->title();
}

QString InspectorPanel::summary() const {
    return state_->text() + QLatin1Char('\n') + counts_->text();
}

void InspectorPanel::rebuild() {
    reader_.cancel();
    recording_ = player_.sharedRecording();
    listed_.clear();
    listedBlock_ = BlockNo::none();
    takeRows({}, {});
    if (!recording_) {
        card_->setTitle(tr("Inspector"));
        state_->setText(tr("Nothing has been simulated yet."));
        return;
    }
    if (selection_.block() && selection_.block()->value < recording_->layout.blocks()) {
        showBlock(*selection_.block());
    } else if (selection_.command() && selection_.command()->queued < recording_->journal.size()) {
        showCommand(*selection_.command());
    } else {
        showChoice();
    }
    showPlace();
}

void InspectorPanel::showBlock(BlockNo block) {
    const FileLayout& layout = recording_->layout;
    card_->setTitle(upperFirst(QString::fromStdString(block_name(block, layout))));
    const bool inPage = !layout.is_metadata(block);
    const QString sector = tr("sector %1").arg(groupedText(layout.sector(block).value));
    card_->setCaption(inPage ? tr("%1 · page %2").arg(sector).arg(player_.state().cache.first_page(block).value)
                             : sector);
    list_->setAccessibleName(tr("History of %1").arg(card_->title()));
    hint_->setText(tr("Return or a click goes to that instant; Esc chooses nothing."));
    if (recording_->journal.size() <= longestAtOnce_) {
        takeRows(block_history(recording_->journal, block), {});
        return;
    }
    hint_->setText(tr("Reading %1 events…").arg(groupedText(std::uint64_t{recording_->journal.size()})));
    reader_.start([recording = recording_,
                   block](const std::stop_token& stop) { return block_history(recording->journal, block, stop); },
                  [this](std::vector<Moment> moments) {
                      hint_->setText(tr("Return or a click goes to that instant; Esc chooses nothing."));
                      takeRows(std::move(moments), {});
                      showPlace();
                  });
}

QString InspectorPanel::commandName(BlockNo first, std::uint32_t blocks) const {
    return blocks == 1 ? QString::fromStdString(block_name(first, recording_->layout))
                       : tr("blocks %1 to %2").arg(first.value).arg(first.value + blocks - 1);
}

void InspectorPanel::showCommand(const ChosenCommand& command) {
    const CommandHistory life = command_history(recording_->journal, command.queued);
    card_->setTitle(tr("Command for %1").arg(commandName(life.first, life.blocks)));
    card_->setCaption(tr("number %1").arg(groupedText(std::uint64_t{life.number.value})));
    list_->setAccessibleName(tr("Phases of the command"));
    hint_->setText(tr("Return or a click goes to that instant, or chooses the block."));
    const std::string_view purpose = purpose_text(life.purpose);
    waitsText_ = upperFirst(fromView(purpose)) + tr(". ");
    waitsText_ += life.waited == Duration::zero() ? tr("dd did not sleep meanwhile.")
                                                  : tr("dd slept %1 of it.").arg(durationText(life.waited));
    std::vector<HistoryModel::Link> links;
    links.push_back({.text = life.blocks == 1 ? tr("its block") : tr("its %1 blocks").arg(life.blocks)});
    for (std::uint32_t i = 0; i < life.blocks; ++i) {
        const BlockNo block = life.first + i;
        links.push_back(
            {.text = upperFirst(QString::fromStdString(block_name(block, recording_->layout))), .block = block});
    }
    takeRows(life.moments, std::move(links));
}

// What there is to choose at the present instant.
void InspectorPanel::showChoice() {
    card_->setTitle(tr("Inspector"));
    card_->setCaption(tr("nothing chosen"));
    state_->setText(
        tr("Click a block, a buffer or a command in any view to see all that happened to it, or choose one "
           "here. By keyboard: D for dd's block, B for the block just evicted, C for the drive's command."));
    counts_->clear();
    counts_->hide();
    list_->setAccessibleName(tr("What can be chosen"));
    hint_->setText(tr("Return or a click chooses it."));
    const MachineState& now = player_.state();
    std::vector<CommandNo> numbers;
    for (const PendingCommand& command : now.commands) {
        numbers.push_back(command.number);
    }
    if (numbers == listed_ && listedBlock_ == now.position && model_->rowCount() > 0) {
        return;
    }
    listed_ = numbers;
    listedBlock_ = now.position;
    std::vector<HistoryModel::Link> links;
    links.push_back({.text = tr("where dd is")});
    if (now.position.exists()) {
        links.push_back({.text = upperFirst(QString::fromStdString(block_name(now.position, recording_->layout))),
                         .block = now.position});
    } else {
        links.back().text = tr("dd has not asked for a block yet");
    }
    links.push_back({.text = numbers.empty() ? tr("no command is under way") : tr("commands under way")});
    for (const PendingCommand& command : now.commands) {
        if (const auto chosen = chosenCommand(recording_->journal, player_.index(), command.number)) {
            links.push_back({.text = upperFirst(commandName(command.block, command.blocks)), .command = chosen});
        }
    }
    takeRows({}, std::move(links));
}

void InspectorPanel::takeRows(std::vector<Moment> moments, std::vector<HistoryModel::Link> links) {
    model_->setRows(recording_, std::move(moments), std::move(links));
}

void InspectorPanel::refresh() {
    if (player_.sharedRecording() != recording_) {
        rebuild();
        return;
    }
    if (!recording_ || !isVisible()) {
        return;
    }
    if (player_.isPlaying() && shown_.isValid() && shown_.elapsed() < readableMilliseconds) {
        return; // nobody could read it
    }
    shown_.start();
    if (selection_.isEmpty()) {
        showChoice();
    }
    showPlace();
}

void InspectorPanel::showPlace() {
    const int before = model_->presentRow();
    model_->setPresent(player_.index());
    const int row = model_->presentRow();
    if (selection_.isEmpty()) {
        return;
    }
    counts_->show();
    if (selection_.block()) {
        state_->setText(stateText(*selection_.block()));
        counts_->setText(countsText());
    } else {
        state_->setText(commandText(*selection_.command()));
        counts_->setText(waitsText_);
    }
    // Somebody who moves through the list with the keys is not to be taken elsewhere.
    if ((row != before || !list_->currentIndex().isValid()) && !list_->hasFocus()) {
        list_->scrollTo(model_->index(std::max(row, 0)), QAbstractItemView::PositionAtCenter);
        list_->setCurrentIndex(model_->index(std::max(row, 0)));
    }
}

QString InspectorPanel::stateText(BlockNo block) const {
    const MachineState& now = player_.state();
    const BufferId id = now.cache.find(block);
    if (!id.exists()) {
        return now.status(block) == BlockStatus::in_page ? tr("Now in its page, without a buffer.")
                                                         : tr("Now on the disk only.");
    }
    const Buffer& buffer = now.cache.buffer(id);
    QString text = tr("Now in buffer %1").arg(id.value);
    switch (buffer.queue) {
    case BufferQueue::empty:
        text += tr(", on EMPTY");
        break;
    case BufferQueue::age:
        text += tr(", on AGE");
        break;
    case BufferQueue::lru:
        text += tr(", on LRU");
        break;
    case BufferQueue::active:
        text += tr(", on the active list");
        break;
    case BufferQueue::busy:
        text += tr(", busy");
        break;
    }
    switch (status(buffer)) {
    case BlockStatus::in_flight:
        text += tr(", on its way");
        break;
    case BlockStatus::dirty:
        text += tr(", dirty");
        break;
    case BlockStatus::read_ahead_unused:
        text += tr(", read ahead and not used yet");
        break;
    default:
        break;
    }
    return text + (now.next_victim() == id ? tr(": the next to go.") : tr("."));
}

QString InspectorPanel::countsText() const {
    const Moment* all = model_->moment(model_->rowCount() - 1);
    if (all == nullptr) {
        return reader_.isBusy() ? QString() : tr("Nothing ever happens to it.");
    }
    const Moment none;
    const Moment* soFar = model_->moment(model_->presentRow());
    soFar = soFar == nullptr ? &none : soFar;
    const auto part = [](std::uint32_t now, std::uint32_t whole) {
        return tr("%1 of %2").arg(groupedText(std::uint64_t{now}), groupedText(std::uint64_t{whole}));
    };
    return tr("So far %1 reads, %2 hits, %3 misses, %4 evictions.")
        .arg(part(soFar->reads, all->reads), part(soFar->hits, all->hits), part(soFar->misses, all->misses),
             part(soFar->evictions, all->evictions));
}

QString InspectorPanel::commandText(const ChosenCommand& command) const {
    const std::vector<PendingCommand>& commands = player_.state().commands;
    const auto found = std::find_if(commands.begin(), commands.end(),
                                    [&](const PendingCommand& each) { return each.number == command.number; });
    if (found == commands.end()) {
        return player_.index() <= command.queued ? tr("It is yet to be issued.") : tr("It is done.");
    }
    if (found != commands.begin() || player_.state().phase == DrivePhase::idle) {
        return tr("Now in the drive's queue.");
    }
    switch (player_.state().phase) {
    case DrivePhase::seek:
        return tr("Now the arm moves for it.");
    case DrivePhase::rotation:
        return player_.state().lost_turn ? tr("Now the drive waits a whole turn for it.")
                                         : tr("Now the drive waits for it to come round.");
    case DrivePhase::transfer:
        return tr("Now it passes under the head.");
    default:
        return tr("Now the drive takes it up.");
    }
}

void InspectorPanel::follow(const QModelIndex& index) {
    if (const Moment* moment = model_->moment(index.row())) {
        player_.showEvent(moment->index);
    } else if (const HistoryModel::Link* link = model_->link(index.row())) {
        if (link->block) {
            selection_.choose(BlockNo(*link->block));
        } else if (link->command) {
            selection_.choose(ChosenCommand(*link->command));
        }
    }
}

} // namespace thrashlab::ui
