// A slider over the whole series.
#pragma once

#include "sim/simulation.h"
#include "ui/models/player.h"
#include "ui/theatre/time_axis.h"

#include <QAbstractSlider>

#include <memory>
#include <optional>
#include <vector>

namespace thrashlab::ui {

/// The series from mount to the end of the last run; runs are drawn as segments with their numbers, pauses as gaps.
class TimeScrubber : public QAbstractSlider {
    Q_OBJECT

public:
    explicit TimeScrubber(QWidget* parent = nullptr);

    void setRecording(const Recording& recording);
    /// Shows a time without telling anybody.
    void showTime(SimTime time);
    /// Marks the range that playing goes round in, or none.
    void showLoop(const std::optional<Loop>& loop);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// A person has moved it.
    void scrubbed(thrashlab::SimTime time);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Segment {
        std::uint32_t run;
        SimTime begin;
        SimTime end;
    };
    [[nodiscard]] TimeAxis axis() const;
    [[nodiscard]] QRect track() const;
    void moveTo(double x);
    void drawLoop(QPainter& painter) const;

    std::vector<Segment> segments_;
    std::optional<Loop> loop_;
    SimTime end_;
    SimTime time_;
};

} // namespace thrashlab::ui
