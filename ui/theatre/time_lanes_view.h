// Lanes over time: who was at work when.
#pragma once

#include "ui/models/player.h"
#include "ui/models/selection.h"
#include "ui/theatre/time_axis.h"
#include "ui/theatre/view_card.h"

#include <array>
#include <optional>
#include <vector>

namespace thrashlab::ui {

/// A stretch of the journal around the player's instant: dd and the processor, and the drive by phase. Drag to scrub,
/// turn the wheel to zoom, click a piece to choose its command or the block that dd waits for.
class TimeLanesView : public ViewCard {
    Q_OBJECT

public:
    TimeLanesView(const Player& player, Selection& selection, QWidget* parent = nullptr);

    void refresh();
    /// The axis along the lanes, in the widget's coordinates.
    [[nodiscard]] TimeAxis axis() const;
    /// Where a command's pieces were drawn last.
    [[nodiscard]] std::vector<QRectF> commandRects(CommandNo number) const;
    [[nodiscard]] QSize sizeHint() const override { return {480, 230}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {150, 190}; }

Q_SIGNALS:
    void scrubbed(thrashlab::SimTime time);

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    enum Lane { dd, cpu, command, seek, rotation, transfer };
    static constexpr int lanes = 6;
    struct Piece {
        Lane lane;
        double left;
        double right;
        bool waiting = false; ///< dd asleep
        BlockNo block;        ///< first of the command, or what dd waits for
        std::uint16_t blocks = 0;
        CommandNo command; ///< of the drive's pieces
    };

    [[nodiscard]] QRect plot() const;
    void collect();
    /// Adds a piece from `from` to `to` that is like `kind`.
    void addPiece(const Piece& kind, SimTime from, SimTime to);
    void caption();
    void choosePieceAt(const QPointF& point);
    [[nodiscard]] QRectF rect(const Piece& piece) const;
    [[nodiscard]] bool lit(const Piece& piece) const;
    void paintPieces(QPainter& painter) const;

    const Player& player_;
    Selection& selection_;
    Duration span_ = std::chrono::milliseconds(140);
    SimTime begin_;
    std::vector<Piece> pieces_;
    struct Drag {
        QPointF from;
        SimTime time;
        bool moved = false; ///< else it is a click so far
    };
    std::optional<Drag> drag_;
};

} // namespace thrashlab::ui
