// A curve to look at and to take hold of.
#pragma once

#include "sim/curve.h"

#include <QPoint>
#include <QWidget>

#include <memory>
#include <optional>

class QCustomPlot;

namespace thrashlab::ui {

class CurveChart;

/// Throughput as a function of one parameter, with the present value as a cursor. Shows what it is told, and says what
/// a person wants: the cursor follows a drag with the left button, a click takes the point beside it, the arrows go a
/// step on; the wheel zooms, a drag with the right button or Shift moves along, a double click goes back.
class CurvePlot : public QWidget {
    Q_OBJECT

public:
    explicit CurvePlot(QWidget* parent = nullptr);

    void setParameter(const Parameter& parameter);
    void setRange(const CurveRange& range);
    void setNow(double value);
    /// Null for none.
    void setCurve(const std::shared_ptr<const Curve>& curve);
    /// Said instead of a curve; empty for nothing.
    void setHint(const QString& hint);
    void setLogarithmicSpeed(bool logarithmic);

    [[nodiscard]] const CurveChart& chart() const { return *chart_; }
    /// Where a value and a throughput are drawn, in pixels of this widget.
    [[nodiscard]] QPointF positionOf(double value) const;
    [[nodiscard]] QString toolTipAt(const QPoint& position) const;
    [[nodiscard]] QImage image();

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// A person wants this value; the same `gesture` for all of one drag or of one key held down.
    void valueWanted(double value, int gesture);
    /// A person wants to see this part.
    void rangeWanted(const thrashlab::CurveRange& range);
    /// A person wants to see the suggested part again.
    void rangeReset();
    void menuWanted(const QPoint& global);
    /// The key is another one.
    void lookChanged();

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    enum class Drag : std::uint8_t { none, pressed, cursor, range };

    void retheme();
    void describe();
    void hover(const QPointF& position);
    void want(double value);
    void panTo(double pixel);
    [[nodiscard]] double stepped(int steps) const;
    [[nodiscard]] std::optional<CurveGrid> grid(const CurveRange& range) const;
    [[nodiscard]] bool isReal() const;
    [[nodiscard]] bool ownsKey(const QKeyEvent& event) const;

    QCustomPlot* plot_;
    CurveChart* chart_;
    Drag drag_ = Drag::none;
    QPointF pressed_;
    CurveRange rangeAtPress_;
    int gesture_ = 0;
    bool keyHeld_ = false;
    bool showsFocus_ = false;
};

} // namespace thrashlab::ui
