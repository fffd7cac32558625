#include "ui/plots/chart_style.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace thrashlab::ui {
namespace {

constexpr double lineWidth = 1.6;
constexpr double markerSize = 6;
constexpr double hatchSpacing = 6;
constexpr double leastHatched = 4; ///< less is all hatch and no colour
constexpr double dotSpacing = 5;
constexpr double dotRadius = 0.9;

QPalette paletteOf(ChartTheme theme, const QPalette& window) {
    switch (theme) {
    case ChartTheme::window:
        return window;
    case ChartTheme::light:
        return lightPalette();
    case ChartTheme::dark:
        return darkPalette();
    case ChartTheme::print:
        return projectorPalette();
    }
    return window;
}

struct LineLook {
    QColor colour;
    QVector<qreal> dashes;
};

// Lines that meet in one chart often, such as those of the first runs, are the farthest apart.
std::array<LineLook, 8> lineLooks(const Theme& theme) {
    return {{{theme.block(BlockStatus::read_ahead_unused), {}},
             {theme.block(BlockStatus::dirty), {5, 2.5}},
             {theme.text(), {1, 3}},
             {theme.time(TimePart::seek), {8, 2, 2, 2}},
             {theme.time(TimePart::busy), {3, 2}},
             {theme.time(TimePart::command), {10, 4}},
             {theme.quietText(), {8, 2, 2, 2, 2, 2}},
             {theme.evicted(), {2, 2, 6, 2}}}};
}

// From a first multiple of the spacing on, while below the end.
template <class Draw>
void forEachLine(double from, double to, double spacing, Draw draw) {
    for (double at = std::ceil(from / spacing) * spacing; at < to; at += spacing) {
        draw(at);
    }
}

// Clipped by arithmetic: a clip path would become an opaque mask in some kinds of files.
void drawDiagonals(QPainter& painter, const QRectF& area, bool rising) {
    const double l = area.left();
    const double t = area.top();
    const double r = area.right();
    const double b = area.bottom();
    if (rising) { // x + y is the same all along
        forEachLine(l + t, r + b, hatchSpacing, [&](double sum) {
            const double from = std::max(l, sum - b);
            const double to = std::min(r, sum - t);
            painter.drawLine(QPointF(from, sum - from), QPointF(to, sum - to));
        });
    } else { // y - x is
        forEachLine(t - r, b - l, hatchSpacing, [&](double difference) {
            const double from = std::max(l, t - difference);
            const double to = std::min(r, b - difference);
            painter.drawLine(QPointF(from, from + difference), QPointF(to, to + difference));
        });
    }
}

void drawDots(QPainter& painter, const QRectF& area, const QColor& colour) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    const QRectF inside = area.adjusted(dotRadius, dotRadius, -dotRadius, -dotRadius);
    forEachLine(inside.top(), inside.bottom(), dotSpacing, [&](double y) {
        forEachLine(inside.left(), inside.right(), dotSpacing,
                    [&](double x) { painter.drawEllipse(QPointF(x, y), dotRadius, dotRadius); });
    });
}

void drawHatch(QPainter& painter, const QRectF& area, Hatch hatch, const QColor& colour) {
    painter.setPen(QPen(colour, 1, Qt::SolidLine, Qt::FlatCap));
    if (hatch == Hatch::rising || hatch == Hatch::crossed) {
        drawDiagonals(painter, area, true);
    }
    if (hatch == Hatch::falling || hatch == Hatch::crossed) {
        drawDiagonals(painter, area, false);
    }
    if (hatch == Hatch::vertical) {
        forEachLine(area.left(), area.right(), hatchSpacing,
                    [&](double x) { painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom())); });
    }
    if (hatch == Hatch::horizontal) {
        forEachLine(area.top(), area.bottom(), hatchSpacing,
                    [&](double y) { painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y)); });
    }
    if (hatch == Hatch::dots) {
        drawDots(painter, area, colour);
    }
}

Hatch hatchOf(TimePart part) {
    switch (part) {
    case TimePart::cpu:
        return Hatch::horizontal;
    case TimePart::command:
        return Hatch::vertical;
    case TimePart::seek:
        return Hatch::crossed;
    case TimePart::rotation:
        return Hatch::none; // mostly the largest one: it stays calm
    case TimePart::transfer:
        return Hatch::dots;
    case TimePart::busy:
        return Hatch::rising;
    case TimePart::throttled:
        return Hatch::falling;
    }
    return Hatch::none;
}

QColor grey(int level) {
    return {level, level, level};
}

QPen blackEdge() {
    return {QColor(Qt::black), 1, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin};
}

} // namespace

void drawFill(QPainter& painter, const QRectF& area, const ChartFill& fill) {
    if (area.isEmpty()) {
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill.colour);
    painter.drawRect(area);
    painter.setRenderHint(QPainter::Antialiasing, true);
    if (fill.hatch != Hatch::none && std::min(area.width(), area.height()) >= leastHatched) {
        drawHatch(painter, area, fill.hatch, fill.hatchColour);
    }
    if (fill.edge.style() != Qt::NoPen) {
        painter.setPen(fill.edge);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(area);
    }
    painter.restore();
}

