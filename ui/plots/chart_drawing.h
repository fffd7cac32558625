// Draws a chart, whatever its kind, into a QCustomPlot.
#pragma once

#include "ui/plots/chart.h"
#include "ui/plots/chart_elements.h"
#include "ui/plots/chart_range.h"
#include "ui/plots/chart_style.h"
#include "ui/plots/chart_words.h"
#include "ui/plots/qcustomplot_wrapper.h"

#include <QFont>
#include <QObject>
#include <QRectF>

#include <optional>
#include <vector>

namespace thrashlab::ui {

class HatchedBars;

/// A series as it is drawn, read back from the plot.
struct DrawnSeries {
    std::size_t series = 0;
    ChartShape shape = ChartShape::line;
    std::vector<double> x; ///< bars and marks beside each other stand off the middle of their column
    std::vector<double> y;
    std::vector<double> low; ///< of whiskers and bands; empty for none
    std::vector<double> high;
    QPen pen;
    Hatch hatch = Hatch::none;
    QCPScatterStyle::ScatterShape marker = QCPScatterStyle::ssNone;
};

/// A line of equal height as it is drawn.
struct DrawnContour {
    double level = 0;
    std::size_t points = 0;
};

/// Title, key, axes, series and footnote of a chart in a QCustomPlot, which owns it. Sizes are in pixels of the plot,
/// so that no output's resolution changes them. Never replots by itself.
class ChartDrawing : public QObject {
    Q_OBJECT

public:
    explicit ChartDrawing(QCustomPlot* plot);

    /// Begins with the ranges that the chart asks for.
    void setChart(const Chart& chart);
    [[nodiscard]] const Chart& chart() const { return chart_; }
    void setLook(const ChartStyle& style, const QFont& font);
    [[nodiscard]] const ChartStyle& style() const { return style_; }
    /// Lines beneath the chart, for a file that has to explain itself.
    void setFootnote(const QStringList& lines);

    [[nodiscard]] ChartRange range(Qt::Orientation axis) const;
    void setRange(Qt::Orientation axis, const ChartRange& range);

    /// The point at or near a pixel.
    [[nodiscard]] std::optional<ChartPoint> pointAt(const QPointF& pixel) const;
    /// Where a point is, in pixels.
    [[nodiscard]] QPointF pixelOf(const ChartPoint& point) const;
    /// Marks a point; nothing for none.
    void setHovered(std::optional<ChartPoint> point);
    [[nodiscard]] std::optional<ChartPoint> hovered() const { return hovered_; }

    // Where things are, in pixels, once the plot has been drawn.
    [[nodiscard]] QRectF titleRect() const;
    [[nodiscard]] QRectF axisTitleRect(Qt::Orientation axis) const;
    /// The place of an axis' numbers.
    [[nodiscard]] QRectF axisRect(Qt::Orientation axis) const;
    [[nodiscard]] QRectF plotRect() const;
    [[nodiscard]] const ChartKey& key() const { return *key_; }

    // Read back from the plot, for tests.
    [[nodiscard]] std::vector<DrawnSeries> drawn() const;
    /// The surface's cells as they are drawn, in its own order; empty without one.
    [[nodiscard]] std::vector<double> drawnCells() const;
    [[nodiscard]] const std::vector<DrawnContour>& drawnContours() const { return contours_; }
    /// What is said on them: nothing where it would stand on another one's words.
    [[nodiscard]] QStringList contourLabels() const;
    [[nodiscard]] std::vector<QString> drawnMarkers() const;
    [[nodiscard]] QString titleText() const;
    [[nodiscard]] QString axisTitleText(Qt::Orientation axis) const;
    [[nodiscard]] QStringList footnoteLines() const { return footnote_->lines(); }
    /// The text above each bar, empty where it had no room.
    [[nodiscard]] QStringList barLabels() const;
    [[nodiscard]] QStringList tickLabels(Qt::Orientation axis) const;

private:
    struct Plotted {
        std::size_t series;
        QCPGraph* graph = nullptr;
        HatchedBars* bars = nullptr;
        QCPGraph* bandLow = nullptr;
        QCPGraph* bandHigh = nullptr;
    };
    struct BarLabel {
        QCPItemText* item;
        double x;
        double y; ///< the bar's end
        QString exact;
        QString rounded;
    };
    struct MarkerItems {
        QCPItemLine* line;
        QCPItemText* text;
        double x;
    };

    // chart_drawing.cpp
    void buildLayout();
    void dress();
    void setAxes();
    void setAxis(Qt::Orientation axis);
    void dressScale();
    void fillKey();
    void followRange();

    // chart_drawing_series.cpp
    void plot();
    void plotLine(std::size_t place);
    void plotBand(Plotted& plotted);
    void plotBars(std::size_t place, QCPBars* below);
    void plotMarks(std::size_t place);
    void addWhiskers(const ChartSeries& series, QCPAbstractPlottable* plottable, double gap);
    void plotSurface();
    void plotContours();
    void clear();
    [[nodiscard]] double drawable(double value) const;
    [[nodiscard]] double barWidth() const;
    [[nodiscard]] double barOffset(std::size_t place) const;
    [[nodiscard]] double offsetOf(std::size_t place) const;
    [[nodiscard]] std::size_t lookOf(std::size_t place) const;

    // chart_drawing_words.cpp
    void makeLabels();
    void makeMarkers();
    void placeWords();
    void placeLabels();
    void placeMarkers();
    void placeContourWords();
    [[nodiscard]] int markerRows() const;
    [[nodiscard]] double raisedOverMarks(double x, double bottom, double height) const;
    [[nodiscard]] std::optional<ChartPoint> barAt(const QPointF& pixel) const;
    [[nodiscard]] std::optional<ChartPoint> cellAt(const QPointF& pixel) const;
    [[nodiscard]] std::optional<ChartPoint> nearestPoint(const QPointF& pixel) const;
    [[nodiscard]] QRectF barRect(std::size_t place, std::size_t point) const;

    QCustomPlot* plot_;
    Chart chart_;
    ChartStyle style_;
    QFont font_;
    QFont small_;
    TextBlock* title_;
    ChartKey* key_;
    TextBlock* valueTitle_;
    TextBlock* footnote_;
    QCPLayoutGrid* middle_; ///< the axes, and the scale of colours beside them
    QCPMarginGroup* ends_;  ///< the scale ends where the axes end
    QCPColorScale* scale_ = nullptr;
    QCPColorMap* map_ = nullptr;
    std::vector<QCPAbstractItem*> groundItems_; ///< beneath the surface, and the levels of its contours
    std::vector<DrawnContour> contours_;
    std::vector<QCPItemText*> contourWords_; ///< among `groundItems_`
    std::vector<Plotted> plotted_;
    std::vector<BarLabel> labels_;
    std::vector<MarkerItems> markers_;
    std::vector<QCPAbstractItem*> hoverItems_;
    QCPItemText* hint_ = nullptr;
    std::optional<ChartPoint> hovered_;
};

} // namespace thrashlab::ui
