// The drive: a platter, a head, and what waiting for it costs.
#pragma once

#include "ui/models/player.h"
#include "ui/models/selection.h"
#include "ui/theatre/presentation.h"
#include "ui/theatre/view_card.h"

#include <optional>
#include <vector>

namespace thrashlab::ui {

/// The platter at the angle it has at the player's instant, with the wanted sectors on it and the head above. Simulated
/// time sets the angle, so pausing stops it and stepping back turns it back. A drive that does not turn shows its
/// queue. A click on the queue, or on the wanted sectors, chooses the command.
class DriveView : public ViewCard {
    Q_OBJECT

public:
    DriveView(const Player& player, Selection& selection, QWidget* parent = nullptr);

    void refresh();
    void setPresentation(const Presentation& presentation);
    /// Where the commands that can be clicked lie, in the order of the state's `commands`.
    [[nodiscard]] std::vector<QRectF> commandRects() const;
    [[nodiscard]] QSize sizeHint() const override { return {228, 230}; }
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] QString phaseText() const;
    [[nodiscard]] bool turns() const;
    [[nodiscard]] QRect textRect() const;
    /// What is left for platter or queue.
    [[nodiscard]] QRectF room() const;
    [[nodiscard]] QRectF disc() const;
    /// The instant whose angle the platter shows.
    [[nodiscard]] SimTime shownTime() const;
    /// Where the wanted sectors begin, in turns clockwise from the head, and how far they reach.
    struct Arc {
        double from = 0;
        double span = 0;
    };
    [[nodiscard]] std::optional<Arc> wanted() const;
    [[nodiscard]] bool lit(const PendingCommand& command) const;
    void paintCount(QPainter& painter, const QFont& large) const;
    void paintQueue(QPainter& painter) const;
    void paintPlatter(QPainter& painter, const QRectF& disc) const;
    void paintWanted(QPainter& painter, const QRectF& track, double width) const;

    const Player& player_;
    Selection& selection_;
    Presentation presentation_;
    std::uint64_t shownCount_ = 0;
};

} // namespace thrashlab::ui
