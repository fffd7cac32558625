// The look of the standard controls.
#pragma once

#include "ui/theme.h"

#include <QString>

namespace thrashlab::ui {

/// A style sheet for the main window: thin frames, round corners of 6 px, one accent; all colours from the theme.
[[nodiscard]] QString windowStyleSheet(const Theme& theme);

} // namespace thrashlab::ui
