#include "ui/export/chart_export.h"

#include "chart_samples.h"
#include "error.h"
#include "sim/parameter.h"
#include "sim/scenario_file.h"
#include "ui/export/export_dialog.h"
#include "ui/plots/chart_words.h"
#include "ui/theme.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QPainter>
#include <QPalette>
#include <QProcess>
#include <QSettings>
#include <QStandardPaths>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTimer>
#include <QXmlStreamReader>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

namespace thrashlab::ui {
namespace {

Chart exhibit(bool logarithmic = true) {
    RunSeries series = exhibitSeries();
    // What every format has to escape.
    series.scenario.title = "libg++ <a> & \"b\", c";
    return throughputChart({series}, logarithmic);
}

QByteArray contentOf(const QString& path) {
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return file.readAll();
}

// RFC 4180, read strictly.
std::vector<QStringList> parseCsv(const QByteArray& bytes) {
    std::vector<QStringList> rows(1);
    const QString text = QString::fromUtf8(bytes);
    QString field;
    bool quoted = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar character = text[i];
        if (quoted) {
            if (character != '"') {
                field += character;
            } else if (i + 1 < text.size() && text[i + 1] == '"') {
                field += text[++i];
            } else {
                quoted = false;
            }
        } else if (character == '"') {
            EXPECT_TRUE(field.isEmpty());
            quoted = true;
        } else if (character == ',') {
            rows.back() += std::exchange(field, {});
        } else if (character == '\r') {
            EXPECT_TRUE(i + 1 < text.size() && text[++i] == '\n');
            rows.back() += std::exchange(field, {});
            rows.emplace_back();
        } else {
            EXPECT_NE(character, '\n');
            field += character;
        }
    }
    EXPECT_TRUE(rows.back().isEmpty()) << "the last line has its end";
    rows.pop_back();
    return rows;
}

double shareOfDifferentPixels(const QImage& one, const QImage& two, int size) {
    const auto coarse = [size](const QImage& image) {
        return image.scaled(size, size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
            .convertToFormat(QImage::Format_Grayscale8);
    };
    const QImage a = coarse(one);
    const QImage b = coarse(two);
    int different = 0;
    constexpr int tolerance = 40;
    for (int y = 0; y < size; ++y) {
        for (int x = 0; x < size; ++x) {
            different += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > tolerance ? 1 : 0;
        }
    }
    return different / static_cast<double>(size * size);
}

QImage rendered(const QByteArray& svg, const QSize& size) {
    QSvgRenderer renderer(svg);
    EXPECT_TRUE(renderer.isValid());
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    renderer.render(&painter);
    return image;
}

TEST(ChartExport, CsvHasTheNumbersToTheDigit) {
    const std::vector<QStringList> rows = parseCsv(chartCsv(exhibit()));
    ASSERT_EQ(rows.size(), 4U);
    const QStringList& header = rows[0];
    for (std::size_t i = 1; i < rows.size(); ++i) {
        ASSERT_EQ(rows[i].size(), header.size());
        const RunResult& run = exhibitSeries().runs[i - 1];
        const auto field = [&](const char* column) { return rows[i].at(header.indexOf(QLatin1String(column))); };
        EXPECT_EQ(field("run_id").toLongLong(), exhibitSeries().runIds[i - 1]);
        EXPECT_EQ(field("run").toUInt(), run.number);
        EXPECT_EQ(field("bytes_per_second").toDouble(), run.bytes_per_second());
        EXPECT_EQ(field("elapsed_ns").toLongLong(), run.counters.elapsed().count());
        EXPECT_EQ(field("lost_turns").toULongLong(), run.counters.lost_turns);
        EXPECT_EQ(field("scenario"), "1997-ext2-1k");
        EXPECT_EQ(field("program_version"), THRASHLAB_VERSION);
    }
    EXPECT_EQ(rows[1].at(header.indexOf("published")), "451759");
    EXPECT_EQ(rows[3].at(header.indexOf("published_high")).toDouble(), 70000);
}

TEST(ChartExport, CsvHasEveryParameterAndEscapes) {
    for (Chart chart : {curveSample(), throughputChart({exhibitSeries()})}) {
        Scenario scenario = load_scenario("1997-ext2-1k");
        scenario.workload.input = "a,\"b\"\nc";
        chart.provenance.scenario = scenario;
        if (chart.table) {
            chart = throughputChart({{scenario, exhibitSeries().runs, {}}});
        }
        const std::vector<QStringList> rows = parseCsv(chartCsv(chart));
        for (const Parameter& each : parameters()) {
            const qsizetype column =
                rows[0].indexOf(QString::fromUtf8(each.key.data(), static_cast<qsizetype>(each.key.size())));
            EXPECT_EQ(column >= 0, !each.derived) << each.key;
            if (column >= 0) {
                EXPECT_EQ(rows[1].at(column).toStdString(), format(each.get(scenario)));
            }
        }
    }
}

TEST(ChartExport, CsvHasWhatWasPublishedForARunThatDidNotFinish) {
    RunSeries series = exhibitSeries();
    series.runs.resize(1);
    series.runIds.resize(1);
    const std::vector<QStringList> rows = parseCsv(chartCsv(throughputChart({series})));
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[2].at(rows[0].indexOf("run")), "2");
    EXPECT_EQ(rows[2].at(rows[0].indexOf("bytes_per_second")), "");
    EXPECT_EQ(rows[2].at(rows[0].indexOf("published")), "64264");
}

TEST(ChartExport, CsvOfSeveralSeriesNamesTheScenarioOfEachRow) {
    const std::vector<QStringList> rows = parseCsv(chartCsv(throughputChart({exhibitSeries(), largerCacheSeries()})));
    ASSERT_GE(rows.size(), 7U);
    const qsizetype buffers = rows[0].indexOf("cache.buffers");
    EXPECT_EQ(rows[1].at(buffers), "1701");
    EXPECT_EQ(rows[4].at(buffers), "1900");
    EXPECT_EQ(rows[4].at(rows[0].indexOf("scenario")).toStdString(), largerCacheSeries().scenario.name);
}

double numberIn(const QString& cell) {
    return cell.isEmpty() ? std::numeric_limits<double>::quiet_NaN() : cell.toDouble();
}

bool same(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

TEST(ChartExport, CsvReadsBackToThePointsOfEveryKind) {
    for (const Chart& chart : allChartSamples()) {
        SCOPED_TRACE(chart.title.toStdString());
        const std::vector<QStringList> rows = parseCsv(chartCsv(chart));
        const auto number = [&](std::size_t row, const char* column) {
            return numberIn(rows.at(row).at(rows[0].indexOf(QLatin1String(column))));
        };
        std::size_t row = 1;
        if (chart.surface) {
            const ChartSurface& surface = *chart.surface;
            for (std::size_t i = 0; i < surface.values.size(); ++i, ++row) {
                EXPECT_EQ(number(row, "x"), surface.x[i % surface.x.size()]);
                EXPECT_EQ(number(row, "y"), surface.y[i / surface.x.size()]);
                EXPECT_TRUE(same(number(row, "value"), surface.values[i]));
            }
        } else if (chart.kind == ChartKind::throughput) {
            for (const ChartSeries& series : chart.series) {
                for (std::size_t i = 0; series.shape == ChartShape::bars && i < series.x.size(); ++i, ++row) {
                    EXPECT_EQ(number(row, "run"), series.x[i]);
                    EXPECT_EQ(number(row, "bytes_per_second"), series.y[i]);
                }
            }
        } else if (chart.kind == ChartKind::time_split) {
            for (const ChartSeries& series : chart.series) {
                const std::string column = std::string(name(*series.part)) + "_ns";
                for (std::size_t i = 0; i < series.x.size(); ++i) {
                    EXPECT_EQ(number(i + 1, column.c_str()) / 1e9, series.y[i]);
                }
            }
            row = rows.size();
        } else {
            for (const ChartSeries& series : chart.series) {
                for (std::size_t i = 0; i < series.x.size(); ++i, ++row) {
                    EXPECT_EQ(rows[row].at(0), series.name);
                    EXPECT_EQ(number(row, "x"), series.x[i]);
                    EXPECT_TRUE(same(number(row, "y"), series.y[i]));
                    if (!series.low.empty()) {
                        EXPECT_EQ(number(row, "low"), series.low[i]);
                        EXPECT_EQ(number(row, "high"), series.high[i]);
                    }
                }
            }
        }
        EXPECT_EQ(row, rows.size()) << "and nothing else is in it";
        EXPECT_EQ(rows[1].at(rows[0].indexOf("program_version")), THRASHLAB_VERSION);
    }
}

TEST(ChartExport, AHiddenSeriesIsNotInTheTable) {
    Chart chart = curveSample();
    chart.series[0].hidden = true;
    EXPECT_EQ(parseCsv(chartCsv(chart)).size(), chart.series[1].x.size() + 1);
}

TEST(ChartExport, PngCarriesItsProvenance) {
    QTemporaryDir folder;
    const Chart subject = exhibit();
    const QString path = folder.filePath("chart.png");
    exportChart(subject, path.toStdString(), {.format = ChartFormat::png, .size = {600, 400}, .scale = 2});
    const QImage image(path);
    EXPECT_EQ(image.size(), QSize(1200, 800));
    EXPECT_EQ(image.text("Title"), subject.title);
    EXPECT_TRUE(image.text("Software").contains(THRASHLAB_VERSION));
    EXPECT_TRUE(image.text("Description").contains("runs 7, 8, 9 of the database"));
    EXPECT_EQ(parse_scenario(image.text("Scenario").toStdString(), "png"), *subject.provenance.scenario);
    EXPECT_NEAR(image.dotsPerMeterX() * 0.0254, 192, 1);
}

TEST(ChartExport, PrintsOnWhiteInADarkWindowToo) {
    const QPalette before = QApplication::palette();
    const QImage light = chartImage(exhibit(), {});
    QPalette dark(Qt::black);
    dark.setColor(QPalette::Base, Qt::black);
    dark.setColor(QPalette::Text, Qt::white);
    QApplication::setPalette(dark);
    const QImage image = chartImage(exhibit(), {});
    QApplication::setPalette(before);
    EXPECT_EQ(image.pixelColor(1, 1), QColor(Qt::white));
    EXPECT_EQ(image, light);
}

TEST(ChartExport, SvgIsWellFormedAndSaysWhatItIs) {
    const Chart subject = exhibit();
    const QByteArray svg = chartFile(subject, {.format = ChartFormat::svg});
    QXmlStreamReader xml(svg);
    QString title;
    QString description;
    QString text;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == u"title") {
            title = xml.readElementText();
        } else if (xml.isStartElement() && xml.name() == u"desc") {
            description = xml.readElementText();
        } else if (xml.isCharacters()) {
            text += xml.text();
        }
    }
    EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
    EXPECT_EQ(title, subject.title);
    EXPECT_TRUE(description.contains("1997-ext2-1k"));
    EXPECT_TRUE(text.contains("run 1")) << "text is text, not curves";
    EXPECT_FALSE(svg.contains("<image")) << "all of it is vectors";
}

