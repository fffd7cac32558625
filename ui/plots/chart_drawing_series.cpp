// The series of a chart, and its surface, as plottables.
#include "ui/plots/chart_drawing.h"

#include "sim/contour.h"
#include "ui/plots/hatched_bars.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace thrashlab::ui {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr double widthOfOne = 0.5;
constexpr double widthOfSeveral = 0.76;
constexpr double markSize = 11;
constexpr double whiskerWidth = 15;
constexpr std::size_t finestMap = 512;

// Whether the cells are equally wide, as those of a colour map are.
bool isEven(const std::vector<double>& edges, bool logarithmic) {
    const auto at = [&](std::size_t i) { return logarithmic ? std::log(edges[i]) : edges[i]; };
    const double step = (at(edges.size() - 1) - at(0)) / static_cast<double>(edges.size() - 1);
    for (std::size_t i = 1; i < edges.size(); ++i) {
        if (std::abs(at(i) - at(i - 1) - step) > 1e-6 * std::abs(step)) {
            return false;
        }
    }
    return true;
}

// The middles of equally wide cells between two ends.
std::vector<double> evenMiddles(double from, double to, std::size_t cells, bool logarithmic) {
    std::vector<double> middles(cells);
    for (std::size_t i = 0; i < cells; ++i) {
        const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(cells);
        middles[i] = logarithmic ? from * std::pow(to / from, share) : from + share * (to - from);
    }
    return middles;
}

// One axis of a colour map: which of the surface's places each of its cells shows.
struct MapAxis {
    QCPRange range; ///< middles of the first and of the last cell
    std::vector<std::size_t> places;
};

MapAxis mapAxis(const std::vector<double>& places, bool logarithmic) {
    const std::vector<double> edges = cellEdges(places, logarithmic);
    const bool even = isEven(edges, logarithmic);
    const std::vector<double> middles =
        evenMiddles(edges.front(), edges.back(), even ? places.size() : finestMap, logarithmic);
    MapAxis axis{QCPRange(middles.front(), middles.back()), {}};
    for (const double middle : middles) {
        const auto above = std::upper_bound(edges.begin() + 1, edges.end() - 1, middle);
        axis.places.push_back(static_cast<std::size_t>(std::distance(edges.begin() + 1, above)));
    }
    if (even) {
        axis.range = {places.front(), places.back()};
    }
    return axis;
}

QCPRange rangeOf(const ChartSurface& surface) {
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -lowest;
    for (const double value : surface.values) {
        if (std::isfinite(value) && (!surface.logarithmic || value > 0)) {
            lowest = std::min(lowest, value);
            highest = std::max(highest, value);
        }
    }
    if (lowest > highest) {
        return {1, 10};
    }
    return lowest < highest ? QCPRange(lowest, highest) : QCPRange(lowest * 0.9, lowest * 1.1 + 1e-9);
}

// What a surface stands on, and what is seen where it has no value.
class FilledGround : public QCPAbstractItem {
public:
    FilledGround(QCustomPlot* plot, const ChartFill& fill) : QCPAbstractItem(plot), fill_(fill) {}
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

protected:
    void draw(QCPPainter* painter) override { drawFill(*painter, clipAxisRect()->rect(), fill_); }

private:
    ChartFill fill_;
};

} // namespace

void ChartDrawing::clear() {
    plot_->clearPlottables();
    plotted_.clear();
    map_ = nullptr;
    contours_.clear();
    for (QCPAbstractItem* item : groundItems_) {
        plot_->removeItem(item);
    }
    groundItems_.clear();
    contourWords_.clear();
    if (scale_ != nullptr) {
        middle_->remove(scale_);
        scale_ = nullptr;
        middle_->simplify();
    }
}

void ChartDrawing::plot() {
    clear();
    if (chart_.surface && !chart_.surface->values.empty()) {
        plotSurface();
    }
    QCPBars* below = nullptr;
    for (std::size_t i = 0; i < chart_.series.size(); ++i) {
        const ChartSeries& series = chart_.series[i];
        if (series.hidden) {
            continue;
        }
        switch (series.shape) {
        case ChartShape::line:
        case ChartShape::steps:
            plotLine(i);
            break;
        case ChartShape::bars:
            plotBars(i, nullptr);
            break;
        case ChartShape::stacked:
            plotBars(i, below);
            below = plotted_.back().bars;
            break;
        case ChartShape::marks:
            break;
        }
    }
    // Marks are over everything.
    for (std::size_t i = 0; i < chart_.series.size(); ++i) {
        if (chart_.series[i].shape == ChartShape::marks && !chart_.series[i].hidden) {
            plotMarks(i);
        }
    }
    followRange();
}

