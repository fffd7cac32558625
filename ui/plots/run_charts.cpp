#include "ui/plots/run_charts.h"

#include "ui/number_text.h"
#include "ui/plots/chart_table.h"
#include "ui/plots/chart_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace thrashlab::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("RunCharts", text);
}

QString runName(std::uint32_t number) {
    return tr("run %1").arg(number);
}

QStringList runNames(std::uint32_t last) {
    QStringList names;
    for (std::uint32_t number = 1; number <= last; ++number) {
        names += runName(number);
    }
    return names;
}

QString titled(const QString& what, const std::vector<RunSeries>& series) {
    return series.size() == 1 ? QStringLiteral("%1 — %2").arg(what, titleOf(series.front().scenario)) : what;
}

ChartProvenance provenanceOf(const std::vector<RunSeries>& series) {
    ChartProvenance provenance;
    for (const RunSeries& each : series) {
        if (!provenance.scenario) {
            provenance.scenario = each.scenario;
        } else {
            provenance.others.push_back(each.scenario);
        }
        for (const std::int64_t id : each.runIds) {
            if (id >= 0) {
                provenance.runIds.push_back(id);
            }
        }
    }
    return provenance;
}

QStringList numberColumns() {
    QStringList columns{QStringLiteral("run_id"), QStringLiteral("run"), QStringLiteral("bytes_per_second"),
                        QStringLiteral("bytes"), QStringLiteral("elapsed_ns")};
    for (const TimePart part : all_time_parts) {
        columns += fromView(name(part)) + QStringLiteral("_ns");
    }
    for (const char* column : {"commands", "lost_turns", "buffer_hits", "page_hits", "misses", "evictions", "published",
                               "published_low", "published_high"}) {
        columns += QLatin1String(column);
    }
    return columns;
}

QStringList simulatedCells(const RunResult& run) {
    const RunCounters& counters = run.counters;
    QStringList cells{exactDigits(run.bytes_per_second()), QString::number(counters.bytes),
                      QString::number(counters.elapsed().count())};
    for (const Duration part : counters.time.parts) {
        cells += QString::number(part.count());
    }
    for (const std::uint64_t count : {counters.commands, counters.lost_turns, counters.buffer_hits, counters.page_hits,
                                      counters.misses, counters.evictions}) {
        cells += QString::number(count);
    }
    return cells;
}

QStringList publishedCells(const ThroughputData& published, std::uint32_t run) {
    for (const PublishedMark& mark : published.published) {
        if (mark.run == run) {
            return {mark.text, exactDigits(mark.low), exactDigits(mark.high)};
        }
    }
    for (const PublishedRemark& remark : published.remarks) {
        if (remark.run == run) {
            return {remark.text, {}, {}};
        }
    }
    return {{}, {}, {}};
}

// Every figure of every run, and what was published for runs that did not finish.
ChartTable tableOf(const std::vector<RunSeries>& series) {
    ChartTable table{numberColumns() + scenarioColumns(), {}};
    const QStringList nothing(simulatedCells(RunResult{}).size(), QString());
    for (const RunSeries& each : series) {
        const ThroughputData published = throughputDataFor(each.scenario);
        const QStringList scenario = scenarioCells(each.scenario);
        for (std::size_t i = 0; i < each.runs.size(); ++i) {
            const RunResult& run = each.runs[i];
            const bool hasId = i < each.runIds.size() && each.runIds[i] >= 0;
            table.rows.push_back(
                QStringList{hasId ? QString::number(each.runIds[i]) : QString(), QString::number(run.number)} +
                simulatedCells(run) + publishedCells(published, run.number) + scenario);
        }
        for (const PublishedMark& mark : published.published) {
            const bool finished = std::any_of(each.runs.begin(), each.runs.end(),
                                              [&](const RunResult& run) { return run.number == mark.run; });
            if (!finished) {
                table.rows.push_back(QStringList{QString(), QString::number(mark.run)} + nothing +
                                     publishedCells(published, mark.run) + scenario);
            }
        }
    }
    return table;
}

