// Colours, in one place. They derive from the palette of the widget that draws, so light and dark follow the desktop.
#pragma once

#include "kernel/machine_state.h"

#include <QBrush>
#include <QColor>
#include <QPalette>

namespace thrashlab::ui {

/// The colours of the present palette. Hues are those of Okabe and Ito, which colour-blind readers can tell apart; no
/// state is told by colour alone (see `hatch`).
class Theme {
public:
    explicit Theme(const QPalette& palette);

    [[nodiscard]] bool dark() const { return dark_; }
    /// Black on white throughout, as for a projector in a bright room: marks are larger and lines thicker.
    [[nodiscard]] bool projected() const { return projected_; }
    /// A width that is `plain` pixels in the other looks.
    [[nodiscard]] double stroke(double plain) const { return projected_ ? 2 * plain : plain; }
    [[nodiscard]] QColor window() const; ///< behind the cards
    [[nodiscard]] QColor card() const;   ///< a panel's ground
    [[nodiscard]] QColor line() const;   ///< hairlines, axes, frames
    [[nodiscard]] QColor text() const;
    [[nodiscard]] QColor quietText() const;  ///< captions and units
    [[nodiscard]] QColor accent() const;     ///< the one accent: selection, present run, links
    [[nodiscard]] QColor accentTint() const; ///< a wash of it, for grounds
    [[nodiscard]] QColor evicted() const;    ///< frame of what was just evicted, and of the next victim

    [[nodiscard]] QColor block(BlockStatus status) const;
    /// Where a block is left out of what is shown.
    [[nodiscard]] QColor faded() const;
    /// The second cue for a block's state: a pattern drawn over its colour, or Qt::NoBrush.
    [[nodiscard]] static Qt::BrushStyle hatch(BlockStatus status);
    /// The colour of a share of dd's time, by the drive's phase; `idle` stands for the processor.
    [[nodiscard]] QColor time(DrivePhase phase) const { return time(part_of(phase)); }
    [[nodiscard]] QColor time(TimePart part) const;
    /// The second cue for the parts that share a hue with another state: a pattern drawn over it, or Qt::NoBrush.
    [[nodiscard]] static Qt::BrushStyle hatch(TimePart part);

private:
    [[nodiscard]] QColor mixed(QColor colour, double share) const;

    QPalette palette_;
    bool dark_;
    bool projected_;
};

/// The palettes of the program's own looks, for screenshots and for whoever chooses one.
[[nodiscard]] QPalette lightPalette();
[[nodiscard]] QPalette darkPalette();
/// The strongest contrast there is; `Theme::projected` knows it by that.
[[nodiscard]] QPalette projectorPalette();
/// How much larger a projector's text is.
inline constexpr double projector_text = 1.2;

} // namespace thrashlab::ui
