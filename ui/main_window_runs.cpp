// What the window has to do with the panel of runs.
#include "ui/main_window.h"

#include <QLabel>

#if __has_include("ui/panels/runs_panel.h")
#include "ui/panels/runs_panel.h"

#include "error.h"

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
    } catch (const Error&) { // NOLINT(bugprone-empty-catch): the panel shows it
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

} // namespace thrashlab::ui

#else

namespace thrashlab::ui {

QWidget* MainWindow::createRunsDock() {
    return new QLabel(tr("Runs"), this);
}
void MainWindow::openDatabase() {
}
void MainWindow::showRunsOf(const Scenario& /*scenario*/) {
}
void MainWindow::addFinishedRun(const RunResult& /*run*/) {
}
void MainWindow::showRunningRun(int /*number*/) {
}
void MainWindow::exportChart() {
}

} // namespace thrashlab::ui

#endif
