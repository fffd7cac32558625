#include "ui/models/runs_model.h"

#include "error.h"
#include "ui/number_text.h"

#include <QFont>

#include <algorithm>
#include <array>

namespace thrashlab::ui {
namespace {

struct ColumnText {
    const char* title;
    const char* explanation;
};

constexpr std::array<ColumnText, RunsModel::columnCountValue> columnTexts{{
    {QT_TRANSLATE_NOOP("RunsModel", "scenario"), QT_TRANSLATE_NOOP("RunsModel", "What was simulated")},
    {QT_TRANSLATE_NOOP("RunsModel", "run"),
     QT_TRANSLATE_NOOP("RunsModel", "Number of the run since the file system was mounted")},
    {QT_TRANSLATE_NOOP("RunsModel", "B/s"), QT_TRANSLATE_NOOP("RunsModel", "Bytes a second, as dd prints them")},
    {QT_TRANSLATE_NOOP("RunsModel", "lost turns"),
     QT_TRANSLATE_NOOP("RunsModel", "Commands that came just too late and waited for a whole turn of the disk")},
    {QT_TRANSLATE_NOOP("RunsModel", "elapsed"), QT_TRANSLATE_NOOP("RunsModel", "Simulated time of the run")},
    {QT_TRANSLATE_NOOP("RunsModel", "bs"), QT_TRANSLATE_NOOP("RunsModel", "dd's input block, in bytes")},
    {QT_TRANSLATE_NOOP("RunsModel", "fs block"), QT_TRANSLATE_NOOP("RunsModel", "The file system's block, in bytes")},
    {QT_TRANSLATE_NOOP("RunsModel", "buffers"), QT_TRANSLATE_NOOP("RunsModel", "Buffers in the cache (nbuf)")},
    {QT_TRANSLATE_NOOP("RunsModel", "commands"), QT_TRANSLATE_NOOP("RunsModel", "Commands to the drive")},
    {QT_TRANSLATE_NOOP("RunsModel", "misses"),
     QT_TRANSLATE_NOOP("RunsModel", "Requests for a block that neither a buffer nor a page could serve")},
    {QT_TRANSLATE_NOOP("RunsModel", "created"), QT_TRANSLATE_NOOP("RunsModel", "When the series began (UTC)")},
}};

bool isStored(const StoredRun& run) {
    return run.id >= 0;
}

} // namespace

RunsModel::RunsModel(QObject* parent) : QAbstractTableModel(parent) {
}

void RunsModel::setScenarioFinder(ScenarioFinder finder) {
    finder_ = std::move(finder);
}

void RunsModel::setRuns(std::vector<StoredRun> runs) {
    beginResetModel();
    runs_ = std::move(runs);
    details_.clear();
    endResetModel();
}

void RunsModel::prepend(StoredRun run) {
    beginInsertRows({}, 0, 0);
    runs_.insert(runs_.begin(), std::move(run));
    endInsertRows();
}

int RunsModel::rowOf(std::int64_t id) const {
    const auto found = std::find_if(runs_.begin(), runs_.end(), [id](const StoredRun& run) { return run.id == id; });
    return found == runs_.end() ? -1 : static_cast<int>(found - runs_.begin());
}

int RunsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(runs_.size());
}

int RunsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columnCountValue;
}

std::optional<RunsModel::Details> RunsModel::details(const StoredRun& run) const {
    const auto known = details_.find(run.series);
    if (known != details_.end()) {
        return known->second;
    }
    std::optional<Details> found;
    try {
        if (finder_) {
            const Scenario scenario = finder_(run.id);
            found = Details{scenario.workload.input_block, scenario.file_system.block_size, scenario.buffers};
        }
    } catch (const Error&) {
        // A scenario that this version cannot read leaves its cells empty; the run's own figures are there all the
        // same.
    }
    details_.emplace(run.series, found);
    return found;
}

