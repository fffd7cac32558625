// What the window has to do with the window of charts.
#include "ui/main_window.h"

#include "ui/plots/chart_window.h"

#include <QMenu>

namespace thrashlab::ui {

QMenu* MainWindow::createChartsMenu() {
    auto* menu = new QMenu(tr("&Charts"), this);
    for (const ChartSource& source : chartSources()) {
        QAction* action = menu->addAction(source.title);
        action->setStatusTip(source.about);
        connect(action, &QAction::triggered, this, [this, kind = source.kind] { showChart(kind); });
    }
    return menu;
}

void MainWindow::showChart(ChartKind kind) {
    if (charts_ == nullptr) {
        charts_ = new ChartWindow(laboratory_, this);
        if (!options_.plain) {
            charts_->restoreSettings(*settings_);
        }
    }
    charts_->setKind(kind);
    charts_->show();
    charts_->raise();
    charts_->activateWindow();
}

} // namespace thrashlab::ui
