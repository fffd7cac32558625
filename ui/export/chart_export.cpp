#include "ui/export/chart_export.h"

#include "dd/command_line.h"
#include "error.h"
#include "sim/parameter.h"
#include "sim/scenario_file.h"
#include "ui/export/drawing_file.h"
#include "ui/number_text.h"
#include "ui/plots/throughput_chart.h"
#include "ui/theme.h"

#include <QApplication>
#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>
#include <QPicture>
#include <QSvgGenerator>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace thrashlab::ui {
namespace {

constexpr int margin = 16;
constexpr int fontPixels = 13;
constexpr double unitsPerInch = 96;
constexpr double pointsPerInch = 72;
constexpr double inchesPerMetre = 1 / 0.0254;

const QString separator = QStringLiteral(" · ");

// Breaks lines between the parts that " · " separates, so that each fits the width.
QStringList wrapped(const QStringList& lines, const QFont& font, int width) {
    const QFontMetrics metrics(font);
    QStringList result;
    for (const QString& line : lines) {
        QString present;
        for (const QString& part : line.split(separator)) {
            const QString longer = present.isEmpty() ? part : present + separator + part;
            if (!present.isEmpty() && metrics.horizontalAdvance(longer) > width) {
                result += present;
                present = part;
            } else {
                present = longer;
            }
        }
        result += metrics.elidedText(present, Qt::ElideRight, width);
    }
    return result;
}

// Draws the chart for print. The plot is a widget that is never shown.
class PrintedChart {
public:
    PrintedChart(const ChartSubject& subject, const ChartExportOptions& options) : size_(options.size) {
        auto* chart = new ThroughputChart(&plot_);
        QFont font = QApplication::font();
        font.setPixelSize(fontPixels);
        chart->addHeading(chartTitle(subject));
        if (options.footnote) {
            QFont small = font;
            small.setPixelSize(fontPixels - 1);
            chart->addFootnote(wrapped(chartProvenance(subject), small, size_.width() - 2 * margin));
        }
        ThroughputData data = subject.chart;
        data.runningRun = 0;
        chart->setData(data);
        chart->setLook(Theme(lightPalette()), font);
        plot_.plotLayout()->setMargins(QMargins(margin, margin, margin, margin));
        plot_.yAxis->setLabel(QStringLiteral("bytes/s"));
        plot_.yAxis->setLabelFont(font);
        plot_.yAxis->setLabelColor(Theme(lightPalette()).quietText());
    }

    void paint(QCPPainter& painter, bool vector) {
        painter.setMode(QCPPainter::pmVectorized, vector);
        painter.setMode(QCPPainter::pmNoCaching);
        plot_.toPainter(&painter, size_.width(), size_.height());
    }

private:
    QCustomPlot plot_;
    QSize size_;
};

void replaceFirst(QByteArray& bytes, const QByteArray& place, const QString& text) {
    const qsizetype found = bytes.indexOf(place);
    if (found >= 0) {
        bytes.replace(found, place.size(), text.toHtmlEscaped().toUtf8());
    }
}

QByteArray svgFile(const ChartSubject& subject, const ChartExportOptions& options) {
    PrintedChart chart(subject, options);
    QPicture picture;
    {
        QCPPainter painter(&picture);
        chart.paint(painter, true);
    }
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(options.size);
    generator.setViewBox(QRect(QPoint(), options.size));
    generator.setResolution(static_cast<int>(unitsPerInch));
    // Whether the generator escapes what it is given depends on its version.
    const QByteArray titlePlace("thrashlab-title");
    const QByteArray descriptionPlace("thrashlab-description");
    generator.setTitle(QString::fromLatin1(titlePlace));
    generator.setDescription(QString::fromLatin1(descriptionPlace));
    QPainter painter(&generator);
    picture.play(&painter);
    painter.end();
    replaceFirst(bytes, titlePlace, chartTitle(subject));
    replaceFirst(bytes, descriptionPlace, chartProvenance(subject).join(QLatin1Char('\n')));
    return bytes;
}

QByteArray pdfFile(const ChartSubject& subject, const ChartExportOptions& options) {
    PrintedChart chart(subject, options);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setTitle(chartTitle(subject));
        writer.setCreator(QStringLiteral("ThrashLab " THRASHLAB_VERSION));
        writer.setResolution(static_cast<int>(unitsPerInch));
        const QSizeF points = QSizeF(options.size) * (pointsPerInch / unitsPerInch);
        writer.setPageSize(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF());
        QCPPainter painter(&writer);
        chart.paint(painter, true);
    }
    return bytes;
}

