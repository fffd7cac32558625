// The real window, offscreen, with settings and a database of its own.
#include "sim/scenario_file.h"
#include "store/run_store.h"
#include "ui/main_window.h"
#include "ui/panels/parameter_panel.h"
#include "ui/panels/parameter_row.h"
#include "ui/panels/runs_panel.h"
#include "ui/plots/throughput_plot.h"
#include "ui/theatre/file_strip_view.h"
#include "ui/theatre/narration_bar.h"
#include "ui/theatre/theatre.h"
#include "window_bench.h"

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QProgressBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <memory>
#include <vector>

namespace thrashlab::ui {
namespace {

using namespace std::chrono_literals;

class WindowTest : public WindowBench {
protected:
    QAbstractSlider* speedSlider() {
        for (auto* slider : window->findChildren<QAbstractSlider*>()) {
            if (slider->accessibleName() == "Speed") {
                return slider;
            }
        }
        return nullptr;
    }
};

TEST_F(WindowTest, PlaysTheExhibitAndPlotsWhatTheDatabaseKeeps) {
    openExhibit();
    const RunStore store(folder.filePath("runs.sqlite").toStdString());
    EXPECT_TRUE(store.runs().empty()) << "a simulated run is not a finished one";
    window->player().setSpeed(Player::fastest);
    QTest::keyClick(window.get(), Qt::Key_Space);
    ASSERT_TRUE(window->player().isPlaying());
    ASSERT_TRUE(QTest::qWaitFor([&] { return store.runs().size() >= 2; }, patience));
    window->close(); // perhaps in the middle of the third run: the finished ones are kept
    EXPECT_FALSE(window->player().isPlaying());
    const std::vector<StoredRun> runs = store.series(store.runs().front().series);
    const std::vector<PlottedValue> plotted = window->runsPanel().plot().plottedValues();
    ASSERT_EQ(plotted.size(), runs.size());
    for (std::size_t i = 0; i < runs.size(); ++i) {
        EXPECT_EQ(runs[i].result, window->player().recording()->runs[i]);
        EXPECT_EQ(plotted[i].run, runs[i].result.number);
        EXPECT_EQ(plotted[i].bytesPerSecond, runs[i].result.bytes_per_second());
    }
}

TEST_F(WindowTest, KeysDriveTheTransport) {
    openExhibit();
    QTest::keyClick(window.get(), Qt::Key_Right);
    const EventIndex there = window->player().index();
    EXPECT_GT(there, 0U);
    QTest::keyClick(window.get(), Qt::Key_Right);
    QTest::keyClick(window.get(), Qt::Key_Left);
    EXPECT_EQ(window->player().index(), there);
    QTest::keyClick(window.get(), Qt::Key_End);
    EXPECT_TRUE(window->player().atEnd());
    QTest::keyClick(window.get(), Qt::Key_Home);
    EXPECT_EQ(window->player().index(), 0U);
}

TEST_F(WindowTest, AParameterControlChangesTheScenarioAndCanBeUndone) {
    openExhibit();
    auto* row = window->parameterPanel().row("kernel.clustered_reads");
    ASSERT_NE(row, nullptr);
    auto* check = row->findChild<QCheckBox*>();
    ASSERT_NE(check, nullptr);
    ASSERT_TRUE(check->isChecked());
    QSignalSpy ready(window.get(), &MainWindow::ready);
    check->click();
    EXPECT_FALSE(window->laboratory().scenario().kernel.clustered_reads);
    ASSERT_TRUE(ready.wait(patience));
    EXPECT_FALSE(window->player().recording()->scenario.kernel.clustered_reads);
    QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_TRUE(window->laboratory().scenario().kernel.clustered_reads);
    EXPECT_TRUE(check->isChecked());
}

TEST_F(WindowTest, ADragOfASliderUndoesAsOne) {
    openExhibit();
    auto* slider = window->parameterPanel().row("cache.buffers")->findChild<QAbstractSlider*>();
    ASSERT_NE(slider, nullptr);
    const QPoint middle(slider->width() / 2, slider->height() / 2);
    QTest::mousePress(slider, Qt::LeftButton, {}, middle);
    for (int step = 1; step <= 40; ++step) {
        QTest::mouseMove(slider, middle + QPoint(step, 0));
    }
    QTest::mouseRelease(slider, Qt::LeftButton, {}, middle + QPoint(40, 0));
    EXPECT_NE(window->laboratory().scenario().buffers, window->laboratory().original().buffers);
    EXPECT_EQ(window->laboratory().undoStack()->count(), 1);
    window->laboratory().undoStack()->undo();
    EXPECT_TRUE(window->laboratory().scenario() == window->laboratory().original());
}

TEST_F(WindowTest, ASpinBoxTakesSizesWithSuffixes) {
    openExhibit();
    auto* spin = window->parameterPanel().row("workload.file_bytes")->findChild<QAbstractSpinBox*>();
    ASSERT_NE(spin, nullptr);
    spin->setFocus();
    spin->selectAll();
    QTest::keyClicks(spin, "2m");
    QTest::keyClick(spin, Qt::Key_Return);
    EXPECT_EQ(window->laboratory().scenario().workload.file_bytes, 2097152U);
    EXPECT_EQ(spin->text(), QStringLiteral("2\u202fMiB"));
}

TEST_F(WindowTest, TheScenarioGoesToAShell) {
    openExhibit();
    window->laboratory().setParameter(parameter("cache.buffers"), std::int64_t{1900});
    QTest::keyClick(window.get(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(QApplication::clipboard()->text(), "thrash run 1997-ext2-1k --set cache.buffers=1900");
}

TEST_F(WindowTest, TheDdLineIsReadAndWritten) {
    openExhibit();
    QLineEdit* line = window->parameterPanel().ddLine();
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, "dd if=other bs=4k");
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_EQ(window->laboratory().scenario().workload.input_block, 4096U);
    EXPECT_EQ(window->laboratory().scenario().workload.input, "other");
    line->selectAll();
    QTest::keyClicks(line, "dd bs=nonsense");
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_EQ(window->laboratory().scenario().workload.input_block, 4096U);
}

TEST_F(WindowTest, AnImpossibleScenarioIsSaidAndNothingBreaks) {
    openExhibit();
    QSignalSpy failed(&window->laboratory(), &Laboratory::failed);
    ASSERT_TRUE(window->laboratory().setParameter(parameter("drive.sectors"), std::int64_t{64}));
    ASSERT_TRUE(failed.count() > 0 || failed.wait(patience));
    window->grab();
    QTest::keyClick(window.get(), Qt::Key_Right);
    EXPECT_GT(window->player().index(), 0U);
}

TEST_F(WindowTest, EverythingDrawsAtEverySizeAndScenario) {
    for (const std::string& name : scenario_names()) {
        QSignalSpy ready(window.get(), &MainWindow::ready);
        ASSERT_TRUE(window->openScenario(QString::fromStdString(name)));
        ASSERT_TRUE(ready.wait(patience));
        window->player().scrubTo(SimTime(2s));
        for (const QSize size : {QSize(800, 600), QSize(1440, 900), QSize(2560, 1440)}) {
            window->resize(size);
            EXPECT_FALSE(window->grab().isNull());
        }
    }
}

TEST_F(WindowTest, ThePictureKeptByTheStripIsTheOneDrawnAnew) {
    openExhibit();
    window->player().scrubTo(SimTime(5200ms));
    for (int frame = 0; frame < 50; ++frame) {
        window->player().advance(16ms);
    }
    FileStripView* strip = window->theatre().fileStrip();
    const QImage kept = strip->grab().toImage();
    strip->reload();
    EXPECT_EQ(kept, strip->grab().toImage());
}

TEST_F(WindowTest, RemembersScenarioAndSpeed) {
    const QString other = QString::fromStdString(scenario_names().back());
    ASSERT_TRUE(window->openScenario(other));
    auto* speed = speedSlider();
    ASSERT_NE(speed, nullptr);
    speed->setValue(2);
    window->close();
    window.reset();
    makeWindow();
    EXPECT_EQ(window->rememberedScenario(), other);
    EXPECT_EQ(speedSlider()->value(), 2);
    EXPECT_EQ(window->player().speed(), 0.05);
}

TEST_F(WindowTest, EveryControlHasAnAccessibleName) {
    const auto expect_name = [](const QWidget* widget) {
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool text = button != nullptr && !button->text().isEmpty();
        EXPECT_TRUE(text || !widget->accessibleName().isEmpty())
            << widget->metaObject()->className() << " in " << widget->parentWidget()->metaObject()->className();
    };
    for (const auto* row : window->parameterPanel().findChildren<QWidget*>()) {
        if (qobject_cast<const QAbstractButton*>(row) != nullptr || qobject_cast<const QComboBox*>(row) != nullptr ||
            qobject_cast<const QAbstractSpinBox*>(row) != nullptr) {
            expect_name(row);
        }
    }
    for (const auto* slider : window->findChildren<QAbstractSlider*>()) {
        if (!slider->inherits("QScrollBar")) {
            expect_name(slider);
        }
    }
}

TEST_F(WindowTest, AMissingFileIsSaid) {
    openExhibit();
    EXPECT_FALSE(window->openScenario(folder.filePath("no such file.json")));
}

TEST_F(WindowTest, ALongSimulationShowsItsProgressAndCanBeCancelled) {
    openExhibit();
    const auto* bar = window->findChild<QProgressBar*>();
    ASSERT_NE(bar, nullptr);
    EXPECT_FALSE(bar->isVisible());
    const Recording* before = window->player().recording();
    Scenario longer = load_scenario("1997-ext2-1k");
    longer.workload.runs = 1000;
    window->openScenario(longer);
    ASSERT_TRUE(QTest::qWaitFor([bar] { return bar->isVisible(); }, patience));
    auto* cancel = bar->parentWidget()->findChild<QToolButton*>();
    ASSERT_NE(cancel, nullptr);
    QTest::mouseClick(cancel, Qt::LeftButton);
    EXPECT_FALSE(bar->isVisible());
    EXPECT_FALSE(window->laboratory().isSimulating());
    EXPECT_EQ(window->player().recording(), before);
    EXPECT_TRUE(window->theatre().narration()->toolTip().startsWith("The simulation was cancelled"));
}

} // namespace
} // namespace thrashlab::ui
