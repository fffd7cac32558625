// The marks that mean the same in all views.
#pragma once

#include "ui/theme.h"

#include <QRectF>

class QPainter;

namespace thrashlab::ui {

/// Around what is chosen: the accent within a halo of the ground, so that it is seen on any colour.
void paintChosen(QPainter& painter, const QRectF& around, const Theme& theme);
/// Around what the keyboard points at: dashes, so that it differs from what is chosen by more than its colour.
void paintCursor(QPainter& painter, const QRectF& around, const Theme& theme);
/// How far the marks reach beyond what they stand around.
inline constexpr int mark_reach = 6;

} // namespace thrashlab::ui
