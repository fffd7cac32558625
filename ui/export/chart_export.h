// Charts as files that explain themselves.
#pragma once

#include "ui/plots/chart.h"
#include "ui/plots/chart_style.h"

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <QString>

#include <cstdint>
#include <filesystem>
#include <optional>

namespace thrashlab::ui {

enum class ChartFormat : std::uint8_t { png, svg, pdf, csv };

struct ChartExportOptions {
    ChartFormat format = ChartFormat::png;
    /// In units of 1/96 inch. Not used for CSV.
    QSize size{720, 450};
    /// Pixels for each unit; PNG only.
    double scale = 2;
    /// Lines beneath that name scenario, main parameters, version and runs. Every format has all of it inside anyway.
    bool footnote = true;
    /// `window` is the program's palette.
    ChartTheme theme = ChartTheme::light;
};

/// Writes a file, or leaves what was there as it was: a temporary file takes its place when it is complete. Throws
/// Error, place being the path. Needs a QApplication (no display).
void exportChart(const Chart& chart, const std::filesystem::path& path, const ChartExportOptions& options);

/// The content of the file that `exportChart` writes.
[[nodiscard]] QByteArray chartFile(const Chart& chart, const ChartExportOptions& options);
/// The chart with its metadata, as PNG has it.
[[nodiscard]] QImage chartImage(const Chart& chart, const ChartExportOptions& options);
/// The numbers, RFC 4180: a header, then the rows of `chartTable`.
[[nodiscard]] QByteArray chartCsv(const Chart& chart);

/// "1997-ext2-1k-throughput": a name without folder and suffix, as no file system minds it.
[[nodiscard]] QString chartFileName(const Chart& chart);
/// "png" and so on: the end of a file's name.
[[nodiscard]] QString fileSuffix(ChartFormat format);
/// The format that a file's name asks for; nothing when its end is none of ours.
[[nodiscard]] std::optional<ChartFormat> formatOf(const QString& fileName);

} // namespace thrashlab::ui
