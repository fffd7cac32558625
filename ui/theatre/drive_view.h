// The drive: a platter, a head, and what waiting for it costs.
#pragma once

#include "ui/models/player.h"
#include "ui/theatre/view_card.h"

namespace thrashlab::ui {

/// The platter at the angle it has at the player's instant, with the wanted sectors on it and the head above. Simulated
/// time sets the angle, so pausing stops it and stepping back turns it back.
class DriveView : public ViewCard {
    Q_OBJECT

public:
    explicit DriveView(const Player& player, QWidget* parent = nullptr);

    void refresh();
    [[nodiscard]] QSize sizeHint() const override { return {228, 230}; }
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QString phaseText() const;
    [[nodiscard]] bool turns() const;
    void paintQueue(QPainter& painter, const QRectF& room) const;
    void paintPlatter(QPainter& painter, const QRectF& disc) const;
    void paintWanted(QPainter& painter, const QRectF& track, double width) const;

    const Player& player_;
    std::uint64_t shownCount_ = 0;
};

} // namespace thrashlab::ui
