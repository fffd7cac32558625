#include "ui/icons.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

namespace thrashlab::ui {
namespace {

constexpr int side = 20;
constexpr float disabled_share = 0.35F;

QPainterPath triangle(double left, double right) {
    QPainterPath path;
    path.moveTo(left, 4.5);
    path.lineTo(right, 10);
    path.lineTo(left, 15.5);
    path.closeSubpath();
    return path;
}

void draw(QPainter& painter, Icon icon, const QColor& colour) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    switch (icon) {
    case Icon::first:
        painter.drawRect(QRectF(4, 4.5, 2, 11));
        painter.drawPath(triangle(15.5, 7));
        break;
    case Icon::step_back:
        painter.drawPath(triangle(13.5, 6));
        break;
    case Icon::play:
        painter.drawPath(triangle(6, 15.5));
        break;
    case Icon::pause:
        painter.drawRect(QRectF(5.5, 4.5, 3.2, 11));
        painter.drawRect(QRectF(11.3, 4.5, 3.2, 11));
        break;
    case Icon::step_forward:
        painter.drawPath(triangle(6.5, 14));
        break;
    case Icon::last:
        painter.drawRect(QRectF(14, 4.5, 2, 11));
        painter.drawPath(triangle(4.5, 13));
        break;
    case Icon::reset: {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colour, 1.7, Qt::SolidLine, Qt::RoundCap));
        painter.drawArc(QRectF(4.5, 4.5, 11, 11), 150 * 16, -300 * 16);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawPolygon(QPolygonF({QPointF(2.2, 6.8), QPointF(8.2, 8.2), QPointF(3.6, 11.6)}));
        break;
    }
    }
}

QPixmap picture(Icon icon, const QColor& colour, int scale) {
    QPixmap pixmap(side * scale, side * scale);
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    draw(painter, icon, colour);
    return pixmap;
}

} // namespace

QIcon drawnIcon(Icon icon, const QColor& colour) {
    QIcon result;
    QColor pale = colour;
    pale.setAlphaF(disabled_share);
    for (const int scale : {1, 2, 3}) {
        result.addPixmap(picture(icon, colour, scale));
        result.addPixmap(picture(icon, pale, scale), QIcon::Disabled);
    }
    return result;
}

} // namespace thrashlab::ui
