#include "ui/panels/runs_table.h"

#include "ui/models/runs_model.h"
#include "ui/theme.h"

#include <QActionGroup>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QSettings>
#include <QStyledItemDelegate>
#include <QTimer>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>
#include <utility>

namespace thrashlab::ui {
namespace {

constexpr int rowPadding = 10;
constexpr int cellPadding = 6;
constexpr int markWidth = 3;
constexpr int smallestColumn = 20;
constexpr int starRoom = 22;
constexpr int typing_milliseconds = 150;
constexpr std::size_t mostRemembered = 1000;
constexpr int header_version = 1;
constexpr int leastLetters = 10; ///< of a scenario's name

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

    // Room for the arrow only where there is one: the scenario's name needs each pixel.
    [[nodiscard]] QSize sectionSizeFromContents(int section) const override {
        QString text = model()->headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
        if (isSortIndicatorShown() && sortIndicatorSection() == section) {
            text += QStringLiteral(" ↓");
        }
        return {fontMetrics().horizontalAdvance(text) + 2 * cellPadding + 1, fontMetrics().height() + rowPadding - 2};
    }
};

QPainterPath star(const QPointF& centre, double radius) {
    constexpr int points = 10;
    constexpr double inner = 0.45;
    QPolygonF polygon;
    for (int i = 0; i < points; ++i) {
        const double angle = std::numbers::pi * (i / 5.0 - 0.5);
        const double length = i % 2 == 0 ? radius : inner * radius;
        polygon += centre + QPointF(length * std::cos(angle), length * std::sin(angle));
    }
    QPainterPath path;
    path.addPolygon(polygon);
    path.closeSubpath();
    return path;
}

// Cells on a tinted ground when selected, with a bar at the row's start as the second cue. A heading goes through all
// columns.
class QuietDelegate : public QStyledItemDelegate {
public:
    QuietDelegate(const QTableView& table, QObject* parent) : QStyledItemDelegate(parent), table_(table) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Theme theme(option.palette);
        if (const QString heading = index.data(RunsModel::headingRole).toString(); !heading.isEmpty()) {
            paintHeading(*painter, option, heading);
            return;
        }
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        if (selected) {
            painter->fillRect(option.rect, theme.accentTint());
        }
        if (index.data(RunsModel::startsSeriesRole).toBool()) {
            painter->setPen(theme.line());
            painter->drawLine(option.rect.topLeft(), option.rect.topRight());
        }
        if (selected && table_.horizontalHeader()->visualIndex(index.column()) == 0) {
            painter->fillRect(QRect(option.rect.topLeft(), QSize(markWidth, option.rect.height())), theme.accent());
        }
        if (index.column() == RunsModel::starColumn) {
            paintStar(*painter, option, index.data(RunsModel::starredRole).toBool());
        } else {
            paintText(*painter, option, index);
        }
        if (option.state.testFlag(QStyle::State_HasFocus) && !selected) {
            painter->setPen(theme.accent());
            painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
        }
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QFontMetrics metrics(option.font);
        return {metrics.horizontalAdvance(index.data().toString()) + 2 * cellPadding + 1,
                metrics.height() + rowPadding};
    }

private:
    static void paintText(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) {
        const Theme theme(option.palette);
        QFont font = option.font;
        font.setItalic(index.data(Qt::FontRole).value<QFont>().italic());
        painter.setFont(font);
        painter.setPen(theme.text());
        const QRect room = option.rect.adjusted(cellPadding, 0, -cellPadding, 0);
        const QFontMetrics metrics(font);
        const QString text = metrics.elidedText(index.data().toString(), Qt::ElideMiddle, room.width());
        painter.drawText(room, index.data(Qt::TextAlignmentRole).toInt() | Qt::TextSingleLine, text);
        // Tags stand behind the name, as far as there is room.
        const QString tags =
            index.column() == RunsModel::scenarioColumn ? index.data(RunsModel::tagsRole).toString() : QString();
        const QRect rest = room.adjusted(metrics.horizontalAdvance(text + QStringLiteral("  ")), 0, 0, 0);
        if (!tags.isEmpty() && rest.width() > metrics.averageCharWidth() * 4) {
            painter.setPen(theme.quietText());
            painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                             metrics.elidedText(tags, Qt::ElideRight, rest.width()));
        }
    }

    static void paintStar(QPainter& painter, const QStyleOptionViewItem& option, bool starred) {
        const Theme theme(option.palette);
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        const double radius = std::min(6.5, option.fontMetrics.height() * 0.4);
        painter.setPen(starred ? theme.accent() : theme.line());
        painter.setBrush(starred ? QBrush(theme.accent()) : QBrush(Qt::NoBrush));
        painter.drawPath(star(QRectF(option.rect).center() + QPointF(1, 0.5), radius));
        painter.restore();
    }

    // Each cell paints its part of the one text.
    void paintHeading(QPainter& painter, const QStyleOptionViewItem& option, const QString& text) const {
        const Theme theme(option.palette);
        const QRect row(-table_.horizontalHeader()->offset(), option.rect.top(),
                        std::max(table_.viewport()->width(), table_.horizontalHeader()->length()),
                        option.rect.height());
        painter.save();
        painter.setClipRect(option.rect);
        painter.setPen(theme.line());
        painter.drawLine(row.bottomLeft(), row.bottomRight());
        painter.setPen(theme.quietText());
        const QRect room = row.adjusted(cellPadding, 0, -cellPadding, 0);
        painter.drawText(
            room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            option.fontMetrics.elidedText(text, Qt::ElideRight, std::min(room.width(), table_.viewport()->width())));
        painter.restore();
    }

    const QTableView& table_;
};

} // namespace

