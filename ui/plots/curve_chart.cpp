#include "ui/plots/curve_chart.h"

#include "ui/number_text.h"
#include "ui/plots/chart_style.h"
#include "ui/plots/chart_ticker.h"
#include "ui/plots/curve_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace thrashlab::ui {
namespace {

constexpr double markSize = 9;
constexpr double wordGap = 6;
constexpr double reach = 40; ///< how far from a point the pointer may be
constexpr double emptyLowest = 1e4;
constexpr double emptyHighest = 1e7;
constexpr const char* cursorLayer = "cursor";

} // namespace

CurveChart::CurveChart(QCustomPlot* plot)
    : QObject(plot), plot_(plot), parameter_(&thrashlab::parameter("cache.buffers")) {
    buildAxes();
    buildItems();
    connect(plot, &QCustomPlot::afterLayout, this, &CurveChart::placeWords);
}

void CurveChart::buildAxes() {
    plot_->setInteractions(QCP::Interactions());
    plot_->plotLayout()->setMargins(QMargins());
    plot_->plotLayout()->setRowSpacing(0);
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
        axis->setTickLength(0);
        axis->setSubTicks(false);
        axis->setTickPen(Qt::NoPen);
        axis->grid()->setSubGridVisible(false);
        axis->grid()->setZeroLinePen(Qt::NoPen);
        axis->grid()->setAntialiased(false);
    }
    plot_->yAxis->setBasePen(Qt::NoPen);
    plot_->xAxis->grid()->setVisible(false);
    plot_->addLayer(QLatin1String(cursorLayer), plot_->layer(QStringLiteral("main")), QCustomPlot::limAbove);
    plot_->layer(QLatin1String(cursorLayer))->setMode(QCPLayer::lmBuffered);
}

