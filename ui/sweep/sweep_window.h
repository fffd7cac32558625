// Many scenarios at once: put together, computed, looked at and taken away.
#pragma once

#include "sim/curve.h"
#include "ui/sweep/sweep_run.h"

#include <QWidget>

#include <filesystem>

class QComboBox;
class QLabel;
class QMenu;
class QProgressBar;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;
class QStackedLayout;
class QTimer;
class QToolButton;

namespace thrashlab::ui {

class ChartView;
class SweepForm;
class SweepModel;

/// A sweep over a scenario's parameters. Every finished point is kept in the database of runs at once: a sweep that was
/// cancelled, or whose window was closed, goes on from there. A double click puts a row's scenario on the bench.
class SweepWindow : public QWidget {
    Q_OBJECT

public:
    /// `database` is where points go; empty when there is none, and then nothing can be started.
    SweepWindow(const Scenario& bench, std::filesystem::path database, QWidget* parent = nullptr);

    [[nodiscard]] SweepForm& form() { return *form_; }
    [[nodiscard]] SweepRun& run() { return run_; }
    [[nodiscard]] const SweepModel& model() const { return *model_; }
    [[nodiscard]] QTableView& table() { return *table_; }
    [[nodiscard]] ChartView& chart() { return *chart_; }
    /// The results as a chart, or as a table.
    void showChart(bool shown);
    /// The run that the chart shows, if the results have it.
    void setRun(CurveRun run);
    /// "42 of 60 points, 85 points/s, 0.2 s left".
    [[nodiscard]] QString progressText() const;

    /// Computes what is missing of the plan in the form.
    void start();
    void cancel();
    /// A plan as a file. False, with the problem shown, when it cannot be read.
    bool openPlan(const QString& file);
    /// Throws Error.
    void savePlan(const QString& file) const;
    /// The results so far, as .csv or .json. Throws Error.
    void exportTable(const QString& file) const;

Q_SIGNALS:
    /// Somebody wants to see the scenario of a row.
    void scenarioWanted(const thrashlab::Scenario& scenario);
    /// The database has more runs than before.
    void runsAdded();

private:
    QWidget* createPlanCard();
    QWidget* createResultCard();
    QWidget* createFoot();
    void fillEarlier();
    void takeBench();
    void showPlan(const SweepPlan& plan);
    void showBase(const Scenario& base);
    void begin(const SweepPlan& plan, SweepRun::Wish wish);
    void takePoints();
    void showProgress();
    void end(const QString& problem);
    void showState();
    void turnPage();
    void drawChart();
    void askOpen();
    void askSave();
    void askExport();
    void askAndWrite(const QString& title, const QString& suffix, const QString& filter,
                     void (SweepWindow::*write)(const QString&) const);

    std::filesystem::path database_;
    Scenario bench_;
    SweepRun run_;
    SweepForm* form_;
    SweepModel* model_;
    QSortFilterProxyModel* sorted_;
    QTableView* table_;
    ChartView* chart_;
    QStackedLayout* pages_;
    QToolButton* asChart_;
    QComboBox* runs_;
    QLabel* base_;
    QLabel* hint_;
    QProgressBar* bar_;
    QLabel* progress_;
    QPushButton* start_;
    QPushButton* cancel_;
    QPushButton* export_;
    QMenu* earlier_;
    QTimer* timer_;
};

} // namespace thrashlab::ui