TEST(ChartExport, SvgResemblesThePng) {
    for (const bool logarithmic : {true, false}) {
        const QImage png = chartImage(exhibit(logarithmic), {.scale = 1});
        const QImage svg = rendered(chartFile(exhibit(logarithmic), {.format = ChartFormat::svg}), png.size());
        EXPECT_LT(shareOfDifferentPixels(png, svg, 48), 0.02);
        QImage blank(png.size(), QImage::Format_RGB32);
        blank.fill(Qt::white);
        EXPECT_GT(shareOfDifferentPixels(blank, svg, 48), 0.1) << "and is not empty";
    }
}

// A page or drawing as another program shows it; null when that program is not there.
QImage shownBy(const QString& program, const QStringList& arguments, const QString& picture) {
    QProcess process;
    process.start(program, arguments);
    EXPECT_TRUE(process.waitForFinished());
    EXPECT_EQ(process.exitCode(), 0) << process.readAllStandardError().toStdString();
    return QImage(picture);
}

// Every kind and look in a file is what another program shows of it.
void expectOtherProgramShowsTheSame(ChartFormat format, const QString& program, const QStringList& arguments) {
    if (QStandardPaths::findExecutable(program).isEmpty()) {
        GTEST_SKIP() << program.toStdString() << " is not installed: what it shows was not looked at";
    }
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("chart.") + fileSuffix(format));
    const QString picture = folder.filePath("shown.png");
    QStringList all = arguments;
    all.replaceInStrings("{file}", file).replaceInStrings("{picture}", picture);
    all.replaceInStrings("{stem}", folder.filePath("shown"));
    const std::vector<Chart> charts = allChartSamples();
    constexpr double alike = 0.015; // letters are smoothed in other ways
    const ChartExportOptions options{.format = format, .size = {720, 440}, .scale = 1};
    for (const ChartTheme theme : {ChartTheme::light, ChartTheme::dark, ChartTheme::print}) {
        for (std::size_t i = 0; i < charts.size(); ++i) {
            SCOPED_TRACE(charts[i].title.toStdString());
            ChartExportOptions themed = options;
            themed.theme = theme;
            exportChart(charts[i], file.toStdString(), themed);
            const QImage shown = shownBy(program, all, picture);
            const QImage png = chartImage(charts[i], themed);
            EXPECT_EQ(shown.size(), png.size());
            EXPECT_LT(shareOfDifferentPixels(shown, png, 120), alike);
            const QImage other = chartImage(charts[(i + 1) % charts.size()], themed);
            EXPECT_GT(shareOfDifferentPixels(shown, other, 120), alike) << "another chart is told apart";
        }
    }
}

