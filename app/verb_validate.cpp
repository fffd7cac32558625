#include "verbs.h"

#include "sim/validation.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cmath>

namespace thrashlab::app {
namespace {

std::string band(const PublishedFigure& figure) {
    if (!figure.run.has_value()) {
        return "";
    }
    const std::string unit = figure.relative_to.has_value() ? " x" : "";
    if (std::isinf(figure.highest)) {
        return fmt::format("above {:.4g}{}", figure.lowest, unit);
    }
    if (figure.lowest == 0) {
        return fmt::format("below {:.4g}{}", figure.highest, unit);
    }
    return figure.relative_to.has_value() ? fmt::format("{:.4g} to {:.4g} x", figure.lowest, figure.highest)
                                          : fmt::format("{:.0f} to {:.0f}", figure.lowest, figure.highest);
}

} // namespace

void add_validate_verb(CLI::App& program, int& status) {
    auto* verb = program.add_subcommand("validate", "Compare with the published figures; exit status 1 when one is out "
                                                    "of its band");
    verb->footer("\nThe ratio is simulated over published; where the report has only a remark, it is the ratio to the\n"
                 "run that the remark compares with, and so is the band (x).\n");
    verb->callback([&status] {
        std::vector<std::vector<std::string>> rows;
        std::string source;
        for (const ValidationRow& row : validate()) {
            const PublishedFigure& figure = row.figure;
            source = figure.source;
            std::string verdict = "not yet: " + figure.needs;
            if (figure.run.has_value()) {
                verdict = row.in_band ? "ok" : "OUT OF BAND";
                status = row.in_band ? status : 1;
            }
            rows.push_back({figure.title, figure.text,
                            row.simulated.has_value() ? fmt::format("{:.0f}", *row.simulated) : "",
                            row.ratio.has_value() ? fmt::format("{:.3f}", *row.ratio) : "", band(figure), verdict});
        }
        fmt::print("{}, bytes a second\n\n{}", source,
                   table({{"run"}, {"published", true}, {"simulated", true}, {"ratio", true}, {"band"}, {""}}, rows));
    });
}

} // namespace thrashlab::app
