// The finished points of a sweep as rows.
#pragma once

#include "store/sweep_table.h"

#include <QAbstractTableModel>

#include <utility>
#include <vector>

namespace thrashlab::ui {

/// A row for each run of each finished point, in order of their coming; the columns are those of `sweep_columns`. Cells
/// are made when they are asked for. Sorts by numbers where cells are numbers (Qt::UserRole).
class SweepModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    /// Another plan, and no points yet.
    void setPlan(const SweepPlan& plan);
    [[nodiscard]] const SweepPlan& plan() const { return plan_; }
    void add(std::vector<SweepStore::Point> points);
    /// All points so far, ascending.
    [[nodiscard]] std::vector<SweepStore::Point> points() const;
    /// The scenario of a row. Throws Error, as SweepPlan does.
    [[nodiscard]] Scenario scenarioOf(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    SweepPlan plan_;
    std::vector<std::string> columns_;
    std::vector<SweepStore::Point> points_;
    std::vector<std::pair<std::size_t, std::size_t>> rows_; ///< which of `points_`, and which of its runs
};

} // namespace thrashlab::ui
