// What the window has to do with the panel of runs.
#include "ui/main_window.h"

#include "error.h"
#include "ui/compare/comparison_window.h"
#include "ui/export/film_dialog.h"
#include "ui/panels/runs_panel.h"
#include "ui/sweep/sweep_window.h"

#include <QStatusBar>

namespace thrashlab::ui {
QWidget* MainWindow::createRunsDock() {
    runs_ = new RunsPanel(this);
    connect(runs_, &RunsPanel::repeatRequested, this, [this](const Scenario& scenario) { openScenario(scenario); });
    return runs_;
}

void MainWindow::openDatabase() {
    if (options_.database.empty()) {
        return;
    }
    try {
        runs_->setDatabase(options_.database);
    } catch (const Error& error) {
        // The panel's strip says what is wrong and offers to try again; the log is for whoever starts from a terminal.
        qWarning("%s", error.what());
    }
}

void MainWindow::showRunsOf(const Scenario& scenario) {
    runs_->setScenario(scenario);
    runningRun_ = -1;
}

void MainWindow::addFinishedRun(const RunResult& run) {
    if (!seriesBegun_) {
        runs_->beginSeries(player_.recording()->scenario);
        seriesBegun_ = true;
    }
    runs_->addFinishedRun(run);
    runningRun_ = -1;
}

void MainWindow::showRunningRun(int number) {
    if (number != runningRun_) {
        runningRun_ = number;
        runs_->setRunningRun(number);
    }
}

void MainWindow::exportChart() {
    runs_->exportPresent();
}

void MainWindow::compareRuns() {
    auto* window = new ComparisonWindow(laboratory_.scenario(), this);
    window->show();
}

void MainWindow::openSweep() {
    auto* window =
        new SweepWindow(laboratory_.scenario(), runs_->storing() ? options_.database : std::filesystem::path(), this);
    connect(window, &SweepWindow::scenarioWanted, this, [this](const Scenario& scenario) { openScenario(scenario); });
    connect(window, &SweepWindow::runsAdded, runs_, &RunsPanel::reload);
    window->show();
}

void MainWindow::exportView() {
    if (laboratory_.recording() == nullptr) {
        return;
    }
    player_.pause();
    const QString file = runFilmDialog(this, {.recording = laboratory_.recording(),
                                              .now = player_.time(),
                                              .from = player_.loop() ? player_.loop()->begin : SimTime{},
                                              .to = player_.loop() ? player_.loop()->end : SimTime{},
                                              .selection = &selection_,
                                              .palette = palette()});
    if (!file.isEmpty()) {
        statusBar()->showMessage(tr("%1 is written").arg(file), message_milliseconds);
    }
}

} // namespace thrashlab::ui
