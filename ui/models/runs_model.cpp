#include "ui/models/runs_model.h"

#include "error.h"
#include "store/run_edit.h"
#include "ui/number_text.h"

#include <QFont>

#include <algorithm>
#include <array>
#include <span>

namespace thrashlab::ui {
namespace {

constexpr int rowsOfAPage = 64;
constexpr int pagesKept = 32;

struct ColumnText {
    const char* title;
    const char* explanation;
    /// Nothing for a column that is not sorted by.
    std::optional<RunSort> sort;
    bool isText = false;
};

constexpr std::array<ColumnText, RunsModel::columnCountValue> columnTexts{{
    {QT_TRANSLATE_NOOP("RunsModel", ""), QT_TRANSLATE_NOOP("RunsModel", "Stars, for you to set: click, or S"),
     RunSort::starred},
    {QT_TRANSLATE_NOOP("RunsModel", "scenario"), QT_TRANSLATE_NOOP("RunsModel", "What was simulated"),
     RunSort::scenario, true},
    {QT_TRANSLATE_NOOP("RunsModel", "run"),
     QT_TRANSLATE_NOOP("RunsModel", "Number of the run since the file system was mounted"), RunSort::number},
    {QT_TRANSLATE_NOOP("RunsModel", "B/s"), QT_TRANSLATE_NOOP("RunsModel", "Bytes a second, as dd prints them"),
     RunSort::speed},
    {QT_TRANSLATE_NOOP("RunsModel", "lost turns"),
     QT_TRANSLATE_NOOP("RunsModel", "Commands that came just too late and waited for a whole turn of the disk"),
     RunSort::lost_turns},
    {QT_TRANSLATE_NOOP("RunsModel", "elapsed"), QT_TRANSLATE_NOOP("RunsModel", "Simulated time of the run"),
     RunSort::elapsed},
    {QT_TRANSLATE_NOOP("RunsModel", "bs"), QT_TRANSLATE_NOOP("RunsModel", "dd's input block, in bytes"),
     RunSort::record},
    {QT_TRANSLATE_NOOP("RunsModel", "fs block"), QT_TRANSLATE_NOOP("RunsModel", "The file system's block, in bytes"),
     RunSort::file_block},
    {QT_TRANSLATE_NOOP("RunsModel", "buffers"), QT_TRANSLATE_NOOP("RunsModel", "Buffers in the cache (nbuf)"),
     RunSort::buffers},
    {QT_TRANSLATE_NOOP("RunsModel", "commands"), QT_TRANSLATE_NOOP("RunsModel", "Commands to the drive"),
     RunSort::commands},
    {QT_TRANSLATE_NOOP("RunsModel", "misses"),
     QT_TRANSLATE_NOOP("RunsModel", "Requests for a block that neither a buffer nor a page could serve"),
     RunSort::misses},
    {QT_TRANSLATE_NOOP("RunsModel", "mounted"),
     QT_TRANSLATE_NOOP("RunsModel", "When the file system was mounted and the series began (UTC)"), RunSort::mounted,
     true},
    {QT_TRANSLATE_NOOP("RunsModel", "tags"), QT_TRANSLATE_NOOP("RunsModel", "Your words for it: F2"), std::nullopt,
     true},
    {QT_TRANSLATE_NOOP("RunsModel", "note"), QT_TRANSLATE_NOOP("RunsModel", "What you wrote about it: F2"),
     std::nullopt, true},
}};

const ColumnText& textsOf(int column) {
    return columnTexts.at(static_cast<std::size_t>(column));
}

bool isStored(const StoredRun& run) {
    return run.id >= 0;
}

// 1997-05-24T12:00:00Z: to the minute it is short enough to read.
QString shortTime(const std::string& time) {
    constexpr int toTheMinute = 16;
    return QString::fromStdString(time).left(toTheMinute).replace(QLatin1Char('T'), QLatin1Char(' '));
}

} // namespace

RunsModel::RunsModel(QObject* parent) : QAbstractTableModel(parent), pages_(pagesKept) {
}

RunsModel::~RunsModel() = default;

void RunsModel::setStore(RunStore* store, std::vector<StoredRun> waiting) {
    letGoOfStore();
    store_ = store;
    waiting_ = std::move(waiting);
    reload();
}

void RunsModel::letGoOfStore() {
    job_.cancel();
    store_ = nullptr;
    finder_.reset();
}

template <class List>
RunsModel::Answer RunsModel::ask(List list) {
    try {
        return {list(), {}};
    } catch (const Error& problem) {
        return {{}, QString::fromUtf8(problem.what())};
    }
}

void RunsModel::reload() {
    job_.cancel();
    if (store_ == nullptr) {
        show({});
        return;
    }
    try {
        if (last_run_id(*store_) <= askedAtOnce) {
            show(ask([&] { return list_runs(*store_, query_); }));
            return;
        }
    } catch (const Error& problem) {
        show({{}, QString::fromUtf8(problem.what())});
        return;
    }
    job_.start(
        [this, file = store_->file(), query = query_](const std::stop_token& stop) {
            return ask([&] {
                if (finder_ == nullptr) {
                    finder_ = std::make_unique<RunFinder>(file); // a connection for each thread
                }
                return finder_->list(query, stop);
            });
        },
        [this](const Answer& answer) { show(answer); });
}

void RunsModel::show(const Answer& answer) {
    beginResetModel();
    pages_.clear();
    headings_.clear();
    rows_.clear();
    rows_.reserve(waiting_.size() + answer.list.ids.size() + answer.list.groups.size());
    for (const StoredRun& run : waiting_) {
        rows_.push_back(run.id);
    }
    auto group = answer.list.groups.begin();
    for (std::size_t place = 0; place < answer.list.ids.size(); ++place) {
        if (group != answer.list.groups.end() && *group == place) {
            headings_.push_back(static_cast<int>(rows_.size()));
            rows_.push_back(0);
            ++group;
        }
        rows_.push_back(answer.list.ids[place]);
    }
    endResetModel();
    if (!answer.problem.isEmpty()) {
        Q_EMIT failed(answer.problem);
    }
    Q_EMIT reloaded();
}

void RunsModel::add(const StoredRun& run) {
    const RunQuery everything;
    const bool waits = !isStored(run);
    const std::int64_t first = rows_.empty() ? 0 : rows_.front();
    // On top of all others, unless there is an order in which it may have its place elsewhere.
    const bool onTop = waits || (query_ == everything && !isReloading() &&
                                 (first == 0 || (first > 0 && cached(0).series <= run.series)));
    if (!onTop) {
        reload();
        return;
    }
    beginInsertRows({}, 0, 0);
    if (waits) {
        waiting_.insert(waiting_.begin(), run);
    }
    pages_.clear();
    rows_.insert(rows_.begin(), run.id);
    for (int& heading : headings_) {
        ++heading;
    }
    endInsertRows();
}

void RunsModel::changeQuery(const RunQuery& query) {
    if (query != query_) {
        query_ = query;
        reload();
    }
}

void RunsModel::setFilter(const QString& text) {
    RunQuery query = query_;
    query.text = text.simplified().toStdString();
    changeQuery(query);
}

void RunsModel::setStarredOnly(bool only) {
    RunQuery query = query_;
    query.starred_only = only;
    changeQuery(query);
}

void RunsModel::setGrouping(RunGrouping grouping) {
    RunQuery query = query_;
    query.grouping = grouping;
    changeQuery(query);
}

void RunsModel::sort(int column, Qt::SortOrder order) {
    RunQuery query = query_;
    const bool sortable = isSortable(column);
    query.sort = sortable ? *textsOf(column).sort : RunSort::newest;
    query.descending = !sortable || order == Qt::DescendingOrder;
    changeQuery(query);
}

bool RunsModel::isSortable(int column) {
    return column >= 0 && column < columnCountValue && textsOf(column).sort.has_value();
}

const StoredRun& RunsModel::cached(int row) const {
    static const StoredRun nothing;
    const std::int64_t id = idAt(row);
    if (id < 0) {
        const auto found =
            std::find_if(waiting_.begin(), waiting_.end(), [id](const StoredRun& run) { return run.id == id; });
        return found == waiting_.end() ? nothing : *found;
    }
    if (id == 0 || store_ == nullptr) {
        return nothing;
    }
    const int number = row / rowsOfAPage;
    auto* page = pages_.object(number);
    if (page == nullptr) {
        page = new std::map<std::int64_t, StoredRun>;
        const auto begin = static_cast<std::size_t>(number * rowsOfAPage);
        const auto count = std::min<std::size_t>(rowsOfAPage, rows_.size() - begin);
        try {
            for (StoredRun& run : stored_runs(*store_, std::span(rows_).subspan(begin, count))) {
                const std::int64_t key = run.id;
                page->emplace(key, std::move(run));
            }
        } catch (const Error& problem) {
            qWarning("%s", problem.what()); // the rows stay empty; whoever writes next learns of it
        }
        pages_.insert(number, page);
    }
    const auto found = page->find(id);
    return found == page->end() ? nothing : found->second; // another program may have deleted it
}

StoredRun RunsModel::runAt(int row) const {
    return cached(row);
}

std::optional<StoredRun> RunsModel::run(std::int64_t id) const {
    const int row = rowOf(id);
    return row < 0 ? std::nullopt : std::optional(cached(row));
}

int RunsModel::rowOf(std::int64_t id) const {
    const auto found = id == 0 ? rows_.end() : std::find(rows_.begin(), rows_.end(), id);
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

std::vector<std::int64_t> RunsModel::ids() const {
    std::vector<std::int64_t> ids;
    ids.reserve(rows_.size());
    std::copy_if(rows_.begin(), rows_.end(), std::back_inserter(ids), [](std::int64_t id) { return id != 0; });
    return ids;
}

void RunsModel::refresh() {
    pages_.clear();
    if (!rows_.empty()) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCountValue - 1));
    }
}

int RunsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int RunsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columnCountValue;
}

bool RunsModel::startsSeries(int row) const {
    if (row == 0 || query_.sort != RunSort::newest || idAt(row) == 0 || idAt(row - 1) == 0) {
        return false;
    }
    const std::int64_t above = cached(row - 1).series; // `cached` may throw that page away
    return above != cached(row).series;
}

QString RunsModel::heading(int row) const {
    if (idAt(row) != 0) {
        return {};
    }
    const auto next = std::upper_bound(headings_.begin(), headings_.end(), row);
    const int runs = (next == headings_.end() ? rowCount() : *next) - row - 1;
    const StoredRun& first = cached(row + 1);
    const QString scenario = QString::fromStdString(first.scenario);
    const QString count = runs == 1 ? tr("1 run") : tr("%1 runs").arg(groupedText(static_cast<std::uint64_t>(runs)));
    return query_.grouping == RunGrouping::series
               ? tr("mounted %1 · %2 · %3").arg(shortTime(first.created), count, scenario)
               : tr("%1 · %2").arg(scenario, count);
}

std::optional<double> RunsModel::number(const StoredRun& run, int column) {
    const RunCounters& counters = run.result.counters;
    switch (column) {
    case runColumn:
        return run.result.number;
    case speedColumn:
        return run.result.bytes_per_second();
    case lostTurnsColumn:
        return static_cast<double>(counters.lost_turns);
    case commandsColumn:
        return static_cast<double>(counters.commands);
    case missesColumn:
        return static_cast<double>(counters.misses);
    case recordColumn:
        return static_cast<double>(run.record);
    case fileBlockColumn:
        return static_cast<double>(run.file_block);
    case buffersColumn:
        return static_cast<double>(run.buffers);
    default:
        return std::nullopt;
    }
}