// What differs from the scenario of that name, if there is one: its name alone would mislead.
QString changedParameters(const Scenario& scenario) {
    const std::vector<std::string> names = scenario_names();
    if (std::find(names.begin(), names.end(), scenario.name) == names.end()) {
        return {};
    }
    const Scenario original = load_scenario(scenario.name);
    QStringList changes;
    for (const Parameter& each : parameters()) {
        const std::string value = format(each.get(scenario));
        if (!each.derived && value != format(each.get(original))) {
            changes += QStringLiteral("%1 = %2").arg(fromView(each.key), fromView(value));
        }
    }
    if (changes.isEmpty()) {
        return {};
    }
    changes.first().prepend(QStringLiteral("changed: "));
    return changes.join(separator);
}

std::string csvField(std::string_view field) {
    if (field.find_first_of(",\"\r\n") == std::string_view::npos) {
        return std::string(field);
    }
    std::string text = "\"";
    for (const char character : field) {
        text += character;
        if (character == '"') {
            text += '"';
        }
    }
    return text + '"';
}

using Fields = std::vector<std::string>;

std::string csvLine(const Fields& fields) {
    std::string line;
    std::string_view comma;
    for (const std::string& field : fields) {
        line.append(comma).append(csvField(field));
        comma = ",";
    }
    return line + "\r\n";
}

Fields numberColumns() {
    Fields columns{"run_id", "run", "bytes_per_second", "bytes", "elapsed_ns"};
    for (const TimePart part : all_time_parts) {
        columns.push_back(fmt::format("{}_ns", name(part)));
    }
    columns.insert(columns.end(), {"commands", "lost_turns", "buffer_hits", "page_hits", "misses", "evictions",
                                   "published", "published_low", "published_high"});
    return columns;
}

Fields simulatedFields(const RunResult& run) {
    const RunCounters& counters = run.counters;
    // Shortest digits that read back to the same number.
    Fields fields{fmt::format("{}", run.bytes_per_second()), std::to_string(counters.bytes),
                  std::to_string(counters.elapsed().count())};
    for (const Duration part : counters.time.parts) {
        fields.push_back(std::to_string(part.count()));
    }
    for (const std::uint64_t count : {counters.commands, counters.lost_turns, counters.buffer_hits, counters.page_hits,
                                      counters.misses, counters.evictions}) {
        fields.push_back(std::to_string(count));
    }
    return fields;
}

