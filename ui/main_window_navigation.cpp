// Ways through a recording, and what is chosen in it: the menus Play and Go, the inspector, and "Why was this slow?".
#include "ui/main_window.h"

#include "ui/number_text.h"
#include "ui/panels/command_palette.h"
#include "ui/panels/inspector_panel.h"
#include "ui/panels/quiet_slider.h"
#include "ui/panels/runs_panel.h"
#include "ui/panels/why_dialog.h"
#include "ui/theatre/theatre.h"
#include "ui/theatre/time_scrubber.h"

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QInputDialog>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QMenuBar>
#include <QStatusBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace thrashlab::ui {
namespace {

constexpr int messageMilliseconds = 4000;
constexpr int bigStep = 10;
constexpr int hugeStep = 100;

} // namespace

void MainWindow::createNavigation() {
    commands_ = new CommandPalette(this);
    connect(&player_, &Player::paceChanged, this, &MainWindow::showPace);
    connect(&player_, &Player::loopChanged, this, [this] { theatre_->scrubber()->showLoop(player_.loop()); });
    connect(&selection_, &Selection::changed, this, &MainWindow::takeSelection);
    connect(runs_, &RunsPanel::whyRequested, this, &MainWindow::explainRun);
    speedText_->setMinimumWidth(speedText_->fontMetrics().horizontalAdvance(QStringLiteral("◂ × 6400")));
    // Not a list box, whose own keys would change the scenario before anything has been seen.
    theatre_->scrubber()->setFocus();
}

QAction* MainWindow::addKeyed(QMenu* menu, const QString& text, const QList<QKeySequence>& keys,
                              const std::function<void()>& act) {
    QAction* action = menu->addAction(text);
    action->setShortcuts(keys);
    connect(action, &QAction::triggered, this, act);
    return action;
}

QMenu* MainWindow::createPlayMenu() {
    auto* menu = new QMenu(tr("&Play"), this);
    menu->addAction(play_);
    addKeyed(menu, tr("Play &backwards, or faster"), {Qt::Key_J}, [this] { player_.shuttle(Direction::backward); });
    addKeyed(menu, tr("P&ause"), {Qt::Key_K}, [this] { player_.pause(); });
    addKeyed(menu, tr("Play &forward, or faster"), {Qt::Key_L}, [this] { player_.shuttle(Direction::forward); });
    addKeyed(menu, tr("&Speed up"), {Qt::Key_Plus, Qt::Key_Equal}, [this] { speed_->setValue(speed_->value() + 1); });
    addKeyed(menu, tr("S&low down"), {Qt::Key_Minus}, [this] { speed_->setValue(speed_->value() - 1); });
    menu->addSeparator();
    menu->addActions({forward_, back_});
    for (const auto& [count, modifier] : {std::pair(bigStep, Qt::SHIFT), std::pair(hugeStep, Qt::CTRL)}) {
        addKeyed(menu, tr("Step %1").arg(count), {QKeySequence(modifier | Qt::Key_Right)},
                 [this, steps = count] { player_.step(stepUnit(), true, steps); });
        addKeyed(menu, tr("Step %1 back").arg(count), {QKeySequence(modifier | Qt::Key_Left)},
                 [this, steps = count] { player_.step(stepUnit(), false, steps); });
    }
    menu->addSeparator();
    menu->addActions({first_, last_});
    menu->addSeparator();
    addLoop(menu);
    return menu;
}

void MainWindow::addLoop(QMenu* menu) {
    addKeyed(menu, tr("Loop from &here"), {Qt::Key_BracketLeft}, [this] { player_.setLoopBegin(); });
    addKeyed(menu, tr("Loop up &to here"), {Qt::Key_BracketRight}, [this] { player_.setLoopEnd(); });
    QAction* clear = addKeyed(menu, tr("&No loop"), {Qt::Key_Backslash}, [this] { player_.clearLoop(); });
    clear->setEnabled(false);
    connect(&player_, &Player::loopChanged, clear, [this, clear] { clear->setEnabled(player_.loop().has_value()); });
}

