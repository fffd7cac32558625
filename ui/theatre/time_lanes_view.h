// Lanes over time: who was at work when.
#pragma once

#include "ui/models/player.h"
#include "ui/theatre/view_card.h"

#include <array>
#include <optional>
#include <vector>

namespace thrashlab::ui {

/// A stretch of the journal around the player's instant: dd and the processor, and the drive by phase. Drag to scrub,
/// turn the wheel to zoom.
class TimeLanesView : public ViewCard {
    Q_OBJECT

public:
    explicit TimeLanesView(const Player& player, QWidget* parent = nullptr);

    void refresh();
    [[nodiscard]] QSize sizeHint() const override { return {480, 230}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {260, 190}; }

Q_SIGNALS:
    void scrubbed(thrashlab::SimTime time);

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    enum Lane { dd, cpu, command, seek, rotation, transfer };
    static constexpr int lanes = 6;
    struct Piece {
        Lane lane;
        double left;
        double right;
        bool waiting; ///< dd asleep
    };

    [[nodiscard]] QRect plot() const;
    [[nodiscard]] double x(SimTime time) const;
    void collect();
    void addPiece(Lane lane, SimTime from, SimTime to, bool waiting = false);
    void caption();

    const Player& player_;
    Duration span_ = std::chrono::milliseconds(140);
    SimTime begin_;
    std::vector<Piece> pieces_;
    std::optional<std::pair<double, SimTime>> drag_;
};

} // namespace thrashlab::ui
