// A few pages with their valid bits, where blocks are smaller than pages.
#pragma once

#include "ui/models/player.h"
#include "ui/models/selection.h"
#include "ui/theatre/cell_tiles.h"
#include "ui/theatre/view_card.h"

#include <vector>

namespace thrashlab::ui {

/// Which pages are shown: a stretch that stays while dd goes through it, so that it can be read.
struct PageStretch {
    std::uint32_t first = 0;
    std::uint32_t pages = 0;

    /// Of `all` pages those around `page`, at most `room`. It changes only when `page` comes near an end of it.
    [[nodiscard]] static PageStretch around(std::uint32_t page, std::uint32_t room, std::uint32_t all);
    [[nodiscard]] bool has(std::uint32_t page) const { return page >= first && page - first < pages; }
    bool operator==(const PageStretch&) const = default;
};

/// Pages around what is chosen, else around dd: a box for each, with a field for each of its blocks. Filled: the valid
/// bits are set. With a dot: a buffer holds the block. So one sees a page that is valid in part, which is refused as a
/// whole. A click chooses a block.
class PagesView : public ViewCard {
    Q_OBJECT

public:
    PagesView(const Player& player, Selection& selection, QWidget* parent = nullptr);

    /// Whether the recording has anything to show here.
    [[nodiscard]] bool applies() const;
    void refresh();

    [[nodiscard]] QSize sizeHint() const override { return {260, 84}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 80}; }
    [[nodiscard]] const PageStretch& stretch() const { return stretch_; }
    /// Where a block's field lies in the widget; empty when its page is not shown.
    [[nodiscard]] QRectF blockRect(BlockNo block) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// One block as drawn.
    struct Field {
        BlockNo block;
        BlockStatus status = BlockStatus::on_disk;
        bool valid = false;
        bool held = false;
        bool chosen = false;
        bool operator==(const Field&) const = default;
    };

    void collect();
    [[nodiscard]] std::uint32_t blocksPerPage() const;
    [[nodiscard]] int pagePitch() const;
    [[nodiscard]] double fieldSide() const;
    [[nodiscard]] QRectF pageRect(std::uint32_t page) const;
    [[nodiscard]] QString describe(const Field& field) const;
    [[nodiscard]] const Field* fieldAt(const QPointF& point) const;
    void paintField(QPainter& painter, const Field& field) const;
    void paintNumbers(QPainter& painter) const;

    const Player& player_;
    Selection& selection_;
    PageStretch stretch_;
    BlockNo here_; ///< where dd is
    std::vector<Field> fields_;
};

} // namespace thrashlab::ui