TEST(ChartExport, AnotherProgramShowsTheSvgAsThePng) {
    expectOtherProgramShowsTheSame(ChartFormat::svg, "rsvg-convert", {"{file}", "-o", "{picture}"});
}

TEST(ChartExport, AnotherProgramShowsThePdfAsThePng) {
    expectOtherProgramShowsTheSame(ChartFormat::pdf, "pdftoppm",
                                   {"-r", "96", "-png", "-singlefile", "{file}", "{stem}"});
}

TEST(ChartExport, LooksDiffer) {
    const Chart chart = exhibit();
    EXPECT_EQ(chartImage(chart, {.theme = ChartTheme::dark}).pixelColor(1, 1), Theme(darkPalette()).card());
    EXPECT_EQ(chartImage(chart, {.theme = ChartTheme::print}).pixelColor(1, 1), QColor(Qt::white));
    EXPECT_NE(chartImage(chart, {.theme = ChartTheme::print}), chartImage(chart, {.theme = ChartTheme::light}));
}

TEST(ChartExport, FootnoteCanBeLeftOut) {
    const Chart subject = exhibit();
    const QByteArray with = chartFile(subject, {.format = ChartFormat::svg, .footnote = true});
    const QByteArray without = chartFile(subject, {.format = ChartFormat::svg, .footnote = false});
    EXPECT_GT(with.count("Simulated by ThrashLab"), without.count("Simulated by ThrashLab"));
}

