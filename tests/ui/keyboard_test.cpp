// The window without a mouse.
#include "sim/scenario_file.h"
#include "ui/main_window.h"
#include "ui/panels/command_palette.h"
#include "ui/panels/inspector_panel.h"
#include "ui/panels/parameter_panel.h"
#include "ui/panels/runs_panel.h"
#include "ui/panels/why_dialog.h"
#include "ui/theatre/narration_bar.h"
#include "ui/theatre/theatre.h"
#include "window_bench.h"

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QCompleter>
#include <QDialog>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenuBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <functional>
#include <memory>

namespace thrashlab::ui {
namespace {

using namespace std::chrono_literals;

class KeyboardTest : public WindowBench {
protected:
    void makeWindow() override {
        WindowBench::makeWindow();
        window->activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(window.get()));
    }
    // To where a person's keys would go.
    static void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QWidget* target = QApplication::activePopupWidget();
        if (target != nullptr && target->focusWidget() != nullptr) {
            target = target->focusWidget();
        }
        target = target != nullptr ? target : QApplication::focusWidget();
        target = target != nullptr ? target : QApplication::activeWindow();
        ASSERT_NE(target, nullptr);
        QTest::keyClick(target, static_cast<Qt::Key>(key), modifiers);
    }
    static void type(const QString& text) { QTest::keyClicks(QApplication::focusWidget(), text); }
    // Does something as soon as a dialog is up.
    template <class Dialog>
    static void whenUp(const std::function<void(Dialog&)>& act) {
        auto* timer = new QTimer(qApp);
        timer->setInterval(20);
        QObject::connect(timer, &QTimer::timeout, timer, [timer, act] {
            if (auto* dialog = qobject_cast<Dialog*>(QApplication::activeModalWidget())) {
                timer->stop();
                timer->deleteLater();
                act(*dialog);
            }
        });
        timer->start();
    }

    Player& player() { return window->player(); }
};

TEST_F(KeyboardTest, FromOpeningAScenarioToExportingItsChart) {
    QSignalSpy ready(window.get(), &MainWindow::ready);
    press(Qt::Key_L, Qt::ControlModifier);
    press(Qt::Key_Home);
    press(Qt::Key_Return);
    ASSERT_TRUE(ready.count() > 0 || ready.wait(patience));
    QApplication::setActiveWindow(window.get()); // as a window manager does when a list box has closed
    press(Qt::Key_L);
    ASSERT_TRUE(player().isPlaying());
    ASSERT_TRUE(QTest::qWaitFor([this] { return player().index() > 50; }, patience));
    press(Qt::Key_K);
    ASSERT_FALSE(player().isPlaying());
    press(Qt::Key_Home, Qt::NoModifier);
    press(Qt::Key_E);
    ASSERT_TRUE(player().lastEvent());
    ASSERT_EQ(player().lastEvent()->kind, EventKind::buffer_assigned);
    const BlockNo victim = player().lastEvent()->victim();
    ASSERT_TRUE(victim.exists());
    press(Qt::Key_B);
    EXPECT_EQ(window->selection().block(), victim);
    press(Qt::Key_I, Qt::ControlModifier);
    QListView* list = window->inspector().list();
    ASSERT_TRUE(list->hasFocus());
    ASSERT_TRUE(list->currentIndex().isValid());
    EXPECT_TRUE(list->currentIndex().data().toString().startsWith("evicted for block "));
    press(Qt::Key_Up);
    press(Qt::Key_Return);
    EXPECT_LT(player().index(), player().recording()->journal.size());
    EXPECT_EQ(window->inspector().model().presentRow(), list->currentIndex().row());

    const QString file = folder.filePath("chart.csv");
    whenUp<QDialog>([file](QDialog& dialog) {
        whenUp<QFileDialog>([file](QFileDialog& chooser) {
            auto* name = chooser.findChild<QLineEdit*>("fileNameEdit");
            ASSERT_NE(name, nullptr);
            name->setCompleter(nullptr); // whose list would take the key that is for the dialog
            name->selectAll();
            QTest::keyClicks(name, file);
            // The file dialog takes the first one as the end of the name.
            QTest::keyClick(name, Qt::Key_Return);
            QTest::keyClick(&chooser, Qt::Key_Return);
            EXPECT_FALSE(chooser.isVisible());
            if (chooser.isVisible()) {
                chooser.reject(); // rather fail than wait for ever
            }
        });
        QTest::keyClick(&dialog, Qt::Key_Return);
    });
    press(Qt::Key_E, Qt::ControlModifier);
    EXPECT_TRUE(QFileInfo::exists(file));
}

