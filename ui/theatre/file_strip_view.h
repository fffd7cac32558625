// The file as a strip of blocks, each coloured by where it is.
#pragma once

#include "ui/models/player.h"
#include "ui/models/selection.h"
#include "ui/theatre/cell_grid.h"
#include "ui/theatre/cell_states.h"
#include "ui/theatre/cell_tiles.h"
#include "ui/theatre/presentation.h"
#include "ui/theatre/view_card.h"

#include <QImage>

#include <vector>

namespace thrashlab::ui {

class BlockLegend;

/// Draws the file's data blocks from the player's state: a kept picture in which only changed cells are drawn again,
/// and over it dd's position, what was just evicted and what is chosen. A click chooses a block, as do the arrows and
/// Return while it has the focus.
class FileStripView : public ViewCard {
    Q_OBJECT

public:
    FileStripView(const Player& player, Selection& selection, QWidget* parent = nullptr);

    /// The recording is another one.
    void reload();
    /// The player has moved.
    void refresh();
    void setPresentation(const Presentation& presentation);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// What is known of a block, in one line.
    [[nodiscard]] QString describe(std::uint32_t block) const;
    [[nodiscard]] const CellGrid& grid() const { return grid_; }
    [[nodiscard]] const CellStates& states() const { return states_; }
    [[nodiscard]] BlockLegend& legend() { return *legend_; }
    /// Where a block's cell lies in the widget.
    [[nodiscard]] QRectF blockRect(BlockNo block) const { return cellRect(grid_.cellOf(block.value)); }

Q_SIGNALS:
    /// What lies under the mouse or the cursor; empty when nothing does.
    void pointedAt(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Eviction {
        std::uint32_t cell;
        double strength; ///< 1 when it just happened, 0 when it is forgotten
    };

    // file_strip_view.cpp
    void measure();
    void layOut();
    void drawCell(QPainter& painter, std::uint32_t cell) const;
    void drawAll();
    void drawChanged();
    void findEvictions();
    void updateMarks();
    void updateGrid();
    /// A cell in the widget's coordinates.
    [[nodiscard]] QRectF cellRect(std::uint32_t cell) const;
    [[nodiscard]] QRect overlayRect(std::uint32_t cell) const;
    void paintOverlay(QPainter& painter) const;
    void paintChosenCells(QPainter& painter) const;

    // file_strip_input.cpp
    [[nodiscard]] std::optional<std::uint32_t> blockAt(const QPoint& point) const;
    void moveCursor(int key);
    void setCursorCell(std::optional<std::uint32_t> cell);
    void point(std::optional<std::uint32_t> cell);

    const Player& player_;
    Selection& selection_;
    const Recording* laidOut_ = nullptr; ///< what grid and states belong to
    CellGrid grid_;
    CellStates states_;
    CellTiles tiles_;
    BlockLegend* legend_;
    QImage picture_;
    QRect gridArea_;
    Presentation presentation_;
    std::vector<Eviction> evictions_;
    std::vector<std::uint32_t> changedCells_; ///< kept for its memory
    std::optional<std::uint32_t> position_;
    std::optional<std::uint32_t> hovered_;
    std::optional<std::uint32_t> cursor_; ///< of the keyboard
};

} // namespace thrashlab::ui
