// Draws a curve into a QCustomPlot.
#pragma once

#include "sim/curve.h"
#include "ui/plots/curve_words.h"
#include "ui/plots/qcustomplot_wrapper.h"
#include "ui/theme.h"

#include <QFont>
#include <QObject>
#include <QPen>

#include <memory>
#include <optional>
#include <vector>

namespace thrashlab::ui {

/// An entry of the key: what a pen stands for.
struct CurveKeyEntry {
    QPen pen;
    QString text;
};

/// The lines, axes, cursor and words of a curve in a QCustomPlot, which owns it. Lines differ in their dashes as well
/// as in colour. Never replots by itself.
class CurveChart : public QObject {
    Q_OBJECT

public:
    explicit CurveChart(QCustomPlot* plot);

    /// What the horizontal axis is of. Forgets the curve.
    void setParameter(const Parameter& parameter);
    [[nodiscard]] const Parameter& parameter() const { return *parameter_; }
    /// Null for none. It must be one of the present parameter. Points of a curve over another range stay where they
    /// belong.
    void setCurve(std::shared_ptr<const Curve> curve);
    [[nodiscard]] const std::shared_ptr<const Curve>& curve() const { return curve_; }
    /// The horizontal range, and whether its axis is logarithmic.
    void setRange(const CurveRange& range);
    [[nodiscard]] const CurveRange& range() const { return range_; }
    void setLogarithmicSpeed(bool logarithmic);
    [[nodiscard]] bool logarithmicSpeed() const { return logarithmicSpeed_; }
    /// Where the cursor stands.
    void setNow(double value);
    [[nodiscard]] double now() const { return now_; }
    /// The point to be marked; null for none.
    void setHovered(const CurvePoint* point);
    /// What to say when there is nothing to draw; empty for nothing.
    void setHint(const QString& hint);
    void setLook(const Theme& theme, const QFont& font);

    /// What the pens stand for, in the order of drawing.
    [[nodiscard]] std::vector<CurveKeyEntry> key() const;
    [[nodiscard]] double valueAt(double pixel) const;
    [[nodiscard]] double pixelOf(double value) const;
    /// The own line's point nearest to a pixel of the axis, null when there is none within reach.
    [[nodiscard]] const CurvePoint* pointAt(const QPointF& pixel) const;

    // Read back from the plot, for tests.
    [[nodiscard]] int lineCount() const;
    [[nodiscard]] std::vector<QCPGraphData> plotted(int line) const;
    [[nodiscard]] QString cliffText() const;
    [[nodiscard]] QString nowText() const;
    [[nodiscard]] QString hintText() const;

private:
    struct Series : CurveSeries {
        QCPGraph* graph = nullptr;
    };

    void buildAxes();
    void buildItems();
    void makeGraphs();
    void fill(const Series& series);
    void chooseSpeedRange();
    void placeWords();
    void placeCliff(const QRectF& area);
    [[nodiscard]] QPen penOf(std::size_t line, CurveRun run) const;
    [[nodiscard]] QCPGraph* graphOf(CurveRun run) const;

    QCustomPlot* plot_;
    const Parameter* parameter_;
    std::shared_ptr<const Curve> curve_;
    std::vector<Series> series_;
    std::optional<Cliff> cliff_;
    CurveRange range_;
    bool logarithmicSpeed_ = true;
    double now_ = 0;
    QCPItemLine* cursor_;
    QCPItemTracer* cursorMark_;
    QCPItemText* cursorText_;
    QCPItemText* cliffText_;
    QCPItemText* hint_;
    std::vector<QCPItemTracer*> hovered_;
    QString hintText_;
    QFont font_;
    Theme theme_{QPalette()};
};

} // namespace thrashlab::ui
