#include "ui/plots/chart_legend.h"

namespace thrashlab::ui {
namespace {

constexpr int lineSpacing = 6;
// QCustomPlot clips the lowest row of pixels of its viewport away.
constexpr int bottomMargin = 2;
constexpr double symbolSize = 9;
constexpr double symbolGap = 5;
constexpr double entryGap = 14;

void drawSymbol(QCPPainter* painter, const LegendEntry& entry, QPointF centre) {
    constexpr double half = symbolSize / 2;
    painter->setAntialiasing(true);
    if (entry.symbol == LegendSymbol::diamond) {
        painter->setPen(QPen(entry.colour, 1.25));
        painter->setBrush(Qt::NoBrush);
        painter->drawPolygon(QPolygonF{{centre.x(), centre.y() - half},
                                       {centre.x() + half, centre.y()},
                                       {centre.x(), centre.y() + half},
                                       {centre.x() - half, centre.y()}});
    } else if (entry.symbol == LegendSymbol::bar) {
        painter->fillRect(QRectF(centre.x() - half / 2, centre.y() - half, half, symbolSize), entry.colour);
    }
}

} // namespace

void LegendLine::setLook(const QFont& font, const QColor& text) {
    font_ = font;
    text_ = text;
}

void LegendLine::draw(QCPPainter* painter) {
    const QFontMetricsF metrics(font_);
    const QRectF area(rect());
    const double middle = area.bottom() - bottomMargin - metrics.height() / 2;
    double left = area.left();
    painter->setFont(font_);
    for (const LegendEntry& entry : entries_) {
        if (entry.symbol != LegendSymbol::none) {
            drawSymbol(painter, entry, {left + symbolSize / 2, middle});
            left += symbolSize + symbolGap;
        }
        const double room = area.right() - left;
        if (room <= 0) {
            return;
        }
        const QString text = metrics.elidedText(entry.text, Qt::ElideRight, room);
        painter->setPen(text_);
        painter->drawText(QRectF(left, middle - metrics.height() / 2, room, metrics.height()),
                          Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
        left += metrics.horizontalAdvance(text) + entryGap;
    }
}

QSize LegendLine::maximumOuterSizeHint() const {
    return {QWIDGETSIZE_MAX, minimumOuterSizeHint().height()};
}

QSize LegendLine::minimumOuterSizeHint() const {
    return {0, QFontMetrics(font_).height() + lineSpacing + bottomMargin};
}

} // namespace thrashlab::ui
