// Words inside a chart, which are placed in pixels once the layout is known, and what is under the pointer.
#include "ui/plots/chart_drawing.h"

#include "ui/number_text.h"
#include "ui/plots/hatched_bars.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace thrashlab::ui {
namespace {

constexpr double labelGap = 3;
constexpr double labelSpacing = 8;
constexpr double markReach = 5.5 + labelGap;
constexpr double markerGap = 5;
constexpr double reach = 40; ///< how far from a point the pointer may be
constexpr double hoverSize = 9;
constexpr const char* hoverLayer = "hover";

// Short enough to stand above a bar: in full from a thousand on, else to three digits.
QString labelText(double value, const QString& unit) {
    constexpr double thousand = 1000;
    const QString number = value >= thousand ? groupedText(value) : QString::number(value, 'g', 3);
    constexpr qsizetype shortUnit = 2;
    return unit.isEmpty() || unit.size() > shortUnit ? number : number + QChar(0x202f) + unit;
}

double distance(const QPointF& a, const QPointF& b) {
    return std::hypot(a.x() - b.x(), a.y() - b.y());
}

} // namespace

void ChartDrawing::makeLabels() {
    for (const BarLabel& label : labels_) {
        plot_->removeItem(label.item);
    }
    labels_.clear();
    const auto add = [this](double x, double y, double value) {
        auto* item = new QCPItemText(plot_);
        QFont bold = small_;
        bold.setBold(true);
        item->setFont(bold);
        item->setColor(style_.text());
        // Grid lines stop at the label.
        item->setBrush(style_.ground());
        item->setPositionAlignment(Qt::AlignHCenter | Qt::AlignBottom);
        item->setClipToAxisRect(false);
        item->position->setType(QCPItemPosition::ptAbsolute);
        labels_.push_back({item, x, y, labelText(value, chart_.y.unit), shortText(value)});
    };
    std::vector<double> stacks;
    std::vector<double> columns;
    for (const Plotted& plotted : plotted_) {
        const ChartSeries& series = chart_.series[plotted.series];
        if (plotted.bars == nullptr) {
            continue;
        }
        if (series.shape == ChartShape::bars) {
            for (const QCPBarsData& bar : *plotted.bars->data()) {
                add(bar.key, bar.value, bar.value);
            }
            continue;
        }
        stacks.resize(std::max(stacks.size(), series.y.size()));
        columns = series.x;
        for (std::size_t i = 0; i < series.y.size(); ++i) {
            stacks[i] += std::isfinite(series.y[i]) ? series.y[i] : 0;
        }
    }
    for (std::size_t i = 0; i < std::min(stacks.size(), columns.size()); ++i) {
        add(columns[i], stacks[i], stacks[i]);
    }
    if (hint_ != nullptr) {
        plot_->removeItem(hint_);
        hint_ = nullptr;
    }
    if (plotted_.empty() && map_ == nullptr) {
        hint_ = new QCPItemText(plot_);
        hint_->position->setType(QCPItemPosition::ptAxisRectRatio);
        hint_->position->setCoords(0.5, 0.5);
        hint_->setFont(font_);
        hint_->setColor(style_.quietText());
        hint_->setText(chart_.series.empty() ? tr("nothing to show yet") : tr("every series is taken out"));
    }
}

void ChartDrawing::makeMarkers() {
    for (const MarkerItems& marker : markers_) {
        plot_->removeItem(marker.line);
        plot_->removeItem(marker.text);
    }
    markers_.clear();
    for (const ChartMarker& marker : chart_.markers) {
        auto* line = new QCPItemLine(plot_);
        for (QCPItemPosition* end : {line->start, line->end}) {
            end->setTypeX(QCPItemPosition::ptPlotCoords);
            end->setTypeY(QCPItemPosition::ptAxisRectRatio);
        }
        line->start->setCoords(marker.x, 1);
        line->end->setCoords(marker.x, 0);
        const QColor colour = style_.print() ? style_.text() : style_.theme().accent();
        line->setPen(QPen(colour, style_.stroke(1), Qt::CustomDashLine));
        QPen pen = line->pen();
        pen.setDashPattern({4, 3});
        line->setPen(pen);
        line->setAntialiased(false); // crisp, whatever pixel it falls on
        auto* text = new QCPItemText(plot_);
        QFont bold = small_;
        bold.setBold(true);
        text->setFont(bold);
        text->setColor(colour);
        text->setText(marker.text);
        text->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
        text->setClipToAxisRect(false);
        line->setClipToAxisRect(false);
        text->position->setType(QCPItemPosition::ptAbsolute);
        markers_.push_back({line, text, marker.x});
    }
    std::sort(markers_.begin(), markers_.end(), [](const MarkerItems& a, const MarkerItems& b) { return a.x < b.x; });
}

