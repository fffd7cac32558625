#include "ui/plots/throughput_chart.h"

#include "ui/number_text.h"
#include "ui/plots/chart_legend.h"
#include "ui/plots/hatched_bars.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace thrashlab::ui {
namespace {

constexpr double barWidth = 0.5;
constexpr double markSize = 11;
constexpr double whiskerWidth = 17;
constexpr double labelGap = 3;
constexpr double labelSpacing = 8;
// Properties of labels.
constexpr const char* exactText = "exactText";
constexpr const char* roundText = "roundText";
constexpr std::uint32_t fewestColumns = 3;
constexpr std::uint32_t mostTickLabels = 8;
// Room above the highest value for its label: as a factor on either axis.
constexpr double logarithmicHeadroom = 2.2;
constexpr double linearHeadroom = 1.2;
// A chart with nothing in it shows these speeds.
constexpr double emptyLowest = 1e4;
constexpr double emptyHighest = 1e7;

// Labels such as "100 K" on powers of ten.
class DecadeTicker : public QCPAxisTickerLog {
protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return shortText(tick); }
};

class LinearTicker : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return shortText(tick); }
};

QSharedPointer<QCPAxisTicker> speedTicker(bool logarithmic) {
    if (logarithmic) {
        return QSharedPointer<DecadeTicker>::create();
    }
    auto ticker = QSharedPointer<LinearTicker>::create();
    ticker->setTickCount(5);
    return ticker;
}

} // namespace

ThroughputChart::ThroughputChart(QCustomPlot* plot)
    : QObject(plot), plot_(plot), finished_(new HatchedBars(plot->xAxis, plot->yAxis)),
      running_(new HatchedBars(plot->xAxis, plot->yAxis)), halo_(plot->addGraph()), marks_(plot->addGraph()),
      whiskers_(new QCPErrorBars(plot->xAxis, plot->yAxis)), legend_(new LegendLine(plot)),
      hint_(new QCPItemText(plot)) {
    buildAxes();
    for (QCPBars* bars : {finished_, running_}) {
        bars->setWidth(barWidth);
    }
    for (QCPGraph* graph : {halo_, marks_}) {
        graph->setLineStyle(QCPGraph::lsNone);
        graph->setAdaptiveSampling(false);
        graph->setAntialiasedScatters(true);
    }
    whiskers_->setDataPlottable(marks_);
    whiskers_->setErrorType(QCPErrorBars::etValueError);
    whiskers_->setSymbolGap(markSize);
    whiskers_->setWhiskerWidth(whiskerWidth);
    plot->plotLayout()->addElement(1, 0, legend_);
    hint_->position->setType(QCPItemPosition::ptAxisRectRatio);
    hint_->position->setCoords(0.5, 0.5);
    connect(plot, &QCustomPlot::afterLayout, this, &ThroughputChart::placeLabels);
}

void ThroughputChart::buildAxes() {
    plot_->setInteractions(QCP::Interactions());
    plot_->plotLayout()->setRowSpacing(0);
    plot_->plotLayout()->setMargins(QMargins());
    QCPAxis* value = plot_->yAxis;
    value->setTicks(true);
    value->setTickLength(0);
    value->setSubTickLength(0);
    value->setBasePen(Qt::NoPen);
    value->setTickPen(Qt::NoPen);
    value->setSubTickPen(Qt::NoPen);
    value->grid()->setSubGridVisible(false);
    value->grid()->setZeroLinePen(Qt::NoPen);
    value->grid()->setAntialiased(false);
    QCPAxis* run = plot_->xAxis;
    run->setTickLength(0);
    run->setSubTicks(false);
    run->setTickPen(Qt::NoPen);
    run->grid()->setVisible(false);
}

void ThroughputChart::setLook(const Theme& theme, const QFont& font) {
    font_ = font;
    font_.setPixelSize(QFontInfo(font).pixelSize());
    QFont small = font_;
    small.setPixelSize(std::max(9, font_.pixelSize() - 1));
    text_ = theme.text();
    ground_ = theme.card();
    quietText_ = theme.quietText();
    plot_->setBackground(theme.card());
    finished_->setFill({.colour = theme.accent()});
    running_->setFill({.colour = theme.accentTint(), .edge = QPen(theme.accent(), 1, Qt::DashLine)});
    halo_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(theme.card(), 3.5), Qt::NoBrush, markSize));
    marks_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(text_, 1.25), Qt::NoBrush, markSize));
    whiskers_->setPen(QPen(text_, 1));
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
        axis->setTickLabelFont(small);
        axis->setTickLabelColor(theme.quietText());
        axis->grid()->setPen(QPen(theme.line(), 1));
    }
    // The longest label that an axis of speeds has: the chart does not shift when its speeds change.
    const int labelRoom = QFontMetrics(small).horizontalAdvance(shortText(1e5)) + 12;
    plot_->axisRect()->setMinimumMargins(QMargins(labelRoom, QFontMetrics(small).height() / 2 + 2, 2, 0));
    plot_->xAxis->setBasePen(QPen(theme.quietText(), 1));
    legend_->setLook(small, theme.quietText());
    setData(data_);
}