// The place of a series among those that are drawn like it: marks take no look from lines.
std::size_t ChartDrawing::lookOf(std::size_t place) const {
    const bool marks = chart_.series[place].shape == ChartShape::marks;
    return static_cast<std::size_t>(
        std::count_if(chart_.series.begin(), chart_.series.begin() + static_cast<std::ptrdiff_t>(place),
                      [marks](const ChartSeries& each) { return (each.shape == ChartShape::marks) == marks; }));
}

double ChartDrawing::drawable(double value) const {
    return std::isfinite(value) && (value > 0 || !isLogarithmic(chart_, Qt::Vertical)) ? value : nothing;
}

double ChartDrawing::barWidth() const {
    const auto beside = std::count_if(chart_.series.begin(), chart_.series.end(), [](const ChartSeries& series) {
        return series.shape == ChartShape::bars && !series.hidden;
    });
    return beside < 2 ? widthOfOne : widthOfSeveral / static_cast<double>(beside);
}

// How far the middle of a series' bars stands off the middle of their column.
double ChartDrawing::barOffset(std::size_t place) const {
    int before = 0;
    int all = 0;
    for (std::size_t i = 0; i < chart_.series.size(); ++i) {
        if (chart_.series[i].shape == ChartShape::bars && !chart_.series[i].hidden) {
            before += i < place ? 1 : 0;
            ++all;
        }
    }
    return all < 2 ? 0 : (before - (all - 1) / 2.0) * barWidth();
}

double ChartDrawing::offsetOf(std::size_t place) const {
    const ChartSeries& series = chart_.series[place];
    if (series.shape == ChartShape::bars) {
        return barOffset(place);
    }
    const bool onBars = series.shape == ChartShape::marks && series.onBarsOf &&
                        *series.onBarsOf < chart_.series.size() && !chart_.series[*series.onBarsOf].hidden;
    return onBars ? barOffset(*series.onBarsOf) : 0;
}

void ChartDrawing::plotLine(std::size_t place) {
    const ChartSeries& series = chart_.series[place];
    Plotted plotted{.series = place};
    if (!series.low.empty() && !series.high.empty()) {
        plotBand(plotted);
    }
    QCPGraph* graph = plot_->addGraph();
    plotted.graph = graph;
    QVector<QCPGraphData> data;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        data.push_back({series.x[i], drawable(series.y[i])});
    }
    graph->data()->set(data, false);
    graph->setLineStyle(series.shape == ChartShape::steps ? QCPGraph::lsStepLeft : QCPGraph::lsLine);
    graph->setPen(style_.line(lookOf(place)));
    graph->setAntialiased(true);
    graph->setAdaptiveSampling(true);
    if (isMarked(series)) {
        graph->setScatterStyle(style_.marker(lookOf(place)));
        graph->setAntialiasedScatters(true);
    }
    plotted_.push_back(plotted);
}

// Between two lines that are not drawn themselves.
void ChartDrawing::plotBand(Plotted& plotted) {
    const ChartSeries& series = chart_.series[plotted.series];
    const auto edge = [&](const std::vector<double>& values) {
        QCPGraph* graph = plot_->addGraph();
        QVector<QCPGraphData> data;
        for (std::size_t i = 0; i < series.x.size(); ++i) {
            data.push_back({series.x[i], drawable(values[i])});
        }
        graph->data()->set(data, false);
        graph->setLineStyle(series.shape == ChartShape::steps ? QCPGraph::lsStepLeft : QCPGraph::lsLine);
        graph->setPen(Qt::NoPen);
        return graph;
    };
    plotted.bandLow = edge(series.low);
    plotted.bandHigh = edge(series.high);
    plotted.bandHigh->setBrush(style_.band(lookOf(plotted.series)));
    plotted.bandHigh->setChannelFillGraph(plotted.bandLow);
}