std::optional<double> RunsModel::number(const StoredRun& run, int column) const {
    const RunCounters& counters = run.result.counters;
    switch (column) {
    case runColumn:
        return run.result.number;
    case speedColumn:
        return run.result.bytes_per_second();
    case lostTurnsColumn:
        return static_cast<double>(counters.lost_turns);
    case elapsedColumn:
        return to_seconds(counters.elapsed());
    case commandsColumn:
        return static_cast<double>(counters.commands);
    case missesColumn:
        return static_cast<double>(counters.misses);
    default:
        break;
    }
    if (column == recordColumn || column == fileBlockColumn || column == buffersColumn) {
        if (const auto found = details(run)) {
            return static_cast<double>(column == recordColumn      ? found->record
                                       : column == fileBlockColumn ? found->fileBlock
                                                                   : found->buffers);
        }
    }
    return std::nullopt;
}

QString RunsModel::text(const StoredRun& run, int column) const {
    if (column == scenarioColumn) {
        return QString::fromStdString(run.scenario);
    }
    if (column == createdColumn) {
        if (!isStored(run)) {
            return tr("not stored");
        }
        // 1997-05-24T12:00:00Z: to the minute it is short enough to read.
        constexpr int toTheMinute = 16;
        return QString::fromStdString(run.created).left(toTheMinute).replace(QLatin1Char('T'), QLatin1Char(' '));
    }
    if (column == elapsedColumn) {
        return durationText(run.result.counters.elapsed());
    }
    const std::optional<double> value = number(run, column);
    return value.has_value() ? groupedText(*value) : QString();
}

QString RunsModel::searchText(const StoredRun& run) const {
    QString all;
    for (int column = 0; column < columnCountValue; ++column) {
        const QString cell = text(run, column);
        QString plain = cell;
        all += cell + QLatin1Char(' ') + plain.remove(QChar(0x202f)) + QLatin1Char(' ');
    }
    return all + QStringLiteral("run %1").arg(run.result.number);
}

QString RunsModel::toolTip(const StoredRun& run, int column) const {
    if (!isStored(run)) {
        return tr("This run is not in the database. It is lost when the program ends.");
    }
    switch (column) {
    case scenarioColumn:
        return QString::fromStdString(run.scenario);
    case speedColumn:
        return tr("%1 bytes in %2 s")
            .arg(groupedText(run.result.counters.bytes))
            .arg(to_seconds(run.result.counters.elapsed()), 0, 'f', 6);
    case createdColumn:
        return tr("%1, ThrashLab %2")
            .arg(QString::fromStdString(run.created), QString::fromStdString(run.program_version));
    default:
        return {};
    }
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const StoredRun& run = runAt(index.row());
    const int column = index.column();
    const bool isText = column == scenarioColumn || column == createdColumn;
    switch (role) {
    case Qt::DisplayRole:
        return text(run, column);
    case Qt::ToolTipRole:
        return toolTip(run, column);
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter) | int(isText ? Qt::AlignLeft : Qt::AlignRight);
    case Qt::FontRole: {
        QFont italic;
        italic.setItalic(true);
        return isStored(run) ? QVariant() : QVariant(italic);
    }
    case sortRole:
        if (isText) {
            return column == createdColumn ? QString::fromStdString(run.created) : text(run, column);
        }
        return number(run, column).value_or(-1);
    case searchRole:
        return searchText(run);
    case idRole:
        return QVariant::fromValue<qlonglong>(run.id);
    default:
        return {};
    }
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCountValue) {
        return {};
    }
    const ColumnText& texts = columnTexts.at(static_cast<std::size_t>(section));
    switch (role) {
    case Qt::DisplayRole:
        return tr(texts.title);
    case Qt::ToolTipRole:
        return tr(texts.explanation);
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter) |
               int(section == scenarioColumn || section == createdColumn ? Qt::AlignLeft : Qt::AlignRight);
    default:
        return {};
    }
}

} // namespace thrashlab::ui
