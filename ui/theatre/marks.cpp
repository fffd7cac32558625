#include "ui/theatre/marks.h"

#include <QPainter>

namespace thrashlab::ui {
namespace {

void frame(QPainter& painter, const QRectF& around, const QPen& pen, double distance) {
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(around.adjusted(-distance, -distance, distance, distance), 2, 2);
}

} // namespace

void paintChosen(QPainter& painter, const QRectF& around, const Theme& theme) {
    const bool smooth = painter.testRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::Antialiasing);
    const double width = theme.projected() ? 3 : 2;
    frame(painter, around, QPen(theme.card(), width + 2.5), 1.5);
    frame(painter, around, QPen(theme.accent(), width), 1.75);
    painter.setRenderHint(QPainter::Antialiasing, smooth);
}

void paintCursor(QPainter& painter, const QRectF& around, const Theme& theme) {
    const bool smooth = painter.testRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::Antialiasing);
    frame(painter, around, QPen(theme.card(), 3), 1.5);
    QPen dashes(theme.text(), 1.5);
    dashes.setDashPattern({2, 1.5});
    frame(painter, around, dashes, 1.5);
    painter.setRenderHint(QPainter::Antialiasing, smooth);
}

} // namespace thrashlab::ui
