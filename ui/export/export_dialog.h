// Asks how and where to export a chart.
#pragma once

#include "ui/export/chart_export.h"

#include <filesystem>
#include <optional>

class QWidget;

namespace thrashlab::ui {

/// Asks for format, look, size and file, and writes it; remembers them and the folder (QSettings, group "export"). An
/// error is shown, and the user may choose another file. Returns the file that was written, or nothing.
std::optional<std::filesystem::path> runExportDialog(QWidget* parent, const Chart& chart);

/// The name with the format's suffix, unless it has a suffix of one of our formats already.
[[nodiscard]] QString withSuffix(const QString& fileName, ChartFormat format);

} // namespace thrashlab::ui