void ChartDrawing::plotBars(std::size_t place, QCPBars* below) {
    const ChartSeries& series = chart_.series[place];
    auto* bars = new HatchedBars(plot_->xAxis, plot_->yAxis);
    bars->setWidth(series.shape == ChartShape::stacked ? widthOfOne : barWidth());
    bars->setFill(series.part ? style_.part(*series.part) : style_.bar(lookOf(place)));
    QVector<double> keys;
    QVector<double> values;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (std::isfinite(drawable(series.y[i]))) {
            keys.push_back(series.x[i] + offsetOf(place));
            values.push_back(series.y[i]);
        }
    }
    bars->setData(keys, values);
    if (below != nullptr) {
        bars->moveAbove(below);
    }
    plotted_.push_back({.series = place, .bars = bars});
    addWhiskers(series, bars, 0);
}

void ChartDrawing::plotMarks(std::size_t place) {
    const ChartSeries& series = chart_.series[place];
    QVector<double> keys;
    QVector<double> values;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        keys.push_back(series.x[i] + offsetOf(place));
        values.push_back(drawable(series.y[i]));
    }
    const QCPScatterStyle::ScatterShape shape = style_.hollow(lookOf(place));
    // A halo of the ground's colour keeps a mark apart from the bar that it stands on.
    for (const QPen& pen :
         {QPen(style_.ground(), style_.stroke(1.25) + 2.2), QPen(style_.text(), style_.stroke(1.25))}) {
        QCPGraph* graph = plot_->addGraph();
        graph->setData(keys, values, true);
        graph->setLineStyle(QCPGraph::lsNone);
        graph->setAdaptiveSampling(false);
        graph->setAntialiasedScatters(true);
        graph->setPen(pen);
        graph->setScatterStyle(QCPScatterStyle(shape, pen, Qt::NoBrush, markSize));
        if (pen.color() == style_.text()) {
            plotted_.push_back({.series = place, .graph = graph});
            addWhiskers(series, graph, markSize);
        }
    }
}

void ChartDrawing::addWhiskers(const ChartSeries& series, QCPAbstractPlottable* plottable, double gap) {
    if (series.low.empty() || series.high.empty()) {
        return;
    }
    QVector<double> below;
    QVector<double> above;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (series.shape == ChartShape::bars && !std::isfinite(drawable(series.y[i]))) {
            continue; // there is no bar either
        }
        // A whisker of no length would be a dash across the mark; what is no number is not drawn.
        const bool range = series.low[i] < series.high[i];
        below.push_back(range ? series.y[i] - series.low[i] : nothing);
        above.push_back(range ? series.high[i] - series.y[i] : nothing);
    }
    auto* whiskers = new QCPErrorBars(plot_->xAxis, plot_->yAxis);
    whiskers->setDataPlottable(plottable);
    whiskers->setErrorType(QCPErrorBars::etValueError);
    whiskers->setSymbolGap(gap);
    whiskers->setWhiskerWidth(whiskerWidth);
    whiskers->setPen(QPen(style_.text(), style_.stroke(1)));
    whiskers->setData(below, above);
}

