// What is chosen in one view is lit in all; mouse and keyboard choose alike.
#include "ui/main_window.h"
#include "ui/theatre/block_legend.h"
#include "ui/theatre/buffer_queue_view.h"
#include "ui/theatre/drive_view.h"
#include "ui/theatre/file_strip_view.h"
#include "ui/theatre/pages_view.h"
#include "ui/theatre/theatre.h"
#include "ui/theatre/time_lanes_view.h"
#include "view_bench.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QKeyEvent>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

namespace thrashlab::ui {
namespace {

using namespace std::chrono_literals;

const SimTime instant{7480ms};

class ViewSelectionTest : public testing::Test {
protected:
    ViewSelectionTest() { open("1997-ext2-1k"); }

    void open(const std::string& scenario, const std::vector<std::string>& set = {}) {
        player.setRecording(recordingOf(scenario, set), false);
        player.scrubTo(instant);
    }

    template <class View>
    void show(View& view, QSize size) {
        present(view, size);
        if constexpr (requires { view.reload(); }) {
            view.reload();
        }
        view.refresh();
    }

    static void click(QWidget& view, const QPointF& point) {
        QTest::mouseClick(&view, Qt::LeftButton, {}, point.toPoint());
    }

    /// Whether a view keeps a key from the window's shortcuts.
    static bool keeps(QWidget& view, Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QKeyEvent event(QEvent::ShortcutOverride, key, modifiers);
        event.ignore();
        QApplication::sendEvent(&view, &event);
        return event.isAccepted();
    }

    /// The command that the drive is at work on, or else the last one that was queued.
    ChosenCommand commandNow() const {
        const Journal& journal = player.recording()->journal;
        const auto queued = journal.find_backward(
            player.index(), [](const Event& event) { return event.kind == EventKind::command_queued; });
        const Event event = journal[*queued];
        return {event.command(), event.block, event.count, *queued};
    }

