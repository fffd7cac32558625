#include "ui/plots/chart_view.h"

#include "chart_samples.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <gtest/gtest.h>

#include <cmath>

namespace thrashlab::ui {
namespace {

// A view as it stands on the screen.
struct Shown {
    explicit Shown(const Chart& chart) {
        view.resize(720, 480);
        view.setChart(chart);
        view.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&view));
        EXPECT_FALSE(view.image().isNull()) << "its layout is known";
    }

    [[nodiscard]] QPoint middle() const { return view.fromPlot(view.drawing().plotRect().center()); }
    void wheel(const QPoint& at, int delta, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QWheelEvent event(at, view.mapToGlobal(at), QPoint(), QPoint(0, delta), Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&view, &event);
    }
    void moveTo(const QPoint& at, Qt::MouseButtons buttons) {
        QMouseEvent event(QEvent::MouseMove, QPointF(at), QPointF(view.mapToGlobal(at)), Qt::NoButton, buttons,
                          Qt::NoModifier);
        QCoreApplication::sendEvent(&view, &event);
    }
    [[nodiscard]] ChartRange x() const { return view.drawing().range(Qt::Horizontal); }
    [[nodiscard]] ChartRange y() const { return view.drawing().range(Qt::Vertical); }

    ChartView view;
};

TEST(ChartView, TheWheelZoomsAboutThePointer) {
    Shown shown(missRatioSample());
    const ChartRange x = shown.x();
    const ChartRange y = shown.y();
    shown.wheel(shown.middle(), 120);
    EXPECT_NEAR((shown.x().to - shown.x().from) * 1.25, x.to - x.from, 1e-9 * x.to);
    EXPECT_NEAR((shown.y().to - shown.y().from) * 1.25, y.to - y.from, 1e-9);
    EXPECT_NEAR(shown.x().from + shown.x().to, x.from + x.to, 0.01 * x.to) << "the middle stays where it was";
    shown.wheel(shown.middle(), -120);
    EXPECT_NEAR(shown.x().from, x.from, 1e-6);
    EXPECT_NEAR(shown.x().to, x.to, 1e-6);
}

TEST(ChartView, OverAnAxisOrWithAKeyTheWheelZoomsThatAxisAlone) {
    Shown shown(curveSample());
    const ChartRange x = shown.x();
    const ChartRange y = shown.y();
    shown.wheel(shown.middle(), 120, Qt::ControlModifier);
    EXPECT_NE(shown.x(), x);
    EXPECT_EQ(shown.y(), y);
    QTest::keyClick(&shown.view, Qt::Key_Home);
    EXPECT_EQ(shown.x(), x);
    shown.wheel(shown.middle(), 120, Qt::ShiftModifier);
    EXPECT_EQ(shown.x(), x);
    EXPECT_NE(shown.y(), y);
    QTest::keyClick(&shown.view, Qt::Key_Home);
    shown.wheel(shown.view.fromPlot(shown.view.drawing().axisRect(Qt::Vertical).center()), 120);
    EXPECT_EQ(shown.x(), x);
    EXPECT_NE(shown.y(), y);
    QTest::keyClick(&shown.view, Qt::Key_Home);
    shown.wheel(shown.view.fromPlot(shown.view.drawing().axisRect(Qt::Horizontal).center()), 120);
    EXPECT_NE(shown.x(), x);
    EXPECT_EQ(shown.y(), y);
}

TEST(ChartView, DraggingMovesAndADoubleClickShowsAllAgain) {
    Shown shown(missRatioSample());
    const ChartRange x = shown.x();
    const double pixel = (x.to - x.from) / shown.view.drawing().plotRect().width();
    const QPoint from = shown.middle();
    QTest::mousePress(&shown.view, Qt::LeftButton, {}, from);
    shown.moveTo(from - QPoint(50, 0), Qt::LeftButton);
    QTest::mouseRelease(&shown.view, Qt::LeftButton, {}, from - QPoint(50, 0));
    EXPECT_NEAR(shown.x().from - x.from, 50 * pixel, 1e-6);
    EXPECT_NEAR(shown.x().to - x.to, 50 * pixel, 1e-6);
    QTest::mouseDClick(&shown.view, Qt::LeftButton, {}, from);
    EXPECT_EQ(shown.x(), x);
}

