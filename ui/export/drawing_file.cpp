#include "ui/export/drawing_file.h"

#include "error.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

namespace thrashlab::ui {
namespace {

constexpr int dots_per_inch = 96;

QByteArray asPng(const Drawing& drawing) {
    QImage image((QSizeF(drawing.size) * drawing.pixelRatio).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(drawing.pixelRatio);
    image.setText(QStringLiteral("Title"), drawing.title);
    image.setText(QStringLiteral("Description"), drawing.description);
    QPainter painter(&image);
    drawing.draw(painter);
    painter.end();
    return pngBytes(image);
}

QByteArray asSvg(const Drawing& drawing) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(dots_per_inch);
    generator.setSize(drawing.size);
    generator.setViewBox(QRect(QPoint(), drawing.size));
    generator.setTitle(drawing.title);
    generator.setDescription(drawing.description);
    QPainter painter(&generator);
    drawing.draw(painter);
    painter.end();
    return bytes;
}

QByteArray asPdf(const Drawing& drawing) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(drawing.title + QStringLiteral(" · ") + drawing.description);
    writer.setCreator(QStringLiteral("ThrashLab " THRASHLAB_VERSION));
    constexpr double points_per_unit = 72.0 / dots_per_inch;
    const QSizeF points = QSizeF(drawing.size) * points_per_unit;
    writer.setPageSize(QPageSize(points, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    QPainter painter(&writer);
    const double scale = writer.logicalDpiX() / static_cast<double>(dots_per_inch);
    painter.scale(scale, scale);
    drawing.draw(painter);
    painter.end();
    return bytes;
}

} // namespace

QByteArray pngBytes(const QImage& image) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (!image.save(&buffer, "PNG")) {
        throw Error("PNG", "the image cannot be written", "choose a smaller size or scale");
    }
    return bytes;
}

QString fileNameOf(const Scenario& scenario) {
    QString name = QString::fromStdString(scenario.name);
    for (QChar& character : name) {
        if (!character.isLetterOrNumber() && character != QLatin1Char('-') && character != QLatin1Char('.')) {
            character = QLatin1Char('-');
        }
    }
    return name;
}

void writeFile(const QString& path, const QByteArray& bytes) {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit()) {
        throw Error(path.toStdString(), "it cannot be written (" + file.errorString().toStdString() + ")",
                    "choose a folder that exists and is yours to write to");
    }
}

void writeDrawing(const Drawing& drawing, const QString& path) {
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QLatin1String("png")) {
        writeFile(path, asPng(drawing));
    } else if (suffix == QLatin1String("svg")) {
        writeFile(path, asSvg(drawing));
    } else if (suffix == QLatin1String("pdf")) {
        writeFile(path, asPdf(drawing));
    } else {
        throw Error(path.toStdString(), "its end names no kind of picture", "end it in .png, .svg or .pdf");
    }
}

} // namespace thrashlab::ui
