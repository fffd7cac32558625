// The table of runs.
#pragma once

#include <QTableView>

#include <cstdint>
#include <optional>
#include <vector>

class QSettings;
class QTimer;

namespace thrashlab::ui {

class RunsModel;

/// A quiet table: no grid, whole rows, a hairline between two mounts, columns and groups chosen in the header's context
/// menu. Keys: S star, F2 note and tags, Delete, Ctrl+Z, Return.
class RunsTable : public QTableView {
    Q_OBJECT

public:
    explicit RunsTable(RunsModel* model, QWidget* parent = nullptr);

    /// Shows the runs that match, as soon as nobody has typed for a moment.
    void setFilter(const QString& text);
    /// The run the user looks at: the current one if it is selected, else the first of the selection.
    [[nodiscard]] std::optional<std::int64_t> currentRun() const;
    /// All selected runs, in the order of their rows.
    [[nodiscard]] std::vector<std::int64_t> selectedRuns() const;
    /// Selects a run and brings it into view, as soon as the model has its rows. No effect when the filter hides it.
    void selectRun(std::int64_t id);
    /// Gives all selected runs a star, or takes it away when the current one has one.
    void toggleStar();
    /// Nothing, scenario or mount: see `RunGrouping`.
    void setGrouping(int grouping);

    [[nodiscard]] QSize minimumSizeHint() const override;

    /// Which columns, how wide, in which order, sorted and grouped by what.
    void saveSettings(QSettings& settings) const;
    void restoreSettings(const QSettings& settings);

Q_SIGNALS:
    /// The user or the program selected another row, or none.
    void currentRunChanged();
    /// The selection has other runs.
    void selectedRunsChanged();
    void editRequested();
    void removeRequested();
    void undoRequested();
    void repeatRequested();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;

private:
    void setUpHeader();
    void fitColumns();
    void fitScenario();
    void showColumnMenu(const QPoint& position);
    void rememberSelection();
    void restoreSelection();
    void tellOfCurrentRun();

    RunsModel* model_;
    QTimer* typing_;
    QString wanted_; ///< the filter's text
    /// The run that `currentRunChanged` told of last.
    std::optional<std::int64_t> told_;
    std::vector<std::int64_t> remembered_; ///< what was selected before the rows changed
    std::optional<std::int64_t> awaited_;  ///< to be selected when the rows are there
    bool resetting_ = false;
    bool widthsChosen_ = false; ///< the user's widths stay
};

} // namespace thrashlab::ui
