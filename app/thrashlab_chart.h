// Charts as files from a script.
#pragma once

#include "sim/scenario.h"
#include "ui/export/chart_export.h"
#include "ui/plots/chart_choices.h"
#include "ui/plots/chart_source.h"

#include <QCommandLineParser>
#include <QSize>

#include <optional>

namespace thrashlab::app {

/// What --chart asks for.
struct ChartRequest {
    const ui::ChartSource* source = nullptr;
    QString file;
    ui::ChartOptions options;
    ui::ChartChoices choices;
    ui::ChartExportOptions output;
};

void addChartOptions(QCommandLineParser& parser);
/// Nothing without --chart. --size is the caller's to read, --theme and --scale are read here. Throws Error (place: the
/// option) for what is not allowed.
[[nodiscard]] std::optional<ChartRequest> readChartRequest(const QCommandLineParser& parser);
/// Simulates, draws, writes, and says what on the standard output. Needs a QApplication. Throws Error.
void writeChart(const Scenario& scenario, const ChartRequest& request);

} // namespace thrashlab::app
