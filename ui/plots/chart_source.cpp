#include "ui/plots/chart_source.h"

#include "cache/policy.h"
#include "trace/scenario_references.h"
#include "trace/trace_file.h"
#include "ui/plots/engine_charts.h"
#include "ui/plots/run_charts.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace thrashlab::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("ChartSource", text);
}

RunSeries simulated(const Scenario& scenario, const std::stop_token& stop, const ChartProgress& progress) {
    return {scenario, simulate(scenario, {.stop = stop, .progress = progress.share}), {}};
}

// The first of these that makes a difference to the scenario.
std::string usable(const Scenario& scenario, std::initializer_list<std::string> keys) {
    const auto found = std::find_if(keys.begin(), keys.end(),
                                    [&](const std::string& key) { return applies(parameter(key), scenario); });
    return found == keys.end() ? *keys.begin() : *found;
}

std::string horizontalKey(const Scenario& scenario, const ChartOptions& options) {
    return usable(scenario, {options.x, "cache.buffers", "linux.memory_limit"});
}

CurveRun runOf(const ChartOptions& options) {
    return options.run == 1 ? CurveRun::first : options.run == 2 ? CurveRun::second : CurveRun::last;
}

Chart makeProgress(const Scenario& scenario, const ChartOptions&, const std::stop_token& stop,
                   const ChartProgress& progress) {
    const auto recording = record(scenario, {.stop = stop, .progress = progress.share});
    return progressChart(scenario,
                         progress_of(*recording, progress_windows, stop).value_or(std::vector<RunProgress>()));
}

Chart makeCurve(const Scenario& scenario, const ChartOptions& options, const std::stop_token& stop,
                const ChartProgress& progress) {
    CurveRequest request{.base = scenario, .key = horizontalKey(scenario, options)};
    const CurveRange range = suggested_range(scenario, request.key);
    request.from = range.from;
    request.to = range.to;
    request.logarithmic = range.logarithmic;
    request.budget = curve_budget(scenario);
    if (options.policies && scenario.kernel_kind == KernelKind::freebsd_1997) {
        for (const std::string_view policy : compared_policies) {
            if (policy != scenario.policy) {
                request.policies.emplace_back(policy);
            }
        }
    }
    const auto most = static_cast<double>(request.budget * (1 + request.policies.size()));
    CurveCache cache;
    return curveChart(compute_curve(request, cache,
                                    [&](const Curve& curve) {
                                        if (progress.share) {
                                            progress.share(static_cast<double>(curve.points()) / most);
                                        }
                                        if (progress.partial && !curve.complete) {
                                            progress.partial(curveChart(curve));
                                        }
                                    },
                                    {.stop = stop}));
}

Chart makeHeatMap(const Scenario& scenario, const ChartOptions& options, const std::stop_token& stop,
                  const ChartProgress& progress) {
    HeatMapRequest request = suggested_heat_map(scenario, horizontalKey(scenario, options),
                                                usable(scenario, {options.y, "workload.file_bytes", "workload.count"}));
    request.run = runOf(options);
    CurveCache cache;
    return heatMapChart(compute_heat_map(request, cache,
                                         [&](const HeatMap& map) {
                                             if (progress.share) {
                                                 progress.share(static_cast<double>(map.known) /
                                                                static_cast<double>(map.values.size()));
                                             }
                                             if (progress.partial && map.stride > 0 && !map.complete) {
                                                 progress.partial(heatMapChart(map));
                                             }
                                         },
                                         {.stop = stop}));
}

// Of the trace, if one is named, and what to call it.
std::pair<DenseReferences, ReferenceSource> referencesOf(const Scenario& scenario, const ChartOptions& options) {
    if (options.trace.empty()) {
        check(scenario);
        return {scenario_references(scenario), {scenario, {}}};
    }
    return {dense(read_trace(options.trace)),
            {std::nullopt, QString::fromStdString(options.trace.filename().string())}};
}

Chart makeMissRatio(const Scenario& scenario, const ChartOptions& options, const std::stop_token& stop,
                    const ChartProgress& progress) {
    const auto [references, source] = referencesOf(scenario, options);
    MissRatioOptions wanted{.stop = stop, .progress = progress.share};
    if (options.policies) {
        wanted.policies.assign(compared_policies.begin(), compared_policies.end());
    }
    return missRatioChart(miss_ratios(references, wanted).value_or(MissRatios{}), source);
}

Chart makeWorkingSet(const Scenario& scenario, const ChartOptions& options, const std::stop_token&,
                     const ChartProgress&) {
    const auto [references, source] = referencesOf(scenario, options);
    // As long as one run: does what a run needs fit? A trace has no runs, and a twentieth of it is a window.
    constexpr std::size_t windowsOfTrace = 20;
    const std::size_t parts = source.scenario.has_value() ? scenario.workload.runs : windowsOfTrace;
    const std::uint64_t window =
        std::max<std::uint64_t>(1, references.references.size() / std::max<std::size_t>(1, parts));
    return workingSetChart(working_set(references.references, references.keys, window), window, source);
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
        {.kind = ChartKind::progress,
         .title = tr("Inside a run"),
         .about = tr("How fast each run was from its beginning to its end."),
         .make = makeProgress},
        {.kind = ChartKind::curve,
         .title = tr("One parameter"),
         .about = tr("How fast the runs would have been, had this parameter been another."),
         .takesX = true,
         .takesPolicies = true,
         .make = makeCurve},
        {.kind = ChartKind::heat_map,
         .title = tr("Two parameters"),
         .about = tr("How fast a run would have been, had these two been others; contours join what is equally fast."),
         .takesX = true,
         .takesY = true,
         .takesRun = true,
         .make = makeHeatMap},
        {.kind = ChartKind::miss_ratio,
         .title = tr("Miss ratio"),
         .about = tr("The share of references that miss, by the size of the cache."),
         .takesPolicies = true,
         .takesTrace = true,
         .make = makeMissRatio},
        {.kind = ChartKind::working_set,
         .title = tr("Working set"),
         .about = tr("How many different blocks were used lately: where there are more than buffers, some must go."),
         .takesTrace = true,
         .make = makeWorkingSet},
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
