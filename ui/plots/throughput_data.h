// What the throughput of the present series is drawn from: a plain value.
#pragma once

#include "sim/simulation.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace thrashlab::ui {

/// A figure that was published for a run: one value, or a range.
struct PublishedMark {
    std::uint32_t run = 1;
    /// Bytes a second; equal for a single value.
    double low = 0;
    double high = 0;
    /// As it was printed.
    QString text;

    [[nodiscard]] bool isRange() const { return low < high; }
    /// Where the marker of a range stands: half way on a logarithmic axis.
    [[nodiscard]] double middle() const;
    bool operator==(const PublishedMark&) const = default;
};

/// A published remark that is no figure, such as "works fine".
struct PublishedRemark {
    std::uint32_t run = 1;
    QString text;

    bool operator==(const PublishedRemark&) const = default;
};

/// A simulated value as it is drawn.
struct PlottedValue {
    std::uint32_t run = 1;
    double bytesPerSecond = 0;

    bool operator==(const PlottedValue&) const = default;
};

struct ThroughputData {
    /// As many places as the series will have, so that bars keep their place while it grows.
    std::uint32_t plannedRuns = 3;
    /// The finished runs of one series, in order.
    std::vector<RunResult> runs;
    std::vector<PublishedMark> published;
    std::vector<PublishedRemark> remarks;
    /// When the figures were published, as in "24 May 1997"; may be empty.
    QString publishedOn;
    /// The scenario bears the name of a published one, but not all of its parameters.
    bool parametersDiffer = false;
    /// The run that plays now; 0 for none.
    std::uint32_t runningRun = 0;
    bool logarithmic = true;

    bool operator==(const ThroughputData&) const = default;
};

/// A chart for a series of that scenario, with its published figures and no runs yet.
[[nodiscard]] ThroughputData throughputDataFor(const Scenario& scenario);

/// What the chart says about a run in words, with exact figures; empty when it shows nothing of it.
[[nodiscard]] QString describeRun(const ThroughputData& data, std::uint32_t run);

} // namespace thrashlab::ui