RunsTable::RunsTable(RunsModel* model, QWidget* parent) : QTableView(parent), model_(model), typing_(new QTimer(this)) {
    typing_->setSingleShot(true);
    typing_->setInterval(typing_milliseconds);
    connect(typing_, &QTimer::timeout, this, [this] { model_->setFilter(wanted_); });
    setModel(model);
    setItemDelegate(new QuietDelegate(*this, this));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(DoubleClicked);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    setWordWrap(false);
    setCornerButtonEnabled(false);
    setContextMenuPolicy(Qt::CustomContextMenu);
    setAccessibleName(tr("Runs"));
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    setUpHeader();
    connect(model, &QAbstractItemModel::modelAboutToBeReset, this, &RunsTable::rememberSelection);
    connect(model, &RunsModel::reloaded, this, &RunsTable::restoreSelection);
    connect(model, &QAbstractItemModel::rowsInserted, this, &RunsTable::fitColumns);
    fitColumns();
}

void RunsTable::setUpHeader() {
    auto* header = new QuietHeader(this);
    setHorizontalHeader(header);
    header->setSortIndicator(-1, Qt::AscendingOrder);
    header->setSortIndicatorClearable(true);
    setSortingEnabled(true);
    header->setSectionsMovable(true);
    header->setSectionResizeMode(QHeaderView::Interactive);
    header->setSectionResizeMode(RunsModel::starColumn, QHeaderView::Fixed);
    header->setSectionResizeMode(RunsModel::scenarioColumn, QHeaderView::Stretch);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this, &RunsTable::showColumnMenu);
    connect(header, &QHeaderView::sortIndicatorChanged, this, &RunsTable::fitColumns);
    connect(header, &QHeaderView::sectionResized, this, [this](int section) {
        // By hand, and not because the table has another width.
        const bool byHand = QGuiApplication::mouseButtons().testFlag(Qt::LeftButton);
        widthsChosen_ = widthsChosen_ || (byHand && section != RunsModel::scenarioColumn);
    });
    // What a narrow column of the window has room for; the others are a click away.
    for (int column = RunsModel::elapsedColumn; column < RunsModel::columnCountValue; ++column) {
        setColumnHidden(column, true);
    }
}

void RunsTable::fitColumns() {
    const int height = fontMetrics().height() + rowPadding;
    if (verticalHeader()->defaultSectionSize() != height) {
        verticalHeader()->setDefaultSectionSize(height);
    }
    setColumnWidth(RunsModel::starColumn, starRoom);
    for (int column = RunsModel::runColumn; column < RunsModel::columnCountValue && !widthsChosen_; ++column) {
        if (!isColumnHidden(column)) {
            setColumnWidth(column, std::max(sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column)));
        }
    }
    fitScenario();
}

