#include "thrashlab_render.h"

#include "error.h"
#include "ui/export/animation_file.h"

#include <QEventLoop>

#include <cmath>
#include <cstdio>

namespace thrashlab::app {
namespace {

// A number of an option between two bounds, both allowed.
double number(const QCommandLineParser& parser, const QString& option, double fallback, double lowest, double highest) {
    if (!parser.isSet(option)) {
        return fallback;
    }
    bool good = false;
    const double value = parser.value(option).toDouble(&good);
    if (!good || !(value >= lowest && value <= highest)) {
        throw Error("--" + option.toStdString(), "\"" + parser.value(option).toStdString() + "\" is not allowed",
                    QStringLiteral("give a number from %1 to %2").arg(lowest).arg(highest).toStdString());
    }
    return value;
}

SimTime instant(double seconds) {
    return SimTime(Duration(std::llround(seconds * 1e9)));
}

constexpr double longest = 1e9;

} // namespace

void addRenderOptions(QCommandLineParser& parser) {
    parser.addOptions({
        {"render",
         "Draw the theatre to a file and exit: .png, .svg or .pdf of the instant --at; or the film from --from to "
         "--to: "
         ".webp, .gif, or a picture for each frame as in frame-%04d.png.",
         "file"},
        {"view", "What to draw, for --render: theatre (all of it), file, buffers, pages, drive or lanes.", "view"},
        {"from", "The film's first instant, for --render.", "seconds"},
        {"to", "The film's last instant, for --render.", "seconds"},
        {"fps", "Frames a second, for --render (25).", "number"},
        {"speed", "Simulated time over the film's time, for --render (1): 0.1 is ten times as slow.", "factor"},
        {"no-caption", "Leave out the lines that name scenario and parameters, for --render."},
    });
}

std::optional<RenderRequest> readRenderRequest(const QCommandLineParser& parser) {
    if (!parser.isSet("render")) {
        for (const char* option : {"view", "from", "to", "fps", "speed", "no-caption"}) {
            if (parser.isSet(option)) {
                throw Error(std::string("--") + option, "it goes with --render alone", "see --help");
            }
        }
        return std::nullopt;
    }
    RenderRequest request;
    request.file = parser.value("render");
    request.stage.caption = !parser.isSet("no-caption");
    if (parser.isSet("view")) {
        const auto view = ui::stageViewOf(parser.value("view"));
        if (!view) {
            throw Error("--view", "\"" + parser.value("view").toStdString() + "\" is no view",
                        "theatre, file, buffers, pages, drive and lanes are there");
        }
        request.stage.view = *view;
    }
    request.at = instant(number(parser, "at", 0, 0, longest));
    const bool film = ui::animationFormatOf(request.file) || ui::sequenceName(request.file, 1);
    if (film != (parser.isSet("from") && parser.isSet("to"))) {
        throw Error("--render", film ? "a film needs its range" : "a picture has no range",
                    film ? "give --from and --to" : "give --at, or name a .webp, a .gif or frame-%04d.png");
    }
    if (film) {
        request.film = {.from = instant(number(parser, "from", 0, 0, longest)),
                        .to = instant(number(parser, "to", 0, 0, longest)),
                        .framesPerSecond = number(parser, "fps", 25, 0.1, 100),
                        .speed = number(parser, "speed", 1, 1e-6, 1e6)};
    }
    return request;
}

void render(const Scenario& scenario, const RenderRequest& request) {
    const auto recording = record(scenario);
    if (!request.film) {
        ui::Stage stage(recording, request.stage);
        stage.goTo(request.at);
        ui::exportStagePicture(stage, request.file);
        std::printf("%s\n", qUtf8Printable(request.file));
        return;
    }
    ui::FilmExport film(recording, request.stage, *request.film, request.file);
    QEventLoop loop;
    QString problem;
    int drawn = 0;
    QObject::connect(&film, &ui::FilmExport::progress, [&drawn](int frame, int) { drawn = frame; });
    QObject::connect(&film, &ui::FilmExport::finished, &loop, [&](const QString& message) {
        problem = message;
        loop.quit();
    });
    film.start();
    loop.exec();
    if (!problem.isEmpty()) {
        throw Error(request.file.toStdString(), problem.toStdString());
    }
    std::printf("%s: %d frames\n", qUtf8Printable(request.file), drawn);
}

} // namespace thrashlab::app
