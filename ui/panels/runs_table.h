// The table of runs and its filter.
#pragma once

#include <QSortFilterProxyModel>
#include <QTableView>

#include <cstdint>
#include <optional>

namespace thrashlab::ui {

class RunsModel;

/// Lets a row through when each word of the filter occurs somewhere in it.
class RunsFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit RunsFilter(QObject* parent = nullptr);

    void setWords(const QString& text);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList words_;
};

/// A quiet table: no grid, whole rows, columns chosen in the header's context menu.
class RunsTable : public QTableView {
    Q_OBJECT

public:
    explicit RunsTable(RunsModel* model, QWidget* parent = nullptr);

    void setFilter(const QString& text);
    /// The selected run.
    [[nodiscard]] std::optional<std::int64_t> currentRun() const;
    /// Selects a run and brings it into view. No effect when the filter hides it.
    void selectRun(std::int64_t id);

Q_SIGNALS:
    /// The user or the program selected another row, or none.
    void currentRunChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;

private:
    void setUpHeader();
    void fitColumns();
    void showColumnMenu(const QPoint& position);

    RunsModel* model_;
    RunsFilter* filter_;
    /// The run that `currentRunChanged` told of last.
    std::optional<std::int64_t> told_;
};

} // namespace thrashlab::ui