QMenu* MainWindow::createGoMenu() {
    auto* menu = new QMenu(tr("&Go"), this);
    const auto journal = [this]() -> const Journal& { return player_.recording()->journal; };
    addSearch(menu, tr("eviction"), Qt::Key_E,
              [journal](EventIndex place, Direction way) { return find_eviction(journal(), place, way); });
    addSearch(menu, tr("eviction of the chosen block"), Qt::Key_V, [this, journal](EventIndex place, Direction way) {
        const auto block = selection_.block();
        return block ? find_eviction(journal(), place, way, *block) : std::nullopt;
    });
    addSearch(menu, tr("miss"), Qt::Key_M,
              [journal](EventIndex place, Direction way) { return find_miss(journal(), place, way); });
    addSearch(menu, tr("lost turn"), Qt::Key_T,
              [journal](EventIndex place, Direction way) { return find_lost_turn(journal(), place, way); });
    addWaits(menu);
    menu->addSeparator();
    addChoices(menu);
    menu->addSeparator();
    addKeyed(menu, tr("&Why was this slow?"), {Qt::Key_Y}, [this] { explainPresent(); });
    addKeyed(menu, tr("Choose a &scenario"), {Qt::CTRL | Qt::Key_L}, [this] {
        chooser_->setFocus(Qt::ShortcutFocusReason);
        chooser_->showPopup();
    });
    return menu;
}

void MainWindow::addSearch(QMenu* menu, const QString& what, Qt::Key key, Search search) {
    addKeyed(menu, tr("Next %1").arg(what), {QKeySequence(key)},
             [this, search, what] { find(search, Direction::forward, what); });
    addKeyed(menu, tr("Previous %1").arg(what), {QKeySequence(Qt::SHIFT | key)},
             [this, search = std::move(search), what] { find(search, Direction::backward, what); });
}

void MainWindow::addWaits(QMenu* menu) {
    addSearch(menu, tr("long wait"), Qt::Key_W, [this](EventIndex place, Direction way) {
        return find_long_wait(player_.recording()->journal, place, way, Duration(std::llround(longWait_ * 1e6)));
    });
    QAction* ask = addKeyed(menu, {}, {Qt::CTRL | Qt::SHIFT | Qt::Key_W}, [this] { askLongWait(); });
    const auto name = [this, ask] { ask->setText(tr("Next wait longer than %1 ms…").arg(longWait_)); };
    name();
    connect(menu, &QMenu::aboutToShow, ask, name);
}

void MainWindow::addChoices(QMenu* menu) {
    addKeyed(menu, tr("Choose &dd's block"), {Qt::Key_D}, [this] {
        if (player_.recording() != nullptr && player_.state().position.exists()) {
            selection_.choose(player_.state().position);
        }
    });
    addKeyed(menu, tr("Choose the &block just evicted"), {Qt::Key_B}, [this] { chooseEvicted(); });
    addKeyed(menu, tr("Choose the drive's &command"), {Qt::Key_C}, [this] { chooseCommandUnderWay(); });
    addKeyed(menu, tr("Choose &nothing"), {Qt::Key_Escape}, [this] { clearSelectionOrLoop(); });
    addKeyed(menu, tr("To the &inspector"), {Qt::CTRL | Qt::Key_I}, [this] { showInspector(true); });
}

void MainWindow::find(const Search& search, Direction direction, const QString& what) {
    if (player_.recording() == nullptr) {
        return;
    }
    if (const auto found = search(player_.index(), direction)) {
        statusBar()->clearMessage();
        player_.showEvent(*found);
    } else {
        sayNothingFound(direction == Direction::forward ? tr("No further %1.").arg(what)
                                                        : tr("No %1 before this.").arg(what));
    }
}

void MainWindow::sayNothingFound(const QString& what) {
    statusBar()->showMessage(what, messageMilliseconds);
}

void MainWindow::askLongWait() {
    constexpr double longest = 1e6;
    bool accepted = false;
    const double least = QInputDialog::getDouble(this, tr("Long waits"), tr("dd waits longer than, in milliseconds:"),
                                                 longWait_, 0, longest, 1, &accepted);
    if (accepted && player_.recording() != nullptr) {
        longWait_ = least;
        const auto search = [this](EventIndex place, Direction way) {
            return find_long_wait(player_.recording()->journal, place, way, Duration(std::llround(longWait_ * 1e6)));
        };
        find(search, Direction::forward, tr("wait longer than %1 ms").arg(longWait_));
    }
}

