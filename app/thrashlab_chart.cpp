#include "thrashlab_chart.h"

#include "error.h"
#include "sim/parameter.h"

#include <cstdio>

namespace thrashlab::app {
namespace {

constexpr double largest_scale = 8;

std::string quoted(const QString& text) {
    return '"' + text.toStdString() + '"';
}

ui::ChartTheme readTheme(const QString& name) {
    if (name == "light") {
        return ui::ChartTheme::light;
    }
    if (name == "dark") {
        return ui::ChartTheme::dark;
    }
    if (name == "print") {
        return ui::ChartTheme::print;
    }
    throw Error("--theme", quoted(name) + " is no look of a chart", "light, dark and print are there");
}

std::string readKey(const QCommandLineParser& parser, const QString& option, bool taken, std::string fallback) {
    if (!parser.isSet(option)) {
        return fallback;
    }
    if (!taken) {
        throw Error("--" + option.toStdString(), "this kind of chart is not drawn against it", "see --help");
    }
    return std::string(parameter(parser.value(option).toStdString()).key);
}

} // namespace

void addChartOptions(QCommandLineParser& parser) {
    parser.addOptions({
        {"chart", "Draw a chart of the scenario to --out and exit: " + ui::chartSourceNames().join(", ") + ".", "kind"},
        {"out", "The chart's file, for --chart: .png, .svg, .pdf, or .csv for its numbers.", "file"},
        {"x", "The parameter of the horizontal axis, for the kinds that have one.", "key"},
        {"y", "The parameter of the vertical axis, for the kinds that have one.", "key"},
        {"run", "The run that is shown, for the kinds that show one (2).", "number"},
        {"policies", "A line for each of a few replacement policies, for the kinds that compare them."},
        {"trace", "A trace's references in place of the scenario's, for miss-ratio and working-set.", "file"},
        {"title", "Another title, for --chart.", "text"},
        {"x-title", "Another title of the horizontal axis, for --chart.", "text"},
        {"y-title", "Another title of the vertical axis, for --chart.", "text"},
        {"no-footnote",
         "Leave out the lines that name scenario and parameters, for --chart; the file has them inside."},
        {"log", "A logarithmic vertical axis, for --chart."},
        {"linear", "A linear vertical axis, for --chart."},
    });
}

std::optional<ChartRequest> readChartRequest(const QCommandLineParser& parser) {
    if (!parser.isSet("chart")) {
        for (const char* option : {"out", "x", "y", "run", "policies", "trace", "title", "x-title", "y-title",
                                   "no-footnote", "log", "linear"}) {
            if (parser.isSet(option)) {
                throw Error(std::string("--") + option, "it goes with --chart alone", "see --help");
            }
        }
        return std::nullopt;
    }
    ChartRequest request;
    const QString kind = parser.value("chart");
    request.source = ui::chartSourceOf(kind);
    if (request.source == nullptr) {
        throw Error("--chart", quoted(kind) + " is no kind of chart",
                    ui::chartSourceNames().join(", ").toStdString() + " are there");
    }
    request.file = parser.value("out");
    const std::optional<ui::ChartFormat> format = ui::formatOf(request.file);
    if (!format) {
        throw Error("--out", quoted(request.file) + " names no kind of file", "end it in .png, .svg, .pdf or .csv");
    }
    request.output.format = *format;
    request.output.footnote = !parser.isSet("no-footnote");
    if (parser.isSet("theme")) {
        request.output.theme = readTheme(parser.value("theme"));
    }
    if (parser.isSet("scale")) {
        bool good = false;
        request.output.scale = parser.value("scale").toDouble(&good);
        if (!good || !(request.output.scale >= 1 && request.output.scale <= largest_scale)) {
            throw Error("--scale", quoted(parser.value("scale")) + " is not allowed", "give a number from 1 to 8");
        }
    }
    if (parser.isSet("log") && parser.isSet("linear")) {
        throw Error("--log", "it contradicts --linear", "give one of them");
    }
    request.options.x = readKey(parser, "x", request.source->takesX, request.options.x);
    request.options.y = readKey(parser, "y", request.source->takesY, request.options.y);
    if (parser.isSet("run")) {
        bool good = false;
        request.options.run = parser.value("run").toUInt(&good);
        if (!good || request.options.run == 0 || !request.source->takesRun) {
            throw Error("--run",
                        request.source->takesRun ? quoted(parser.value("run")) + " is no run"
                                                 : "this kind of chart shows all runs",
                        "see --help");
        }
    }
    const auto takes = [&](const char* option, bool taken) {
        if (parser.isSet(option) && !taken) {
            throw Error(std::string("--") + option, "this kind of chart does not take it", "see --help");
        }
        return parser.isSet(option);
    };
    request.options.policies = takes("policies", request.source->takesPolicies);
    if (takes("trace", request.source->takesTrace)) {
        request.options.trace = parser.value("trace").toStdString();
    }
    request.choices.title = parser.value("title");
    request.choices.xTitle = parser.value("x-title");
    request.choices.yTitle = parser.value("y-title");
    if (parser.isSet("log") || parser.isSet("linear")) {
        request.choices.yLogarithmic = parser.isSet("log");
    }
    return request;
}

void writeChart(const Scenario& scenario, const ChartRequest& request) {
    const ui::Chart chart = request.source->make(scenario, request.options, {}, {});
    ui::exportChart(ui::withChoices(chart, request.choices), request.file.toStdString(), request.output);
    std::printf("%s\n", qUtf8Printable(request.file));
}

} // namespace thrashlab::app
