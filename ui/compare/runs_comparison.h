// Several stored runs beside each other, in words and numbers.
#pragma once

#include "store/run_store.h"

#include <QDialog>

#include <vector>

class QCheckBox;
class QLabel;
class QTableWidget;

namespace thrashlab::ui {

/// A run with all that is known of its scenario.
struct RunWithScenario {
    StoredRun run;
    Scenario scenario;
};

/// A table with a column for each run: the parameters in which they differ, then throughput, time and counts. What
/// differs from the first run is bold. Of two runs a few sentences above say the same. Does not wait for an answer.
class RunsComparison : public QDialog {
    Q_OBJECT

public:
    /// `runs` has at least two of them.
    explicit RunsComparison(const std::vector<RunWithScenario>& runs, QWidget* parent = nullptr);

    [[nodiscard]] QString sentences() const;
    [[nodiscard]] const QTableWidget& table() const { return *table_; }
    /// Hides rows that are the same in all.
    void setOnlyDifferences(bool only);
    /// The table as text for a spreadsheet: a line for each row, tabs between cells.
    [[nodiscard]] QString tableText() const;

private:
    void fill(const std::vector<RunWithScenario>& runs);

    QLabel* sentences_;
    QTableWidget* table_;
    QCheckBox* only_;
    std::vector<bool> differing_; ///< by row
};

} // namespace thrashlab::ui
