// The card "What if …" with a laboratory of its own, driven by mouse, wheel and keys.
#include "ui/plots/curve_plot.h"

#include "sim/scenario_file.h"
#include "ui/main_window.h"
#include "ui/models/laboratory.h"
#include "ui/plots/curve_chart.h"
#include "ui/plots/curve_panel.h"
#include "ui/plots/curve_words.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QMenu>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <cmath>
#include <memory>
#include <set>

namespace thrashlab::ui {
namespace {

constexpr int patience = 120000;

Scenario small() {
    Scenario scenario = load_scenario("1997-ext2-1k");
    scenario.workload.file_bytes = 100'000;
    scenario.buffers = 80;
    return scenario;
}

class CurvePanelTest : public testing::Test {
protected:
    void SetUp() override {
        panel.resize(750, 210);
        panel.show();
    }
    void open(const Scenario& scenario = small()) {
        laboratory.open(scenario);
        settle();
    }
    void settle() {
        ASSERT_TRUE(QTest::qWaitFor([this] { return panel.isSettled() && panel.live().curve() != nullptr; }, patience));
        static_cast<void>(panel.plot().image()); // lays the axes out
    }
    QPoint at(double value) { return panel.plot().positionOf(value).toPoint(); }
    double now() { return numeric_value(laboratory.scenario(), panel.key().toStdString()); }
    const Curve& curve() { return *panel.live().curve(); }
    void wheel(int notches, const QPoint& place) {
        QWheelEvent event(place, panel.plot().mapToGlobal(place), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&panel.plot(), &event);
    }

