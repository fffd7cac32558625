// Draws the throughput of the present series into a QCustomPlot.
#pragma once

#include "ui/plots/qcustomplot_wrapper.h"
#include "ui/plots/throughput_data.h"
#include "ui/theme.h"

#include <QFont>
#include <QObject>

#include <vector>

namespace thrashlab::ui {

class HatchedBars;
class LegendLine;

/// The items of a throughput chart in a QCustomPlot, which owns it. Never replots by itself.
class ThroughputChart : public QObject {
    Q_OBJECT

public:
    explicit ThroughputChart(QCustomPlot* plot);

    void setData(const ThroughputData& data);
    [[nodiscard]] const ThroughputData& data() const { return data_; }
    /// Colours and font of everything. The font's size is taken in pixels, so that no output's resolution changes it.
    void setLook(const Theme& theme, const QFont& font);

    /// The bars that are drawn, read back from the plot.
    [[nodiscard]] std::vector<PlottedValue> plottedValues() const;
    /// The published marks that are drawn, read back from the plot: run and where the marker stands.
    [[nodiscard]] std::vector<PlottedValue> plottedMarks() const;
    /// The run whose column is at that pixel; 0 for none.
    [[nodiscard]] std::uint32_t runAt(const QPointF& pixel) const;

private:
    void buildAxes();
    void fillBars();
    void fillMarks();
    void setRanges();
    void makeLabels();
    void placeLabels();
    [[nodiscard]] bool labelsFit(const char* property) const;
    [[nodiscard]] double raisedOverMarks(std::uint32_t run, double bottom, double height) const;
    [[nodiscard]] double runningHeight() const;
    [[nodiscard]] bool drawable(double value) const;
    [[nodiscard]] std::uint32_t columns() const;

    QCustomPlot* plot_;
    ThroughputData data_;
    HatchedBars* finished_;
    HatchedBars* running_;
    QCPGraph* halo_;
    QCPGraph* marks_;
    QCPErrorBars* whiskers_;
    LegendLine* legend_;
    QCPItemText* hint_;
    std::vector<QCPItemText*> labels_;
    QFont font_;
    QColor ground_;
    QColor text_;
    QColor quietText_;
};

} // namespace thrashlab::ui
