// Pictures and films of the theatre: that they show what they say, and are the same each time.
#include "ui/export/stage_export.h"

#include "error.h"
#include "sim/scenario_file.h"
#include "ui/export/animation_file.h"
#include "ui/export/drawing_file.h"
#include "ui/theme.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QImageReader>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>

#include <webp/demux.h>

namespace thrashlab::ui {
namespace {

using namespace std::chrono_literals;

constexpr int patience = 60000;

std::shared_ptr<const Recording> exhibit() {
    static const auto recording = record(load_scenario("1997-ext2-1k"));
    return recording;
}

StageOptions small(TheatreView view = TheatreView::all) {
    return {.view = view, .size = {640, 480}, .palette = lightPalette()};
}

QByteArray content(const QString& path) {
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << qUtf8Printable(path);
    return file.readAll();
}

// The problem, or an empty text when it was written.
QString make(FilmExport& film) {
    QSignalSpy finished(&film, &FilmExport::finished);
    film.start();
    EXPECT_TRUE(finished.wait(patience));
    return finished.isEmpty() ? QStringLiteral("it never finished") : finished.at(0).at(0).toString();
}

class StageExport : public testing::Test {
protected:
    [[nodiscard]] QString file(const char* name) const { return folder.filePath(QLatin1String(name)); }
    // Five frames, a tenth of the speed.
    FilmOptions film{.from = SimTime(7400ms), .to = SimTime(7416ms), .framesPerSecond = 25, .speed = 0.1};
    QTemporaryDir folder;
};

TEST_F(StageExport, AStageDrawsTheSamePixelsWhateverItShowedBefore) {
    Stage one(exhibit(), small());
    Stage other(exhibit(), small());
    one.goTo(SimTime(7480ms));
    other.goTo(SimTime(20s));
    other.goTo(SimTime(7480ms));
    EXPECT_EQ(one.image().size(), QSize(640, 480));
    EXPECT_TRUE(one.image() == other.image());
    other.goTo(SimTime(7600ms));
    EXPECT_FALSE(one.image() == other.image());
}

TEST_F(StageExport, EachViewAloneFillsThePicture) {
    std::vector<QImage> images;
    for (const char* name : {"theatre", "file", "buffers", "pages", "drive", "lanes"}) {
        const auto view = stageViewOf(QLatin1String(name));
        ASSERT_TRUE(view) << name;
        EXPECT_EQ(stageViewName(*view), QLatin1String(name));
        Stage stage(exhibit(), small(*view));
        stage.goTo(SimTime(7480ms));
        for (const QImage& before : images) {
            EXPECT_FALSE(stage.image() == before) << name;
        }
        images.push_back(stage.image());
    }
    EXPECT_FALSE(stageViewOf(QStringLiteral("sky")));
}

TEST_F(StageExport, TheCaptionSaysWhatItTakesToRepeatIt) {
    Stage stage(exhibit(), small());
    stage.goTo(SimTime(7480ms));
    EXPECT_EQ(stage.caption().at(0), QStringLiteral("1997: a file a little too large · run 2 · 7.480000 s"));
    EXPECT_EQ(stage.caption().at(1),
              QStringLiteral("dd if=libg++.a of=/dev/null · 1997-ext2-1k · ThrashLab " THRASHLAB_VERSION));
}

TEST_F(StageExport, PicturesAreWhatTheirNamesSay) {
    Stage stage(exhibit(), small());
    stage.goTo(SimTime(7480ms));
    for (const char* name : {"a.png", "a.svg", "a.pdf"}) {
        exportStagePicture(stage, file(name));
        const QByteArray first = content(file(name));
        EXPECT_FALSE(first.isEmpty());
        if (!QString::fromLatin1(name).endsWith(QLatin1String("pdf"))) { // which carries its time of making
            exportStagePicture(stage, file(name));
            EXPECT_EQ(content(file(name)), first) << name;
        }
    }
    QImage png(file("a.png"));
    EXPECT_TRUE(png.convertToFormat(QImage::Format_RGB32) == stage.image());
    EXPECT_EQ(png.text(QStringLiteral("Title")), stage.caption().at(0));
    QSvgRenderer svg(file("a.svg"));
    EXPECT_EQ(svg.viewBox(), QRect(0, 0, 640, 480));
    EXPECT_TRUE(content(file("a.pdf")).startsWith("%PDF-"));
    EXPECT_THROW(exportStagePicture(stage, file("a.bmp")), Error);
    EXPECT_THROW(exportStagePicture(stage, file("no/such/folder.png")), Error);
    EXPECT_EQ(QDir(folder.path()).entryList(QDir::Files).size(), 3);
}

TEST_F(StageExport, FilmTimesComeFromRangeRateAndSpeed) {
    EXPECT_EQ(film.frames(), 5);
    EXPECT_EQ(film.time(0), SimTime(7400ms));
    EXPECT_EQ(film.time(4), SimTime(7416ms));
    film.speed = 1;
    EXPECT_EQ(film.frames(), 1);
}

TEST_F(StageExport, ASequenceNumbersItsPictures) {
    EXPECT_EQ(sequenceName(QStringLiteral("f-%04d.png"), 12), QStringLiteral("f-0012.png"));
    EXPECT_EQ(sequenceName(QStringLiteral("f%d.png"), 12), QStringLiteral("f12.png"));
    EXPECT_FALSE(sequenceName(QStringLiteral("f.png"), 12));
    EXPECT_FALSE(sequenceName(QStringLiteral("f%d.svg"), 12));
    FilmExport sequence(exhibit(), small(), film, file("f-%02d.png"));
    ASSERT_EQ(make(sequence), QString());
    EXPECT_EQ(QDir(folder.path()).entryList(QDir::Files, QDir::Name),
              QStringList({"f-01.png", "f-02.png", "f-03.png", "f-04.png", "f-05.png"}));
    Stage stage(exhibit(), small());
    stage.goTo(film.time(2));
    EXPECT_TRUE(QImage(file("f-03.png")).convertToFormat(QImage::Format_RGB32) == stage.image());
}

TEST_F(StageExport, AWebpIsLosslessKeepsItsTimesAndIsTheSameEachTime) {
    for (const char* name : {"a.webp", "b.webp"}) {
        FilmExport one(exhibit(), small(), film, file(name));
        ASSERT_EQ(make(one), QString());
    }
    const QByteArray bytes = content(file("a.webp"));
    EXPECT_EQ(bytes, content(file("b.webp")));
    const WebPData data{reinterpret_cast<const std::uint8_t*>(bytes.constData()),
                        static_cast<std::size_t>(bytes.size())};
    WebPAnimDecoderOptions options;
    ASSERT_NE(WebPAnimDecoderOptionsInit(&options), 0);
    options.color_mode = MODE_BGRA;
    WebPAnimDecoder* decoder = WebPAnimDecoderNew(&data, &options);
    ASSERT_NE(decoder, nullptr);
    Stage stage(exhibit(), small());
    for (int frame = 0; frame < 5; ++frame) {
        std::uint8_t* pixels = nullptr;
        int shown_until = 0;
        ASSERT_NE(WebPAnimDecoderGetNext(decoder, &pixels, &shown_until), 0) << frame;
        EXPECT_EQ(shown_until, 40 * (frame + 1));
        stage.goTo(film.time(frame));
        EXPECT_TRUE(QImage(pixels, 640, 480, QImage::Format_RGB32) == stage.image()) << frame;
    }
    EXPECT_EQ(WebPAnimDecoderHasMoreFrames(decoder), 0);
    WebPAnimDecoderDelete(decoder);
}

TEST_F(StageExport, AGifPlaysInALoopWithTheSameFrames) {
    FilmExport one(exhibit(), small(TheatreView::drive), film, file("a.gif"));
    ASSERT_EQ(make(one), QString());
    QImageReader reader(file("a.gif"));
    EXPECT_EQ(reader.loopCount(), -1) << "for ever";
    Stage stage(exhibit(), small(TheatreView::drive));
    for (int frame = 0; frame < 5; ++frame) {
        const QImage image = reader.read();
        ASSERT_FALSE(image.isNull()) << frame;
        EXPECT_EQ(reader.nextImageDelay(), 40);
        stage.goTo(film.time(frame));
        const QImage exact = stage.image();
        int far = 0; // 256 colours have to do
        for (int y = 0; y < exact.height(); ++y) {
            for (int x = 0; x < exact.width(); ++x) {
                const QColor a = image.pixelColor(x, y);
                const QColor b = exact.pixelColor(x, y);
                far +=
                    std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue()) > 72
                        ? 1
                        : 0;
            }
        }
        EXPECT_LT(far, exact.width() * exact.height() / 100) << frame;
    }
    EXPECT_TRUE(reader.read().isNull());
}

TEST_F(StageExport, WhatCannotBeIsRefusedBeforeAnythingIsDrawn) {
    EXPECT_THROW(FilmExport(exhibit(), small(), film, file("a.avi")), Error);
    film.from = SimTime(90000s);
    EXPECT_THROW(FilmExport(exhibit(), small(), film, file("a.gif")), Error);
    film = {.from = SimTime(0s), .to = SimTime(60s), .framesPerSecond = 25, .speed = 0.001};
    EXPECT_THROW(FilmExport(exhibit(), small(), film, file("a.gif")), Error);
    EXPECT_TRUE(QDir(folder.path()).isEmpty());
}

TEST_F(StageExport, AFolderThatIsNotThereIsAProblemInWords) {
    FilmExport one(exhibit(), small(), film, file("no/such/a.webp"));
    EXPECT_TRUE(make(one).contains(QStringLiteral("it cannot be written"))) << "and where";
}

TEST_F(StageExport, CancelledHalfWayItLeavesNothing) {
    film.to = SimTime(9s); // 401 frames
    {
        FilmExport one(exhibit(), small(), film, file("f-%03d.png"));
        QSignalSpy progress(&one, &FilmExport::progress);
        one.start();
        ASSERT_TRUE(progress.wait(patience));
    }
    EXPECT_TRUE(QDir(folder.path()).isEmpty());
}

} // namespace
} // namespace thrashlab::ui