void CurveChart::buildItems() {
    cliffText_ = new QCPItemText(plot_);
    cursor_ = new QCPItemLine(plot_);
    cursorMark_ = new QCPItemTracer(plot_);
    cursorText_ = new QCPItemText(plot_);
    hint_ = new QCPItemText(plot_);
    for (QCPAbstractItem* item : std::initializer_list<QCPAbstractItem*>{cursor_, cursorMark_, cursorText_}) {
        item->setLayer(QLatin1String(cursorLayer));
    }
    for (QCPItemPosition* end : {cursor_->start, cursor_->end}) {
        end->setTypeX(QCPItemPosition::ptPlotCoords);
        end->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    cursor_->setAntialiased(false); // crisp, whatever pixel it falls on
    cursorMark_->setStyle(QCPItemTracer::tsCircle);
    cursorMark_->setSize(markSize);
    cursorMark_->setInterpolating(true);
    for (QCPItemText* words : {cliffText_, cursorText_}) {
        words->position->setType(QCPItemPosition::ptAbsolute);
        words->setClipToAxisRect(false);
        words->setPadding(QMargins(2, 0, 2, 0));
    }
    hint_->position->setType(QCPItemPosition::ptAxisRectRatio);
    hint_->position->setCoords(0.5, 0.5);
    hint_->setTextAlignment(Qt::AlignCenter);
}

QPen CurveChart::penOf(std::size_t line, CurveRun run) const {
    // The runs of the own line first, then the policies.
    return seriesPen(theme_, line == 0 ? static_cast<std::size_t>(run) : curve_runs - 1 + line);
}

std::vector<CurveKeyEntry> CurveChart::key() const {
    std::vector<CurveKeyEntry> entries;
    for (const Series& series : series_) {
        entries.push_back({penOf(series.line, series.run), curveSeriesName(*curve_, series)});
    }
    return entries;
}

void CurveChart::setParameter(const Parameter& parameter) {
    parameter_ = &parameter;
    setCurve(nullptr);
}

void CurveChart::setCurve(std::shared_ptr<const Curve> curve) {
    setHovered(nullptr);
    curve_ = std::move(curve);
    makeGraphs();
    cliff_ = curve_ && !curve_->lines.empty() ? find_cliff(curve_->lines.front()) : std::nullopt;
    cliffText_->setProperty("words", QString());
    if (cliff_) {
        cliffText_->setProperty("words", describeCliff(*parameter_, *cliff_));
        cliffText_->setProperty("brief", describeCliffBriefly(*parameter_, *cliff_));
        cliffText_->setProperty("short", describeCliffShortly(*parameter_, *cliff_));
    }
    chooseSpeedRange();
    setNow(now_);
    setHint(hintText_);
}

void CurveChart::makeGraphs() {
    cursorMark_->setGraph(nullptr);
    plot_->clearGraphs();
    series_.clear();
    if (!curve_) {
        return;
    }
    for (const CurveSeries& series : curveSeries(*curve_)) {
        series_.push_back({series, plot_->addGraph()});
        fill(series_.back());
    }
}

void CurveChart::fill(const Series& series) {
    QVector<QCPGraphData> data;
    for (const CurvePoint& point : curve_->lines[series.line].points) {
        const double speed = point.throughput(series.run);
        data.push_back({point.value, speed > 0 ? speed : std::numeric_limits<double>::quiet_NaN()});
    }
    series.graph->data()->set(data, true);
    series.graph->setPen(penOf(series.line, series.run));
    series.graph->setAdaptiveSampling(true);
}

// Whole decades, or from nothing to somewhat above the highest.
void CurveChart::chooseSpeedRange() {
    double lowest = 0;
    double highest = 0;
    for (const Series& series : series_) {
        for (const QCPGraphData& point : *series.graph->data()) {
            if (point.value > 0) {
                lowest = lowest > 0 ? std::min(lowest, point.value) : point.value;
                highest = std::max(highest, point.value);
            }
        }
    }
    if (highest <= 0) {
        lowest = emptyLowest;
        highest = emptyHighest;
    }
    plot_->yAxis->setScaleType(logarithmicSpeed_ ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    plot_->yAxis->setTicker(QSharedPointer<ChartTicker>::create(
        ChartTicker::Options{.logarithmic = logarithmicSpeed_, .count = 4, .decadesWithFives = 0},
        [](double value, double, double) { return shortText(value); }));
    if (logarithmicSpeed_) {
        const double bottom = std::pow(10, std::floor(std::log10(lowest)));
        plot_->yAxis->setRange(bottom, std::max(10 * bottom, std::pow(10, std::ceil(std::log10(highest)))));
    } else {
        plot_->yAxis->setRange(0, 1.1 * highest);
    }
}

void CurveChart::setRange(const CurveRange& range) {
    range_ = range;
    plot_->xAxis->setScaleType(range.logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    plot_->xAxis->setRange(range.from, range.to);
    plot_->xAxis->setTicker(QSharedPointer<ChartTicker>::create(
        ChartTicker::Options{.logarithmic = range.logarithmic,
                             .binary = parameter_->unit == "bytes" || parameter_->power_of_two,
                             .count = 6,
                             .decadesWithFives = 3.6},
        [this](double value, double, double) { return curveValueText(*parameter_, value); }));
}

void CurveChart::setLogarithmicSpeed(bool logarithmic) {
    logarithmicSpeed_ = logarithmic;
    chooseSpeedRange();
}

QCPGraph* CurveChart::graphOf(CurveRun run) const {
    const auto found = std::find_if(series_.begin(), series_.end(),
                                    [run](const Series& each) { return each.line == 0 && each.run == run; });
    return found == series_.end() ? nullptr : found->graph;
}

void CurveChart::setNow(double value) {
    now_ = value;
    cursor_->start->setCoords(value, 0);
    cursor_->end->setCoords(value, 1);
    QCPGraph* graph = graphOf(CurveRun::second);
    graph = graph == nullptr ? graphOf(CurveRun::first) : graph;
    cursorMark_->setGraph(graph);
    cursorMark_->setGraphKey(value);
    cursorMark_->setVisible(graph != nullptr);
    cursorText_->setText(tr("now: %1").arg(curveValueText(*parameter_, value)));
}

void CurveChart::setHovered(const CurvePoint* point) {
    for (QCPItemTracer* mark : hovered_) {
        plot_->removeItem(mark);
    }
    hovered_.clear();
    if (point == nullptr) {
        return;
    }
    for (const Series& series : series_) {
        if (series.line > 0 || point->throughput(series.run) <= 0) {
            continue;
        }
        auto* mark = new QCPItemTracer(plot_);
        mark->setLayer(QLatin1String(cursorLayer));
        mark->setStyle(QCPItemTracer::tsSquare);
        mark->setSize(markSize - 2);
        mark->setPen(QPen(series.graph->pen().color(), theme_.stroke(1.2)));
        mark->setBrush(theme_.card());
        mark->position->setType(QCPItemPosition::ptPlotCoords);
        mark->position->setCoords(point->value, point->throughput(series.run));
        hovered_.push_back(mark);
    }
}

void CurveChart::setHint(const QString& hint) {
    hintText_ = hint;
    hint_->setText(hint);
    hint_->setVisible(!hint.isEmpty());
}

void CurveChart::setLook(const Theme& theme, const QFont& font) {
    theme_ = theme;
    font_ = font;
    font_.setPixelSize(QFontInfo(font).pixelSize());
    QFont small = font_;
    small.setPixelSize(std::max(9, font_.pixelSize() - 1));
    QFont bold = small;
    bold.setBold(true);
    plot_->setBackground(theme.card());
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
        axis->setTickLabelFont(small);
        axis->setTickLabelColor(theme.quietText());
        axis->grid()->setPen(QPen(theme.line(), 1));
    }
    plot_->xAxis->setBasePen(QPen(theme.quietText(), 1));
    const int labelRoom = QFontMetrics(small).horizontalAdvance(shortText(1e5)) + 12;
    const int lineHeight = QFontMetrics(small).height();
    plot_->axisRect()->setMinimumMargins(QMargins(labelRoom, lineHeight / 2 + 4, lineHeight + 6, lineHeight + 6));
    for (QCPItemText* words : {cliffText_, hint_}) {
        words->setFont(small);
        words->setColor(theme.quietText());
        words->setBrush(theme.card());
    }
    cursorText_->setFont(bold);
    cursorText_->setColor(theme.accent());
    cursorText_->setBrush(theme.card());
    cursor_->setPen(QPen(theme.accent(), theme.stroke(1.4)));
    cursorMark_->setPen(QPen(theme.accent(), theme.stroke(1.6)));
    cursorMark_->setBrush(theme.card());
    for (const Series& series : series_) {
        series.graph->setPen(penOf(series.line, series.run));
    }
}

// Words are placed in pixels, each time the layout is known.
void CurveChart::placeWords() {
    const QRectF area(plot_->axisRect()->rect());
    const QFontMetricsF metrics(cursorText_->font());
    const double width = metrics.horizontalAdvance(cursorText_->text()) + wordGap;
    const double x = plot_->xAxis->coordToPixel(now_);
    const bool inside = x >= area.left() - 1 && x <= area.right() + 1;
    const bool left = x - width > area.left();
    cursorText_->setPositionAlignment((left ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop);
    cursorText_->position->setCoords(x + (left ? -wordGap / 2 : wordGap / 2), area.top() + 1);
    cursor_->setVisible(inside);
    cursorText_->setVisible(inside);
    cursorMark_->setVisible(inside && cursorMark_->graph() != nullptr);
    hint_->setText(QFontMetricsF(hint_->font()).horizontalAdvance(hintText_) > area.width()
                       ? QFontMetricsF(hint_->font()).elidedText(hintText_, Qt::ElideRight, area.width())
                       : hintText_);
    placeCliff(area);
}

// Beside the cliff, where there is more room, at a height where no line of another run passes.
void CurveChart::placeCliff(const QRectF& area) {
    cliffText_->setVisible(false);
    if (!cliff_) {
        return;
    }
    const double x = plot_->xAxis->coordToPixel(cliff_->rises ? cliff_->above : cliff_->below);
    if (x < area.left() || x > area.right()) {
        return;
    }
    const QFontMetricsF metrics(cliffText_->font());
    const auto room = [&](bool right) { return (right ? area.right() - x : x - area.left()) - 2 * wordGap; };
    // Not on the cursor's side, unless there is no room on the other one.
    bool right = pixelOf(now_) < x;
    QString words;
    for (const bool side : {right, !right}) {
        for (const char* property : {"words", "brief", "short"}) {
            const QString candidate = cliffText_->property(property).toString();
            if (words.isEmpty() && metrics.horizontalAdvance(candidate) <= room(side)) {
                words = candidate;
                right = side;
            }
        }
    }
    if (words.isEmpty()) {
        return;
    }
    double best = area.center().y();
    double clearance = -1;
    for (double share = 0.2; share < 0.85; share += 0.05) {
        const double y = area.top() + share * area.height();
        double nearest = area.height();
        for (const Series& series : series_) {
            const QSharedPointer<QCPGraphDataContainer> data = series.graph->data();
            for (const QCPGraphData& point : *data) {
                const double px = plot_->xAxis->coordToPixel(point.key);
                const bool beside = right ? px > x : px < x;
                if (beside && std::isfinite(point.value)) {
                    nearest = std::min(nearest, std::abs(plot_->yAxis->coordToPixel(point.value) - y));
                }
            }
        }
        if (nearest > clearance) {
            clearance = nearest;
            best = y;
        }
    }
    cliffText_->setText(words);
    cliffText_->setPositionAlignment((right ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    cliffText_->position->setCoords(x + (right ? wordGap : -wordGap), best);
    cliffText_->setVisible(true);
}

double CurveChart::valueAt(double pixel) const {
    return plot_->xAxis->pixelToCoord(pixel);
}

double CurveChart::pixelOf(double value) const {
    return plot_->xAxis->coordToPixel(value);
}

const CurvePoint* CurveChart::pointAt(const QPointF& pixel) const {
    if (!curve_ || curve_->lines.empty() || !QRectF(plot_->axisRect()->rect()).adjusted(-2, -8, 2, 8).contains(pixel)) {
        return nullptr;
    }
    const std::vector<CurvePoint>& points = curve_->lines.front().points;
    const auto distance = [&](const CurvePoint& point) { return std::abs(pixelOf(point.value) - pixel.x()); };
    const auto found = std::min_element(points.begin(), points.end(), [&](const CurvePoint& a, const CurvePoint& b) {
        return distance(a) < distance(b);
    });
    return found == points.end() || distance(*found) > reach ? nullptr : &*found;
}

int CurveChart::lineCount() const {
    return static_cast<int>(series_.size());
}

std::vector<QCPGraphData> CurveChart::plotted(int line) const {
    const QSharedPointer<QCPGraphDataContainer> data = series_.at(static_cast<std::size_t>(line)).graph->data();
    return {data->constBegin(), data->constEnd()};
}

QString CurveChart::cliffText() const {
    return cliffText_->property("words").toString();
}

QString CurveChart::nowText() const {
    return cursorText_->text();
}

QString CurveChart::hintText() const {
    return hintText_;
}

} // namespace thrashlab::ui
