#include "ui/sweep/sweep_model.h"

#include "ui/number_text.h"

#include <algorithm>

namespace thrashlab::ui {
namespace {

// "bytes_per_second" as people write it; a parameter's key stays what it is, for it can be typed.
QString titleOf(const std::string& column) {
    QString title = QString::fromStdString(column);
    if (column == "bytes_per_second") {
        return QStringLiteral("bytes/s");
    }
    if (column == "seconds") {
        return QStringLiteral("s");
    }
    return title.contains(QLatin1Char('.')) ? title : title.replace(QLatin1Char('_'), QLatin1Char(' '));
}

} // namespace

void SweepModel::setPlan(const SweepPlan& plan) {
    beginResetModel();
    plan_ = plan;
    columns_ = sweep_columns(plan);
    points_.clear();
    rows_.clear();
    endResetModel();
}

void SweepModel::add(std::vector<SweepStore::Point> points) {
    std::size_t count = 0;
    for (const SweepStore::Point& point : points) {
        count += point.runs.size();
    }
    if (count == 0) {
        return;
    }
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(count) - 1);
    for (SweepStore::Point& point : points) {
        for (std::size_t run = 0; run < point.runs.size(); ++run) {
            rows_.emplace_back(points_.size(), run);
        }
        points_.push_back(std::move(point));
    }
    endInsertRows();
}

std::vector<SweepStore::Point> SweepModel::points() const {
    std::vector<SweepStore::Point> sorted = points_;
    std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.point < b.point; });
    return sorted;
}

Scenario SweepModel::scenarioOf(int row) const {
    return plan_.scenario(points_[rows_.at(static_cast<std::size_t>(row)).first].point);
}

int SweepModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int SweepModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QVariant SweepModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::UserRole && role != Qt::TextAlignmentRole)) {
        return {};
    }
    const auto [place, run] = rows_[static_cast<std::size_t>(index.row())];
    const SweepStore::Point& point = points_[place];
    const auto column = static_cast<std::size_t>(index.column());
    const std::vector<std::string> cells = sweep_row(plan_, point.point, point.runs[run]);
    const QString cell = QString::fromStdString(cells.at(column));
    bool isNumber = false;
    const double number = cell.toDouble(&isNumber);
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role == Qt::UserRole) {
        return isNumber ? QVariant(number) : QVariant(cell);
    }
    if (column == sweep_speed_column(plan_)) {
        return groupedText(number);
    }
    const bool isCount =
        isNumber && !cell.contains(QLatin1Char('.')) && !cell.contains(QLatin1Char('e')) && number >= 0;
    if (column == sweep_speed_column(plan_) + 1) {
        return QString::number(number, 'f', 3);
    }
    return isCount ? groupedText(static_cast<std::uint64_t>(number)) : cell;
}

QVariant SweepModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    if (role == Qt::DisplayRole) {
        return titleOf(columns_[static_cast<std::size_t>(section)]);
    }
    return {};
}

} // namespace thrashlab::ui