    Laboratory laboratory;
    CurvePanel panel{laboratory};
};

TEST_F(CurvePanelTest, SaysThatThereIsNothingBeforeAScenarioIsOpen) {
    EXPECT_TRUE(panel.isSettled());
    EXPECT_EQ(panel.plot().chart().hintText(), "no scenario is open");
    EXPECT_EQ(panel.plot().chart().lineCount(), 0);
}

TEST_F(CurvePanelTest, DrawsTheValuesOfTheRunsToTheDigit) {
    open();
    const CurveChart& chart = panel.plot().chart();
    ASSERT_EQ(chart.lineCount(), 3);
    const std::vector<CurvePoint>& points = curve().lines[0].points;
    for (int line = 0; line < 3; ++line) {
        const std::vector<QCPGraphData> plotted = chart.plotted(line);
        ASSERT_EQ(plotted.size(), points.size());
        for (std::size_t i = 0; i < points.size(); ++i) {
            EXPECT_EQ(plotted[i].key, points[i].value);
            EXPECT_EQ(plotted[i].value, points[i].throughput(static_cast<CurveRun>(line)));
        }
    }
    EXPECT_TRUE(chart.hintText().isEmpty());
    EXPECT_EQ(chart.nowText(), "now: 80");
}

TEST_F(CurvePanelTest, LinesDifferInTheirDashesAsWellAsInColour) {
    panel.setPolicies(true);
    open();
    const std::vector<CurveKeyEntry> key = panel.plot().chart().key();
    ASSERT_EQ(key.size(), 7U) << "three runs, ARC, 2Q, SIEVE and OPT";
    std::set<std::vector<qreal>> dashes;
    std::set<QRgb> colours;
    for (const CurveKeyEntry& entry : key) {
        const QVector<qreal> pattern = entry.pen.dashPattern();
        dashes.insert({pattern.begin(), pattern.end()});
        colours.insert(entry.pen.color().rgb());
    }
    EXPECT_EQ(dashes.size(), key.size());
    EXPECT_EQ(colours.size(), key.size());
    EXPECT_EQ(key.back().text, "OPT, the ceiling");
}

TEST_F(CurvePanelTest, TheCliffIsNamedWhereTheFileFits) {
    open();
    const Scenario& scenario = laboratory.scenario();
    const FileLayout layout(scenario.file_system, file_extent(scenario.workload));
    const QString words = panel.plot().chart().cliffText();
    EXPECT_TRUE(words.startsWith(QStringLiteral("the cliff: the whole file fits from %1 on").arg(layout.blocks())))
        << words.toStdString();
    EXPECT_TRUE(panel.plot().accessibleDescription().contains(words));
    EXPECT_TRUE(panel.plot().accessibleName().contains("Buffers (nbuf)"));
}

TEST(CurveWords, SayOnlyWhatTheCountsSay) {
    const Parameter& buffers = parameter("cache.buffers");
    const Cliff cliff{.below = 99, .above = 100, .ratio = 12.3, .rises = true, .fits = true};
    EXPECT_EQ(describeCliff(buffers, cliff), "the cliff: the whole file fits from 100 on, 12 times as fast");
    EXPECT_EQ(describeCliff(buffers, {.below = 99, .above = 100, .ratio = 4, .rises = false, .fits = true}),
              "the cliff: the whole file fits up to 99, 4 times as fast");
    EXPECT_EQ(describeCliff(buffers, {.below = 99, .above = 100, .ratio = 4, .rises = true, .fits = false}),
              "the cliff: faster from 100 on (4 times)");
    EXPECT_EQ(describeCost(200, std::chrono::milliseconds(118)), QStringLiteral("200 points in 118\u202fms"));
    EXPECT_EQ(curveValueText(parameter("workload.file_bytes"), 1536 * 1024), QStringLiteral("1.5\u202fMiB"));
    EXPECT_EQ(curveValueText(parameter("drive.command_cost"), 2.5), QStringLiteral("2.5\u202fms"));
}

TEST_F(CurvePanelTest, ADragOfTheCursorMovesTheScenarioAndUndoesAsOne) {
    open();
    CurvePlot& plot = panel.plot();
    const QPoint start = at(80);
    QTest::mousePress(&plot, Qt::LeftButton, {}, start);
    for (int step = 1; step <= 40; ++step) {
        QTest::mouseMove(&plot, start + QPoint(2 * step, 0));
    }
    QTest::mouseRelease(&plot, Qt::LeftButton, {}, start + QPoint(80, 0));
    EXPECT_GT(laboratory.scenario().buffers, 80U);
    EXPECT_EQ(plot.chart().now(), now());
    EXPECT_EQ(laboratory.undoStack()->count(), 1);
    laboratory.undoStack()->undo();
    EXPECT_EQ(laboratory.scenario().buffers, 80U);
    EXPECT_EQ(plot.chart().now(), 80);
}

TEST_F(CurvePanelTest, MovingTheCursorComputesNothing) {
    open();
    const auto before = panel.live().curve();
    ASSERT_TRUE(laboratory.setParameter(parameter("cache.buffers"), std::int64_t{90}));
    EXPECT_FALSE(panel.live().isComputing());
    EXPECT_EQ(panel.live().curve(), before);
    EXPECT_EQ(panel.plot().chart().nowText(), "now: 90");
}

TEST_F(CurvePanelTest, AnotherParameterBeginsANewCurve) {
    open();
    ASSERT_TRUE(laboratory.setParameter(parameter("drive.rpm"), 5882.0));
    EXPECT_TRUE(panel.live().isComputing());
    settle();
    EXPECT_EQ(curve().request.base.drive.revolutions_per_minute, 5882.0);
}

TEST_F(CurvePanelTest, AClickTakesThePointBesideIt) {
    open();
    const CurvePoint& point = curve().lines[0].points[3];
    QTest::mouseClick(&panel.plot(), Qt::LeftButton, {}, at(point.value));
    EXPECT_EQ(now(), point.value);
    EXPECT_EQ(laboratory.undoStack()->count(), 1);
}

TEST_F(CurvePanelTest, HoveringTellsTheWholeResult) {
    open();
    const CurvePoint& point = curve().lines[0].points[3];
    const QString tip = panel.plot().toolTipAt(at(point.value));
    EXPECT_EQ(tip, describeCurvePoint(parameter("cache.buffers"), point));
    for (const char* word : {"run 1", "run 2", "run 3", "lost turns", "commands", "hits", "bytes/s"}) {
        EXPECT_TRUE(tip.contains(word)) << word;
    }
    EXPECT_TRUE(panel.plot().toolTipAt({0, 0}).isEmpty());
}

TEST_F(CurvePanelTest, ArrowsMoveTheCursorByOne) {
    open();
    CurvePlot& plot = panel.plot();
    plot.setFocus();
    QTest::keyClick(&plot, Qt::Key_Right);
    EXPECT_EQ(now(), 81);
    QTest::keyClick(&plot, Qt::Key_Left);
    QTest::keyClick(&plot, Qt::Key_Left);
    EXPECT_EQ(now(), 79);
    EXPECT_EQ(laboratory.undoStack()->count(), 3);
    panel.setKey("file_system.block_size");
    settle();
    QTest::keyClick(&plot, Qt::Key_Right);
    EXPECT_EQ(now(), 2048) << "the next power of two";
    panel.setKey("workload.file_bytes");
    settle();
    QTest::keyClick(&plot, Qt::Key_Right);
    EXPECT_EQ(now(), 100'000 + 2048) << "a block more";
}

TEST_F(CurvePanelTest, TheWheelZoomsADragMovesAndADoubleClickGoesBack) {
    open();
    CurvePlot& plot = panel.plot();
    const CurveRange whole = plot.chart().range();
    const double middle = (whole.from + whole.to) / 2;
    wheel(2, at(middle));
    const CurveRange zoomed = plot.chart().range();
    EXPECT_GT(zoomed.from, whole.from);
    EXPECT_LT(zoomed.to, whole.to);
    settle();
    EXPECT_EQ(curve().request.from, zoomed.from);
    const QPoint start = at(middle);
    QTest::mousePress(&plot, Qt::RightButton, {}, start);
    QTest::mouseMove(&plot, start + QPoint(30, 0));
    QMouseEvent move(QEvent::MouseMove, start + QPoint(60, 0), plot.mapToGlobal(start + QPoint(60, 0)), Qt::NoButton,
                     Qt::RightButton, Qt::NoModifier);
    QApplication::sendEvent(&plot, &move);
    QTest::mouseRelease(&plot, Qt::RightButton, {}, start + QPoint(60, 0));
    EXPECT_LT(plot.chart().range().from, zoomed.from);
    EXPECT_NEAR(plot.chart().range().to - plot.chart().range().from, zoomed.to - zoomed.from, 1e-6);
    EXPECT_EQ(laboratory.undoStack()->count(), 0) << "looking is no change";
    QTest::mouseDClick(&plot, Qt::LeftButton, {}, start);
    EXPECT_EQ(plot.chart().range(), whole);
}

TEST_F(CurvePanelTest, TheChooserListsTheNumbersThatApply) {
    open();
    EXPECT_EQ(panel.key(), "cache.buffers");
    EXPECT_GE(panel.chooser().findData("drive.rpm"), 0);
    EXPECT_EQ(panel.chooser().findData("cache.policy"), -1) << "it is no number";
    EXPECT_EQ(panel.chooser().findData("linux.memory_limit"), -1) << "it is another kernel's";
    const int rpm = panel.chooser().findData("drive.rpm");
    panel.chooser().setCurrentIndex(rpm);
    Q_EMIT panel.chooser().activated(rpm);
    settle();
    EXPECT_EQ(panel.key(), "drive.rpm");
    EXPECT_EQ(curve().request.key, "drive.rpm");
}

TEST_F(CurvePanelTest, ALinuxScenarioShowsItsMemoryLimit) {
    Scenario scenario;
    for (const std::string& name : scenario_names()) {
        scenario = load_scenario(name);
        if (scenario.kernel_kind == KernelKind::linux_page_cache) {
            break;
        }
    }
    ASSERT_EQ(scenario.kernel_kind, KernelKind::linux_page_cache);
    laboratory.open(scenario);
    EXPECT_EQ(panel.key(), "linux.memory_limit");
    EXPECT_EQ(panel.chooser().findData("cache.buffers"), -1);
    laboratory.open(small());
    EXPECT_EQ(panel.key(), "cache.buffers") << "what was wanted is not forgotten";
}

TEST_F(CurvePanelTest, WhatCannotBeIsSaidInWords) {
    Scenario scenario = small();
    scenario.drive.sectors = 100;
    open(scenario);
    const QString hint = panel.plot().chart().hintText();
    EXPECT_TRUE(hint.contains("No value in this range can be simulated")) << hint.toStdString();
    EXPECT_TRUE(hint.contains("does not fit on the drive")) << hint.toStdString();
    EXPECT_EQ(panel.plot().accessibleDescription(), hint);
}

TEST_F(CurvePanelTest, BothAxesCanBeLinearOrLogarithmic) {
    open();
    EXPECT_TRUE(panel.plot().chart().logarithmicSpeed());
    panel.menu().actions()[0]->trigger();
    EXPECT_FALSE(panel.plot().chart().logarithmicSpeed());
    EXPECT_FALSE(panel.plot().chart().range().logarithmic);
    panel.menu().actions()[1]->trigger();
    EXPECT_TRUE(panel.plot().chart().range().logarithmic);
    settle();
    EXPECT_TRUE(curve().request.logarithmic);
}

TEST_F(CurvePanelTest, ComputesNothingWhileHidden) {
    panel.hide();
    laboratory.open(small());
    EXPECT_FALSE(panel.live().isComputing());
    EXPECT_TRUE(panel.isSettled());
    panel.show();
    EXPECT_TRUE(panel.live().isComputing());
    settle();
}

TEST_F(CurvePanelTest, RemembersTheChoice) {
    const QTemporaryDir folder;
    QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
    panel.setKey("drive.rpm");
    panel.setPolicies(true);
    panel.setLogarithmicSpeed(false);
    panel.store(settings);
    CurvePanel other(laboratory);
    other.restore(settings);
    laboratory.open(small());
    EXPECT_EQ(other.key(), "drive.rpm");
    EXPECT_FALSE(other.plot().chart().logarithmicSpeed());
    EXPECT_TRUE(other.findChild<QCheckBox*>()->isChecked());
}

TEST_F(CurvePanelTest, FollowsThePalette) {
    open();
    for (const QPalette& palette : {lightPalette(), darkPalette(), projectorPalette()}) {
        panel.setPalette(palette);
        const QImage image = panel.plot().image();
        EXPECT_EQ(image.pixelColor(1, 1), Theme(palette).card());
        bool cursor = false;
        for (int x = 0; x < image.width(); ++x) {
            cursor = cursor || image.pixelColor(x, image.height() / 2) == Theme(palette).accent();
        }
        EXPECT_TRUE(cursor) << "the present value is to be seen";
    }
}

class CurveDockTest : public testing::Test {
protected:
    void makeWindow(const QSize& size) {
        WindowOptions options;
        options.settingsFile = folder.filePath("settings.ini");
        window = std::make_unique<MainWindow>(options);
        window->resize(size);
        window->show();
    }

    QTemporaryDir folder;
    std::unique_ptr<MainWindow> window;
};

TEST_F(CurveDockTest, StandsBelowTheTheatreAndShowsWhatIsOpen) {
    makeWindow({1440, 900});
    ASSERT_TRUE(window->curvePanel().isVisible());
    window->openScenario(small());
    ASSERT_TRUE(QTest::qWaitFor([this] { return window->curvePanel().isSettled(); }, patience));
    ASSERT_NE(window->curvePanel().live().curve(), nullptr);
    EXPECT_TRUE(window->curvePanel().live().curve()->complete);
    const QRect card(window->curvePanel().mapTo(window.get(), QPoint()), window->curvePanel().size());
    EXPECT_TRUE(window->rect().contains(card));
    EXPECT_GE(card.height(), 170);
}

TEST_F(CurveDockTest, LeavesALowWindowToTheTheatre) {
    makeWindow({1024, 640});
    EXPECT_FALSE(window->curvePanel().isVisible());
}

TEST_F(CurveDockTest, ArrowsMoveItsCursorWhenItHasTheFocusAndElseTheTransport) {
    makeWindow({1440, 900});
    QSignalSpy ready(window.get(), &MainWindow::ready);
    window->openScenario(small());
    ASSERT_TRUE(ready.wait(patience));
    window->activateWindow();
    window->curvePanel().plot().setFocus();
    QTest::keyClick(&window->curvePanel().plot(), Qt::Key_Right);
    EXPECT_EQ(window->laboratory().scenario().buffers, 81U);
    EXPECT_EQ(window->player().index(), 0U);
}

TEST_F(CurveDockTest, StaysClosedAndKeepsItsParameterFromOneTimeToTheNext) {
    makeWindow({1440, 900});
    window->curvePanel().setKey("drive.rpm");
    for (auto* close : window->curvePanel().findChildren<QToolButton*>()) {
        if (close->accessibleName() == "Close the curve") {
            close->click();
        }
    }
    EXPECT_FALSE(window->curvePanel().isVisible());
    window->close();
    makeWindow({1440, 900});
    EXPECT_FALSE(window->curvePanel().isVisible());
    window->openScenario(small());
    EXPECT_EQ(window->curvePanel().key(), "drive.rpm");
}

} // namespace
} // namespace thrashlab::ui