TEST(ChartExport, PdfIsADocumentWithAPage) {
    QTemporaryDir folder;
    const QString path = folder.filePath("chart.pdf");
    const Chart subject = exhibit();
    exportChart(subject, path.toStdString(), {.format = ChartFormat::pdf, .size = {720, 450}});
    const QByteArray pdf = contentOf(path);
    EXPECT_TRUE(pdf.startsWith("%PDF-"));
    EXPECT_TRUE(pdf.trimmed().endsWith("%%EOF"));
    EXPECT_TRUE(pdf.contains("/Creator"));
    EXPECT_FALSE(pdf.contains("/Subtype /Image")) << "all of it is vectors";
    EXPECT_TRUE(pdf.contains("1997-ext2-1k")) << "its metadata say what it is of";
    EXPECT_TRUE(pdf.contains("scenario.json")) << "and it brings along what it takes to repeat it";
}

TEST(ChartExport, WhatCannotBeWrittenIsAnErrorAndLeavesNothing) {
    QTemporaryDir folder;
    const std::filesystem::path missing = folder.filePath("missing/chart.svg").toStdString();
    try {
        exportChart(exhibit(), missing, {.format = ChartFormat::svg});
        FAIL() << "the folder does not exist";
    } catch (const Error& problem) {
        EXPECT_EQ(problem.place(), missing.string());
        EXPECT_FALSE(problem.remedy().empty());
    }
    ASSERT_TRUE(QDir(folder.path()).mkdir("chart.csv"));
    EXPECT_THROW(exportChart(exhibit(), folder.filePath("chart.csv").toStdString(), {.format = ChartFormat::csv}),
                 Error);
    EXPECT_EQ(QDir(folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList{"chart.csv"});
}

TEST(ChartExport, ReplacesAFileCompletely) {
    QTemporaryDir folder;
    const QString path = folder.filePath("chart.csv");
    {
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(1 << 20, 'x'));
    }
    exportChart(exhibit(), path.toStdString(), {.format = ChartFormat::csv});
    EXPECT_EQ(contentOf(path), chartCsv(exhibit()));
}

