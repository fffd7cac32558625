// What a curve says, in words: for tool tips, for the caption, and for whoever cannot see it.
#pragma once

#include "sim/curve.h"

#include <QString>

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace thrashlab::ui {

/// A parameter's value as an axis has it: "1 701", "1.9 MiB", "2.5 ms".
[[nodiscard]] QString curveValueText(const Parameter& parameter, double value);
/// How a run is called in the key: "first run", "second run", "later runs".
[[nodiscard]] QString curveRunName(CurveRun run);
/// A policy as a person calls it: "S3-FIFO" for "s3-fifo".
[[nodiscard]] QString policyTitle(const std::string& name);
/// Lost turns, commands, hits and misses of a run.
[[nodiscard]] QString curveRunCounts(const RunResult& run);

/// What is drawn as one line: of one of the curve's lines, one run.
struct CurveSeries {
    std::size_t line = 0;
    CurveRun run = CurveRun::first;

    bool operator==(const CurveSeries&) const = default;
};
/// What there are points for: the own line's runs, and of each policy the second run, or else the first.
[[nodiscard]] std::vector<CurveSeries> curveSeries(const Curve& curve);
/// How a series is called in the key.
[[nodiscard]] QString curveSeriesName(const Curve& curve, const CurveSeries& series);

/// Everything that came of a point: throughput, lost turns, commands and hits of each run, or why there is nothing.
[[nodiscard]] QString describeCurvePoint(const Parameter& parameter, const CurvePoint& point);
/// "the cliff: the whole file fits from 1 838 on", as far as the counts say so; else between which values it is, and
/// how high.
[[nodiscard]] QString describeCliff(const Parameter& parameter, const Cliff& cliff);
/// The same without the height.
[[nodiscard]] QString describeCliffBriefly(const Parameter& parameter, const Cliff& cliff);
/// The same where there is hardly any room.
[[nodiscard]] QString describeCliffShortly(const Parameter& parameter, const Cliff& cliff);
/// "24 points in 31 ms".
[[nodiscard]] QString describeCost(std::size_t points, std::chrono::nanoseconds time);
/// The whole curve in a few sentences.
[[nodiscard]] QString describeCurve(const Curve& curve, double now);
/// Why there is no line to draw; empty when there is one.
[[nodiscard]] QString whyEmpty(const Curve& curve);

} // namespace thrashlab::ui
