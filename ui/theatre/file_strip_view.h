// The file as a strip of blocks, each coloured by where it is.
#pragma once

#include "ui/models/player.h"
#include "ui/theatre/cell_grid.h"
#include "ui/theatre/cell_tiles.h"
#include "ui/theatre/view_card.h"

#include <QImage>

#include <vector>

namespace thrashlab::ui {

/// Draws the file's data blocks from the player's state: a kept picture in which only changed cells are drawn again,
/// and over it dd's position and what was just evicted.
class FileStripView : public ViewCard {
    Q_OBJECT

public:
    explicit FileStripView(const Player& player, QWidget* parent = nullptr);

    /// The recording is another one.
    void reload();
    /// The player has moved.
    void refresh();

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// What is known of a block, in one line.
    [[nodiscard]] QString describe(std::uint32_t block) const;
    [[nodiscard]] const CellGrid& grid() const { return grid_; }

Q_SIGNALS:
    /// What lies under the mouse; empty when nothing does.
    void pointedAt(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Eviction {
        std::uint32_t cell;
        double strength; ///< 1 when it just happened, 0 when it is forgotten
    };

    void layOut();
    void drawAll();
    void drawChanged();
    void findEvictions();
    [[nodiscard]] BlockStatus statusOf(std::uint32_t cell) const;
    void measure();
    [[nodiscard]] int legendLine() const;
    [[nodiscard]] int legendWidth() const;
    /// A cell in the widget's coordinates.
    [[nodiscard]] QRectF cellRect(std::uint32_t cell) const;
    [[nodiscard]] QRect overlayRect(std::uint32_t cell) const;
    [[nodiscard]] std::optional<std::uint32_t> blockAt(const QPoint& point) const;
    void paintOverlay(QPainter& painter) const;
    void paintLegend(QPainter& painter) const;

    const Player& player_;
    CellGrid grid_;
    CellTiles tiles_;
    CellTiles swatches_; ///< the legend's
    QImage picture_;
    QRect gridArea_;
    std::size_t legendRows_ = 1;
    int legendGap_ = 0;
    std::vector<Eviction> evictions_;
    std::optional<std::uint32_t> position_;
    std::optional<std::uint32_t> hovered_;
};

} // namespace thrashlab::ui
