#include "ui/plots/chart_drawing.h"

#include "chart_samples.h"
#include "ui/number_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace thrashlab::ui {
namespace {

// A chart in a plot of its own, drawn once.
struct Drawn {
    explicit Drawn(const Chart& chart, ChartTheme theme = ChartTheme::light, QSize size = {720, 450})
        : drawing(new ChartDrawing(&plot)) {
        plot.resize(size);
        drawing->setLook(ChartStyle(theme, lightPalette()), QFont());
        drawing->setChart(chart);
        image = plot.toPixmap(size.width(), size.height(), 1).toImage();
        plot.setViewport(QRect(QPoint(), size)); // what is asked afterwards is of the same size
    }

    QCustomPlot plot;
    ChartDrawing* drawing;
    QImage image;
};

bool same(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

TEST(ChartDrawing, DrawsEveryPointOfEverySeriesAsTheChartSaysIt) {
    for (const Chart& chart : allChartSamples()) {
        SCOPED_TRACE(chart.title.toStdString());
        const Drawn drawn(chart);
        const std::vector<DrawnSeries> all = drawn.drawing->drawn();
        ASSERT_EQ(all.size(), chart.series.size());
        for (const DrawnSeries& each : all) {
            const ChartSeries& series = chart.series.at(each.series);
            EXPECT_EQ(each.shape, series.shape);
            ASSERT_EQ(each.x.size(), series.x.size());
            for (std::size_t i = 0; i < each.x.size(); ++i) {
                EXPECT_TRUE(same(each.y[i], series.y[i])) << each.y[i] << " is not " << series.y[i];
                if (series.shape == ChartShape::line || series.shape == ChartShape::steps) {
                    EXPECT_EQ(each.x[i], series.x[i]);
                } else {
                    EXPECT_LT(std::abs(each.x[i] - series.x[i]), 0.5) << "in its column";
                }
            }
            if (series.shape == ChartShape::line) {
                EXPECT_EQ(each.low, series.low);
                EXPECT_EQ(each.high, series.high);
            }
        }
        EXPECT_EQ(drawn.drawing->titleText(), chart.title);
        EXPECT_EQ(drawn.drawing->axisTitleText(Qt::Vertical), axisText(chart.y));
        EXPECT_EQ(drawn.drawing->axisTitleText(Qt::Horizontal), axisText(chart.x));
        EXPECT_EQ(drawn.drawing->drawnMarkers().size(), chart.markers.size());
    }
}

TEST(ChartDrawing, SurfaceCellsAreThoseOfTheChart) {
    for (const bool even : {true, false}) {
        const Chart chart = heatMapSample(even);
        const Drawn drawn(chart);
        const std::vector<double> cells = drawn.drawing->drawnCells();
        ASSERT_EQ(cells.size(), chart.surface->values.size());
        for (std::size_t i = 0; i < cells.size(); ++i) {
            EXPECT_TRUE(same(cells[i], chart.surface->values[i])) << i;
        }
    }
}

TEST(ChartDrawing, ContoursOfACliffAreAllDrawnAndSaidOnce) {
    Chart chart{.kind = ChartKind::heat_map};
    ChartSurface surface;
    constexpr int columns = 41;
    for (int row = 0; row < 4; ++row) {
        surface.y.push_back(row);
        for (int column = 0; column < columns; ++column) {
            if (row == 0) {
                surface.x.push_back(column);
            }
            surface.values.push_back(column < columns / 2 ? 10 : 1000);
        }
    }
    surface.logarithmic = true;
    surface.levels = {20, 50, 100, 200, 500};
    chart.surface = surface;
    const Drawn drawn(chart);
    EXPECT_EQ(drawn.drawing->drawnContours().size(), 5U);
    EXPECT_EQ(drawn.drawing->contourLabels(), QStringList{QStringLiteral("20")});
}

TEST(ChartDrawing, SeriesDifferByMoreThanColour) {
    Chart lines = missRatioSample();
    const Drawn drawnLines(lines);
    std::set<std::pair<QList<qreal>, int>> looks;
    for (const DrawnSeries& series : drawnLines.drawing->drawn()) {
        looks.emplace(series.pen.dashPattern(), series.marker);
    }
    EXPECT_EQ(looks.size(), lines.series.size());
    for (const ChartTheme theme : {ChartTheme::light, ChartTheme::dark, ChartTheme::print}) {
        const Drawn drawn(timeSplitChart({exhibitSeries()}), theme);
        std::set<Hatch> hatches;
        for (const DrawnSeries& series : drawn.drawing->drawn()) {
            hatches.insert(series.hatch);
        }
        EXPECT_EQ(hatches.size(), drawn.drawing->drawn().size());
    }
}

TEST(ChartDrawing, PrintHasNoColours) {
    for (const Chart& chart : allChartSamples()) {
        const Drawn drawn(chart, ChartTheme::print);
        bool coloured = false;
        for (int y = 0; y < drawn.image.height(); ++y) {
            for (int x = 0; x < drawn.image.width(); ++x) {
                coloured = coloured || drawn.image.pixelColor(x, y).hsvSaturation() > 0;
            }
        }
        EXPECT_FALSE(coloured) << chart.title.toStdString();
        EXPECT_EQ(drawn.image.pixelColor(1, 1), QColor(Qt::white));
    }
}

TEST(ChartDrawing, BarsOfSeveralSeriesStandBesideEachOther) {
    const Chart chart = throughputChart({exhibitSeries(), largerCacheSeries()});
    const Drawn drawn(chart);
    const std::vector<DrawnSeries> all = drawn.drawing->drawn();
    ASSERT_EQ(all.size(), 4U) << "two of bars, two of marks";
    EXPECT_LT(all[0].x[0], 1);
    EXPECT_GT(all[1].x[0], 1);
    for (const DrawnSeries& marks : {all[2], all[3]}) {
        const std::size_t bars = *chart.series[marks.series].onBarsOf;
        EXPECT_EQ(marks.x[0], all[bars].x[0]) << "the marks stand on the bars of their series";
    }
}

TEST(ChartDrawing, AHiddenSeriesIsNotDrawnAndTheOthersKeepTheirLooks) {
    Chart chart = missRatioSample();
    const Drawn before(chart);
    chart.series[1].hidden = true;
    const Drawn after(chart);
    ASSERT_EQ(after.drawing->drawn().size(), chart.series.size() - 1);
    EXPECT_EQ(after.drawing->drawn()[1].series, 2U);
    EXPECT_EQ(after.drawing->drawn()[1].pen, before.drawing->drawn()[2].pen);
    EXPECT_EQ(after.drawing->key().entries().size(), chart.series.size()) << "it can be put back";
    EXPECT_EQ(after.drawing->range(Qt::Vertical), before.drawing->range(Qt::Vertical)) << "nothing moves";
}

TEST(ChartDrawing, BarsSayTheirFigures) {
    const Drawn wide(throughputChart({exhibitSeries()}));
    const std::vector<RunResult>& runs = exhibitSeries().runs;
    const QStringList labels = wide.drawing->barLabels();
    ASSERT_EQ(labels.size(), 3);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(labels[i], groupedText(runs[static_cast<std::size_t>(i)].bytes_per_second()));
    }
    const Drawn split(timeSplitChart({exhibitSeries()}));
    EXPECT_EQ(split.drawing->barLabels().size(), 3) << "one on top of each stack";
}

TEST(ChartDrawing, RangesAreTheChartsOwnWhereItHasAny) {
    Chart chart = curveSample();
    chart.x.from = 1000;
    chart.x.to = 2000;
    const Drawn drawn(chart);
    EXPECT_EQ(drawn.drawing->range(Qt::Horizontal), (ChartRange{1000, 2000}));
    EXPECT_EQ(firstRange(curveSample(), Qt::Horizontal), (ChartRange{500, 4000}));
    EXPECT_EQ(firstRange(missRatioSample(), Qt::Vertical).from, 0) << "a share is seen against nothing";
    chart.x.from = -5;
    EXPECT_EQ(firstRange(chart, Qt::Horizontal).from, 500) << "no logarithm of that";
}

TEST(ChartDrawing, StacksAndNamesAreNeverLogarithmic) {
    Chart chart = timeSplitChart({exhibitSeries()});
    chart.y.logarithmic = true;
    EXPECT_FALSE(isLogarithmic(chart, Qt::Vertical));
    chart.x.logarithmic = true;
    EXPECT_FALSE(isLogarithmic(chart, Qt::Horizontal));
    EXPECT_TRUE(isLogarithmic(curveSample(), Qt::Vertical));
    Chart zero = curveSample();
    for (ChartSeries& series : zero.series) {
        std::fill(series.y.begin(), series.y.end(), 0);
    }
    EXPECT_FALSE(isLogarithmic(zero, Qt::Vertical)) << "nothing is positive";
}

TEST(ChartDrawing, CellsReachHalfWayToTheirNeighbours) {
    EXPECT_EQ(cellEdges({1, 3, 7}, false), (std::vector<double>{0, 2, 5, 9}));
    EXPECT_EQ(cellEdges({1, 4, 16}, true), (std::vector<double>{0.5, 2, 8, 32}));
    EXPECT_EQ(cellEdges({5}, false), (std::vector<double>{4.5, 5.5}));
}

TEST(ChartDrawing, TicksHaveTheDigitsThatTellThemApart) {
    const QString narrow(QChar(0x202f));
    EXPECT_EQ(tickText(250000, 250000, 1000000, "bytes/s"), "0.25" + narrow + "M");
    EXPECT_EQ(tickText(2500000, 500000, 3000000, "bytes/s"), "2.5" + narrow + "M");
    EXPECT_EQ(tickText(452100, 100, 452300, "bytes/s"), "452.1" + narrow + "K");
    EXPECT_EQ(tickText(1400, 200, 2400, ""), "1" + narrow + "400");
    EXPECT_EQ(tickText(0.25, 0.25, 1, ""), "0.25");
    EXPECT_EQ(tickText(1048576, 262144, 2097152, "bytes"), "1.00" + narrow + "MiB");
    EXPECT_EQ(tickText(0, 200, 2400, ""), "0");
}

TEST(ChartDrawing, FindsWhatIsUnderThePointer) {
    for (const Chart& chart : allChartSamples()) {
        SCOPED_TRACE(chart.title.toStdString());
        const Drawn drawn(chart);
        const QPointF middle = drawn.drawing->plotRect().center();
        EXPECT_FALSE(drawn.drawing->pointAt({1, 1}).has_value());
        if (chart.surface) {
            const auto cell = drawn.drawing->pointAt(middle);
            ASSERT_TRUE(cell.has_value());
            EXPECT_LT((drawn.drawing->pixelOf(*cell) - middle).manhattanLength(), 40);
            continue;
        }
        // Any point is found where it is drawn, or another one at the same place.
        const ChartPoint last{chart.series.size() - 1, 2};
        const QPointF place = drawn.drawing->pixelOf(last) + QPointF(0, 1);
        const auto found = drawn.drawing->pointAt(place);
        ASSERT_TRUE(found.has_value());
        EXPECT_LT((drawn.drawing->pixelOf(*found) - place).manhattanLength(), 12);
    }
}

TEST(ChartDrawing, SaysExactFiguresOfAPoint) {
    const Chart chart = throughputChart({exhibitSeries()});
    const QString words = describePoint(chart, {0, 1});
    EXPECT_TRUE(words.contains("run 2")) << words.toStdString();
    EXPECT_TRUE(words.contains("bytes/s"));
    EXPECT_TRUE(words.contains(groupedText(exhibitSeries().runs[1].counters.bytes)));
    const QString published = describePoint(chart, {1, 2});
    EXPECT_TRUE(published.contains("printed as 60-70K")) << published.toStdString();
    const QString cell = describePoint(heatMapSample(), {0, 0});
    EXPECT_TRUE(cell.contains("Buffers 256")) << cell.toStdString();
    EXPECT_TRUE(describePoint(curveSample(), {1, 3}).contains("lost turns"));
}

TEST(ChartDrawing, NoWordsOfAnyKindAreCutOff) {
    for (const Chart& chart : allChartSamples()) {
        for (const QSize size : {QSize(420, 320), QSize(720, 450), QSize(1200, 700)}) {
            SCOPED_TRACE(chart.title.toStdString());
            const Drawn drawn(chart, ChartTheme::light, size);
            // The outermost pixels are the ground's: nothing reaches the edge.
            const QColor ground = drawn.drawing->style().ground();
            for (int x = 0; x < size.width(); ++x) {
                ASSERT_EQ(drawn.image.pixelColor(x, 1), ground);
                ASSERT_EQ(drawn.image.pixelColor(x, size.height() - 2), ground);
            }
            for (int y = 0; y < size.height(); ++y) {
                ASSERT_EQ(drawn.image.pixelColor(1, y), ground);
                ASSERT_EQ(drawn.image.pixelColor(size.width() - 2, y), ground) << "at height " << y;
            }
            EXPECT_FALSE(drawn.drawing->titleText().contains(QChar(0x2026))) << "the title is broken, not cut";
            for (std::size_t i = 0; i < drawn.drawing->key().entries().size(); ++i) {
                EXPECT_LE(drawn.drawing->key().entryRect(i).right(), size.width());
            }
        }
    }
}

TEST(ChartDrawing, AnEmptyChartSaysSo) {
    const Drawn drawn(Chart{.title = "nothing"});
    EXPECT_TRUE(drawn.drawing->drawn().empty());
    EXPECT_FALSE(drawn.image.isNull());
}

} // namespace
} // namespace thrashlab::ui
