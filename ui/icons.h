// Icons drawn by code, so that they take the palette's colours at any scale.
#pragma once

#include <QColor>
#include <QIcon>

namespace thrashlab::ui {

enum class Icon : std::uint8_t { first, step_back, play, pause, step_forward, last, reset };

/// An icon in one colour, and paler when disabled.
[[nodiscard]] QIcon drawnIcon(Icon icon, const QColor& colour);

} // namespace thrashlab::ui