void MainWindow::chooseEvicted() {
    if (player_.recording() == nullptr) {
        return;
    }
    if (player_.state().evicted.exists()) {
        selection_.choose(player_.state().evicted);
    } else {
        sayNothingFound(tr("Nothing has been evicted yet."));
    }
}

void MainWindow::chooseCommandUnderWay() {
    if (player_.recording() == nullptr) {
        return;
    }
    const std::vector<PendingCommand>& commands = player_.state().commands;
    const auto chosen = commands.empty()
                            ? std::nullopt
                            : chosenCommand(player_.recording()->journal, player_.index(), commands.front().number);
    if (chosen) {
        selection_.choose(*chosen);
    } else {
        sayNothingFound(tr("No command is under way."));
    }
}

void MainWindow::clearSelectionOrLoop() {
    if (selection_.isEmpty()) {
        player_.clearLoop();
    } else {
        selection_.clear();
    }
}

// A command's number means nothing in another recording, and a block may not be there.
void MainWindow::dropStaleSelection() {
    const bool gone = selection_.block() && selection_.block()->value >= player_.recording()->layout.blocks();
    if (selection_.command() || gone) {
        selection_.clear();
    }
}

QDockWidget* MainWindow::createInspectorDock() {
    inspector_ = new InspectorPanel(player_, selection_, this);
    inspectorDock_ = new QDockWidget(tr("Inspector"), this);
    inspectorDock_->setObjectName(QStringLiteral("inspector"));
    inspectorDock_->setWidget(inspector_);
    addDockWidget(Qt::RightDockWidgetArea, inspectorDock_);
    inspectorDock_->hide();
    // Its cross and its entry in the menu say for good whether it is wanted; being behind another tab says nothing.
    connect(inspectorDock_->toggleViewAction(), &QAction::triggered, this,
            [this](bool shown) { inspectorWanted_ = shown; });
    return inspectorDock_;
}

void MainWindow::showInspector(bool withFocus) {
    inspectorWanted_ = true;
    inspectorDock_->show();
    inspectorDock_->raise();
    if (withFocus) {
        inspector_->list()->setFocus(Qt::ShortcutFocusReason);
    }
}

// The first choice brings the inspector to the front; where it goes from there is the user's business.
void MainWindow::takeSelection() {
    const bool chosen = !selection_.isEmpty();
    if (chosen && !wasChosen_ && inspectorWanted_) {
        showInspector(false);
    }
    wasChosen_ = chosen;
}

void MainWindow::showPace() {
    const double speed = player_.speed();
    const QString pace = paceText(speed == Player::fastest ? speed : speed * player_.boost());
    speedText_->setText(player_.isPlaying() && player_.isBackward() ? QStringLiteral("◂ %1").arg(pace) : pace);
}

void MainWindow::openCommandPalette() {
    commands_->open(catalogue(*menuBar(), *this));
}

void MainWindow::explainPresent() {
    if (player_.recording() != nullptr) {
        explainRun(std::max<std::uint32_t>(1, player_.state().run_number));
    }
}

// A loop goes before a run: somebody has set it.
void MainWindow::explainRun(std::uint32_t run) {
    const Recording* recording = player_.recording();
    if (recording == nullptr) {
        return;
    }
    if (const auto& loop = player_.loop()) {
        const Duration length = loop->end - loop->begin;
        explainRange(tr("the loop's %1").arg(durationText(length)), loop->begin, loop->end);
    } else if (run > 0 && run <= recording->runs.size()) {
        const RunCounters& counters = recording->runs[run - 1].counters;
        explainRange(tr("run %1").arg(run), counters.started, counters.ended);
    }
}

void MainWindow::explainRange(const QString& subject, SimTime from, SimTime to) {
    if (why_ == nullptr) {
        why_ = new WhyDialog(this);
    }
    why_->show();
    why_->ask(player_.sharedRecording(), subject, from, to);
    why_->raise();
    why_->activateWindow();
}

} // namespace thrashlab::ui
