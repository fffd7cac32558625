#include "ui/export/chart_export.h"

#include "sim/run_fields.h"
#include "sim/scenario_file.h"
#include "ui/export/drawing_file.h"
#include "ui/plots/chart_drawing.h"
#include "ui/plots/chart_source.h"
#include "ui/plots/chart_table.h"
#include "ui/plots/chart_words.h"

#include <QApplication>
#include <QFileInfo>
#include <QPicture>

#include <array>
#include <string>
#include <vector>

namespace thrashlab::ui {
namespace {

constexpr int fontPixels = 13;
constexpr std::array allFormats{ChartFormat::png, ChartFormat::svg, ChartFormat::pdf, ChartFormat::csv};

// The plot is a widget that is never shown. What it draws is kept as a list of commands, which any device takes.
QPicture chartPicture(const Chart& chart, const ChartExportOptions& options) {
    QCustomPlot plot;
    ChartDrawing drawing(&plot);
    QFont font = QApplication::font();
    font.setPixelSize(fontPixels);
    drawing.setLook(ChartStyle(options.theme, QApplication::palette()), font);
    if (options.footnote) {
        drawing.setFootnote(provenanceLines(chart));
    }
    drawing.setChart(chart);
    QPicture picture;
    QCPPainter painter(&picture);
    painter.setMode(QCPPainter::pmVectorized, options.format != ChartFormat::png);
    painter.setMode(QCPPainter::pmNoCaching);
    plot.toPainter(&painter, options.size.width(), options.size.height());
    painter.end();
    return picture;
}

Drawing drawingOf(const Chart& chart, const ChartExportOptions& options) {
    const std::optional<Scenario>& scenario = chart.provenance.scenario;
    return {.size = options.size,
            .title = chart.title,
            .description = provenanceLines(chart).join(QLatin1Char('\n')),
            .draw = [picture = chartPicture(chart, options)](
                        QPainter& painter) mutable { painter.drawPicture(0, 0, picture); },
            .pixelRatio = options.scale,
            .scenario = scenario ? QString::fromStdString(to_json(*scenario, -1)) : QString()};
}

std::vector<std::string> cellsOf(const QStringList& row) {
    std::vector<std::string> cells;
    for (const QString& cell : row) {
        cells.push_back(cell.toStdString());
    }
    return cells;
}

} // namespace

QString fileSuffix(ChartFormat format) {
    switch (format) {
    case ChartFormat::png:
        return QStringLiteral("png");
    case ChartFormat::svg:
        return QStringLiteral("svg");
    case ChartFormat::pdf:
        return QStringLiteral("pdf");
    case ChartFormat::csv:
        return QStringLiteral("csv");
    }
    return {};
}

std::optional<ChartFormat> formatOf(const QString& fileName) {
    const QString suffix = QFileInfo(fileName).suffix();
    for (const ChartFormat format : allFormats) {
        if (suffix.compare(fileSuffix(format), Qt::CaseInsensitive) == 0) {
            return format;
        }
    }
    return std::nullopt;
}

QString chartFileName(const Chart& chart) {
    const std::optional<Scenario>& scenario = chart.provenance.scenario;
    const QString kind = chartKindName(chart.kind);
    return scenario ? fileNameOf(*scenario) + QLatin1Char('-') + kind : kind;
}

QImage chartImage(const Chart& chart, const ChartExportOptions& options) {
    ChartExportOptions asImage = options;
    asImage.format = ChartFormat::png;
    return drawnImage(drawingOf(chart, asImage));
}

QByteArray chartCsv(const Chart& chart) {
    const ChartTable table = chartTable(chart);
    std::string text = csv_line(cellsOf(table.columns));
    for (const QStringList& row : table.rows) {
        text += csv_line(cellsOf(row));
    }
    return QByteArray::fromStdString(text);
}

QByteArray chartFile(const Chart& chart, const ChartExportOptions& options) {
    if (options.format == ChartFormat::csv) {
        return chartCsv(chart);
    }
    return drawingBytes(drawingOf(chart, options), QLatin1Char('.') + fileSuffix(options.format));
}

void exportChart(const Chart& chart, const std::filesystem::path& path, const ChartExportOptions& options) {
    writeFile(QString::fromStdString(path.string()), chartFile(chart, options));
}

} // namespace thrashlab::ui
