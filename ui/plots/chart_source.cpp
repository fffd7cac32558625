#include "ui/plots/chart_source.h"

#include "ui/plots/run_charts.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace thrashlab::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("ChartSource", text);
}

RunSeries simulated(const Scenario& scenario, const std::stop_token& stop, const ChartProgress& progress) {
    return {scenario, simulate(scenario, {.stop = stop, .progress = progress.share}), {}};
}

} // namespace

const std::vector<ChartSource>& chartSources() {
    static const std::vector<ChartSource> sources{
        {.kind = ChartKind::throughput,
         .title = tr("Throughput per run"),
         .about = tr("How fast each run was, beside what was published."),
         .make = [](const Scenario& scenario, const ChartOptions&, const std::stop_token& stop,
                    const ChartProgress& progress) { return throughputChart({simulated(scenario, stop, progress)}); }},
        {.kind = ChartKind::time_split,
         .title = tr("Where the time goes"),
         .about = tr("What each run waited for."),
         .make = [](const Scenario& scenario, const ChartOptions&, const std::stop_token& stop,
                    const ChartProgress& progress) { return timeSplitChart({simulated(scenario, stop, progress)}); }},
    };
    return sources;
}

QString chartKindName(ChartKind kind) {
    constexpr std::array names{"throughput", "time-split", "progress",   "curve",
                               "heat-map",   "miss-ratio", "working-set"};
    return QLatin1String(names.at(static_cast<std::size_t>(kind)));
}

const ChartSource* chartSourceOf(const QString& kindName) {
    const std::vector<ChartSource>& all = chartSources();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const ChartSource& source) { return chartKindName(source.kind) == kindName; });
    return found == all.end() ? nullptr : &*found;
}

QStringList chartSourceNames() {
    QStringList names;
    for (const ChartSource& source : chartSources()) {
        names += chartKindName(source.kind);
    }
    return names;
}

} // namespace thrashlab::ui