QPen seriesPen(const Theme& theme, std::size_t place) {
    const auto looks = lineLooks(theme);
    const LineLook& look = looks[place % looks.size()];
    QPen pen(look.colour, theme.stroke(lineWidth));
    pen.setCapStyle(Qt::FlatCap);
    if (!look.dashes.isEmpty()) {
        pen.setDashPattern(look.dashes);
    }
    return pen;
}

ChartStyle::ChartStyle(ChartTheme theme, const QPalette& palette)
    : print_(theme == ChartTheme::print), theme_(paletteOf(theme, palette)) {
}

QColor ChartStyle::grid() const {
    return print_ ? grey(0xd8) : theme_.line();
}

QPen ChartStyle::line(std::size_t place) const {
    QPen pen = seriesPen(theme_, place);
    if (print_) {
        // Black, then greys: dashes and markers repeat sooner than both together.
        constexpr std::array levels{0x00, 0x00, 0x00, 0x60, 0x60, 0x60, 0x90, 0x90};
        pen.setColor(grey(levels[place % levels.size()]));
        pen.setWidthF(stroke(lineWidth));
    }
    return pen;
}

QCPScatterStyle ChartStyle::marker(std::size_t place) const {
    constexpr std::array shapes{QCPScatterStyle::ssDisc,     QCPScatterStyle::ssSquare,
                                QCPScatterStyle::ssTriangle, QCPScatterStyle::ssDiamond,
                                QCPScatterStyle::ssCircle,   QCPScatterStyle::ssTriangleInverted,
                                QCPScatterStyle::ssPlus,     QCPScatterStyle::ssCross};
    QPen pen(line(place).color(), stroke(1.2));
    return QCPScatterStyle(shapes[place % shapes.size()], pen, QBrush(ground()), markerSize);
}

QColor ChartStyle::band(std::size_t place) const {
    QColor colour = line(place).color();
    colour.setAlphaF(print_ ? 0.16F : 0.2F);
    return colour;
}

ChartFill ChartStyle::bar(std::size_t place) const {
    constexpr std::array hatches{Hatch::none,     Hatch::rising,  Hatch::dots,
                                 Hatch::vertical, Hatch::crossed, Hatch::horizontal};
    const Hatch hatch = hatches[place % hatches.size()];
    if (print_) {
        return {hatch == Hatch::none ? grey(0x50) : grey(0xff), hatch, grey(0), blackEdge()};
    }
    const std::array colours{theme_.accent(),
                             theme_.time(TimePart::command),
                             theme_.time(TimePart::transfer),
                             theme_.time(TimePart::rotation),
                             theme_.time(TimePart::seek),
                             theme_.time(TimePart::cpu)};
    return {colours[place % colours.size()], hatch, ground(), QPen(Qt::NoPen)};
}

ChartFill ChartStyle::part(TimePart part) const {
    const Hatch hatch = hatchOf(part);
    if (print_) {
        return {hatch == Hatch::none ? grey(0x70) : grey(0xff), hatch, grey(0), blackEdge()};
    }
    QColor over = ground();
    over.setAlphaF(0.6F);
    return {theme_.time(part), hatch, over, QPen(Qt::NoPen)};
}

QCPScatterStyle::ScatterShape ChartStyle::hollow(std::size_t place) const {
    constexpr std::array shapes{QCPScatterStyle::ssDiamond, QCPScatterStyle::ssTriangle, QCPScatterStyle::ssSquare,
                                QCPScatterStyle::ssCircle};
    return shapes[place % shapes.size()];
}

QCPColorGradient ChartStyle::gradient() const {
    QCPColorGradient gradient;
    gradient.clearColorStops();
    gradient.setLevelCount(256);
    if (print_) {
        gradient.setColorStopAt(0, grey(0xff));
        gradient.setColorStopAt(1, grey(0x48));
    } else {
        // Its lightness rises evenly, and readers who see two hues see these two.
        constexpr std::array<QRgb, 10> stops{0x00224e, 0x123570, 0x3b496c, 0x575d6d, 0x707173,
                                             0x8a8678, 0xa59c74, 0xc3b369, 0xe1cc55, 0xfee838};
        for (std::size_t i = 0; i < stops.size(); ++i) {
            gradient.setColorStopAt(static_cast<double>(i) / (stops.size() - 1), QColor(stops[i]));
        }
    }
    gradient.setNanHandling(QCPColorGradient::nhTransparent);
    return gradient;
}

QPen ChartStyle::contour() const {
    return {print_ ? QColor(Qt::black) : QColor(Qt::white), stroke(1.2)};
}

QPen ChartStyle::contourHalo() const {
    return {print_ ? QColor(Qt::white) : QColor(Qt::black), stroke(1.2) + 1.6};
}

} // namespace thrashlab::ui