// The scenario has what the others leave, unless that is too little for a name.
void RunsTable::fitScenario() {
    QHeaderView& header = *horizontalHeader();
    const int others = header.length() - header.sectionSize(RunsModel::scenarioColumn);
    const int least = fontMetrics().averageCharWidth() * leastLetters;
    const bool enough = viewport()->width() - others >= least;
    const auto mode = enough ? QHeaderView::Stretch : QHeaderView::Interactive;
    if (header.sectionResizeMode(RunsModel::scenarioColumn) != mode) {
        header.setSectionResizeMode(RunsModel::scenarioColumn, mode);
        if (!enough) {
            setColumnWidth(RunsModel::scenarioColumn, least);
        }
    }
}

QSize RunsTable::minimumSizeHint() const {
    constexpr int leastRows = 2;
    return {QTableView::minimumSizeHint().width(),
            horizontalHeader()->sizeHint().height() + leastRows * verticalHeader()->defaultSectionSize()};
}

void RunsTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    fitScenario();
}

void RunsTable::setGrouping(int grouping) {
    model_->setGrouping(static_cast<RunGrouping>(std::clamp(grouping, 0, 2)));
}

void RunsTable::showColumnMenu(const QPoint& position) {
    QMenu menu(this);
    auto* groups = new QActionGroup(&menu);
    const std::array texts{tr("&No groups"), tr("Group by &scenario"), tr("Group by &mount")};
    for (int grouping = 0; grouping < static_cast<int>(texts.size()); ++grouping) {
        QAction* action = menu.addAction(texts[static_cast<std::size_t>(grouping)]);
        action->setActionGroup(groups);
        action->setCheckable(true);
        action->setChecked(static_cast<int>(model_->query().grouping) == grouping);
        connect(action, &QAction::triggered, this, [this, grouping] { setGrouping(grouping); });
    }
    menu.addSeparator();
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
    menu.addSeparator();
    connect(menu.addAction(tr("&Fit widths")), &QAction::triggered, this, [this] {
        widthsChosen_ = false;
        fitColumns();
    });
    menu.setToolTipsVisible(true);
    menu.exec(horizontalHeader()->mapToGlobal(position));
}

void RunsTable::setFilter(const QString& text) {
    wanted_ = text;
    typing_->start();
}

std::optional<std::int64_t> RunsTable::currentRun() const {
    const QItemSelectionModel* selection = selectionModel();
    if (!selection->hasSelection()) {
        return std::nullopt;
    }
    const QModelIndex current = selection->currentIndex();
    const int row =
        current.isValid() && selection->isSelected(current) ? current.row() : selection->selection().front().top();
    const std::int64_t id = model_->idAt(row);
    return id == 0 ? std::nullopt : std::optional(id);
}

std::vector<std::int64_t> RunsTable::selectedRuns() const {
    std::set<std::pair<int, int>> ranges; // not each row by itself: there may be a million
    for (const QItemSelectionRange& range : selectionModel()->selection()) {
        ranges.emplace(range.top(), range.bottom());
    }
    std::vector<std::int64_t> runs;
    int next = 0;
    for (const auto& [top, bottom] : ranges) {
        for (int row = std::max(top, next); row <= bottom; ++row) {
            if (const std::int64_t id = model_->idAt(row); id != 0) {
                runs.push_back(id);
            }
        }
        next = std::max(next, bottom + 1);
    }
    return runs;
}