void ThroughputChart::setData(const ThroughputData& data) {
    data_ = data;
    plot_->yAxis->setScaleType(data_.logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    plot_->yAxis->setTicker(speedTicker(data_.logarithmic));
    setRanges();
    fillBars();
    fillMarks();
    makeLabels();
}

bool ThroughputChart::drawable(double value) const {
    return std::isfinite(value) && value > 0;
}

std::uint32_t ThroughputChart::columns() const {
    std::uint32_t last = std::max({data_.plannedRuns, data_.runningRun, fewestColumns});
    for (const RunResult& run : data_.runs) {
        last = std::max(last, run.number);
    }
    return last;
}

void ThroughputChart::setRanges() {
    double lowest = std::numeric_limits<double>::infinity();
    double highest = 0;
    const auto include = [&](double value) {
        if (drawable(value)) {
            lowest = std::min(lowest, value);
            highest = std::max(highest, value);
        }
    };
    for (const RunResult& run : data_.runs) {
        include(run.bytes_per_second());
    }
    for (const PublishedMark& mark : data_.published) {
        include(mark.low);
        include(mark.high);
    }
    if (highest <= 0) {
        lowest = emptyLowest * 2;
        highest = emptyHighest / logarithmicHeadroom;
    }
    if (data_.logarithmic) {
        plot_->yAxis->setRange(std::pow(10, std::floor(std::log10(lowest * 0.75))),
                               std::pow(10, std::ceil(std::log10(highest * logarithmicHeadroom))));
    } else {
        plot_->yAxis->setRange(0, highest * linearHeadroom);
    }
    const std::uint32_t last = columns();
    plot_->xAxis->setRange(0.5, last + 0.5);
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    const std::uint32_t step = (last + mostTickLabels - 1) / mostTickLabels;
    for (std::uint32_t run = 1; run <= last; run += step) {
        ticker->addTick(run, QStringLiteral("run %1").arg(run));
    }
    plot_->xAxis->setTicker(ticker);
}

double ThroughputChart::runningHeight() const {
    if (!data_.runs.empty() && drawable(data_.runs.back().bytes_per_second())) {
        return data_.runs.back().bytes_per_second();
    }
    for (const PublishedMark& mark : data_.published) {
        if (mark.run == data_.runningRun) {
            return mark.middle();
        }
    }
    const QCPRange range = plot_->yAxis->range();
    return data_.logarithmic ? std::sqrt(range.lower * range.upper) : range.center();
}

void ThroughputChart::fillBars() {
    QVector<double> runs;
    QVector<double> speeds;
    bool runningIsFinished = false;
    for (const RunResult& run : data_.runs) {
        runningIsFinished = runningIsFinished || run.number == data_.runningRun;
        if (drawable(run.bytes_per_second())) {
            runs.push_back(run.number);
            speeds.push_back(run.bytes_per_second());
        }
    }
    finished_->setData(runs, speeds);
    running_->data()->clear();
    if (data_.runningRun > 0 && !runningIsFinished) {
        running_->addData(data_.runningRun, runningHeight());
    }
    // On a logarithmic axis bars start at its lower end; zero is nowhere on it.
    const double base = data_.logarithmic ? plot_->yAxis->range().lower : 0;
    finished_->setBaseValue(base);
    running_->setBaseValue(base);
}

void ThroughputChart::fillMarks() {
    QVector<double> runs;
    QVector<double> speeds;
    QVector<double> below;
    QVector<double> above;
    for (const PublishedMark& mark : data_.published) {
        runs.push_back(mark.run);
        speeds.push_back(mark.middle());
        // A whisker of no length would be a dash across the mark; what is no number is not drawn.
        below.push_back(mark.isRange() ? mark.middle() - mark.low : qQNaN());
        above.push_back(mark.isRange() ? mark.high - mark.middle() : qQNaN());
    }
    halo_->setData(runs, speeds);
    marks_->setData(runs, speeds);
    whiskers_->setData(below, above);
    std::vector<LegendEntry> entries;
    const QString date = data_.publishedOn.isEmpty() ? QString() : QStringLiteral(", ") + data_.publishedOn;
    const QString proviso = data_.parametersDiffer ? QStringLiteral(" (other parameters)") : QString();
    const LegendEntry simulated{LegendSymbol::bar, finished_->fill().colour, QStringLiteral("simulated")};
    if (!data_.published.empty()) {
        entries.push_back({LegendSymbol::diamond, text_, QStringLiteral("published") + date + proviso});
    }
    entries.push_back(simulated);
    if (data_.published.empty() && !data_.remarks.empty()) {
        const PublishedRemark& remark = data_.remarks.front();
        entries.push_back({LegendSymbol::none, text_,
                           QStringLiteral("published%1: run %2 %3").arg(proviso).arg(remark.run).arg(remark.text)});
    }
    legend_->setEntries(std::move(entries));
}

void ThroughputChart::makeLabels() {
    for (QCPItemText* label : labels_) {
        plot_->removeItem(label);
    }
    labels_.clear();
    const auto add = [this](std::uint32_t run, const QString& text, const QString& shortened, bool bold) {
        auto* label = new QCPItemText(plot_);
        QFont font = font_;
        font.setPixelSize(std::max(9, font_.pixelSize() - 1));
        font.setBold(bold);
        label->setFont(font);
        label->setColor(bold ? text_ : quietText_);
        label->setText(text);
        label->setProperty(exactText, text);
        label->setProperty(roundText, shortened);
        // Grid lines stop at the label.
        label->setBrush(ground_);
        label->setProperty("run", run);
        label->setPositionAlignment(Qt::AlignHCenter | Qt::AlignBottom);
        label->setClipToAxisRect(false);
        label->position->setType(QCPItemPosition::ptAbsolute);
        labels_.push_back(label);
    };
    for (const RunResult& run : data_.runs) {
        add(run.number, groupedText(run.bytes_per_second()), shortText(run.bytes_per_second()), true);
    }
    if (!running_->data()->isEmpty()) {
        add(data_.runningRun, QStringLiteral("running"), QStringLiteral("…"), false);
    }
    hint_->setFont(font_);
    hint_->setColor(quietText_);
    hint_->setText(QStringLiteral("no run has finished yet"));
    hint_->setVisible(data_.runs.empty() && data_.runningRun == 0 && data_.published.empty());
}

// Whether labels with the texts of that property have room beside each other.
bool ThroughputChart::labelsFit(const char* property) const {
    const double slot = std::abs(plot_->xAxis->coordToPixel(2) - plot_->xAxis->coordToPixel(1));
    return std::all_of(labels_.begin(), labels_.end(), [&](const QCPItemText* label) {
        const QString text = label->property(property).toString();
        return QFontMetricsF(label->font()).horizontalAdvance(text) + labelSpacing <= slot;
    });
}

// Labels are placed in pixels, each time the layout is known: above its bar, or above a published mark that would be in
// the way. Where exact figures have no room they are short, and left out where these have none; the tool tip has them.
void ThroughputChart::placeLabels() {
    const bool exact = labelsFit(exactText);
    const bool visible = exact || labelsFit(roundText);
    for (QCPItemText* label : labels_) {
        label->setVisible(visible);
        label->setText(label->property(exact ? exactText : roundText).toString());
        const auto run = label->property("run").toUInt();
        double speed = plot_->yAxis->range().lower;
        for (const QCPBars* bars : {finished_, running_}) {
            const auto found = bars->data()->findBegin(run, false);
            if (found != bars->data()->constEnd() && std::lround(found->key) == static_cast<long>(run)) {
                speed = found->value;
            }
        }
        const double bottom = plot_->yAxis->coordToPixel(speed) - labelGap;
        const double height = QFontMetricsF(label->font()).height();
        label->position->setCoords(plot_->xAxis->coordToPixel(run), raisedOverMarks(run, bottom, height));
    }
}

double ThroughputChart::raisedOverMarks(std::uint32_t run, double bottom, double height) const {
    for (const PublishedMark& mark : data_.published) {
        const double reach = markSize / 2 + labelGap;
        const double markTop = std::min(plot_->yAxis->coordToPixel(mark.high) - labelGap,
                                        plot_->yAxis->coordToPixel(mark.middle()) - reach);
        const double markBottom = std::max(plot_->yAxis->coordToPixel(mark.low) + labelGap,
                                           plot_->yAxis->coordToPixel(mark.middle()) + reach);
        if (mark.run == run && bottom > markTop && bottom - height < markBottom) {
            return markTop;
        }
    }
    return bottom;
}

std::vector<PlottedValue> ThroughputChart::plottedValues() const {
    std::vector<PlottedValue> values;
    for (const QCPBarsData& bar : *finished_->data()) {
        values.push_back({static_cast<std::uint32_t>(std::lround(bar.key)), bar.value});
    }
    return values;
}

std::vector<PlottedValue> ThroughputChart::plottedMarks() const {
    std::vector<PlottedValue> values;
    for (const QCPGraphData& mark : *marks_->data()) {
        values.push_back({static_cast<std::uint32_t>(std::lround(mark.key)), mark.value});
    }
    return values;
}

std::uint32_t ThroughputChart::runAt(const QPointF& pixel) const {
    if (!QRectF(plot_->axisRect()->rect()).contains(pixel)) {
        return 0;
    }
    const long run = std::lround(plot_->xAxis->pixelToCoord(pixel.x()));
    return run >= 1 && run <= static_cast<long>(columns()) ? static_cast<std::uint32_t>(run) : 0;
}

} // namespace thrashlab::ui
