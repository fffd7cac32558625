// What the colours of the strip mean, and which of them it shows.
#pragma once

#include "ui/theatre/cell_states.h"
#include "ui/theatre/cell_tiles.h"

#include <QRect>
#include <QWidget>

#include <array>
#include <optional>

namespace thrashlab::ui {

/// The words for a state, as in the legend.
[[nodiscard]] QString statusText(BlockStatus status);

/// Swatches with their words, in as many rows as the width asks for. A click chooses an entry, and a second click lets
/// go of it; what is not chosen is not shown, unless nothing is chosen. With the focus, the arrows go from entry to
/// entry and Space chooses.
class BlockLegend : public QWidget {
    Q_OBJECT

public:
    /// The states of a block in their order, then evictions.
    static constexpr std::size_t entries = block_statuses + 1;
    static constexpr std::size_t evictions = block_statuses;

    explicit BlockLegend(QWidget* parent = nullptr);

    /// How high it has to be.
    [[nodiscard]] int heightFor(int width) const;
    [[nodiscard]] StatusSet shown() const;
    [[nodiscard]] bool showsEvictions() const { return chosen_.none() || chosen_[evictions]; }
    void toggle(std::size_t entry);
    /// How many blocks are in each state, for the tool tips.
    void setCounts(const CellStates::Counts& counts) { counts_ = counts; }
    /// Where an entry lies.
    [[nodiscard]] QRect entryRect(std::size_t entry) const { return places_[entry]; }
    /// The widget's own font stays as it is: text is as small as the captions of the cards.
    void setTextFont(const QFont& font);

Q_SIGNALS:
    /// Other states are shown than before.
    void filterChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Rows {
        std::size_t number = 1;
        int gap = 0;
    };
    [[nodiscard]] Rows rowsFor(int width) const;
    [[nodiscard]] int line() const;
    [[nodiscard]] int entryWidth(std::size_t entry) const;
    [[nodiscard]] std::optional<std::size_t> entryAt(const QPoint& point) const;
    [[nodiscard]] QString tip(std::size_t entry) const;
    void layOut();
    void announce();
    void paintEntry(QPainter& painter, std::size_t entry) const;

    std::bitset<entries> chosen_;
    std::array<QRect, entries> places_;
    CellTiles swatches_;
    CellStates::Counts counts_{};
    QFont textFont_;
    std::size_t cursor_ = 0;
};

} // namespace thrashlab::ui
