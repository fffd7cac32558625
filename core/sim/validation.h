// Published figures, and whether the simulation comes near enough.
#pragma once

#include "sim/scenario.h"

#include <optional>
#include <string>
#include <vector>

namespace thrashlab {

/// A run of a scenario.
struct RunReference {
    std::string scenario;
    std::uint32_t run = 1;
};

/// One row of a published table.
struct PublishedFigure {
    std::string id;
    std::string title;
    /// As it was printed.
    std::string text;
    /// Bytes a second, when it is a figure and not a remark.
    std::optional<double> value;
    /// What simulates it; nothing while `needs` names a part of the model that does not exist yet.
    std::optional<RunReference> run;
    std::string needs;
    /// The band is one of ratios to this run instead of bytes a second.
    std::optional<RunReference> relative_to;
    /// The band, both ends included; infinite where it is open.
    double lowest = 0;
    double highest = 0;
    std::string source;
};

/// All published figures that come with the program.
[[nodiscard]] std::vector<PublishedFigure> published_figures();
/// The figure printed for a run of a scenario, if there is one.
[[nodiscard]] std::optional<PublishedFigure> published_figure(const std::string& scenario, std::uint32_t run);

struct ValidationRow {
    PublishedFigure figure;
    /// Bytes a second; nothing when the figure needs what does not exist yet.
    std::optional<double> simulated;
    /// Simulated over published, or over the run that the band is relative to.
    std::optional<double> ratio;
    bool in_band = false;
};

/// Simulates each scenario that a figure asks for once, and compares.
[[nodiscard]] std::vector<ValidationRow> validate();

} // namespace thrashlab