TEST_F(KeyboardTest, ShuttleStepsAndSpeed) {
    openExhibit();
    press(Qt::Key_L);
    press(Qt::Key_L);
    EXPECT_EQ(player().boost(), 2);
    press(Qt::Key_J);
    EXPECT_TRUE(player().isBackward());
    press(Qt::Key_Space);
    EXPECT_FALSE(player().isPlaying());
    const double speed = player().speed();
    press(Qt::Key_Plus);
    EXPECT_GT(player().speed(), speed);
    press(Qt::Key_Minus);
    EXPECT_EQ(player().speed(), speed);
    press(Qt::Key_Home);
    press(Qt::Key_Right, Qt::ControlModifier);
    const EventIndex hundred = player().index();
    press(Qt::Key_Home);
    for (int i = 0; i < 10; ++i) {
        press(Qt::Key_Right, Qt::ShiftModifier);
    }
    EXPECT_EQ(player().index(), hundred);
    press(Qt::Key_Left, Qt::ControlModifier);
    EXPECT_LT(player().index(), hundred);
}

TEST_F(KeyboardTest, SearchesAndTheirWayBack) {
    openExhibit();
    for (const auto key : {Qt::Key_E, Qt::Key_M, Qt::Key_T, Qt::Key_W}) {
        press(Qt::Key_Home);
        press(key);
        const EventIndex first = player().index();
        EXPECT_GT(first, 0U) << static_cast<char>(key);
        press(key);
        EXPECT_GT(player().index(), first) << static_cast<char>(key);
        press(key, Qt::ShiftModifier);
        EXPECT_EQ(player().index(), first) << static_cast<char>(key);
    }
    press(Qt::Key_Home);
    press(Qt::Key_E);
    press(Qt::Key_B);
    const BlockNo block = *window->selection().block();
    press(Qt::Key_V);
    EXPECT_EQ(player().lastEvent()->victim(), block);
}

TEST_F(KeyboardTest, EscapeClearsTheSelectionAndThenTheLoop) {
    openExhibit();
    player().scrubTo(SimTime(2s));
    press(Qt::Key_BracketLeft);
    player().scrubTo(SimTime(3s));
    press(Qt::Key_BracketRight);
    EXPECT_EQ(player().loop(), (Loop{SimTime(2s), SimTime(3s)}));
    press(Qt::Key_D);
    ASSERT_TRUE(window->selection().block());
    press(Qt::Key_Escape);
    EXPECT_TRUE(window->selection().isEmpty());
    EXPECT_TRUE(player().loop());
    press(Qt::Key_Escape);
    EXPECT_FALSE(player().loop());
}

TEST_F(KeyboardTest, TypingIntoAFieldMovesNothing) {
    openExhibit();
    player().scrubTo(SimTime(2s));
    const EventIndex place = player().index();
    QLineEdit* line = window->parameterPanel().ddLine();
    line->setFocus();
    line->clear();
    const QString typed = QStringLiteral(" jklewmtvbdcy[]+-=\\? ");
    type(typed);
    for (const auto key : {Qt::Key_Left, Qt::Key_Right, Qt::Key_Home, Qt::Key_End}) {
        press(key);
        press(key, Qt::ShiftModifier);
    }
    EXPECT_EQ(line->text(), typed);
    auto* spin = window->parameterPanel().findChild<QAbstractSpinBox*>();
    ASSERT_NE(spin, nullptr);
    spin->setFocus();
    type(QStringLiteral("jkl-+ e"));
    EXPECT_EQ(player().index(), place);
    EXPECT_FALSE(player().isPlaying());
    EXPECT_FALSE(player().loop());
    EXPECT_TRUE(window->selection().isEmpty());
    EXPECT_EQ(window->whyDialog(), nullptr);
}

TEST_F(KeyboardTest, TheCommandPaletteFindsAndDoes) {
    openExhibit();
    press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    CommandPalette& palette = window->commandPalette();
    ASSERT_TRUE(palette.isVisible());
    EXPECT_GT(palette.shownNames().size(), 30);
    QTest::keyClicks(palette.line(), "nxt evic");
    ASSERT_FALSE(palette.shownNames().isEmpty());
    EXPECT_EQ(palette.shownNames().front(), "Next eviction");
    QTest::keyClick(palette.line(), Qt::Key_Return);
    EXPECT_FALSE(palette.isVisible());
    ASSERT_TRUE(player().lastEvent());
    EXPECT_TRUE(player().state().evicted.exists());
    press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    const EventIndex place = player().index();
    QTest::keyClicks(palette.line(), "play e");
    QTest::keyClick(palette.line(), Qt::Key_Escape);
    EXPECT_FALSE(palette.isVisible());
    EXPECT_EQ(player().index(), place);
}

