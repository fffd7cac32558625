// Drawings as files.
#pragma once

#include "sim/scenario.h"

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <QString>

#include <functional>

class QPainter;

namespace thrashlab::ui {

/// Something that can be drawn on any device.
struct Drawing {
    /// In units of 1/96 inch.
    QSize size;
    /// Kept in the file, whether it is drawn or not.
    QString title;
    QString description;
    std::function<void(QPainter&)> draw;
    /// Of a PNG: pixels for each unit.
    double pixelRatio = 1;
    /// The scenario as a scenario file has it, kept in the file: a PNG's text "Scenario", an SVG's metadata, a file
    /// attached to a PDF. Empty for none.
    QString scenario;
};

/// The picture of a PNG, with its texts. Throws Error for one that is too large.
[[nodiscard]] QImage drawnImage(const Drawing& drawing);
/// The content of a file whose name ends in .png, .svg or .pdf. Throws Error (place: the name) for another end.
[[nodiscard]] QByteArray drawingBytes(const Drawing& drawing, const QString& name);

/// Writes it; the end of the name says as what: .png, .svg or .pdf. The file is complete or what it was before. Throws
/// Error (place: the path) for another end, and when it cannot be written.
void writeDrawing(const Drawing& drawing, const QString& path);

/// Writes bytes; complete, or the file is what it was before. Throws Error (place: the path).
void writeFile(const QString& path, const QByteArray& bytes);
/// Throws Error when the image cannot be written.
[[nodiscard]] QByteArray pngBytes(const QImage& image);
/// A scenario's name as no file system minds it.
[[nodiscard]] QString fileNameOf(const Scenario& scenario);

} // namespace thrashlab::ui
