// The window's entry point: reads the command line before there is a window.
#include "thrashlab_chart.h"
#include "thrashlab_render.h"

#include "error.h"
#include "sim/parameter.h"
#include "sim/scenario_file.h"
#include "store/run_store.h"
#include "ui/main_window.h"
#include "ui/plots/curve_panel.h"
#include "ui/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QEventLoop>
#include <QStyleFactory>
#include <QTemporaryDir>

#include <cmath>
#include <cstdio>
#include <optional>

namespace {

using namespace thrashlab;

constexpr int wrong_arguments = 2;

struct Request {
    std::optional<Scenario> scenario;
    QString scenarioName;
    std::filesystem::path database;
    QString screenshot;
    std::optional<SimTime> at;
    QSize size{1440, 900};
    std::optional<ui::Look> look;
    int scale = 1;
    bool playAll = false;
    std::optional<app::RenderRequest> render;
    std::optional<app::ChartRequest> chart;
};

[[noreturn]] void refuse(const QString& message) {
    std::fprintf(stderr, "thrashlab: %s\n", qUtf8Printable(message));
    std::exit(wrong_arguments);
}

void addOptions(QCommandLineParser& parser) {
    parser.setApplicationDescription(
        "A laboratory for buffer caches: simulates a dd command block by block and shows where the time goes.\n\n"
        "Examples:\n"
        "  thrashlab                                      the 1997 exhibit, or what was open last\n"
        "  thrashlab 1997-ext2-4k --set cache.buffers=300 another scenario, with fewer buffers\n"
        "  thrashlab --screenshot run2.png --at 7.48      a picture of an instant; needs no display\n"
        "  thrashlab --play-all --db runs.sqlite          all runs into a database; needs no display\n"
        "  thrashlab --chart throughput --out runs.pdf    a chart for a paper; needs no display\n"
        "  thrashlab --render turn.webp --from 7.4 --to 7.6 --speed 0.05    a film of lost turns, twenty times as "
        "slow");
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument("scenario", "Name of a scenario, or a scenario file (JSON).", "[SCENARIO|FILE]");
    parser.addOptions({
        {"set", "Change a parameter, as in cache.buffers=1900; sizes may end in k or m. May be repeated.", "key=value"},
        {"db", "Keep finished runs in this SQLite file instead of the user's own.", "file"},
        {"at", "Start at this instant of the series.", "seconds"},
        {"screenshot", "Draw the window to a .png, .svg or .pdf file and exit. Writes no database.", "file"},
        {"size", "Size of the picture, for --screenshot and --render (1440x900), and for --chart (720x450).", "WxH"},
        {"theme", "light, dark or projector, whatever the desktop is; for --chart light, dark or print.", "theme"},
        {"scale", "Pixels for each unit: 1 or 2 for --screenshot, 1 to 8 for --chart (2).", "scale"},
        {"play-all", "Play the series to its end without a display, store its runs, and exit."},
    });
    app::addRenderOptions(parser);
    app::addChartOptions(parser);
}

Scenario readScenario(const QCommandLineParser& parser, const QString& name) {
    try {
        Scenario scenario = load_scenario(name.toStdString());
        const Scenario original = scenario;
        for (const QString& assignment : parser.values("set")) {
            set_parameter(scenario, assignment.toStdString());
        }
        scenario.name = name_with_changes(original, scenario);
        check(scenario);
        return scenario;
    } catch (const Error& error) {
        refuse(QString::fromUtf8(error.what()));
    }
}

QSize readSize(const QString& text) {
    const QStringList parts = text.split('x');
    bool wide = false;
    bool high = false;
    const QSize size = parts.size() == 2 ? QSize(parts[0].toInt(&wide), parts[1].toInt(&high)) : QSize();
    if (!wide || !high || size.width() < 320 || size.height() < 240 || size.width() > 8192 || size.height() > 8192) {
        refuse("--size: \"" + text + "\" is no size; write it as in 1440x900, from 320x240 to 8192x8192");
    }
    return size;
}

Request readRequest(const QCommandLineParser& parser) {
    Request request;
    if (parser.positionalArguments().size() > 1) {
        refuse("only one scenario can be opened; see --help");
    }
    if (!parser.positionalArguments().isEmpty()) {
        request.scenarioName = parser.positionalArguments().constFirst();
    }
    if (!request.scenarioName.isEmpty() || parser.isSet("set") || parser.isSet("screenshot") ||
        parser.isSet("play-all") || parser.isSet("render") || parser.isSet("chart")) {
        const QString exhibit = QString::fromStdString(scenario_names().front());
        request.scenario = readScenario(parser, request.scenarioName.isEmpty() ? exhibit : request.scenarioName);
    }
    if (parser.isSet("at")) {
        bool good = false;
        const double seconds = parser.value("at").toDouble(&good);
        if (!good || !(seconds >= 0 && seconds < 1e9)) {
            refuse("--at: \"" + parser.value("at") + "\" is no instant; give seconds, as in 7.48");
        }
        request.at = SimTime(Duration(std::llround(seconds * 1e9)));
    }
    if (parser.isSet("size")) {
        request.size = readSize(parser.value("size"));
    }
    const bool chart = parser.isSet("chart"); // has looks and scales of its own
    if (parser.isSet("theme") && !chart) {
        const QString theme = parser.value("theme");
        if (theme != "light" && theme != "dark" && theme != "projector") {
            refuse("--theme: \"" + theme + "\" is not known; light, dark or projector is allowed");
        }
        request.look = theme == "dark" ? ui::Look::dark : theme == "projector" ? ui::Look::projector : ui::Look::light;
    }
    if (parser.isSet("scale") && !chart) {
        const QString scale = parser.value("scale");
        if (scale != "1" && scale != "2") {
            refuse("--scale: \"" + scale + "\" is not allowed; give 1 or 2");
        }
        request.scale = scale.toInt();
    }
    request.screenshot = parser.value("screenshot");
    if (parser.isSet("screenshot") && request.screenshot.isEmpty()) {
        refuse("--screenshot: the file's name is empty");
    }
    request.playAll = parser.isSet("play-all");
    if (request.playAll + parser.isSet("screenshot") + parser.isSet("render") + chart > 1) {
        refuse("only one of --play-all, --screenshot, --render and --chart can be had at a time");
    }
    try {
        request.render = app::readRenderRequest(parser);
        request.chart = app::readChartRequest(parser);
    } catch (const Error& error) {
        refuse(QString::fromUtf8(error.what()));
    }
    if (request.chart && parser.isSet("size")) {
        request.chart->output.size = request.size;
    }
    if (request.render) {
        request.render->stage.size = request.size;
        request.render->stage.palette = request.look == ui::Look::dark        ? ui::darkPalette()
                                        : request.look == ui::Look::projector ? ui::projectorPalette()
                                                                              : ui::lightPalette();
    }
    if (parser.isSet("db")) {
        request.database = parser.value("db").toStdString();
    }
    return request;
}

/// Waits for the recording; the problem, if there is one.
QString waitUntilReady(ui::MainWindow& window) {
    QEventLoop loop;
    QString problem;
    QObject::connect(&window, &ui::MainWindow::ready, &loop, &QEventLoop::quit);
    QObject::connect(&window.laboratory(), &ui::Laboratory::failed, &loop, [&](const QString& message) {
        problem = message;
        loop.quit();
    });
    loop.exec();
    return problem;
}

void waitForCurve(ui::MainWindow& window) {
    if (!window.curvePanel().isSettled()) {
        QEventLoop loop;
        QObject::connect(&window.curvePanel(), &ui::CurvePanel::settled, &loop, &QEventLoop::quit);
        loop.exec();
    }
}

int takeScreenshot(const Request& request) {
    const QTemporaryDir folder;
    ui::WindowOptions options;
    options.settingsFile = folder.filePath("settings.ini");
    options.database = folder.filePath("runs.sqlite").toStdString();
    options.look = request.look.value_or(ui::Look::light);
    options.plain = true;
    ui::MainWindow window(options);
    window.resize(request.size);
    if (request.at) {
        window.goToWhenReady(*request.at);
    }
    window.show();
    window.openScenario(*request.scenario);
    const QString problem = waitUntilReady(window);
    waitForCurve(window);
    QApplication::processEvents();
    if (!problem.isEmpty()) {
        std::fprintf(stderr, "thrashlab: %s\n", qUtf8Printable(problem));
        return 1;
    }
    window.saveScreenshot(request.screenshot);
    return 0;
}

int playAll(const Request& request) {
    const QTemporaryDir folder;
    ui::WindowOptions options;
    options.settingsFile = folder.filePath("settings.ini");
    options.database = request.database;
    options.plain = true;
    ui::MainWindow window(options);
    window.player().setSpeed(ui::Player::fastest);
    window.openScenario(*request.scenario);
    if (const QString problem = waitUntilReady(window); !problem.isEmpty()) {
        std::fprintf(stderr, "thrashlab: %s\n", qUtf8Printable(problem));
        return 1;
    }
    QObject::connect(&window.player(), &ui::Player::runFinished, &window, [](const RunResult& run) {
        std::printf("run %u: %.0f bytes/sec\n", run.number, run.bytes_per_second());
    });
    QEventLoop loop;
    QObject::connect(&window.player(), &ui::Player::playingChanged, &loop, [&loop](bool playing) {
        if (!playing) {
            loop.quit();
        }
    });
    window.player().play();
    loop.exec();
    return 0;
}

int runWindow(const Request& request) {
    ui::WindowOptions options;
    options.database = request.database;
    options.look = request.look;
    ui::MainWindow window(options);
    if (request.at) {
        window.goToWhenReady(*request.at);
    }
    window.show();
    if (request.scenario) {
        window.openScenario(*request.scenario);
    } else if (!window.openScenario(window.rememberedScenario())) {
        window.openScenario(load_scenario(scenario_names().front()));
    }
    return QApplication::exec();
}

} // namespace

