#include "verbs.h"

#include "sim/linux_validation.h"
#include "sim/validation.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

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

void compare_with_linux(int& status) {
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> remarks;
    std::string present;
    std::size_t equal = 0;
    for (const LinuxComparison& each : validate_linux()) {
        if (each.table != present) {
            present = each.table;
            rows.push_back({present + ":", "", "", ""});
        }
        equal += each.equal ? 1U : 0U;
        status = each.agrees ? status : 1;
        std::string verdict = each.equal ? "equal" : each.agrees ? "agrees" : "DIFFERS";
        if (!each.remark.empty()) {
            auto known = std::find(remarks.begin(), remarks.end(), each.remark);
            known = known == remarks.end() ? remarks.insert(remarks.end(), each.remark) : known;
            verdict += fmt::format(" [{}]", known - remarks.begin() + 1);
        }
        rows.push_back({"  " + each.row, each.measured, each.simulated, verdict});
    }
    fmt::print("{}\n\n{}\n{} rows are equal to the last digit.\n", linux_measurement_source(),
               table({{"run"}, {"measured", true}, {"simulated", true}, {""}}, rows), equal);
    for (std::size_t i = 0; i < remarks.size(); ++i) {
        fmt::print("[{}] {}.\n", i + 1, remarks[i]);
    }
}

} // namespace

void add_validate_verb(CLI::App& program, int& status) {
    auto* verb = program.add_subcommand("validate", "Compare with the published figures; exit status 1 when one is out "
                                                    "of its band");
    verb->footer(
        "\nThe ratio is simulated over published; where the report has only a remark, it is the ratio to the\n"
        "run that the remark compares with, and so is the band (x).\n"
        "With --kernel linux each measured row stands beside the simulated one, and a number in brackets points\n"
        "to the reason for what differs. Measured was Linux 6.18; before 6.16 windows were not aligned, and cold\n"
        "reads with bs=4k took two or three requests fewer (profile linux-2010s).\n");
    auto kernel = std::make_shared<std::string>("freebsd");
    verb->add_option("--kernel", *kernel, "Which kernel's figures: freebsd (the report of 1997) or linux (measured)")
        ->type_name("KERNEL")
        ->check(CLI::IsMember({"freebsd", "linux"}))
        ->capture_default_str();
    verb->callback([&status, kernel] {
        if (*kernel == "linux") {
            compare_with_linux(status);
            return;
        }
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