void ChartDrawing::placeWords() {
    placeLabels();
    placeMarkers();
    placeContourWords();
}

// At a cliff all contours lie on each other, and one of them is enough to say.
void ChartDrawing::placeContourWords() {
    std::vector<QRectF> taken;
    for (QCPItemText* words : contourWords_) {
        QRectF place = QFontMetricsF(words->font()).boundingRect(words->text()).marginsAdded(words->padding());
        place.moveCenter(words->position->pixelPosition());
        const bool isFree =
            plotRect().contains(place) &&
            std::none_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(place); });
        words->setVisible(isFree);
        if (isFree) {
            taken.push_back(place);
        }
    }
}

QStringList ChartDrawing::contourLabels() const {
    QStringList labels;
    for (const QCPItemText* words : contourWords_) {
        if (words->visible()) {
            labels += words->text();
        }
    }
    return labels;
}

// Above its bar, or above a mark that would be in the way. Where exact figures have no room they are short, and left
// out where these have none.
void ChartDrawing::placeLabels() {
    if (labels_.empty()) {
        return;
    }
    double slot = plotRect().width();
    std::vector<double> places;
    for (const BarLabel& label : labels_) {
        places.push_back(plot_->xAxis->coordToPixel(label.x));
    }
    std::sort(places.begin(), places.end());
    for (std::size_t i = 1; i < places.size(); ++i) {
        slot = std::min(slot, places[i] - places[i - 1]);
    }
    const auto fit = [&](QString BarLabel::*text) {
        return std::all_of(labels_.begin(), labels_.end(), [&](const BarLabel& label) {
            return QFontMetricsF(label.item->font()).horizontalAdvance(label.*text) + labelSpacing <= slot;
        });
    };
    const bool exact = fit(&BarLabel::exact);
    const bool rounded = fit(&BarLabel::rounded);
    const QRectF area = plotRect();
    for (const BarLabel& label : labels_) {
        label.item->setText(exact ? label.exact : rounded ? label.rounded : QString());
        const double x = plot_->xAxis->coordToPixel(label.x);
        const double bottom = plot_->yAxis->coordToPixel(label.y) - labelGap;
        const double height = QFontMetricsF(label.item->font()).height();
        const double place = raisedOverMarks(label.x, bottom, height);
        label.item->position->setCoords(x, place);
        label.item->setVisible((exact || rounded) && x >= area.left() && x <= area.right() && place > area.top() &&
                               place <= area.bottom());
    }
}

double ChartDrawing::raisedOverMarks(double x, double bottom, double height) const {
    for (const Plotted& plotted : plotted_) {
        const ChartSeries& series = chart_.series[plotted.series];
        if (series.shape != ChartShape::marks) {
            continue;
        }
        for (std::size_t i = 0; i < series.x.size(); ++i) {
            if (std::abs(series.x[i] + offsetOf(plotted.series) - x) > barWidth() / 2) {
                continue;
            }
            const double middle = plot_->yAxis->coordToPixel(series.y[i]);
            const auto end = [&](const std::vector<double>& ends) {
                return ends.empty() ? middle : plot_->yAxis->coordToPixel(ends[i]);
            };
            const double top = std::min(end(series.high) - labelGap, middle - markReach);
            const double low = std::max(end(series.low) + labelGap, middle + markReach);
            if (bottom > top && bottom - height < low) {
                return top;
            }
        }
    }
    return bottom;
}