    Player player;
    Selection selection;
    const Theme theme{lightPalette()};
};

TEST_F(ViewSelectionTest, AClickInTheStripChoosesItsBlockAndElsewhereClears) {
    FileStripView view(player, selection);
    show(view, {600, 220});
    const BlockNo block{1000};
    const QRectF around = view.blockRect(block).adjusted(-4, -4, 4, 4);
    click(view, view.blockRect(block).center());
    EXPECT_EQ(selection.block(), block);
    EXPECT_TRUE(hasColour(view, QRectF(around.left(), around.top(), around.width(), 4), theme.accent()));
    click(view, {4, 4});
    EXPECT_TRUE(selection.isEmpty());
}

TEST_F(ViewSelectionTest, ACommandIsLitInTheStripWithAllItsBlocks) {
    FileStripView view(player, selection);
    show(view, {600, 220});
    const QImage before = picture(view);
    selection.choose(ChosenCommand{CommandNo{0}, BlockNo{100}, 8, 0});
    const QImage lit = picture(view);
    const auto changed = [&](std::uint32_t block) {
        const QRect rect = view.blockRect(BlockNo{block}).adjusted(-2, -2, 2, 2).toAlignedRect();
        return before.copy(rect) != lit.copy(rect);
    };
    for (std::uint32_t block = 100; block < 108; ++block) {
        EXPECT_TRUE(changed(block)) << block;
    }
    EXPECT_FALSE(changed(102 + 20));
}

TEST_F(ViewSelectionTest, TheArrowsMoveTheStripsCursorAndReturnChooses) {
    FileStripView view(player, selection);
    show(view, {600, 220});
    QSignalSpy pointed(&view, &FileStripView::pointedAt);
    QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Down);
    const auto columns = static_cast<std::uint32_t>(view.grid().columns);
    EXPECT_EQ(pointed.count(), 2);
    EXPECT_EQ(pointed.back().front().toString(), view.describe(1 + columns));
    EXPECT_EQ(view.accessibleDescription(), view.describe(1 + columns));
    EXPECT_TRUE(view.accessibleName().contains(view.describe(1 + columns)));
    EXPECT_TRUE(selection.isEmpty());
    QTest::keyClick(&view, Qt::Key_Return);
    EXPECT_EQ(selection.block(), BlockNo{1 + columns});
    QTest::keyClick(&view, Qt::Key_Up);
    QTest::keyClick(&view, Qt::Key_Up);
    QTest::keyClick(&view, Qt::Key_Left);
    QTest::keyClick(&view, Qt::Key_Left);
    QTest::keyClick(&view, Qt::Key_Return);
    EXPECT_EQ(selection.block(), BlockNo{0}) << "the cursor stops at the edges";
}

TEST_F(ViewSelectionTest, PlainArrowsBelongToTheViewAndOthersToTheWindow) {
    FileStripView strip(player, selection);
    BufferQueueView buffers(player, selection);
    show(strip, {600, 220});
    show(buffers, {600, 90});
    for (QWidget* view : {static_cast<QWidget*>(&strip), static_cast<QWidget*>(&buffers)}) {
        EXPECT_EQ(view->focusPolicy(), Qt::StrongFocus);
        EXPECT_TRUE(keeps(*view, Qt::Key_Left));
        EXPECT_TRUE(keeps(*view, Qt::Key_Return));
        EXPECT_FALSE(keeps(*view, Qt::Key_Left, Qt::ControlModifier));
        EXPECT_FALSE(keeps(*view, Qt::Key_Space));
        EXPECT_FALSE(keeps(*view, Qt::Key_Home));
    }
    EXPECT_TRUE(keeps(strip.legend(), Qt::Key_Space));
    EXPECT_FALSE(keeps(strip.legend(), Qt::Key_Space, Qt::ControlModifier));
}

TEST_F(ViewSelectionTest, TheLegendFiltersAndASecondClickBringsBack) {
    FileStripView view(player, selection);
    show(view, {720, 240});
    BlockLegend& legend = view.legend();
    const QImage before = picture(view);
    BlockNo held;
    for (std::uint32_t block = 0; !held.exists(); ++block) {
        if (player.state().status(BlockNo{block}) == BlockStatus::in_buffer) {
            held = BlockNo{block + 40}; // a whole stretch is
        }
    }
    ASSERT_EQ(player.state().status(held), BlockStatus::in_buffer);
    click(legend, legend.entryRect(static_cast<std::size_t>(BlockStatus::in_page)).center());
    EXPECT_EQ(legend.shown(), StatusSet().set(static_cast<std::size_t>(BlockStatus::in_page)));
    EXPECT_FALSE(legend.showsEvictions());
    EXPECT_TRUE(hasColour(view, view.blockRect(held), theme.faded()));
    click(legend, legend.entryRect(static_cast<std::size_t>(BlockStatus::in_buffer)).center());
    EXPECT_TRUE(hasColour(view, view.blockRect(held), theme.block(BlockStatus::in_buffer)));
    click(legend, legend.entryRect(static_cast<std::size_t>(BlockStatus::in_page)).center());
    click(legend, legend.entryRect(static_cast<std::size_t>(BlockStatus::in_buffer)).center());
    EXPECT_EQ(legend.shown(), StatusSet().set());
    player.step(StepUnit::event, true); // evictions are looked for anew
    player.step(StepUnit::event, false);
    player.scrubTo(instant);
    view.refresh();
    EXPECT_EQ(picture(view), before);
}

TEST_F(ViewSelectionTest, TheLegendIsReachedByKeyboard) {
    FileStripView view(player, selection);
    show(view, {720, 240});
    BlockLegend& legend = view.legend();
    EXPECT_EQ(legend.focusPolicy(), Qt::StrongFocus);
    QTest::keyClick(&legend, Qt::Key_Right);
    QTest::keyClick(&legend, Qt::Key_Space);
    EXPECT_EQ(legend.shown(), StatusSet().set(1));
    EXPECT_FALSE(legend.accessibleDescription().isEmpty());
    QTest::keyClick(&legend, Qt::Key_Space);
    EXPECT_EQ(legend.shown(), StatusSet().set());
}

TEST_F(ViewSelectionTest, ABufferIsChosenByItsBlock) {
    BufferQueueView view(player, selection);
    show(view, {720, 90});
    click(view, view.barRect(0, 20).center());
    EXPECT_EQ(selection.block(), view.rows()[0].bars[20].block);
    EXPECT_TRUE(view.rows()[0].bars[20].chosen);
    const QRectF above = view.barRect(0, 20).adjusted(-3, -6, 3, 0);
    EXPECT_TRUE(hasColour(view, QRectF(above.left(), above.top(), above.width(), 4), theme.accent()))
        << "a tick above the bar";
    click(view, {4, 4});
    EXPECT_TRUE(selection.isEmpty());
    EXPECT_FALSE(view.rows()[0].bars[20].chosen);
}

TEST_F(ViewSelectionTest, TheArrowsMoveAmongThePolicysLists) {
    open("1997-ext2-1k", {"cache.policy=arc"});
    BufferQueueView view(player, selection);
    show(view, {720, 140});
    ASSERT_EQ(view.rows().size(), player.state().policy->describe().lists.size());
    QSignalSpy pointed(&view, &BufferQueueView::pointedAt);
    std::size_t row = 0;
    while (view.rows()[row].bars.size() < 3) {
        ++row;
    }
    for (std::size_t i = 0; i < row; ++i) {
        QTest::keyClick(&view, Qt::Key_Down);
    }
    click(view, view.barRect(row, 1).center());
    QTest::keyClick(&view, Qt::Key_Right);
    EXPECT_FALSE(pointed.isEmpty());
    EXPECT_FALSE(view.accessibleDescription().isEmpty());
    QTest::keyClick(&view, Qt::Key_Return);
    EXPECT_EQ(selection.block(), view.rows()[row].bars[2].block);
}

TEST_F(ViewSelectionTest, TheHeightIsMadeForThePolicysListsAndStays) {
    BufferQueueView view(player, selection);
    show(view, {720, 140});
    const int plain = view.sizeHint().height();
    open("1997-ext2-1k", {"cache.policy=arc"});
    view.reload();
    const int high = view.sizeHint().height();
    EXPECT_GT(high, plain);
    player.setSpeed(Player::fastest);
    for (int frame = 0; frame < 30; ++frame) {
        player.advance(16ms);
        view.refresh();
        ASSERT_EQ(view.sizeHint().height(), high);
    }
    open("1997-ext2-1k");
    view.reload();
    EXPECT_EQ(view.sizeHint().height(), plain);
}

TEST_F(ViewSelectionTest, AQueuedCommandIsChosenInTheDrive) {
    open("linux-cliff-above");
    player.scrubTo(SimTime(20ms));
    while (player.state().commands.size() < 2) {
        ASSERT_FALSE(player.atEnd());
        player.step(StepUnit::event, true);
    }
    DriveView view(player, selection);
    show(view, {228, 200});
    const auto rects = view.commandRects();
    ASSERT_GE(rects.size(), 2U);
    click(view, rects[1].center());
    ASSERT_TRUE(selection.command());
    EXPECT_EQ(selection.command()->number, player.state().commands[1].number);
    EXPECT_EQ(selection.command()->first, player.state().commands[1].block);
    const Event queued = player.recording()->journal[selection.command()->queued];
    EXPECT_EQ(queued.kind, EventKind::command_queued);
    EXPECT_EQ(queued.command(), selection.command()->number);
    EXPECT_TRUE(hasColour(view, rects[1].adjusted(-3, -3, 3, 0), theme.accent()));
    click(view, QPointF(view.width() - 3, view.height() - 3));
    EXPECT_TRUE(selection.isEmpty());
}

TEST_F(ViewSelectionTest, TheWantedSectorsOfAPlatterAreACommand) {
    while (player.state().phase != DrivePhase::rotation) {
        ASSERT_FALSE(player.atEnd());
        player.step(StepUnit::event, true);
    }
    DriveView view(player, selection);
    show(view, {228, 230});
    ASSERT_EQ(view.commandRects().size(), 1U);
    click(view, view.commandRects()[0].center());
    ASSERT_TRUE(selection.command());
    EXPECT_EQ(selection.command()->number, player.state().commands.front().number);
}

TEST_F(ViewSelectionTest, WithReducedMotionThePlatterStandsWithinAPhase) {
    while (player.state().phase != DrivePhase::rotation) {
        player.step(StepUnit::event, true);
    }
    DriveView view(player, selection);
    show(view, {228, 230});
    const auto platter = [&] { return picture(view).copy(0, 40, 228, 130); };
    const SimTime start = player.state().phase_started;
    player.scrubTo(start);
    const QImage moving = platter();
    player.scrubTo(start + 1ms);
    ASSERT_EQ(player.state().phase_started, start);
    EXPECT_NE(platter(), moving);
    view.setPresentation({.reducedMotion = true});
    const QImage still = platter();
    player.scrubTo(start + 2ms);
    ASSERT_EQ(player.state().phase_started, start);
    EXPECT_EQ(platter(), still);
}

TEST_F(ViewSelectionTest, APieceInTheLanesIsACommandAndADragScrubs) {
    TimeLanesView view(player, selection);
    show(view, {500, 220});
    picture(view);
    const ChosenCommand command = commandNow();
    const auto rects = view.commandRects(command.number);
    ASSERT_FALSE(rects.empty());
    QSignalSpy scrubbed(&view, &TimeLanesView::scrubbed);
    click(view, rects.back().center());
    EXPECT_EQ(selection.command(), command);
    EXPECT_TRUE(scrubbed.isEmpty()) << "a click is no drag";
    EXPECT_TRUE(hasColour(view, rects.back().adjusted(-3, -3, 3, 3), theme.accent()));
    const QPoint from = rects.back().center().toPoint();
    QTest::mousePress(&view, Qt::LeftButton, {}, from);
    QTest::mouseMove(&view, from - QPoint(40, 0));
    QMouseEvent move(QEvent::MouseMove, QPointF(from - QPoint(40, 0)), QPointF(from - QPoint(40, 0)), Qt::NoButton,
                     Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&view, &move);
    QTest::mouseRelease(&view, Qt::LeftButton, {}, from - QPoint(40, 0));
    EXPECT_FALSE(scrubbed.isEmpty());
    EXPECT_EQ(selection.command(), command) << "a drag chooses nothing";
    click(view, QPointF(3, 3));
    EXPECT_TRUE(selection.isEmpty());
}

TEST_F(ViewSelectionTest, PagesShowTheirValidBitsAndChooseBlocks) {
    PagesView view(player, selection);
    show(view, {320, 90});
    ASSERT_TRUE(view.applies());
    const std::uint32_t page = player.state().position.value / 4;
    ASSERT_TRUE(view.stretch().has(page)) << "dd's page is among them";
    bool valid = false;
    bool empty = false;
    const std::uint32_t first = view.stretch().first * 4;
    for (std::uint32_t block = first; block < first + view.stretch().pages * 4; ++block) {
        const QRectF rect = view.blockRect(BlockNo{block});
        ASSERT_FALSE(rect.isEmpty());
        const QPointF inside = rect.topLeft() + QPointF(rect.width() / 4, rect.height() / 4);
        const QRectF spot(inside, QSizeF(1, 1));
        if (player.state().cache.pages_valid(BlockNo{block})) {
            valid = true;
        } else if (!player.state().cache.find(BlockNo{block}).exists()) {
            empty = true;
            EXPECT_TRUE(hasColour(view, spot, theme.card())) << "block " << block;
        }
    }
    EXPECT_TRUE(valid);
    click(view, view.blockRect(BlockNo{first + 2}).center());
    EXPECT_EQ(selection.block(), BlockNo{first + 2});
    static_cast<void>(empty);
    selection.choose(BlockNo{1600});
    EXPECT_TRUE(view.stretch().has(400)) << "around what is chosen";
}

TEST_F(ViewSelectionTest, WhereABlockIsAPageThereIsNothingToShow) {
    PagesView view(player, selection);
    open("1997-ext2-4k");
    EXPECT_FALSE(view.applies());
}

TEST(PageStretch, StaysWhileOneGoesThroughIt) {
    PageStretch last = PageStretch::around(0, 12, 458);
    int moves = 0;
    for (std::uint32_t page = 0; page < 458; ++page) {
        const PageStretch now = PageStretch::around(page, 12, 458);
        ASSERT_TRUE(now.has(page)) << page;
        ASSERT_EQ(now.pages, 12U);
        ASSERT_LE(now.first + now.pages, 458U);
        moves += now == last ? 0 : 1;
        last = now;
    }
    EXPECT_LE(moves, 458 / 6);
    EXPECT_EQ(PageStretch::around(3, 12, 5), (PageStretch{0, 5}));
}

TEST(ReducedMotion, IsRemembered) {
    const QTemporaryDir folder;
    WindowOptions options;
    options.settingsFile = folder.filePath("settings.ini");
    options.database = folder.filePath("runs.sqlite").toStdString();
    {
        MainWindow window(options);
        EXPECT_FALSE(window.theatre().presentation().reducedMotion);
        window.show(); // a window that was never shown is not closed either
        window.setReducedMotion(true);
        EXPECT_TRUE(window.theatre().presentation().reducedMotion);
        window.close();
    }
    MainWindow window(options);
    EXPECT_TRUE(window.theatre().presentation().reducedMotion);
}

TEST(ProjectorLook, TextAndMarksAreLarger) {
    const QTemporaryDir folder;
    WindowOptions options;
    options.settingsFile = folder.filePath("settings.ini");
    options.database = folder.filePath("runs.sqlite").toStdString();
    options.look = Look::light;
    MainWindow window(options);
    const double plain = window.theatre().font().pointSizeF();
    EXPECT_FALSE(Theme(window.palette()).projected());
    window.setLook(Look::projector);
    EXPECT_TRUE(Theme(window.palette()).projected());
    EXPECT_NEAR(window.theatre().font().pointSizeF(), plain * projector_text, 0.1);
    EXPECT_GT(Theme(window.palette()).stroke(1), 1);
    window.setLook(Look::light);
    EXPECT_NEAR(window.theatre().font().pointSizeF(), plain, 0.1);
    EXPECT_FALSE(Theme(darkPalette()).projected());
    EXPECT_FALSE(Theme(QPalette()).projected()) << "a desktop's black on white is not enough";
}

/// No assertion on time: the figures are for a person to read.
TEST_F(ViewSelectionTest, AMillionBlocksAreAllAccountedFor) {
    open("1997-ext2-1k", {"workload.file_bytes=1000m", "workload.runs=1", "workload.bs=64k", "cache.buffers=20000",
                          "drive.sectors=4000000"});
    FileStripView view(player, selection);
    show(view, {720, 240});
    ASSERT_GT(view.grid().blocksPerCell, 60U);
    player.goToStart();
    view.refresh();
    player.setSpeed(Player::fastest);
    std::vector<double> milliseconds;
    double refreshing = 0;
    while (!player.atEnd()) {
        player.advance(16ms);
        const std::clock_t begin = std::clock();
        view.refresh();
        refreshing = std::max(refreshing, 1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
        view.grab();
        milliseconds.push_back(1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    }
    std::sort(milliseconds.begin(), milliseconds.end());
    RecordProperty("frames", static_cast<int>(milliseconds.size()));
    RecordProperty("median_milliseconds", std::to_string(milliseconds[milliseconds.size() / 2]));
    RecordProperty("slowest_refresh_milliseconds", std::to_string(refreshing));
    RecordProperty("slowest_milliseconds", std::to_string(milliseconds.back()));
    CellStates anew;
    anew.reset(player.state(), view.grid());
    EXPECT_EQ(view.states(), anew);
}

TEST(BlockLegend, NoEntryReachesBeyondItsEnd) {
    BlockLegend legend;
    legend.setAttribute(Qt::WA_DontShowOnScreen); // laid out all the same
    legend.show();
    for (int width = 300; width < 900; ++width) {
        legend.resize(width, legend.heightFor(width));
        for (std::size_t entry = 0; entry < BlockLegend::entries; ++entry) {
            ASSERT_LE(legend.entryRect(entry).right(), width) << "entry " << entry << " at " << width;
        }
    }
}

} // namespace
} // namespace thrashlab::ui
