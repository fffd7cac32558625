// How a chart is dressed: colours, pens, hatches and markers, on the screen and on paper.
#pragma once

#include "ui/plots/qcustomplot_wrapper.h"
#include "ui/theme.h"

#include <QColor>
#include <QPen>

#include <cstddef>
#include <cstdint>

class QPainter;

namespace thrashlab::ui {

enum class ChartTheme : std::uint8_t {
    window, ///< as the window around it
    light,
    dark,
    print, ///< black on white: what differs in colour elsewhere differs in grey, dashes and hatches
};

/// Lines over a colour. They are drawn one by one, so that every kind of file shows the same.
enum class Hatch : std::uint8_t { none, rising, falling, vertical, horizontal, crossed, dots };

/// What an area is filled with.
struct ChartFill {
    QColor colour;
    Hatch hatch = Hatch::none;
    QColor hatchColour;
    QPen edge{Qt::NoPen};

    bool operator==(const ChartFill&) const = default;
};

/// Fills an area that no painter's pen surrounds.
void drawFill(QPainter& painter, const QRectF& area, const ChartFill& fill);

/// The pen of one line among several: they differ in colour and in dashes. On the screen and in charts alike.
[[nodiscard]] QPen seriesPen(const Theme& theme, std::size_t place);

class ChartStyle {
public:
    /// `palette` is the window's, which the other looks take no notice of.
    ChartStyle(ChartTheme theme, const QPalette& palette);

    [[nodiscard]] const Theme& theme() const { return theme_; }
    [[nodiscard]] bool print() const { return print_; }
    [[nodiscard]] QColor ground() const { return theme_.card(); }
    [[nodiscard]] QColor text() const { return theme_.text(); }
    [[nodiscard]] QColor quietText() const { return theme_.quietText(); }
    [[nodiscard]] QColor grid() const;
    /// A width that is `plain` on the screen.
    [[nodiscard]] double stroke(double plain) const { return print_ ? 1.4 * plain : plain; }

    /// Of the series at that place.
    [[nodiscard]] QPen line(std::size_t place) const;
    [[nodiscard]] QCPScatterStyle marker(std::size_t place) const;
    [[nodiscard]] QColor band(std::size_t place) const;
    [[nodiscard]] ChartFill bar(std::size_t place) const;
    [[nodiscard]] ChartFill part(TimePart part) const;
    /// Hollow, of what others have measured.
    [[nodiscard]] QCPScatterStyle::ScatterShape hollow(std::size_t place) const;
    /// Of a surface: from low to high, darker or lighter all the way, so that it can be told without colours.
    [[nodiscard]] QCPColorGradient gradient() const;
    /// A line of equal height, and what keeps it apart from what is under it.
    [[nodiscard]] QPen contour() const;
    [[nodiscard]] QPen contourHalo() const;
    /// Where a surface has no value.
    [[nodiscard]] ChartFill missing() const { return {ground(), Hatch::rising, grid(), QPen(Qt::NoPen)}; }

private:
    bool print_;
    Theme theme_;
};

} // namespace thrashlab::ui
