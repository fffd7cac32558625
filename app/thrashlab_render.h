// Pictures and films of the theatre from a script.
#pragma once

#include "sim/scenario.h"
#include "ui/export/stage_export.h"

#include <QCommandLineParser>

#include <optional>

namespace thrashlab::app {

/// What --render asks for.
struct RenderRequest {
    QString file;
    ui::StageOptions stage;
    SimTime at;
    std::optional<ui::FilmOptions> film;
};

void addRenderOptions(QCommandLineParser& parser);
/// Nothing without --render. Throws Error (place: the option) for what is not allowed.
[[nodiscard]] std::optional<RenderRequest> readRenderRequest(const QCommandLineParser& parser);
/// Simulates, draws, writes, and says what on the standard output. Needs a QApplication. Throws Error.
void render(const Scenario& scenario, const RenderRequest& request);

} // namespace thrashlab::app