TEST(ChartExport, DialogWritesTheFileAndRemembersItsFolder) {
    QTemporaryDir folder;
    const QString path = folder.filePath("from dialog.csv");
    // Plays the user: accepts the options, then names a file.
    QTimer user;
    QObject::connect(&user, &QTimer::timeout, [&] {
        if (auto* files = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
            files->selectFile(path);
            QMetaObject::invokeMethod(files, "accept");
        } else if (auto* options = qobject_cast<QDialog*>(QApplication::activeModalWidget())) {
            options->accept();
        }
    });
    user.start(5);
    const auto written = runExportDialog(nullptr, exhibit());
    user.stop();
    ASSERT_TRUE(written.has_value());
    EXPECT_EQ(written->string(), path.toStdString());
    EXPECT_EQ(contentOf(path), chartCsv(exhibit())) << "the name's end decides the format";
    EXPECT_EQ(QSettings().value("export/folder").toString(), folder.path());
}

TEST(ChartExport, CancelledDialogWritesNothing) {
    QTimer user;
    QObject::connect(&user, &QTimer::timeout, [&] {
        if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) {
            dialog->reject();
        }
    });
    user.start(5);
    EXPECT_FALSE(runExportDialog(nullptr, exhibit()).has_value());
}

TEST(ChartExport, FootnoteNamesWhatWasChanged) {
    EXPECT_FALSE(provenanceLines(exhibit()).join(' ').contains("changed"));
    const QString lines = provenanceLines(throughputChart({largerCacheSeries()})).join(' ');
    EXPECT_TRUE(lines.contains("changed: cache.buffers = 1900")) << lines.toStdString();
}

TEST(ChartExport, FileNamesDecideTheFormat) {
    EXPECT_EQ(formatOf("a.SVG"), ChartFormat::svg);
    EXPECT_EQ(formatOf("a.b"), std::nullopt);
    EXPECT_EQ(withSuffix("1997.chart", ChartFormat::pdf), "1997.chart.pdf");
    EXPECT_EQ(withSuffix("chart.csv", ChartFormat::pdf), "chart.csv");
}

} // namespace
} // namespace thrashlab::ui
