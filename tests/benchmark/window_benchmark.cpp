// How long a frame of the window takes, offscreen, at 1440 x 900: median, 99th percentile and worst, in milliseconds of
// the drawing thread's own time. Prints a table; asserts nothing.
#include "sim/parameter.h"
#include "sim/scenario_file.h"
#include "ui/main_window.h"
#include "ui/panels/runs_panel.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QPainter>
#include <QStyleFactory>
#include <QTemporaryDir>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <ctime>

namespace thrashlab::ui {
namespace {

using namespace std::chrono_literals;

// Of this thread: what else runs on the machine is no part of it.
double threadMilliseconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

class Bench {
public:
    Bench() {
        WindowOptions options;
        options.settingsFile = folder_.filePath("settings.ini");
        options.database = folder_.filePath("runs.sqlite").toStdString();
        options.look = Look::light;
        options.plain = true;
        window_ = std::make_unique<MainWindow>(options);
        window_->resize(1440, 900);
        window_->show();
    }

    /// Wall time until the recording is shown, in milliseconds.
    double open(const Scenario& scenario) {
        QElapsedTimer clock;
        clock.start();
        QEventLoop loop;
        QObject::connect(window_.get(), &MainWindow::ready, &loop, &QEventLoop::quit);
        QObject::connect(&window_->laboratory(), &Laboratory::failed, [](const QString& problem) {
            fmt::print(stderr, "{}\n", problem.toStdString());
            std::exit(1);
        });
        window_->openScenario(scenario);
        loop.exec();
        QApplication::processEvents();
        return static_cast<double>(clock.nsecsElapsed()) / 1e6;
    }

    MainWindow& window() { return *window_; }

    void measure(const std::string& name, int frames, const std::function<void()>& step) {
        std::vector<double> times;
        for (int frame = 0; frame < frames; ++frame) {
            const double begin = threadMilliseconds();
            step();
            QApplication::sendPostedEvents();
            QApplication::processEvents();
            times.push_back(threadMilliseconds() - begin);
        }
        std::sort(times.begin(), times.end());
        fmt::print("{:52} {:8.2f} {:8.2f} {:8.2f}\n", name, times[times.size() / 2], times[times.size() * 99 / 100],
                   times.back());
    }

private:
    QTemporaryDir folder_;
    std::unique_ptr<MainWindow> window_;
};

double residentMegabytes() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.rfind("VmRSS:", 0) == 0) {
            return std::stod(line.substr(6)) / 1024;
        }
    }
    return 0;
}

Scenario millionBlocks() {
    Scenario scenario = load_scenario("linux-cliff-below");
    scenario.workload.runs = 1;
    set_parameter(scenario, "workload.file_bytes=4096m");
    set_parameter(scenario, "linux.memory_limit=2048m");
    return scenario;
}

// The exhibit, run again and again.
Scenario tenMillionEvents() {
    Scenario scenario = load_scenario("1997-ext2-1k");
    scenario.workload.runs = 265;
    return scenario;
}

void run(const char* program) {
    QElapsedTimer start;
    start.start();
    Bench bench;
    const double opened = bench.open(load_scenario("1997-ext2-1k"));
    fmt::print("{}: window made and first frame drawn in {:.0f} ms, of these {:.0f} ms for the scenario; "
               "{:.0f} MB resident with the exhibit\n\n",
               program, static_cast<double>(start.nsecsElapsed()) / 1e6, opened, residentMegabytes());
    fmt::print("{:52} {:>8} {:>8} {:>8}\n", "frame, in ms", "median", "99 %", "worst");
    Player& player = bench.window().player();
    player.scrubTo(SimTime(7s));
    player.setSpeed(4);
    bench.measure("the exhibit, playing at x 4", 600, [&] { player.advance(16ms); });
    std::mt19937_64 random(1);
    const auto jump = [&] {
        player.scrubTo(SimTime(Duration(static_cast<std::int64_t>(
            random() % static_cast<std::uint64_t>(player.endTime().time_since_epoch().count())))));
    };
    bench.measure("the exhibit, jumping anywhere", 200, jump);

    // The runs that are passed are kept in the database before it is measured.
    bench.open(tenMillionEvents());
    player.goToEnd();
    fmt::print("-- a journal of {} events\n", player.recording()->journal.size());
    bench.measure("jumping anywhere", 300, jump);
    player.scrubTo(SimTime(100s));
    player.setSpeed(4);
    bench.measure("playing at x 4", 300, [&] { player.advance(16ms); });

    bench.open(millionBlocks());
    fmt::print("-- a file of {} blocks, {} events\n", player.recording()->layout.data_blocks(),
               player.recording()->journal.size());
    player.goToStart();
    player.setSpeed(to_seconds(player.endTime().time_since_epoch()) / 5); // all of it in five seconds
    bench.measure("playing, all of it in 5 s", 300, [&] { player.advance(16ms); });
    bench.measure("jumping anywhere", 100, jump);
}

} // namespace
} // namespace thrashlab::ui

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("QT_FONT_DPI", "96");
    const QApplication application(argc, argv);
    QApplication::setStyle(QStyleFactory::create("Fusion"));
    thrashlab::ui::run("window_benchmark");
    return 0;
}
