#include "ui/plots/chart_drawing.h"

#include "ui/plots/chart_ticker.h"
#include "ui/plots/hatched_bars.h"

#include <QGuiApplication>

#include <algorithm>
#include <cmath>

namespace thrashlab::ui {
namespace {

constexpr int margin = 16;
constexpr int titleSpace = 8;
constexpr int footnoteSpace = 10;
constexpr int scaleWidth = 14;
constexpr int scaleGap = 14;
constexpr int smallestFont = 9;
constexpr const char* hoverLayer = "hover";

QFont sized(const QFont& font, int pixels, bool bold) {
    QFont result = font;
    result.setPixelSize(std::max(smallestFont, pixels));
    result.setBold(bold);
    return result;
}

} // namespace

ChartDrawing::ChartDrawing(QCustomPlot* plot)
    : QObject(plot), plot_(plot), style_(ChartTheme::window, QGuiApplication::palette()),
      font_(sized(QGuiApplication::font(), 13, false)), small_(sized(font_, 12, false)), title_(new TextBlock(plot)),
      key_(new ChartKey(plot)), valueTitle_(new TextBlock(plot)), footnote_(new TextBlock(plot)),
      middle_(new QCPLayoutGrid), ends_(new QCPMarginGroup(plot)) {
    buildLayout();
    connect(plot, &QCustomPlot::afterLayout, this, &ChartDrawing::placeWords);
    connect(plot->yAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, &ChartDrawing::followRange);
    dress();
}

void ChartDrawing::buildLayout() {
    plot_->setInteractions(QCP::Interactions());
    QCPLayoutGrid* layout = plot_->plotLayout();
    layout->setMargins(QMargins(margin, margin, margin, margin));
    layout->setRowSpacing(0);
    QCPAxisRect* area = plot_->axisRect();
    layout->take(area);
    layout->simplify();
    middle_->setColumnSpacing(scaleGap);
    middle_->addElement(0, 0, area);
    int row = 0;
    for (QCPLayoutElement* element :
         std::initializer_list<QCPLayoutElement*>{title_, key_, valueTitle_, middle_, footnote_}) {
        layout->addElement(row++, 0, element);
        element->setMargins(QMargins());
    }
    title_->setSpace(0, titleSpace);
    valueTitle_->setSpace(0, 2);
    footnote_->setSpace(footnoteSpace, 0);
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
        axis->setTickLength(0);
        axis->setSubTicks(false);
        // No pen at all would be a dot for each tick in a list of drawing commands.
        axis->setTickPen(QPen(Qt::transparent));
        axis->grid()->setSubGridVisible(false);
        axis->grid()->setZeroLinePen(Qt::NoPen);
        axis->grid()->setAntialiased(false);
    }
    plot_->yAxis->setBasePen(Qt::NoPen);
    plot_->xAxis->grid()->setVisible(false);
    // Moving a mark about draws nothing else anew.
    plot_->addLayer(QLatin1String(hoverLayer), nullptr, QCustomPlot::limAbove);
    plot_->layer(QLatin1String(hoverLayer))->setMode(QCPLayer::lmBuffered);
}

void ChartDrawing::setChart(const Chart& chart) {
    chart_ = chart;
    setHovered(std::nullopt);
    setAxes();
    for (const Qt::Orientation axis : {Qt::Horizontal, Qt::Vertical}) {
        setRange(axis, firstRange(chart_, axis));
    }
    dress();
}

void ChartDrawing::setLook(const ChartStyle& style, const QFont& font) {
    style_ = style;
    const int pixels = QFontInfo(font).pixelSize();
    font_ = sized(font, pixels, false);
    small_ = sized(font, pixels - 1, false);
    setAxes();
    dress();
}

void ChartDrawing::setFootnote(const QStringList& lines) {
    footnote_->setText(lines);
}

// Everything that has a colour or a font, and what is drawn.
void ChartDrawing::dress() {
    plot_->setBackground(style_.ground());
    title_->setLook(sized(font_, font_.pixelSize() + 2, true), style_.text());
    title_->setText(chart_.title.isEmpty() ? QStringList() : QStringList{chart_.title});
    key_->setLook(small_, style_.text());
    footnote_->setLook(small_, style_.quietText());
    valueTitle_->setLook(small_, style_.quietText());
    const QString valueText = axisText(chart_.y);
    valueTitle_->setText(valueText.isEmpty() ? QStringList() : QStringList{valueText});
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
        axis->setTickLabelFont(small_);
        axis->setTickLabelColor(style_.quietText());
        axis->setLabelFont(small_);
        axis->setLabelColor(style_.quietText());
        axis->setBasePen(QPen(style_.quietText(), style_.stroke(1)));
        axis->grid()->setPen(QPen(style_.grid(), 1));
    }
    plot_->yAxis->setBasePen(Qt::NoPen);
    plot_->xAxis->setLabel(axisText(chart_.x));
    // Room for the half of a number that stands at the end of an axis.
    const QFontMetrics metrics(small_);
    const int half = metrics.horizontalAdvance(QStringLiteral("10 000 K")) / 2;
    plot_->axisRect()->setMinimumMargins(
        QMargins(0, markerRows() * metrics.height() + metrics.height() / 2 + 2, chart_.surface ? 0 : half, 0));
    plot();
    fillKey();
    makeLabels();
    makeMarkers();
    setHovered(hovered_);
}

void ChartDrawing::setAxes() {
    setAxis(Qt::Horizontal);
    setAxis(Qt::Vertical);
}

