#include "ui/plots/throughput_data.h"

#include "error.h"
#include "sim/parameter.h"
#include "sim/scenario_file.h"
#include "sim/validation.h"
#include "ui/number_text.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace thrashlab::ui {
namespace {

QString dateIn(const std::string& source) {
    static const QRegularExpression date(QStringLiteral(R"(\b\d{1,2} \w+ \d{4}\b)"));
    return date.match(QString::fromStdString(source)).captured();
}

// Whether a scenario has the parameters of the built-in one of its name. What it is called and how often it runs do not
// change the speed of a run.
bool differsFromItsName(Scenario scenario) {
    try {
        const Scenario original = load_scenario(original_name(scenario.name));
        scenario.name = original.name;
        scenario.title = original.title;
        scenario.about = original.about;
        scenario.provenance = original.provenance;
        scenario.workload.runs = original.workload.runs;
        return scenario != original;
    } catch (const Error&) {
        return false;
    }
}

} // namespace

double PublishedMark::middle() const {
    return isRange() && low > 0 ? std::sqrt(low * high) : (low + high) / 2;
}

ThroughputData throughputDataFor(const Scenario& scenario) {
    ThroughputData data;
    data.plannedRuns = scenario.workload.runs;
    const std::string name = original_name(scenario.name);
    for (const PublishedFigure& figure : published_figures()) {
        if (!figure.run.has_value() || figure.run->scenario != name) {
            continue;
        }
        const std::uint32_t run = figure.run->run;
        const QString text = QString::fromStdString(figure.text);
        data.publishedOn = dateIn(figure.source);
        if (figure.value.has_value()) {
            data.published.push_back({.run = run, .low = *figure.value, .high = *figure.value, .text = text});
        } else if (!figure.relative_to.has_value() && std::isfinite(figure.highest)) {
            data.published.push_back({.run = run, .low = figure.lowest, .high = figure.highest, .text = text});
        } else {
            data.remarks.push_back({.run = run, .text = text});
        }
    }
    data.parametersDiffer = (!data.published.empty() || !data.remarks.empty()) && differsFromItsName(scenario);
    return data;
}

QString describeRun(const ThroughputData& data, std::uint32_t run) {
    QStringList lines;
    for (const RunResult& result : data.runs) {
        if (result.number == run) {
            lines += QStringLiteral("Run %1: %2 bytes/s").arg(run).arg(groupedText(result.bytes_per_second()));
            lines += QStringLiteral("%1 bytes in %2 s")
                         .arg(groupedText(result.counters.bytes))
                         .arg(to_seconds(result.counters.elapsed()), 0, 'f', 6);
        }
    }
    if (run == data.runningRun && lines.isEmpty()) {
        lines += QStringLiteral("Run %1 is running").arg(run);
    }
    for (const PublishedMark& mark : data.published) {
        if (mark.run == run) {
            lines += QStringLiteral("Published for run %1: %2 bytes/s").arg(run).arg(mark.text);
        }
    }
    for (const PublishedRemark& remark : data.remarks) {
        if (remark.run == run) {
            lines += QStringLiteral("Published for run %1: %2").arg(run).arg(remark.text);
        }
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace thrashlab::ui
