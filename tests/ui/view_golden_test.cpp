// What the views look like, compared with kept pictures. THRASHLAB_RENEW_GOLDEN=1 writes them anew.
#include "ui/theatre/buffer_queue_view.h"
#include "ui/theatre/drive_view.h"
#include "ui/theatre/file_strip_view.h"
#include "ui/theatre/narration_bar.h"
#include "ui/theatre/pages_view.h"
#include "ui/theatre/time_lanes_view.h"
#include "ui/theatre/time_scrubber.h"
#include "view_bench.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QPainter>

namespace thrashlab::ui {
namespace {

using namespace std::chrono_literals;

// Rounding differs a little between machines; a changed view differs by more than this.
constexpr int tolerance = 24;            ///< of a channel
constexpr double most_differing = 0.005; ///< of the pixels
const SimTime instant{7480ms};           ///< the second run of the exhibit, in its lost turns

bool differs(QRgb one, QRgb other) {
    return std::abs(qRed(one) - qRed(other)) > tolerance || std::abs(qGreen(one) - qGreen(other)) > tolerance ||
           std::abs(qBlue(one) - qBlue(other)) > tolerance;
}

/// Marks what differs on a pale copy; the share of it.
double compare(const QImage& actual, const QImage& golden, QImage& difference) {
    difference = golden.convertToFormat(QImage::Format_RGB32);
    int count = 0;
    for (int y = 0; y < actual.height(); ++y) {
        for (int x = 0; x < actual.width(); ++x) {
            const QRgb there = golden.pixel(x, y);
            const bool other = differs(actual.pixel(x, y), there);
            count += other ? 1 : 0;
            const int pale = 200 + qGray(there) / 5;
            difference.setPixel(x, y, other ? qRgb(220, 0, 60) : qRgb(pale, pale, pale));
        }
    }
    return static_cast<double>(count) / (static_cast<double>(actual.width()) * actual.height());
}

/// Whether text comes out here as it did where the pictures were taken: hinting and smoothing are the desktop's to set.
bool textIsDrawnAlike() {
    QImage actual(240, 24, QImage::Format_RGB32);
    actual.fill(Qt::white);
    QPainter painter(&actual);
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setPixelSize(12);
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setStyleStrategy(QFont::NoSubpixelAntialias);
    painter.setFont(font);
    painter.drawText(4, 16, QStringLiteral("Buffers in LRU order 0123456789"));
    painter.end();
    const QString kept = QDir(GOLDEN_FOLDER).filePath(QStringLiteral("text.png"));
    if (qEnvironmentVariableIntValue("THRASHLAB_RENEW_GOLDEN") != 0) {
        return actual.save(kept, "PNG", 0);
    }
    const QImage golden = QImage(kept).convertToFormat(QImage::Format_RGB32);
    QImage difference;
    return golden.size() == actual.size() && compare(actual, golden, difference) <= most_differing;
}

/// Dark or light.
class GoldenViewTest : public testing::TestWithParam<bool> {
protected:
    void SetUp() override {
        if (!textIsDrawnAlike()) {
            GTEST_SKIP() << "text is drawn otherwise here than on the pictures, so they say nothing of the views";
        }
    }

    void open(const std::string& scenario, SimTime time, const std::vector<std::string>& set = {}) {
        player.setRecording(recordingOf(scenario, set), false);
        player.scrubTo(time);
    }

    void show(QWidget& view, QSize size) const { present(view, size, GetParam() ? darkPalette() : lightPalette()); }