ChartSeries barsOf(const RunSeries& series, const QString& name) {
    ChartSeries bars{.name = name, .shape = ChartShape::bars};
    for (const RunResult& run : series.runs) {
        bars.x.push_back(run.number);
        bars.y.push_back(run.bytes_per_second());
        bars.remarks += tr("%1 bytes in %2 s")
                            .arg(groupedText(run.counters.bytes))
                            .arg(to_seconds(run.counters.elapsed()), 0, 'f', 6);
    }
    return bars;
}

ChartSeries marksOf(const ThroughputData& published, const QString& prefix, std::size_t bars) {
    ChartSeries marks{.name = prefix + tr("published"), .shape = ChartShape::marks, .onBarsOf = bars};
    if (!published.publishedOn.isEmpty()) {
        marks.name += QStringLiteral(", ") + published.publishedOn;
    }
    if (published.parametersDiffer) {
        marks.name += tr(" (other parameters)");
    }
    for (const PublishedMark& mark : published.published) {
        marks.x.push_back(mark.run);
        marks.y.push_back(mark.middle());
        marks.low.push_back(mark.low);
        marks.high.push_back(mark.high);
        marks.remarks += tr("printed as %1").arg(mark.text);
    }
    return marks;
}

} // namespace

Chart throughputChart(const std::vector<RunSeries>& series, bool logarithmic) {
    Chart chart{.kind = ChartKind::throughput,
                .title = titled(tr("Throughput per run"), series),
                .y = {.title = tr("Throughput"), .unit = QStringLiteral("bytes/s"), .logarithmic = logarithmic},
                .provenance = provenanceOf(series),
                .table = tableOf(series)};
    std::uint32_t last = 0;
    std::vector<ChartSeries> allMarks;
    for (const RunSeries& each : series) {
        const bool alone = series.size() == 1;
        const QString name = QString::fromStdString(each.scenario.name);
        const ThroughputData published = throughputDataFor(each.scenario);
        if (!published.published.empty()) {
            allMarks.push_back(
                marksOf(published, alone ? QString() : name + QStringLiteral(": "), chart.series.size()));
        }
        chart.series.push_back(barsOf(each, alone ? tr("simulated") : name));
        for (const PublishedRemark& remark : published.remarks) {
            chart.provenance.more +=
                tr("published for run %1 of %2%3: %4")
                    .arg(QString::number(remark.run), name,
                         published.parametersDiffer ? tr(" (other parameters)") : QString(), remark.text);
        }
        for (const PublishedMark& mark : published.published) {
            last = std::max(last, mark.run);
        }
        for (const RunResult& run : each.runs) {
            last = std::max(last, run.number);
        }
    }
    std::move(allMarks.begin(), allMarks.end(), std::back_inserter(chart.series));
    chart.x.categories = runNames(std::max(last, 1U));
    return chart;
}

Chart timeSplitChart(const std::vector<RunSeries>& series) {
    Chart chart{.kind = ChartKind::time_split,
                .title = titled(tr("Where the time goes"), series),
                .y = {.title = tr("Time"), .unit = QStringLiteral("s")},
                .provenance = provenanceOf(series),
                .table = tableOf(series)};
    for (const RunSeries& each : series) {
        QString name = QString::fromStdString(each.scenario.name);
        for (const RunResult& run : each.runs) {
            chart.x.categories += series.size() == 1 ? runName(run.number)
                                                     : name.replace(provenanceSeparator, QStringLiteral("\n")) +
                                                           QLatin1Char('\n') + runName(run.number);
        }
    }
    for (const TimePart part : all_time_parts) {
        ChartSeries shares{.name = timePartName(part), .shape = ChartShape::stacked, .part = part};
        bool any = false;
        for (const RunSeries& each : series) {
            for (const RunResult& run : each.runs) {
                const Duration time = run.counters.time[part];
                const double whole = to_seconds(run.counters.elapsed());
                any = any || time > Duration::zero();
                shares.x.push_back(static_cast<double>(shares.x.size()) + 1);
                shares.y.push_back(to_seconds(time));
                shares.remarks += percentText(whole > 0 ? to_seconds(time) / whole : 0);
            }
        }
        if (any) {
            chart.series.push_back(std::move(shares));
        }
    }
    return chart;
}

} // namespace thrashlab::ui