// Above the axes, where no series is, each over its line; higher than the words that would be in its way.
void ChartDrawing::placeMarkers() {
    const QRectF area = plotRect();
    std::vector<QRectF> taken;
    for (const MarkerItems& marker : markers_) {
        const double x = plot_->xAxis->coordToPixel(marker.x);
        const bool inside = x >= area.left() - 1 && x <= area.right() + 1;
        marker.line->setVisible(inside);
        marker.text->setVisible(inside);
        if (!inside) {
            continue;
        }
        const QFontMetricsF metrics(marker.text->font());
        const double width = metrics.horizontalAdvance(marker.text->text());
        // Over its line if there is room, else beside it: no other marker's line goes through it.
        const std::array lefts{x - width / 2, x - width, x};
        const auto placeAt = [&](double left, int row) {
            const double bound = plot_->viewport().right() - markerGap - width;
            return QRectF(std::max(markerGap, std::min(left, bound)), area.top() - (row + 1) * metrics.height() - 2,
                          width, metrics.height());
        };
        const auto isFree = [&](const QRectF& place) {
            const QRectF wide = place.adjusted(-markerGap, 0, markerGap, 0);
            const bool crossed = std::any_of(markers_.begin(), markers_.end(), [&](const MarkerItems& other) {
                const double line = plot_->xAxis->coordToPixel(other.x);
                return &other != &marker && line > place.left() && line < place.right();
            });
            return !crossed && std::none_of(taken.begin(), taken.end(),
                                            [&](const QRectF& other) { return other.intersects(wide); });
        };
        QRectF place = placeAt(lefts[0], 0);
        for (int row = 0; row <= markerRows() && !isFree(place); ++row) {
            for (const double left : lefts) {
                place = isFree(place) ? place : placeAt(left, row);
            }
        }
        taken.push_back(place);
        marker.text->position->setCoords(place.left(), place.top());
        marker.line->end->setCoords(marker.x, (place.bottom() - area.top()) / area.height());
    }
}

int ChartDrawing::markerRows() const {
    constexpr std::size_t besideEachOther = 2;
    return chart_.markers.empty() ? 0 : chart_.markers.size() <= besideEachOther ? 1 : 2;
}

QRectF ChartDrawing::barRect(std::size_t place, std::size_t point) const {
    const ChartSeries& series = chart_.series[place];
    for (const Plotted& plotted : plotted_) {
        if (plotted.series == place && plotted.bars != nullptr && std::isfinite(drawable(series.y[point]))) {
            return plotted.bars->rectOf(series.x[point] + offsetOf(place), series.y[point]);
        }
    }
    return {};
}

// A stacked part has to be met; of other bars the whole column is.
std::optional<ChartPoint> ChartDrawing::barAt(const QPointF& pixel) const {
    for (const Plotted& plotted : plotted_) {
        const ChartSeries& series = chart_.series[plotted.series];
        for (std::size_t i = 0; plotted.bars != nullptr && i < series.x.size(); ++i) {
            QRectF bar = barRect(plotted.series, i);
            if (bar.isNull()) {
                continue;
            }
            if (series.shape == ChartShape::bars) {
                bar.setTop(plotRect().top());
                bar.setBottom(plotRect().bottom());
            }
            if (bar.contains(pixel)) {
                return ChartPoint{plotted.series, i};
            }
        }
    }
    return std::nullopt;
}

std::optional<ChartPoint> ChartDrawing::cellAt(const QPointF& pixel) const {
    const ChartSurface& surface = *chart_.surface;
    const auto find = [&](const std::vector<double>& places, Qt::Orientation axis,
                          double value) -> std::optional<std::size_t> {
        const std::vector<double> edges = cellEdges(places, isLogarithmic(chart_, axis));
        if (value < edges.front() || value >= edges.back()) {
            return std::nullopt;
        }
        const auto above = std::upper_bound(edges.begin(), edges.end(), value);
        return static_cast<std::size_t>(std::distance(edges.begin(), above)) - 1;
    };
    const auto column = find(surface.x, Qt::Horizontal, plot_->xAxis->pixelToCoord(pixel.x()));
    const auto row = find(surface.y, Qt::Vertical, plot_->yAxis->pixelToCoord(pixel.y()));
    if (!column || !row) {
        return std::nullopt;
    }
    return ChartPoint{0, *row * surface.x.size() + *column};
}

