// The buffers in the order in which they will be taken.
#pragma once

#include "ui/models/player.h"
#include "ui/theatre/cell_tiles.h"
#include "ui/theatre/view_card.h"

#include <array>
#include <vector>

namespace thrashlab::ui {

/// EMPTY, AGE and LRU one behind the other, the next victim first and framed; busy buffers apart at the right. A bar
/// stands for several buffers where there are more of them than room.
class BufferQueueView : public ViewCard {
    Q_OBJECT

public:
    explicit BufferQueueView(const Player& player, QWidget* parent = nullptr);

    /// The player has moved, or the recording is another one.
    void refresh();

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// What one bar shows.
    struct Slot {
        BlockStatus status = BlockStatus::on_disk;
        BlockNo block; ///< of its first buffer
        BufferQueue queue = BufferQueue::empty;
    };

    void collect();
    void writeTexts();
    [[nodiscard]] QRect barArea() const;
    [[nodiscard]] QString lastUse(BlockNo block) const;
    void paintBars(QPainter& painter, const QRect& area, const std::vector<Slot>& bars, double pitch) const;

    const Player& player_;
    std::vector<Slot> waiting_;
    std::vector<Slot> busy_;
    std::uint32_t buffersPerBar_ = 1;
    std::uint32_t notShown_ = 0;
    double pitch_ = 1;
    QString next_;
    QString latest_;
};

} // namespace thrashlab::ui
