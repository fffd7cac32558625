// Asks what of the theatre to export, and how.
#pragma once

#include "ui/export/stage_export.h"

#include <QString>

#include <memory>

class QWidget;

namespace thrashlab::ui {

/// What is on the screen when the dialog opens.
struct FilmDialogSubject {
    std::shared_ptr<const Recording> recording;
    SimTime now;
    /// The range that a film begins with; empty: a second around `now`.
    SimTime from;
    SimTime to;
    const Selection* selection = nullptr; ///< lit in pictures; may be null
    QPalette palette;
};

/// Asks for view, format, size and, for a film, range and speed, and writes it, with progress and cancel; remembers
/// them (QSettings, group "film"). An error is shown, and the user may choose again. The file that was written, or an
/// empty name.
QString runFilmDialog(QWidget* parent, const FilmDialogSubject& subject);

} // namespace thrashlab::ui