    static void check(QWidget& view, const QString& name) {
        QImage actual = picture(view);
        const int scale = static_cast<int>(std::lround(actual.devicePixelRatio()));
        ASSERT_EQ(actual.size(), view.size() * scale);
        actual.setDevicePixelRatio(1);
        const QString file = QStringLiteral("%1-%2@%3x.png").arg(name, GetParam() ? "dark" : "light").arg(scale);
        const QString kept = QDir(GOLDEN_FOLDER).filePath(file);
        if (qEnvironmentVariableIntValue("THRASHLAB_RENEW_GOLDEN") != 0) {
            ASSERT_TRUE(QDir().mkpath(GOLDEN_FOLDER) && actual.save(kept, "PNG", 0)) << qPrintable(kept);
            return;
        }
        const QImage golden = QImage(kept).convertToFormat(QImage::Format_RGB32);
        QImage difference;
        const bool same_size = golden.size() == actual.size();
        const double share = same_size ? compare(actual, golden, difference) : 1;
        if (share <= most_differing) {
            return;
        }
        const QDir failures(GOLDEN_FAILURES);
        QDir().mkpath(failures.path());
        actual.save(failures.filePath(file));
        if (same_size) {
            difference.save(failures.filePath("difference-" + file));
        }
        ADD_FAILURE() << qPrintable(kept) << ": " << 100 * share << " % of the pixels differ; see "
                      << qPrintable(failures.filePath(file))
                      << " and difference-*; THRASHLAB_RENEW_GOLDEN=1 takes the new picture";
    }

    Player player;
    Selection selection;
};

TEST_P(GoldenViewTest, FileStrip) {
    open("1997-ext2-1k", instant);
    selection.choose(BlockNo{700});
    FileStripView view(player, selection);
    show(view, {320, 150});
    view.reload();
    check(view, "file_strip");
}

TEST_P(GoldenViewTest, FileStripOfManyBlocks) {
    open("1997-ext2-1k", SimTime(9s), {"workload.file_bytes=20m"});
    FileStripView view(player, selection);
    show(view, {280, 140});
    view.reload();
    check(view, "file_strip_many");
}

TEST_P(GoldenViewTest, BuffersInLruOrder) {
    open("1997-ext2-1k", instant);
    BufferQueueView view(player, selection);
    present(view, {360, 90}, GetParam() ? darkPalette() : lightPalette());
    view.reload();
    selection.choose(view.rows().front().bars[30].block);
    view.resize(360, view.sizeHint().height());
    check(view, "buffers_lru");
}

TEST_P(GoldenViewTest, BuffersAsArcOrdersThem) {
    open("1997-ext2-1k", instant, {"cache.policy=arc"});
    BufferQueueView view(player, selection);
    show(view, {360, 90});
    view.reload();
    view.resize(360, view.sizeHint().height());
    check(view, "buffers_arc");
}

TEST_P(GoldenViewTest, BuffersAsClockOrdersThem) {
    open("1997-ext2-1k", instant, {"cache.policy=clock", "cache.buffers=60"});
    BufferQueueView view(player, selection);
    show(view, {360, 90});
    view.reload();
    view.resize(360, view.sizeHint().height());
    check(view, "buffers_clock");
}

TEST_P(GoldenViewTest, Pages) {
    open("1997-ext2-1k", instant);
    PagesView view(player, selection);
    show(view, {280, 90});
    view.refresh();
    check(view, "pages");
}

TEST_P(GoldenViewTest, RotatingDrive) {
    open("1997-ext2-1k", instant);
    DriveView view(player, selection);
    show(view, {170, 180});
    view.refresh();
    check(view, "drive_rotating");
}

TEST_P(GoldenViewTest, SolidStateDrive) {
    open("linux-cliff-above", SimTime(20ms));
    while (player.state().commands.size() < 2 && !player.atEnd()) {
        player.step(StepUnit::event, true);
    }
    DriveView view(player, selection);
    show(view, {200, 110});
    view.refresh();
    check(view, "drive_solid_state");
}

TEST_P(GoldenViewTest, TimeLanes) {
    open("1997-ext2-1k", instant);
    TimeLanesView view(player, selection);
    show(view, {320, 170});
    view.refresh();
    check(view, "time_lanes");
}

TEST_P(GoldenViewTest, Narration) {
    open("1997-ext2-1k", instant);
    NarrationBar view(player);
    show(view, {360, 70});
    view.resize(360, view.sizeHint().height());
    view.refresh();
    check(view, "narration");
}

TEST_P(GoldenViewTest, Scrubber) {
    open("1997-ext2-1k", instant);
    TimeScrubber view;
    show(view, {360, 40});
    view.setRecording(*player.recording());
    view.showTime(player.time());
    check(view, "scrubber");
}

INSTANTIATE_TEST_SUITE_P(, GoldenViewTest, testing::Bool(),
                         [](const auto& instance) { return instance.param ? "Dark" : "Light"; });

} // namespace
} // namespace thrashlab::ui
