// Charts as files that explain themselves. On a light ground whatever the window looks like.
#pragma once

#include "sim/scenario.h"
#include "ui/plots/throughput_data.h"

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <QStringList>

#include <cstdint>
#include <filesystem>
#include <vector>

namespace thrashlab::ui {

/// What is exported: the chart, and what it takes to repeat it.
struct ChartSubject {
    ThroughputData chart;
    Scenario scenario;
    /// The runs' numbers in the database, in the order of `chart.runs`; negative for those that are not in it.
    std::vector<std::int64_t> runIds;
};

enum class ChartFormat : std::uint8_t { png, svg, pdf, csv };

struct ChartExportOptions {
    ChartFormat format = ChartFormat::png;
    /// In units of 1/96 inch. Not used for CSV.
    QSize size{720, 450};
    /// Pixels for each unit; PNG only.
    double scale = 2;
    /// Lines beneath that name scenario, main parameters, version and runs. CSV has all of it in columns anyway.
    bool footnote = true;
};

/// Writes a file, or leaves what was there as it was: a temporary file takes its place when it is complete. Throws
/// Error, place being the path. Needs a QApplication (no display).
void exportChart(const ChartSubject& subject, const std::filesystem::path& path, const ChartExportOptions& options);

/// The content of the file that `exportChart` writes.
[[nodiscard]] QByteArray chartFile(const ChartSubject& subject, const ChartExportOptions& options);
/// The chart with its metadata, as PNG has it.
[[nodiscard]] QImage chartImage(const ChartSubject& subject, const ChartExportOptions& options);
/// The numbers, RFC 4180: a header, then a row for each run that was simulated or published. Every row has all
/// parameters of the scenario and the version, so that rows of several files can be put together.
[[nodiscard]] QByteArray chartCsv(const ChartSubject& subject);

/// The chart's heading.
[[nodiscard]] QString chartTitle(const ChartSubject& subject);
/// Scenario, dd line, main parameters, version, runs: the lines of the footnote.
[[nodiscard]] QStringList chartProvenance(const ChartSubject& subject);

/// "png" and so on: the end of a file's name.
[[nodiscard]] QString fileSuffix(ChartFormat format);

} // namespace thrashlab::ui