void ChartDrawing::plotSurface() {
    const ChartSurface& surface = *chart_.surface;
    const MapAxis across = mapAxis(surface.x, isLogarithmic(chart_, Qt::Horizontal));
    const MapAxis up = mapAxis(surface.y, isLogarithmic(chart_, Qt::Vertical));
    map_ = new QCPColorMap(plot_->xAxis, plot_->yAxis);
    map_->setInterpolate(false);
    map_->setTightBoundary(false);
    map_->data()->setSize(static_cast<int>(across.places.size()), static_cast<int>(up.places.size()));
    map_->data()->setRange(across.range, up.range);
    for (std::size_t row = 0; row < up.places.size(); ++row) {
        for (std::size_t column = 0; column < across.places.size(); ++column) {
            const double value = surface.values[up.places[row] * surface.x.size() + across.places[column]];
            const bool shown = std::isfinite(value) && (!surface.logarithmic || value > 0);
            map_->data()->setCell(static_cast<int>(column), static_cast<int>(row), shown ? value : nothing);
        }
    }
    groundItems_.push_back(new FilledGround(plot_, style_.missing()));
    groundItems_.back()->setLayer(QStringLiteral("background"));
    scale_ = new QCPColorScale(plot_);
    middle_->addElement(0, 1, scale_);
    scale_->setType(QCPAxis::atRight);
    map_->setColorScale(scale_);
    map_->setDataScaleType(surface.logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    map_->setDataRange(rangeOf(surface));
    map_->setGradient(style_.gradient());
    dressScale();
    plotContours();
}

// Where a coordinate or the values are logarithmic, the lines are straight in their logarithms.
void ChartDrawing::plotContours() {
    const ChartSurface& surface = *chart_.surface;
    const auto transformed = [](const std::vector<double>& numbers, bool logarithmic) {
        std::vector<double> result = numbers;
        if (logarithmic) {
            std::transform(result.begin(), result.end(), result.begin(),
                           [](double number) { return number > 0 ? std::log(number) : nothing; });
        }
        return result;
    };
    const bool across = isLogarithmic(chart_, Qt::Horizontal);
    const bool up = isLogarithmic(chart_, Qt::Vertical);
    const std::vector<double> x = transformed(surface.x, across);
    const std::vector<double> y = transformed(surface.y, up);
    const std::vector<double> values = transformed(surface.values, surface.logarithmic);
    for (const double level : surface.levels) {
        if (surface.logarithmic && level <= 0) {
            continue;
        }
        QVector<QCPCurveData> longest;
        for (const ContourLine& line : contour_lines(x, y, values, surface.logarithmic ? std::log(level) : level)) {
            QVector<QCPCurveData> points;
            for (const ContourPoint& point : line) {
                points.push_back({static_cast<double>(points.size()), across ? std::exp(point.x) : point.x,
                                  up ? std::exp(point.y) : point.y});
            }
            for (const QPen& pen : {style_.contourHalo(), style_.contour()}) {
                auto* curve = new QCPCurve(plot_->xAxis, plot_->yAxis);
                curve->data()->set(points, true);
                curve->setPen(pen);
                curve->setAntialiased(true);
            }
            contours_.push_back({level, static_cast<std::size_t>(points.size())});
            longest = points.size() > longest.size() ? points : longest;
        }
        if (!longest.isEmpty()) {
            auto* words = new QCPItemText(plot_);
            words->setLayer(QStringLiteral("overlay")); // no other contour goes through them
            words->setText(tickText(level, level, level, surface.unit));
            words->setFont(small_);
            words->setColor(style_.text());
            words->setBrush(style_.ground());
            words->setPadding(QMargins(3, 0, 3, 0));
            const QCPCurveData& middle = longest[longest.size() / 2];
            words->position->setCoords(middle.key, middle.value);
            groundItems_.push_back(words);
            contourWords_.push_back(words);
        }
    }
}

std::vector<DrawnSeries> ChartDrawing::drawn() const {
    std::vector<DrawnSeries> all;
    for (const Plotted& plotted : plotted_) {
        DrawnSeries drawn{.series = plotted.series, .shape = chart_.series[plotted.series].shape};
        if (plotted.bars != nullptr) {
            drawn.hatch = plotted.bars->fill().hatch;
            for (const QCPBarsData& bar : *plotted.bars->data()) {
                drawn.x.push_back(bar.key);
                drawn.y.push_back(bar.value);
            }
        } else {
            drawn.pen = plotted.graph->pen();
            drawn.marker = plotted.graph->scatterStyle().shape();
            for (const QCPGraphData& point : *plotted.graph->data()) {
                drawn.x.push_back(point.key);
                drawn.y.push_back(point.value);
            }
        }
        if (plotted.bandLow != nullptr) {
            for (const QCPGraphData& point : *plotted.bandLow->data()) {
                drawn.low.push_back(point.value);
            }
            for (const QCPGraphData& point : *plotted.bandHigh->data()) {
                drawn.high.push_back(point.value);
            }
        }
        all.push_back(std::move(drawn));
    }
    return all;
}

std::vector<double> ChartDrawing::drawnCells() const {
    std::vector<double> cells;
    if (map_ != nullptr) {
        const ChartSurface& surface = *chart_.surface;
        const auto find = [&](double place, Qt::Orientation axis) {
            const MapAxis drawn = mapAxis(axis == Qt::Horizontal ? surface.x : surface.y, isLogarithmic(chart_, axis));
            const std::vector<double>& places = axis == Qt::Horizontal ? surface.x : surface.y;
            const auto index = std::distance(places.begin(), std::find(places.begin(), places.end(), place));
            const auto cell = std::find(drawn.places.begin(), drawn.places.end(), static_cast<std::size_t>(index));
            return static_cast<int>(std::distance(drawn.places.begin(), cell));
        };
        for (const double y : surface.y) {
            for (const double x : surface.x) {
                cells.push_back(map_->data()->cell(find(x, Qt::Horizontal), find(y, Qt::Vertical)));
            }
        }
    }
    return cells;
}

} // namespace thrashlab::ui
