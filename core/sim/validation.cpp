#include "sim/validation.h"

#include "error.h"
#include "sim/builtin.h"
#include "sim/scenario_file.h"
#include "sim/simulation.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <map>

namespace thrashlab {
namespace {

using Json = nlohmann::json;

RunReference run_reference(const Json& json) {
    return {.scenario = json.at("scenario").get<std::string>(), .run = json.at("run").get<std::uint32_t>()};
}

PublishedFigure parse_figure(const Json& json, const std::string& source) {
    PublishedFigure figure;
    figure.id = json.at("id").get<std::string>();
    figure.title = json.at("title").get<std::string>();
    figure.text = json.at("text").get<std::string>();
    figure.needs = json.value("needs", "");
    figure.source = source;
    if (json.contains("value")) {
        figure.value = json.at("value").get<double>();
    }
    if (json.contains("scenario")) {
        figure.run = run_reference(json);
    }
    if (json.contains("relative_to")) {
        figure.relative_to = run_reference(json.at("relative_to"));
    }
    if (json.contains("within_percent")) {
        const double share = json.at("within_percent").get<double>() / 100;
        figure.lowest = figure.value.value() * (1 - share);
        figure.highest = figure.value.value() * (1 + share);
    } else if (json.contains("between")) {
        const Json& band = json.at("between");
        figure.lowest = band.at(0).get<double>();
        figure.highest = band.at(1).is_null() ? std::numeric_limits<double>::infinity() : band.at(1).get<double>();
    }
    return figure;
}

} // namespace

std::vector<PublishedFigure> published_figures() {
    std::vector<PublishedFigure> figures;
    for (const BuiltinFile& file : builtin_files()) {
        if (!file.path.starts_with("published/")) {
            continue;
        }
        const Json json = Json::parse(file.text);
        for (const Json& each : json.at("figures")) {
            figures.push_back(parse_figure(each, json.at("source").get<std::string>()));
        }
    }
    return figures;
}

std::optional<PublishedFigure> published_figure(const std::string& scenario, std::uint32_t run) {
    const std::vector<PublishedFigure> figures = published_figures();
    const auto found = std::find_if(figures.begin(), figures.end(), [&](const PublishedFigure& figure) {
        return figure.run.has_value() && figure.run->scenario == scenario && figure.run->run == run;
    });
    return found == figures.end() ? std::nullopt : std::optional(*found);
}

std::vector<ValidationRow> validate() {
    std::map<std::string, std::vector<RunResult>> results;
    const auto speed = [&](const RunReference& reference) {
        auto [found, is_new] = results.try_emplace(reference.scenario);
        if (is_new) {
            found->second = simulate(load_scenario(reference.scenario));
        }
        return found->second.at(reference.run - 1).bytes_per_second();
    };
    std::vector<ValidationRow> rows;
    for (const PublishedFigure& figure : published_figures()) {
        ValidationRow row{.figure = figure, .simulated = {}, .ratio = {}};
        if (figure.run.has_value()) {
            row.simulated = speed(*figure.run);
            if (figure.relative_to.has_value()) {
                row.ratio = *row.simulated / speed(*figure.relative_to);
            } else if (figure.value.has_value()) {
                row.ratio = *row.simulated / *figure.value;
            }
            const double measure = figure.relative_to.has_value() ? *row.ratio : *row.simulated;
            row.in_band = measure >= figure.lowest && measure <= figure.highest;
        }
        rows.push_back(row);
    }
    return rows;
}

} // namespace thrashlab