void RunsTable::selectRun(std::int64_t id) {
    const int row = model_->rowOf(id);
    if (row >= 0) {
        // By itself, whatever keys are held.
        selectionModel()->setCurrentIndex(model_->index(row, RunsModel::scenarioColumn),
                                          QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        scrollTo(currentIndex());
    } else if (model_->isReloading()) {
        awaited_ = id;
    }
}

void RunsTable::toggleStar() {
    const std::optional<std::int64_t> current = currentRun();
    const bool on = current.has_value() && !model_->run(*current)->starred;
    for (const std::int64_t id : selectedRuns()) {
        model_->setData(model_->index(model_->rowOf(id), RunsModel::starColumn), on, RunsModel::starredRole);
    }
}

void RunsTable::rememberSelection() {
    resetting_ = true;
    if (const std::vector<std::int64_t> selected = selectedRuns(); !selected.empty()) {
        remembered_ = selected;
    }
}

// Rows have changed their places; the runs are the same.
void RunsTable::restoreSelection() {
    QItemSelection selection;
    int first = -1;
    if (const auto awaited = std::exchange(awaited_, std::nullopt); awaited && model_->rowOf(*awaited) >= 0) {
        remembered_ = {*awaited};
    }
    if (remembered_.size() <= mostRemembered) {
        const std::set<std::int64_t> wanted(remembered_.begin(), remembered_.end());
        for (int row = 0; row < model_->rowCount() && !wanted.empty(); ++row) {
            if (wanted.contains(model_->idAt(row))) {
                selection.select(model_->index(row, 0), model_->index(row, RunsModel::columnCountValue - 1));
                first = first < 0 ? row : first;
            }
        }
    }
    remembered_.clear();
    resetting_ = false;
    if (first >= 0) {
        selectionModel()->setCurrentIndex(model_->index(first, RunsModel::scenarioColumn),
                                          QItemSelectionModel::NoUpdate);
        selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
        scrollTo(currentIndex());
    }
    fitColumns();
    tellOfCurrentRun();
    Q_EMIT selectedRunsChanged();
    viewport()->update();
}

void RunsTable::tellOfCurrentRun() {
    // Qt tells of a change, too, when rows come in above the selected one.
    if (const std::optional<std::int64_t> present = currentRun(); present != told_) {
        told_ = present;
        Q_EMIT currentRunChanged();
    }
}

void RunsTable::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) {
    QTableView::selectionChanged(selected, deselected);
    if (!resetting_) {
        tellOfCurrentRun();
        Q_EMIT selectedRunsChanged();
    }
}

void RunsTable::saveSettings(QSettings& settings) const {
    settings.setValue(QStringLiteral("runs/header%1").arg(header_version), horizontalHeader()->saveState());
    settings.setValue(QStringLiteral("runs/grouping"), static_cast<int>(model_->query().grouping));
    settings.setValue(QStringLiteral("runs/widthsChosen"), widthsChosen_);
}

void RunsTable::restoreSettings(const QSettings& settings) {
    const QByteArray header = settings.value(QStringLiteral("runs/header%1").arg(header_version)).toByteArray();
    if (!header.isEmpty() && horizontalHeader()->restoreState(header)) {
        widthsChosen_ = settings.value(QStringLiteral("runs/widthsChosen"), false).toBool();
        model_->sort(horizontalHeader()->sortIndicatorSection(), horizontalHeader()->sortIndicatorOrder());
    }
    setGrouping(settings.value(QStringLiteral("runs/grouping"), 0).toInt());
    fitColumns();
}

bool RunsTable::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        auto* key = static_cast<QKeyEvent*>(event);
        const bool plain = key->modifiers() == Qt::NoModifier;
        if (key->matches(QKeySequence::Undo) ||
            (plain && (key->key() == Qt::Key_S || key->key() == Qt::Key_F2 || key->key() == Qt::Key_Delete))) {
            event->accept();
            return true;
        }
    }
    return QTableView::event(event);
}

void RunsTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Undo)) {
        Q_EMIT undoRequested();
        return;
    }
    switch (event->modifiers().testFlag(Qt::ControlModifier) ? 0 : event->key()) {
    case Qt::Key_S:
        toggleStar();
        break;
    case Qt::Key_F2:
        Q_EMIT editRequested();
        break;
    case Qt::Key_Delete:
        Q_EMIT removeRequested();
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        Q_EMIT repeatRequested();
        break;
    default:
        QTableView::keyPressEvent(event);
    }
}

void RunsTable::mouseReleaseEvent(QMouseEvent* event) {
    QTableView::mouseReleaseEvent(event);
    const QModelIndex index = indexAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && event->modifiers() == Qt::NoModifier &&
        index.column() == RunsModel::starColumn && index == currentIndex()) {
        model_->setData(index, !index.data(RunsModel::starredRole).toBool(), RunsModel::starredRole);
    }
}

void RunsTable::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        widthsChosen_ = false;
        fitColumns();
    }
}

void RunsTable::paintEvent(QPaintEvent* event) {
    QTableView::paintEvent(event);
    if (model_->rowCount() > 0) {
        return;
    }
    QPainter painter(viewport());
    painter.setPen(Theme(palette()).quietText());
    const RunQuery& query = model_->query();
    painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap,
                     model_->isReloading()                       ? tr("Looking…")
                     : query.text.empty() && !query.starred_only ? tr("No run yet. Each finished run gets a row.")
                                                                 : tr("No run matches the filter."));
}

} // namespace thrashlab::ui
