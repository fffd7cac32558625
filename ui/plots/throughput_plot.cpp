#include "ui/plots/throughput_plot.h"

#include "ui/plots/throughput_chart.h"

#include <QActionGroup>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QToolTip>

namespace thrashlab::ui {

ThroughputPlot::ThroughputPlot(QWidget* parent)
    : PlotWidget(parent), plot_(new QCustomPlot(this)), chart_(new ThroughputChart(plot_)) {
    setAccessibleName(tr("Throughput per run"));
    embed(plot_);
    retheme();
}

void ThroughputPlot::draw(const ThroughputData& data, bool logarithmic) {
    ThroughputData shown = data;
    shown.logarithmic = logarithmic;
    chart_->setData(shown);
    QStringList words;
    for (const RunResult& run : shown.runs) {
        words += describeRun(shown, run.number);
    }
    setAccessibleDescription(words.join(QLatin1Char('\n')));
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ThroughputPlot::setData(const ThroughputData& data) {
    draw(data, logarithmic());
}

const ThroughputData& ThroughputPlot::data() const {
    return chart_->data();
}

void ThroughputPlot::setLogarithmic(bool logarithmic) {
    if (logarithmic != this->logarithmic()) {
        draw(data(), logarithmic);
        Q_EMIT logarithmicChanged(logarithmic);
    }
}

bool ThroughputPlot::logarithmic() const {
    return chart_->data().logarithmic;
}

std::vector<PlottedValue> ThroughputPlot::plottedValues() const {
    return chart_->plottedValues();
}

std::vector<PlottedValue> ThroughputPlot::plottedMarks() const {
    return chart_->plottedMarks();
}

QString ThroughputPlot::toolTipAt(const QPoint& position) const {
    const std::uint32_t run = chart_->runAt(plot_->mapFrom(this, position));
    return run == 0 ? QString() : describeRun(data(), run);
}

QImage ThroughputPlot::image() {
    plot_->replot(QCustomPlot::rpImmediateRefresh);
    return plot_->grab().toImage();
}

QSize ThroughputPlot::sizeHint() const {
    return {320, 250};
}

QSize ThroughputPlot::minimumSizeHint() const {
    return {200, 110};
}

bool ThroughputPlot::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), toolTipAt(help->pos()), this);
        return true;
    }
    return PlotWidget::event(event);
}

void ThroughputPlot::changeEvent(QEvent* event) {
    PlotWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        retheme();
    }
}

void ThroughputPlot::retheme() {
    chart_->setLook(Theme(palette()), font());
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ThroughputPlot::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    auto* scales = new QActionGroup(&menu);
    QAction* linear = menu.addAction(tr("&Linear"));
    QAction* logarithmic = menu.addAction(tr("Lo&garithmic"));
    for (QAction* action : {linear, logarithmic}) {
        action->setCheckable(true);
        scales->addAction(action);
    }
    (this->logarithmic() ? logarithmic : linear)->setChecked(true);
    connect(linear, &QAction::triggered, this, [this] { setLogarithmic(false); });
    connect(logarithmic, &QAction::triggered, this, [this] { setLogarithmic(true); });
    menu.addSeparator();
    connect(menu.addAction(tr("&Export…")), &QAction::triggered, this, &ThroughputPlot::exportRequested);
    connect(menu.addAction(tr("&Copy Image")), &QAction::triggered, this, &ThroughputPlot::copyImage);
    menu.exec(event->globalPos());
}

void ThroughputPlot::copyImage() {
    QGuiApplication::clipboard()->setImage(image());
}

} // namespace thrashlab::ui
