#include "ui/export/drawing_file.h"

#include "error.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSaveFile>
#include <QSvgGenerator>

#include <cmath>

namespace thrashlab::ui {
namespace {

constexpr int dots_per_inch = 96;

constexpr qsizetype headLength = 1000; ///< of an SVG: its size is stated there
constexpr double inches_per_metre = 1 / 0.0254;
const QString program = QStringLiteral("ThrashLab " THRASHLAB_VERSION);

void replaceFirst(QByteArray& bytes, const QByteArray& place, const QByteArray& text) {
    const qsizetype found = bytes.indexOf(place);
    if (found >= 0) {
        bytes.replace(found, place.size(), text);
    }
}

QByteArray asSvg(const Drawing& drawing) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(dots_per_inch);
    generator.setSize(drawing.size);
    generator.setViewBox(QRect(QPoint(), drawing.size));
    // Whether the generator escapes what it is given depends on its version.
    const QByteArray titlePlace("thrashlab-title");
    const QByteArray descriptionPlace("thrashlab-description");
    generator.setTitle(QString::fromLatin1(titlePlace));
    generator.setDescription(QString::fromLatin1(descriptionPlace));
    QPainter painter(&generator);
    drawing.draw(painter);
    painter.end();
    // Its millimetres are rounded, and a program that draws it rounds them up to another pixel.
    static const QRegularExpression millimetres(QStringLiteral(R"re(width="[\d.]+mm" height="[\d.]+mm")re"));
    const QByteArray rounded = millimetres.match(QString::fromLatin1(bytes.left(headLength))).captured().toLatin1();
    if (!rounded.isEmpty()) {
        replaceFirst(bytes, rounded,
                     QStringLiteral(R"(width="%1" height="%2")")
                         .arg(drawing.size.width())
                         .arg(drawing.size.height())
                         .toLatin1());
    }
    if (!drawing.scenario.isEmpty()) {
        replaceFirst(bytes, "</desc>",
                     "</desc>\n<metadata><scenario xmlns=\"urn:thrashlab:scenario\">" +
                         drawing.scenario.toHtmlEscaped().toUtf8() + "</scenario></metadata>");
    }
    replaceFirst(bytes, titlePlace, drawing.title.toHtmlEscaped().toUtf8());
    replaceFirst(bytes, descriptionPlace, drawing.description.toHtmlEscaped().toUtf8());
    return bytes;
}

// What a PDF says about itself to programs that collect documents.
QByteArray xmpMetadata(const Drawing& drawing) {
    const QString text = QStringLiteral(
        "<?xpacket begin=\"\uFEFF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
        "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
        "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
        "xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\">\n"
        "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">%1</rdf:li></rdf:Alt></dc:title>\n"
        "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">%2</rdf:li></rdf:Alt></dc:description>\n"
        "<xmp:CreatorTool>%3</xmp:CreatorTool>\n"
        "</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"w\"?>\n");
    return text.arg(drawing.title.toHtmlEscaped(), drawing.description.toHtmlEscaped(), program).toUtf8();
}

QByteArray asPdf(const Drawing& drawing) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(drawing.title);
    writer.setCreator(program);
    writer.setDocumentXmpMetadata(xmpMetadata(drawing));
    if (!drawing.scenario.isEmpty()) {
        writer.addFileAttachment(QStringLiteral("scenario.json"), drawing.scenario.toUtf8(),
                                 QStringLiteral("application/json"));
    }
    writer.setResolution(dots_per_inch); // one unit of the drawing is one of the painter
    constexpr double points_per_unit = 72.0 / dots_per_inch;
    const QSizeF points = QSizeF(drawing.size) * points_per_unit;
    writer.setPageSize(QPageSize(points, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    QPainter painter(&writer);
    drawing.draw(painter);
    painter.end();
    return bytes;
}

} // namespace

QImage drawnImage(const Drawing& drawing) {
    QImage image((QSizeF(drawing.size) * drawing.pixelRatio).toSize(), QImage::Format_RGB32);
    if (image.isNull()) {
        throw Error("PNG", "the image is too large", "choose a smaller size or scale");
    }
    image.fill(Qt::white);
    image.setDevicePixelRatio(drawing.pixelRatio);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::TextAntialiasing);
    drawing.draw(painter);
    painter.end();
    const int dotsPerMetre = static_cast<int>(std::lround(dots_per_inch * drawing.pixelRatio * inches_per_metre));
    image.setDotsPerMeterX(dotsPerMetre);
    image.setDotsPerMeterY(dotsPerMetre);
    image.setText(QStringLiteral("Title"), drawing.title);
    image.setText(QStringLiteral("Description"), drawing.description);
    image.setText(QStringLiteral("Software"), program);
    if (!drawing.scenario.isEmpty()) {
        image.setText(QStringLiteral("Scenario"), drawing.scenario);
    }
    return image;
}

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

QByteArray drawingBytes(const Drawing& drawing, const QString& name) {
    const QString suffix = QFileInfo(name).suffix().toLower();
    if (suffix == QLatin1String("png")) {
        return pngBytes(drawnImage(drawing));
    }
    if (suffix == QLatin1String("svg")) {
        return asSvg(drawing);
    }
    if (suffix == QLatin1String("pdf")) {
        return asPdf(drawing);
    }
    throw Error(name.toStdString(), "its end names no kind of picture", "end it in .png, .svg or .pdf");
}

void writeDrawing(const Drawing& drawing, const QString& path) {
    writeFile(path, drawingBytes(drawing, path));
}

} // namespace thrashlab::ui