Fields publishedFields(const ThroughputData& data, std::uint32_t run) {
    for (const PublishedMark& mark : data.published) {
        if (mark.run == run) {
            return {mark.text.toStdString(), fmt::format("{}", mark.low), fmt::format("{}", mark.high)};
        }
    }
    for (const PublishedRemark& remark : data.remarks) {
        if (remark.run == run) {
            return {remark.text.toStdString(), "", ""};
        }
    }
    return {"", "", ""};
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

QString chartTitle(const ChartSubject& subject) {
    const std::string& title = subject.scenario.title.empty() ? subject.scenario.name : subject.scenario.title;
    return QStringLiteral("Throughput per run — ") + QString::fromStdString(title);
}

QStringList chartProvenance(const ChartSubject& subject) {
    const Scenario& scenario = subject.scenario;
    const auto word = [&](std::string_view key) { return fromView(format(parameter(key).get(scenario))); };
    QStringList lines{
        QStringList{QString::fromStdString(scenario.name), QString::fromStdString(dd_line(scenario.workload)),
                    QStringLiteral("file of %1 bytes").arg(groupedText(file_extent(scenario.workload)))}
            .join(separator),
        QStringList{QStringLiteral("%1, blocks of %2 bytes")
                        .arg(word("file_system.kind"), groupedText(std::uint64_t{scenario.file_system.block_size})),
                    QStringLiteral("%1 buffers").arg(groupedText(std::uint64_t{scenario.buffers})),
                    QStringLiteral("kernel %1").arg(QString::fromStdString(scenario.kernel_profile)),
                    QStringLiteral("drive %1").arg(QString::fromStdString(scenario.drive_profile))}
            .join(separator)};
    const QString changes = changedParameters(scenario);
    if (!changes.isEmpty()) {
        lines += changes;
    }
    QStringList ids;
    for (const std::int64_t id : subject.runIds) {
        if (id >= 0) {
            ids += QString::number(id);
        }
    }
    constexpr qsizetype mostIds = 8;
    if (ids.size() > mostIds) {
        ids = QStringList{ids.first(), QStringLiteral("…"), ids.last()};
    }
    QString last = QStringLiteral("Simulated by ThrashLab " THRASHLAB_VERSION);
    if (!ids.isEmpty()) {
        last += separator + QStringLiteral("runs %1 of the database").arg(ids.join(QStringLiteral(", ")));
    }
    return lines << last;
}

QImage chartImage(const ChartSubject& subject, const ChartExportOptions& options) {
    PrintedChart chart(subject, options);
    QImage image(options.size * options.scale, QImage::Format_RGB32);
    if (image.isNull()) {
        throw Error("PNG", "the image is too large", "choose a smaller size or scale");
    }
    image.fill(Qt::white);
    image.setDevicePixelRatio(options.scale);
    {
        QCPPainter painter(&image);
        painter.setRenderHint(QPainter::TextAntialiasing);
        chart.paint(painter, false);
    }
    const int dotsPerMetre = static_cast<int>(std::lround(unitsPerInch * options.scale * inchesPerMetre));
    image.setDotsPerMeterX(dotsPerMetre);
    image.setDotsPerMeterY(dotsPerMetre);
    image.setText(QStringLiteral("Title"), chartTitle(subject));
    image.setText(QStringLiteral("Description"), chartProvenance(subject).join(QLatin1Char('\n')));
    image.setText(QStringLiteral("Software"), QStringLiteral("ThrashLab " THRASHLAB_VERSION));
    image.setText(QStringLiteral("Scenario"), QString::fromStdString(to_json(subject.scenario, -1)));
    return image;
}

QByteArray chartCsv(const ChartSubject& subject) {
    Fields header = numberColumns();
    Fields tail{subject.scenario.name, THRASHLAB_VERSION};
    header.insert(header.end(), {"scenario", "program_version"});
    for (const Parameter& each : parameters()) {
        if (!each.derived) {
            header.emplace_back(each.key);
            tail.push_back(format(each.get(subject.scenario)));
        }
    }
    std::string text = csvLine(header);
    const ThroughputData& data = subject.chart;
    const auto addRow = [&](std::uint32_t number, const std::string& id, const Fields& simulated) {
        Fields row{id, std::to_string(number)};
        for (const Fields& part : {simulated, publishedFields(data, number), tail}) {
            row.insert(row.end(), part.begin(), part.end());
        }
        text += csvLine(row);
    };
    const auto isFinished = [&](std::uint32_t number) {
        return std::any_of(data.runs.begin(), data.runs.end(),
                           [number](const RunResult& run) { return run.number == number; });
    };
    for (std::size_t i = 0; i < data.runs.size(); ++i) {
        const bool hasId = i < subject.runIds.size() && subject.runIds[i] >= 0;
        addRow(data.runs[i].number, hasId ? std::to_string(subject.runIds[i]) : "", simulatedFields(data.runs[i]));
    }
    const Fields nothing(simulatedFields(RunResult{}).size());
    for (const PublishedMark& mark : data.published) {
        if (!isFinished(mark.run)) {
            addRow(mark.run, "", nothing);
        }
    }
    return QByteArray::fromStdString(text);
}

QByteArray chartFile(const ChartSubject& subject, const ChartExportOptions& options) {
    switch (options.format) {
    case ChartFormat::png:
        return pngBytes(chartImage(subject, options));
    case ChartFormat::svg:
        return svgFile(subject, options);
    case ChartFormat::pdf:
        return pdfFile(subject, options);
    case ChartFormat::csv:
        return chartCsv(subject);
    }
    return {};
}

void exportChart(const ChartSubject& subject, const std::filesystem::path& path, const ChartExportOptions& options) {
    writeFile(QString::fromStdString(path.string()), chartFile(subject, options));
}

} // namespace thrashlab::ui
