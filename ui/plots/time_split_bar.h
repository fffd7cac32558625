// Where a run's time went.
#pragma once

#include "kernel/machine_state.h"

#include <QWidget>

#include <array>
#include <cstdint>
#include <optional>

namespace thrashlab::ui {

/// One stacked bar of a run's time by its parts; beneath it each share in seconds and per cent, and a sentence about
/// lost turns. Its height does not depend on what it shows.
class TimeSplitBar : public QWidget {
    Q_OBJECT

public:
    struct Share {
        TimePart part;
        QString name;
        Duration time;
        double share; ///< of the run's whole time
    };

    explicit TimeSplitBar(QWidget* parent = nullptr);

    void setRun(std::uint32_t number, const RunCounters& counters);
    void clear();
    /// Puts a widget, no taller than a row, into the place that the legend leaves free.
    void setCornerWidget(QWidget* widget);

    /// "Where run 2 spends its 29.8 s".
    [[nodiscard]] QString title() const;
    /// "1 367 of 1 372 commands lost a turn."
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] std::array<Share, all_time_parts.size()> shares() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QRectF barRect() const;
    void drawBar(QPainter& painter) const;
    void drawLegend(QPainter& painter) const;
    [[nodiscard]] QRectF legendCell(int place) const;
    void placeCornerWidget();

    QWidget* corner_ = nullptr;
    std::uint32_t number_ = 0;
    std::optional<RunCounters> counters_;
};

} // namespace thrashlab::ui