TEST(ChartView, KeysZoomMoveAndReset) {
    Shown shown(curveSample());
    const ChartRange x = shown.x();
    QTest::keyClick(&shown.view, Qt::Key_Plus);
    EXPECT_NEAR(std::log(x.to / x.from), 1.25 * std::log(shown.x().to / shown.x().from), 1e-9) << "logarithmic";
    QTest::keyClick(&shown.view, Qt::Key_Minus);
    EXPECT_NEAR(shown.x().from, x.from, 1e-6);
    QTest::keyClick(&shown.view, Qt::Key_Right, Qt::ControlModifier);
    EXPECT_GT(shown.x().from, x.from);
    QTest::keyClick(&shown.view, Qt::Key_Home);
    EXPECT_EQ(shown.x(), x);
}

TEST(ChartView, NothingIsZoomedBeyondWhatCanBeCounted) {
    const ChartRange range{1, 2};
    EXPECT_EQ(zoomed(range, 1.5, 1e-12, false), range);
    EXPECT_EQ(zoomed(range, 1.5, 1e20, false), range);
    EXPECT_EQ(moved(range, 1, false), (ChartRange{2, 3}));
    EXPECT_EQ(moved({1, 10}, 1, true), (ChartRange{10, 100}));
}

TEST(ChartView, AClickOnTheKeyTakesASeriesOut) {
    Shown shown(missRatioSample());
    const QRectF entry = shown.view.drawing().key().entryRect(1);
    QTest::mouseClick(&shown.view, Qt::LeftButton, {}, shown.view.fromPlot(entry.center()));
    EXPECT_EQ(shown.view.drawing().drawn().size(), 3U);
    EXPECT_TRUE(shown.view.shownChart().series[1].hidden);
    QTest::keyClick(&shown.view, Qt::Key_2);
    EXPECT_EQ(shown.view.drawing().drawn().size(), 4U) << "the key of its number puts it back";
    QTest::keyClick(&shown.view, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(shown.view.drawing().drawn().size(), 3U);
}

TEST(ChartView, TitlesAreEditedWhereTheyStand) {
    Shown shown(curveSample());
    const QString own = curveSample().title;
    QTest::mouseDClick(&shown.view, Qt::LeftButton, {}, shown.view.fromPlot(shown.view.drawing().titleRect().center()));
    ASSERT_NE(shown.view.editor(), nullptr);
    EXPECT_EQ(shown.view.editor()->text(), own);
    QTest::keyClicks(shown.view.editor(), "The cliff");
    QTest::keyClick(shown.view.editor(), Qt::Key_Return);
    EXPECT_EQ(shown.view.editor(), nullptr);
    EXPECT_EQ(shown.view.drawing().titleText(), "The cliff");
    EXPECT_EQ(shown.view.shownChart().title, "The cliff") << "it is exported so";
    QTest::keyClick(&shown.view, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(shown.view.drawing().titleText(), own);
    QTest::keyClick(&shown.view, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(shown.view.drawing().titleText(), "The cliff");
    QTest::keyClick(&shown.view, Qt::Key_F2);
    ASSERT_NE(shown.view.editor(), nullptr);
    shown.view.editor()->clear();
    QTest::keyClick(shown.view.editor(), Qt::Key_Return);
    EXPECT_EQ(shown.view.drawing().titleText(), own) << "nothing asks for the chart's own";
}

TEST(ChartView, AxisTitlesAreEditedAndKeepTheirUnit) {
    Shown shown(progressSample());
    for (const Qt::Orientation axis : {Qt::Horizontal, Qt::Vertical}) {
        QTest::mouseDClick(&shown.view, Qt::LeftButton, {},
                           shown.view.fromPlot(shown.view.drawing().axisTitleRect(axis).center()));
        ASSERT_NE(shown.view.editor(), nullptr);
        QTest::keyClicks(shown.view.editor(), "Zeit");
        QTest::keyClick(shown.view.editor(), Qt::Key_Return);
        const QString unit = axis == Qt::Horizontal ? "Zeit (s)" : "Zeit (bytes/s)";
        EXPECT_EQ(shown.view.drawing().axisTitleText(axis), unit);
    }
    shown.view.editTitle();
    QTest::keyClicks(shown.view.editor(), "not kept");
    QTest::keyClick(shown.view.editor(), Qt::Key_Escape);
    EXPECT_EQ(shown.view.drawing().titleText(), progressSample().title);
}

TEST(ChartView, ThePointUnderThePointerIsSaidInExactFigures) {
    Shown shown(throughputChart({exhibitSeries()}));
    const QPointF pixel = shown.view.drawing().pixelOf({0, 1}) + QPointF(0, 40);
    shown.moveTo(shown.view.fromPlot(pixel), Qt::NoButton);
    EXPECT_TRUE(shown.view.pointText().contains("run 2")) << shown.view.pointText().toStdString();
    EXPECT_EQ(shown.view.accessibleDescription(), shown.view.pointText());
    QTest::keyClick(&shown.view, Qt::Key_Escape);
    EXPECT_TRUE(shown.view.pointText().isEmpty());
}

TEST(ChartView, ArrowsGoFromPointToPointAndFromSeriesToSeries) {
    Shown shown(curveSample());
    QTest::keyClick(&shown.view, Qt::Key_Right);
    EXPECT_EQ(shown.view.drawing().hovered(), (ChartPoint{0, 0}));
    for (int i = 0; i < 19; ++i) {
        QTest::keyClick(&shown.view, Qt::Key_Right);
    }
    QTest::keyClick(&shown.view, Qt::Key_Down);
    EXPECT_EQ(shown.view.drawing().hovered(), (ChartPoint{1, 19}));
    QTest::keyClick(&shown.view, Qt::Key_Right);
    EXPECT_EQ(shown.view.drawing().hovered(), (ChartPoint{1, 21})) << "there is nothing at 20";
    QTest::keyClick(&shown.view, Qt::Key_Up);
    EXPECT_EQ(shown.view.drawing().hovered(), (ChartPoint{0, 21}));
}

TEST(ChartView, ScalesChangeAndAreUndone) {
    Shown shown(curveSample());
    EXPECT_TRUE(shown.view.logarithmic(Qt::Vertical));
    QTest::keyClick(&shown.view, Qt::Key_L);
    EXPECT_FALSE(shown.view.logarithmic(Qt::Vertical));
    EXPECT_EQ(shown.y().from, 0);
    shown.view.undoStack().undo();
    EXPECT_TRUE(shown.view.logarithmic(Qt::Vertical));
}

TEST(ChartView, CopiesThePictureAndOffersAllOfItInItsMenu) {
    Shown shown(curveSample());
    QTest::keyClick(&shown.view, Qt::Key_C, Qt::ControlModifier);
    EXPECT_FALSE(QGuiApplication::clipboard()->image().isNull());
    QSignalSpy exported(&shown.view, &ChartView::exportRequested);
    QTest::keyClick(&shown.view, Qt::Key_E, Qt::ControlModifier);
    EXPECT_EQ(exported.count(), 1);
    QMenu menu;
    shown.view.fillMenu(menu);
    EXPECT_GE(menu.actions().size(), 12);
    shown.view.setTheme(ChartTheme::print);
    EXPECT_EQ(shown.view.image().pixelColor(4, 4), QColor(Qt::white));
}

TEST(ChartView, KeepsWhatWasChosenWhenNewNumbersComeIn) {
    Shown shown(curveSample());
    ChartChoices choices;
    choices.title = "mine";
    choices.hidden = {"first run"};
    shown.view.setChoices(choices);
    shown.wheel(shown.middle(), 120);
    const ChartRange x = shown.x();
    Chart next = curveSample();
    next.series[0].y[0] += 1;
    shown.view.setChart(next);
    EXPECT_EQ(shown.x(), x);
    EXPECT_EQ(shown.view.drawing().titleText(), "mine");
    EXPECT_TRUE(shown.view.shownChart().series[0].hidden);
    shown.view.setChart(missRatioSample());
    EXPECT_EQ(shown.x(), firstRange(missRatioSample(), Qt::Horizontal)) << "other axes are shown from the start";
}

} // namespace
} // namespace thrashlab::ui
