#include "ui/panels/command_palette.h"

#include "ui/theme.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace thrashlab::ui {
namespace {

constexpr int paletteWidth = 560;
constexpr int paletteHeight = 380;
constexpr int fromTop = 60;
constexpr int margin = 8;
constexpr int rowPadding = 12;
constexpr int cellPadding = 10;
constexpr int markWidth = 3;
enum Role { groupRole = Qt::UserRole, shortcutRole, placeRole };

class ActionDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Theme theme(option.palette);
        if (option.state.testFlag(QStyle::State_Selected)) {
            painter->fillRect(option.rect, theme.accentTint());
            painter->fillRect(QRect(option.rect.topLeft(), QSize(markWidth, option.rect.height())), theme.accent());
        }
        const QFontMetrics metrics(option.font);
        QRect room = option.rect.adjusted(cellPadding, 0, -cellPadding, 0);
        const QString keys = index.data(shortcutRole).toString();
        painter->setFont(option.font);
        painter->setPen(theme.quietText());
        painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, keys);
        room.setRight(room.right() - metrics.horizontalAdvance(keys) - cellPadding);
        const QString name = metrics.elidedText(index.data().toString(), Qt::ElideRight, room.width());
        painter->setPen(theme.text());
        painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter, name);
        room.setLeft(room.left() + metrics.horizontalAdvance(name) + cellPadding);
        painter->setPen(theme.quietText());
        painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                          metrics.elidedText(index.data(groupRole).toString(), Qt::ElideRight, room.width()));
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
        return {200, QFontMetrics(option.font).height() + rowPadding};
    }
};

} // namespace

CommandPalette::CommandPalette(QWidget* parent)
    : QFrame(parent, Qt::Popup | Qt::FramelessWindowHint), line_(new QLineEdit(this)), list_(new QListView(this)),
      model_(new QStandardItemModel(this)) {
    setAccessibleName(tr("Commands"));
    line_->setPlaceholderText(tr("type a few letters of what to do"));
    line_->setAccessibleName(tr("Command"));
    line_->installEventFilter(this);
    list_->setModel(model_);
    list_->setItemDelegate(new ActionDelegate(list_));
    list_->setUniformItemSizes(true);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setAccessibleName(tr("Commands"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->addWidget(line_);
    layout->addWidget(list_, 1);
    connect(line_, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(list_, &QListView::clicked, this, &CommandPalette::triggerCurrent);
}

void CommandPalette::open(std::vector<NamedAction> actions) {
    actions_ = std::move(actions);
    std::erase_if(actions_, [](const NamedAction& each) { return !each.action || !each.action->isEnabled(); });
    const QWidget* over = parentWidget();
    const QSize size(std::min(paletteWidth, over->width()), std::min(paletteHeight, over->height() - fromTop));
    const QPoint corner = over->mapToGlobal(QPoint((over->width() - size.width()) / 2, fromTop));
    setGeometry(QRect(corner, size));
    line_->clear();
    filter({});
    show();
    line_->setFocus();
}

void CommandPalette::filter(const QString& typed) {
    std::vector<std::pair<int, std::size_t>> matches;
    for (std::size_t i = 0; i < actions_.size(); ++i) {
        // What the name holds counts more than what only its menu's holds.
        const int name = matchScore(typed, actions_[i].name);
        const int all = matchScore(typed, actions_[i].name + QLatin1Char(' ') + actions_[i].group);
        if (all > 0) {
            matches.emplace_back(2 * name + all, i);
        }
    }
    std::stable_sort(matches.begin(), matches.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    model_->clear();
    for (const auto& [score, at] : matches) {
        auto* item = new QStandardItem(actions_[at].name);
        item->setData(actions_[at].group, groupRole);
        item->setData(actions_[at].shortcuts, shortcutRole);
        item->setData(static_cast<qulonglong>(at), placeRole);
        model_->appendRow(item);
    }
    list_->setCurrentIndex(model_->index(0, 0));
}

QStringList CommandPalette::shownNames() const {
    QStringList names;
    for (int row = 0; row < model_->rowCount(); ++row) {
        names += model_->index(row, 0).data().toString();
    }
    return names;
}

void CommandPalette::triggerCurrent() {
    const QModelIndex index = list_->currentIndex();
    hide();
    if (index.isValid()) {
        const QPointer<QAction> action = actions_[static_cast<std::size_t>(index.data(placeRole).toULongLong())].action;
        if (action) {
            action->trigger();
        }
    }
}

void CommandPalette::move(int rows) {
    const int last = model_->rowCount() - 1;
    list_->setCurrentIndex(model_->index(std::clamp(list_->currentIndex().row() + rows, 0, std::max(last, 0)), 0));
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched != line_ || event->type() != QEvent::KeyPress) {
        return QFrame::eventFilter(watched, event);
    }
    constexpr int page = 8;
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Up:
        move(-1);
        return true;
    case Qt::Key_Down:
        move(1);
        return true;
    case Qt::Key_PageUp:
        move(-page);
        return true;
    case Qt::Key_PageDown:
        move(page);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        triggerCurrent();
        return true;
    case Qt::Key_Escape:
        hide();
        return true;
    default:
        return QFrame::eventFilter(watched, event);
    }
}

void CommandPalette::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme theme(palette());
    painter.setPen(theme.line());
    painter.setBrush(theme.card());
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace thrashlab::ui
