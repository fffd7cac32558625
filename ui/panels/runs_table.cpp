#include "ui/panels/runs_table.h"

#include "ui/models/runs_model.h"
#include "ui/theme.h"

#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

namespace thrashlab::ui {
namespace {

constexpr int rowPadding = 10;
constexpr int cellPadding = 6;
constexpr int markWidth = 3;
constexpr int smallestColumn = 40;

// Header cells with quiet text over a hairline.
class QuietHeader : public QHeaderView {
public:
    explicit QuietHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
        setSectionsClickable(true);
        setHighlightSections(false);
        setMinimumSectionSize(smallestColumn);
    }

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override {
        const Theme theme(palette());
        painter->fillRect(rect, theme.card());
        painter->setPen(theme.line());
        painter->drawLine(rect.bottomLeft(), rect.bottomRight());
        const bool sorted = isSortIndicatorShown() && sortIndicatorSection() == section;
        QString text = model()->headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
        if (sorted) {
            text += sortIndicatorOrder() == Qt::AscendingOrder ? QStringLiteral(" ↑") : QStringLiteral(" ↓");
        }
        const int alignment = model()->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole).toInt();
        painter->setPen(sorted ? theme.text() : theme.quietText());
        painter->setFont(font());
        painter->drawText(rect.adjusted(cellPadding, 0, -cellPadding, 0), alignment | Qt::TextSingleLine, text);
    }

    [[nodiscard]] QSize sectionSizeFromContents(int section) const override {
        const QString text = model()->headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
        return {fontMetrics().horizontalAdvance(text + QStringLiteral(" ↓")) + 2 * cellPadding,
                fontMetrics().height() + rowPadding - 2};
    }
};

// Cells on a tinted ground when selected, with a bar at the row's start as the second cue.
class QuietDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Theme theme(option.palette);
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        if (selected) {
            painter->fillRect(option.rect, theme.accentTint());
        }
        const bool current = option.state.testFlag(QStyle::State_HasFocus);
        if (selected && index.column() == 0) {
            painter->fillRect(QRect(option.rect.topLeft(), QSize(markWidth, option.rect.height())), theme.accent());
        }
        QFont font = option.font;
        font.setItalic(index.data(Qt::FontRole).value<QFont>().italic());
        painter->setFont(font);
        painter->setPen(theme.text());
        const QRect room = option.rect.adjusted(cellPadding, 0, -cellPadding, 0);
        const QString text = QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideMiddle, room.width());
        painter->drawText(room, index.data(Qt::TextAlignmentRole).toInt() | Qt::TextSingleLine, text);
        if (current && !selected) {
            painter->setPen(theme.accent());
            painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
        }
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QFontMetrics metrics(option.font);
        return {metrics.horizontalAdvance(index.data().toString()) + 2 * cellPadding + 1,
                metrics.height() + rowPadding};
    }
};

} // namespace

RunsFilter::RunsFilter(QObject* parent) : QSortFilterProxyModel(parent) {
    setSortRole(RunsModel::sortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
}

void RunsFilter::setWords(const QString& text) {
    words_ = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

bool RunsFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    if (words_.isEmpty()) {
        return true;
    }
    const QString text = sourceModel()->index(row, 0, parent).data(RunsModel::searchRole).toString();
    return std::all_of(words_.begin(), words_.end(),
                       [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

RunsTable::RunsTable(RunsModel* model, QWidget* parent)
    : QTableView(parent), model_(model), filter_(new RunsFilter(this)) {
    filter_->setSourceModel(model);
    setModel(filter_);
    setItemDelegate(new QuietDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    setWordWrap(false);
    setCornerButtonEnabled(false);
    setContextMenuPolicy(Qt::CustomContextMenu);
    setAccessibleName(tr("Runs"));
    verticalHeader()->hide();
    setUpHeader();
    connect(filter_, &QAbstractItemModel::modelReset, this, [this] {
        told_.reset();
        fitColumns();
    });
    connect(filter_, &QAbstractItemModel::rowsInserted, this, &RunsTable::fitColumns);
    fitColumns();
}

void RunsTable::setUpHeader() {
    auto* header = new QuietHeader(this);
    setHorizontalHeader(header);
    header->setSortIndicator(-1, Qt::AscendingOrder);
    header->setSortIndicatorClearable(true);
    setSortingEnabled(true);
    header->setSectionResizeMode(QHeaderView::Interactive);
    header->setSectionResizeMode(RunsModel::scenarioColumn, QHeaderView::Stretch);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this, &RunsTable::showColumnMenu);
    // What a narrow column of the window has room for; the others are a click away.
    for (int column = RunsModel::elapsedColumn; column < RunsModel::columnCountValue; ++column) {
        setColumnHidden(column, true);
    }
}

void RunsTable::fitColumns() {
    const int height = fontMetrics().height() + rowPadding;
    verticalHeader()->setDefaultSectionSize(height);
    for (int column = RunsModel::runColumn; column < RunsModel::columnCountValue; ++column) {
        setColumnWidth(column, std::max(sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column)));
    }
}

void RunsTable::showColumnMenu(const QPoint& position) {
    QMenu menu(this);
    for (int column = RunsModel::runColumn; column < RunsModel::columnCountValue; ++column) {
        QAction* action = menu.addAction(model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        action->setToolTip(model_->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString());
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            setColumnHidden(column, !shown);
            fitColumns();
        });
    }
    menu.setToolTipsVisible(true);
    menu.exec(horizontalHeader()->mapToGlobal(position));
}

void RunsTable::setFilter(const QString& text) {
    filter_->setWords(text);
    viewport()->update();
}

std::optional<std::int64_t> RunsTable::currentRun() const {
    const QModelIndexList rows = selectionModel()->selectedRows();
    return rows.isEmpty() ? std::nullopt
                          : std::optional<std::int64_t>(rows.front().data(RunsModel::idRole).toLongLong());
}

void RunsTable::selectRun(std::int64_t id) {
    const int row = model_->rowOf(id);
    if (row < 0) {
        return;
    }
    const QModelIndex index = filter_->mapFromSource(model_->index(row, 0));
    if (index.isValid()) {
        setCurrentIndex(index);
        scrollTo(index);
    }
}

void RunsTable::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) {
    QTableView::selectionChanged(selected, deselected);
    // Qt tells of a change, too, when rows come in above the selected one.
    if (const std::optional<std::int64_t> present = currentRun(); present != told_) {
        told_ = present;
        Q_EMIT currentRunChanged();
    }
}

void RunsTable::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        fitColumns();
    }
}

void RunsTable::paintEvent(QPaintEvent* event) {
    QTableView::paintEvent(event);
    if (filter_->rowCount() > 0) {
        return;
    }
    QPainter painter(viewport());
    painter.setPen(Theme(palette()).quietText());
    painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap,
                     model_->rowCount() > 0 ? tr("No run matches the filter.")
                                            : tr("No run yet. Each finished run gets a row."));
}

} // namespace thrashlab::ui