std::optional<ChartPoint> ChartDrawing::nearestPoint(const QPointF& pixel) const {
    std::optional<ChartPoint> best;
    double nearest = reach;
    for (const Plotted& plotted : plotted_) {
        const ChartSeries& series = chart_.series[plotted.series];
        for (std::size_t i = 0; plotted.graph != nullptr && i < series.x.size(); ++i) {
            if (!std::isfinite(drawable(series.y[i]))) {
                continue;
            }
            const double away = distance(pixelOf({plotted.series, i}), pixel);
            if (away < nearest) {
                nearest = away;
                best = ChartPoint{plotted.series, i};
            }
        }
    }
    return best;
}

std::optional<ChartPoint> ChartDrawing::pointAt(const QPointF& pixel) const {
    if (!plotRect().adjusted(-2, -2, 2, 2).contains(pixel)) {
        return std::nullopt;
    }
    if (map_ != nullptr) {
        return cellAt(pixel);
    }
    // A mark on a bar is met before the bar.
    const std::optional<ChartPoint> near = nearestPoint(pixel);
    if (near && distance(pixelOf(*near), pixel) <= hoverSize) {
        return near;
    }
    const std::optional<ChartPoint> bar = barAt(pixel);
    return bar ? bar : near;
}

QPointF ChartDrawing::pixelOf(const ChartPoint& point) const {
    if (map_ != nullptr) {
        const ChartSurface& surface = *chart_.surface;
        return {plot_->xAxis->coordToPixel(surface.x[point.point % surface.x.size()]),
                plot_->yAxis->coordToPixel(surface.y[point.point / surface.x.size()])};
    }
    const ChartSeries& series = chart_.series.at(point.series);
    if (series.shape == ChartShape::stacked) {
        const QRectF bar = barRect(point.series, point.point);
        return {bar.center().x(), bar.top()};
    }
    return {plot_->xAxis->coordToPixel(series.x.at(point.point) + offsetOf(point.series)),
            plot_->yAxis->coordToPixel(series.y.at(point.point))};
}

void ChartDrawing::setHovered(std::optional<ChartPoint> point) {
    for (QCPAbstractItem* item : hoverItems_) {
        plot_->removeItem(item);
    }
    hoverItems_.clear();
    hovered_ = point;
    if (!point || (map_ == nullptr && point->series >= chart_.series.size())) {
        hovered_.reset();
        return;
    }
    auto* mark = new QCPItemTracer(plot_);
    mark->setLayer(QLatin1String(hoverLayer));
    mark->setStyle(map_ != nullptr ? QCPItemTracer::tsSquare : QCPItemTracer::tsCircle);
    mark->setSize(hoverSize);
    mark->setPen(QPen(style_.text(), style_.stroke(1.6)));
    mark->setBrush(style_.ground());
    if (map_ != nullptr) {
        const ChartSurface& surface = *chart_.surface;
        mark->position->setType(QCPItemPosition::ptPlotCoords);
        mark->position->setCoords(surface.x[point->point % surface.x.size()],
                                  surface.y[point->point / surface.x.size()]);
    } else {
        const ChartSeries& series = chart_.series[point->series];
        double y = series.y.at(point->point);
        for (std::size_t i = 0; series.shape == ChartShape::stacked && i < point->series; ++i) {
            const ChartSeries& below = chart_.series[i];
            if (below.shape == ChartShape::stacked && !below.hidden && std::isfinite(below.y.at(point->point))) {
                y += below.y[point->point];
            }
        }
        mark->position->setType(QCPItemPosition::ptPlotCoords);
        mark->position->setCoords(series.x[point->point] + offsetOf(point->series), y);
    }
    hoverItems_.push_back(mark);
}

std::vector<QString> ChartDrawing::drawnMarkers() const {
    std::vector<QString> words;
    for (const MarkerItems& marker : markers_) {
        words.push_back(marker.text->text());
    }
    return words;
}

QStringList ChartDrawing::barLabels() const {
    QStringList texts;
    for (const BarLabel& label : labels_) {
        texts += label.item->visible() ? label.item->text() : QString();
    }
    return texts;
}

} // namespace thrashlab::ui