QString RunsModel::text(const StoredRun& run, int column) {
    switch (column) {
    case scenarioColumn:
        return QString::fromStdString(run.scenario);
    case createdColumn:
        return isStored(run) ? shortTime(run.created) : tr("not stored");
    case elapsedColumn:
        return durationText(run.result.counters.elapsed());
    case tagsColumn:
        return QString::fromStdString(run.tags);
    case noteColumn:
        return QString::fromStdString(run.note).simplified();
    default:
        break;
    }
    const std::optional<double> value = number(run, column);
    return value.has_value() ? groupedText(*value) : QString();
}

QString RunsModel::toolTip(const StoredRun& run, int column) {
    if (!isStored(run)) {
        return tr("This run is not in the database. It is lost when the program ends.");
    }
    switch (column) {
    case starColumn:
        return run.starred ? tr("Click to take the star away") : tr("Click to give it a star");
    case speedColumn:
        return tr("%1 bytes in %2 s")
            .arg(groupedText(run.result.counters.bytes))
            .arg(to_seconds(run.result.counters.elapsed()), 0, 'f', 6);
    case noteColumn:
        return QString::fromStdString(run.note);
    case scenarioColumn:
    case createdColumn: {
        QStringList lines{QString::fromStdString(run.scenario),
                          tr("Run %1 of the mount at %2, ThrashLab %3")
                              .arg(run.result.number)
                              .arg(QString::fromStdString(run.created), QString::fromStdString(run.program_version))};
        for (const std::string* each : {&run.tags, &run.note}) {
            if (!each->empty()) {
                lines += QString::fromStdString(*each);
            }
        }
        return lines.join(QLatin1Char('\n'));
    }
    default:
        return {};
    }
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const int row = index.row();
    const int column = index.column();
    if (role == idRole) {
        return QVariant::fromValue<qlonglong>(idAt(row));
    }
    if (role == Qt::TextAlignmentRole) {
        return int(Qt::AlignVCenter) | int(textsOf(column).isText || idAt(row) == 0 ? Qt::AlignLeft : Qt::AlignRight);
    }
    if (role == headingRole) {
        return heading(row);
    }
    if (role == startsSeriesRole) {
        return startsSeries(row);
    }
    if (idAt(row) == 0) {
        // For those who hear the table.
        return role == Qt::AccessibleTextRole ? QVariant(heading(row)) : QVariant();
    }
    const StoredRun& run = cached(row);
    switch (role) {
    case Qt::DisplayRole:
        return text(run, column);
    case Qt::EditRole:
        return column == noteColumn ? QString::fromStdString(run.note) : text(run, column);
    case Qt::AccessibleTextRole:
        return column == starColumn ? (run.starred ? tr("starred") : tr("no star")) : text(run, column);
    case Qt::ToolTipRole:
        return toolTip(run, column);
    case Qt::FontRole: {
        QFont italic;
        italic.setItalic(true);
        return isStored(run) ? QVariant() : QVariant(italic);
    }
    case starredRole:
        return run.starred;
    case tagsRole:
        return QString::fromStdString(run.tags);
    default:
        return {};
    }
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const std::int64_t id = index.isValid() ? idAt(index.row()) : 0;
    const bool isStar = role == starredRole;
    const bool isWords = role == Qt::EditRole && (index.column() == tagsColumn || index.column() == noteColumn);
    if (id <= 0 || store_ == nullptr || (!isStar && !isWords)) {
        return false;
    }
    try {
        const std::array one{id};
        if (isStar) {
            set_starred(*store_, one, value.toBool());
        } else if (index.column() == tagsColumn) {
            set_tags(*store_, one, value.toString().toStdString());
        } else {
            set_note(*store_, one, value.toString().toStdString());
        }
    } catch (const Error& problem) {
        Q_EMIT failed(QString::fromUtf8(problem.what()));
        return false;
    }
    pages_.remove(index.row() / rowsOfAPage);
    Q_EMIT dataChanged(index.siblingAtColumn(0), index.siblingAtColumn(columnCountValue - 1));
    return true;
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) {
        return Qt::NoItemFlags;
    }
    const std::int64_t id = idAt(index.row());
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
    flags.setFlag(Qt::ItemIsSelectable, id != 0);
    flags.setFlag(Qt::ItemIsEditable, id > 0 && (index.column() == tagsColumn || index.column() == noteColumn));
    return flags;
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCountValue) {
        return {};
    }
    const ColumnText& texts = textsOf(section);
    switch (role) {
    case Qt::DisplayRole:
        return section == starColumn ? QString() : tr(texts.title);
    case Qt::ToolTipRole:
        return tr(texts.explanation);
    case Qt::AccessibleTextRole:
        return section == starColumn ? tr("star") : tr(texts.title);
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter) | int(texts.isText ? Qt::AlignLeft : Qt::AlignRight);
    default:
        return {};
    }
}

} // namespace thrashlab::ui
