// Where the charts of a scenario come from: one entry for each kind.
#pragma once

#include "ui/plots/chart.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace thrashlab::ui {

/// What some kinds ask for beside the scenario.
struct ChartOptions {
    /// Keys of parameters, for the kinds that are drawn against them.
    std::string x = "cache.buffers";
    std::string y = "workload.file_bytes";
    /// The run that is shown where only one can be.
    std::uint32_t run = 2;
    /// A line for each of `compared_policies`.
    bool policies = false;
    /// A file of references in place of the scenario's; empty for none.
    std::filesystem::path trace;

    bool operator==(const ChartOptions&) const = default;
};

/// How far the work is. Either may be empty; both are called on the thread that works.
struct ChartProgress {
    std::function<void(double share)> share;
    /// What there is to show already.
    std::function<void(const Chart& chart)> partial;
};

struct ChartSource {
    ChartKind kind = ChartKind::throughput;
    QString title; ///< for a list of kinds
    QString about; ///< one sentence
    bool takesX = false;
    bool takesY = false;
    bool takesRun = false;
    bool takesPolicies = false;
    bool takesTrace = false;
    /// Works on any one thread and looks at the stop token often; what it gives after a stop is of no use. Throws Error
    /// for a scenario or options that cannot be.
    std::function<Chart(const Scenario&, const ChartOptions&, const std::stop_token&, const ChartProgress&)> make;
};

/// In the order of a list.
[[nodiscard]] const std::vector<ChartSource>& chartSources();
/// "throughput", "time-split": as on the command line and in file names.
[[nodiscard]] QString chartKindName(ChartKind kind);
/// By that name; null for one that is none of ours.
[[nodiscard]] const ChartSource* chartSourceOf(const QString& kindName);
[[nodiscard]] QStringList chartSourceNames();

} // namespace thrashlab::ui
