// Throughput per run, as bars.
#pragma once

#include "ui/plots/plot_widget.h"
#include "ui/plots/throughput_data.h"

#include <QImage>

#include <vector>

class QCustomPlot;
class QMenu;

namespace thrashlab::ui {

class ThroughputChart;

/// A bar for each finished run of one series, a pale one for the run that plays, hollow diamonds for what was
/// published.
class ThroughputPlot : public PlotWidget {
    Q_OBJECT

public:
    explicit ThroughputPlot(QWidget* parent = nullptr);

    /// What is drawn. Keeps the scale that the user chose: `data.logarithmic` is ignored.
    void setData(const ThroughputData& data);
    [[nodiscard]] const ThroughputData& data() const;
    void setLogarithmic(bool logarithmic);
    [[nodiscard]] bool logarithmic() const;

    /// The bars as they are drawn, read back from the plot.
    [[nodiscard]] std::vector<PlottedValue> plottedValues() const;
    /// The published marks as they are drawn: run and where the marker stands.
    [[nodiscard]] std::vector<PlottedValue> plottedMarks() const;
    /// What the tool tip says at a place of the widget; empty where there is no run.
    [[nodiscard]] QString toolTipAt(const QPoint& position) const;
    /// The chart as it is on the screen.
    [[nodiscard]] QImage image();

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void exportRequested();
    void logarithmicChanged(bool logarithmic);

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void retheme();
    void draw(const ThroughputData& data, bool logarithmic);
    void copyImage();

    QCustomPlot* plot_;
    ThroughputChart* chart_;
};

} // namespace thrashlab::ui