void ChartDrawing::setAxis(Qt::Orientation orientation) {
    const bool horizontal = orientation == Qt::Horizontal;
    const ChartAxis& described = horizontal ? chart_.x : chart_.y;
    QCPAxis* axis = horizontal ? plot_->xAxis : plot_->yAxis;
    const bool logarithmic = isLogarithmic(chart_, orientation);
    axis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (!described.categories.isEmpty()) {
        axis->setTicker(QSharedPointer<CategoryTicker>::create(described.categories, small_, axis));
        return;
    }
    const QString unit = described.unit;
    axis->setTicker(QSharedPointer<ChartTicker>::create(
        ChartTicker::Options{.logarithmic = logarithmic,
                             .binary = unit == QLatin1String("bytes"),
                             .count = horizontal ? 6 : 5,
                             .decadesWithFives = horizontal ? 2.5 : 1.5},
        [unit](double value, double step, double largest) { return tickText(value, step, largest, unit); }));
}

void ChartDrawing::dressScale() {
    const ChartSurface& surface = *chart_.surface;
    QCPAxis* axis = scale_->axis();
    scale_->setBarWidth(scaleWidth);
    scale_->setLabel(surfaceText(surface));
    axis->setTickLabelFont(small_);
    axis->setTickLabelColor(style_.quietText());
    axis->setLabelFont(small_);
    axis->setLabelColor(style_.quietText());
    for (QCPAxis* each : axis->axisRect()->axes()) {
        each->setBasePen(QPen(style_.quietText(), 1));
        each->setTickPen(QPen(style_.quietText(), 1));
    }
    axis->setTickLength(3);
    axis->setSubTicks(false);
    const QString unit = surface.unit;
    axis->setTicker(QSharedPointer<ChartTicker>::create(
        ChartTicker::Options{.logarithmic = surface.logarithmic, .binary = unit == QLatin1String("bytes")},
        [unit](double value, double step, double largest) { return tickText(value, step, largest, unit); }));
    for (QCPLayoutElement* element : std::initializer_list<QCPLayoutElement*>{plot_->axisRect(), scale_}) {
        element->setMarginGroup(QCP::msTop | QCP::msBottom, ends_);
    }
}

void ChartDrawing::fillKey() {
    std::vector<KeyEntry> entries;
    for (std::size_t i = 0; i < chart_.series.size(); ++i) {
        const ChartSeries& series = chart_.series[i];
        KeyEntry entry{.series = i, .shape = series.shape, .text = series.name, .hidden = series.hidden};
        const std::size_t look = lookOf(i);
        entry.pen = style_.line(look);
        entry.marker = QCPScatterStyle(QCPScatterStyle::ssNone);
        if (series.shape == ChartShape::marks) {
            entry.pen = QPen(style_.text(), style_.stroke(1.25));
            entry.marker = QCPScatterStyle(style_.hollow(look), entry.pen, Qt::NoBrush, 9);
        } else if (series.shape == ChartShape::bars || series.shape == ChartShape::stacked) {
            entry.fill = series.part ? style_.part(*series.part) : style_.bar(look);
        } else {
            for (const Plotted& plotted : plotted_) {
                if (plotted.series == i && plotted.graph != nullptr) {
                    entry.marker = plotted.graph->scatterStyle();
                }
            }
        }
        entries.push_back(std::move(entry));
    }
    // A single series needs no key: the titles say what it is.
    if (entries.size() < 2) {
        entries.clear();
    }
    key_->setEntries(std::move(entries));
}

ChartRange ChartDrawing::range(Qt::Orientation axis) const {
    const QCPRange range = (axis == Qt::Horizontal ? plot_->xAxis : plot_->yAxis)->range();
    return {range.lower, range.upper};
}

void ChartDrawing::setRange(Qt::Orientation axis, const ChartRange& range) {
    (axis == Qt::Horizontal ? plot_->xAxis : plot_->yAxis)->setRange(range.from, range.to);
}

// On a logarithmic axis bars start at its lower end: zero is nowhere on it.
void ChartDrawing::followRange() {
    const double base = isLogarithmic(chart_, Qt::Vertical) ? plot_->yAxis->range().lower : 0;
    for (const Plotted& plotted : plotted_) {
        if (plotted.bars != nullptr) {
            plotted.bars->setBaseValue(base);
        }
    }
}

QRectF ChartDrawing::titleRect() const {
    return QRectF(title_->rect()).adjusted(0, 0, 0, -titleSpace);
}

QRectF ChartDrawing::axisTitleRect(Qt::Orientation axis) const {
    if (axis == Qt::Vertical) {
        return valueTitle_->rect();
    }
    const QRectF area = plotRect();
    const double height = QFontMetricsF(small_).height() + 4;
    return {area.left(), plot_->axisRect()->outerRect().bottom() - height, area.width(), height};
}

QRectF ChartDrawing::axisRect(Qt::Orientation axis) const {
    const QRectF area = plotRect();
    const QRectF outer = plot_->axisRect()->outerRect();
    if (axis == Qt::Horizontal) {
        return {area.left(), area.bottom(), area.width(), outer.bottom() - area.bottom()};
    }
    return {outer.left(), area.top(), area.left() - outer.left(), area.height()};
}

QRectF ChartDrawing::plotRect() const {
    return plot_->axisRect()->rect();
}

QString ChartDrawing::titleText() const {
    return title_->lines().join(QLatin1Char(' '));
}

QString ChartDrawing::axisTitleText(Qt::Orientation axis) const {
    return axis == Qt::Horizontal ? plot_->xAxis->label() : valueTitle_->lines().join(QLatin1Char(' '));
}

QStringList ChartDrawing::tickLabels(Qt::Orientation axis) const {
    const QVector<QString> labels = (axis == Qt::Horizontal ? plot_->xAxis : plot_->yAxis)->tickVectorLabels();
    return {labels.begin(), labels.end()};
}

} // namespace thrashlab::ui