TEST_F(KeyboardTest, TheListOfKeysNamesEveryShortcut) {
    openExhibit();
    QStringList texts;
    whenUp<QDialog>([&texts](QDialog& dialog) {
        for (const QLabel* label : dialog.findChildren<QLabel*>()) {
            texts += label->text();
        }
        QTest::keyClick(&dialog, Qt::Key_Escape);
    });
    press(Qt::Key_Question);
    int named = 0;
    for (const NamedAction& each : catalogue(*window->menuBar(), *window)) {
        if (!each.shortcuts.isEmpty()) {
            EXPECT_TRUE(texts.contains(each.name)) << each.name.toStdString();
            EXPECT_TRUE(texts.contains(each.shortcuts)) << each.shortcuts.toStdString();
            ++named;
        }
    }
    EXPECT_GT(named, 30);
}

TEST_F(KeyboardTest, NoKeyIsGivenTwice) {
    QMap<QString, QString> taken;
    for (const NamedAction& each : catalogue(*window->menuBar(), *window)) {
        for (const QString& key : each.shortcuts.split(QStringLiteral(", "), Qt::SkipEmptyParts)) {
            EXPECT_FALSE(taken.contains(key))
                << key.toStdString() << ": " << taken.value(key).toStdString() << " and " << each.name.toStdString();
            taken[key] = each.name;
        }
    }
}

TEST_F(KeyboardTest, WhyWasThisSlowAsksOfTheRunOrTheLoop) {
    openExhibit();
    player().scrubTo(SimTime(7480ms));
    press(Qt::Key_Y);
    ASSERT_NE(window->whyDialog(), nullptr);
    EXPECT_TRUE(window->whyDialog()->heading().contains("run 2")) << window->whyDialog()->heading().toStdString();
    Duration sum{};
    for (const Cause& cause : window->whyDialog()->causes()) {
        sum += cause.cost;
    }
    EXPECT_EQ(sum, player().recording()->runs[1].counters.elapsed());
    window->whyDialog()->reject();
    window->activateWindow();
    player().setLoopBegin();
    player().scrubTo(SimTime(9480ms));
    player().setLoopEnd();
    press(Qt::Key_Y);
    sum = Duration{};
    for (const Cause& cause : window->whyDialog()->causes()) {
        sum += cause.cost;
    }
    EXPECT_EQ(sum, Duration(2s));
}

TEST_F(KeyboardTest, TheInspectorComesWithTheFirstChoiceAndRemembersBeingClosed) {
    openExhibit();
    auto* dock = window->findChild<QDockWidget*>("inspector");
    ASSERT_NE(dock, nullptr);
    EXPECT_FALSE(dock->isVisible());
    window->selection().choose(BlockNo{3});
    EXPECT_TRUE(dock->isVisible());
    dock->close();
    window->selection().clear();
    window->selection().choose(BlockNo{4});
    EXPECT_FALSE(dock->isVisible());
    window->close();
    window.reset();
    makeWindow();
    openExhibit();
    window->selection().choose(BlockNo{4});
    EXPECT_FALSE(window->findChild<QDockWidget*>("inspector")->isVisible());
    press(Qt::Key_I, Qt::ControlModifier);
    EXPECT_TRUE(window->findChild<QDockWidget*>("inspector")->isVisible());
}

TEST_F(KeyboardTest, EverythingThatTakesTheFocusHasAName) {
    openExhibit();
    player().scrubTo(SimTime(7480ms));
    press(Qt::Key_D);
    press(Qt::Key_Y);
    for (const auto* widget : window->findChildren<QWidget*>()) {
        const QString name = widget->objectName();
        // Parts that Qt makes inside its own widgets, and which a reader is told of by these.
        const bool inner = name.startsWith(QStringLiteral("qt_")) || qobject_cast<const QLineEdit*>(widget) != nullptr
                               ? qobject_cast<const QAbstractSpinBox*>(widget->parentWidget()) != nullptr ||
                                     name.startsWith(QStringLiteral("qt_"))
                               : widget->inherits("QComboBoxListView") || widget->inherits("QComboBoxPrivateContainer");
        if (widget->focusPolicy() == Qt::NoFocus || inner || widget->inherits("QMenu") ||
            widget->inherits("QMenuBar") || widget->inherits("QTabBar") || widget->inherits("QScrollBar")) {
            continue;
        }
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        // A label's name is its text; without one it is not shown.
        const bool text = (button != nullptr && !button->text().isEmpty()) || widget->inherits("QLabel");
        EXPECT_TRUE(text || !widget->accessibleName().isEmpty())
            << widget->metaObject()->className() << " " << name.toStdString() << " in "
            << (widget->parentWidget() != nullptr ? widget->parentWidget()->metaObject()->className() : "nothing");
    }
}

} // namespace
} // namespace thrashlab::ui