int main(int argc, char** argv) {
    QCoreApplication::setApplicationName("thrashlab");
    QCoreApplication::setOrganizationName("thrashlab");
    QCoreApplication::setApplicationVersion(THRASHLAB_VERSION);
    QStringList arguments;
    for (int i = 0; i < argc; ++i) {
        arguments << QString::fromLocal8Bit(argv[i]);
    }
    QCommandLineParser parser;
    addOptions(parser);
    if (!parser.parse(arguments)) {
        refuse(parser.errorText() + "; see --help");
    }
    if (parser.isSet("version")) {
        std::printf("thrashlab %s\n", THRASHLAB_VERSION);
        return 0;
    }
    if (parser.isSet("help")) {
        const QCoreApplication application(argc, argv); // the text needs its name
        parser.showHelp();
    }
    Request request = readRequest(parser);
    const bool unattended = !request.screenshot.isEmpty() || request.playAll || request.render || request.chart;
    const bool display = qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
    if (unattended && !display && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    if (request.scale != 1) {
        qputenv("QT_SCALE_FACTOR", QByteArray::number(request.scale));
    }
    try {
        if (request.database.empty() && request.screenshot.isEmpty() && !request.render && !request.chart) {
            request.database = default_database();
        }
        const QApplication application(argc, argv);
        QApplication::setStyle(QStyleFactory::create("Fusion"));
        if (!request.screenshot.isEmpty()) {
            return takeScreenshot(request);
        }
        if (request.render) {
            QApplication::setPalette(request.render->stage.palette);
            app::render(*request.scenario, *request.render);
            return 0;
        }
        if (request.chart) {
            app::writeChart(*request.scenario, *request.chart);
            return 0;
        }
        return request.playAll ? playAll(request) : runWindow(request);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "thrashlab: %s\n", error.what());
        return 1;
    }
}
