// The window's actions, menus, tool bar and docks.
#include "ui/main_window.h"

#include "error.h"
#include "sim/scenario_command.h"
#include "sim/scenario_file.h"
#include "ui/export/drawing_file.h"
#include "ui/icons.h"
#include "ui/panels/parameter_panel.h"
#include "ui/panels/quiet_slider.h"
#include "ui/panels/runs_panel.h"
#include "ui/theatre/clock_label.h"
#include "ui/theatre/view_card.h"
#include "ui/theme.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QProgressBar>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

#include <array>

namespace thrashlab::ui {
namespace {

constexpr int most_recent_files = 8;

struct UnitName {
    const char* text;
    StepUnit unit;
};
constexpr std::array<UnitName, 5> unit_names{{{"event", StepUnit::event},
                                              {"system call", StepUnit::call},
                                              {"block", StepUnit::block},
                                              {"disk command", StepUnit::command},
                                              {"run", StepUnit::run}}};
constexpr int default_unit = 3;

} // namespace

QAction* MainWindow::addTransportAction(const QString& text, const QKeySequence& key) {
    auto* action = new QAction(text, this);
    action->setShortcut(key);
    action->setToolTip(QStringLiteral("%1 (%2)").arg(text, key.toString(QKeySequence::NativeText)));
    addAction(action);
    return action;
}

void MainWindow::createActions() {
    first_ = addTransportAction(tr("To the start"), QKeySequence(Qt::Key_Home));
    back_ = addTransportAction(tr("Step back"), QKeySequence(Qt::Key_Left));
    play_ = addTransportAction(tr("Play"), QKeySequence(Qt::Key_Space));
    forward_ = addTransportAction(tr("Step"), QKeySequence(Qt::Key_Right));
    last_ = addTransportAction(tr("To the end"), QKeySequence(Qt::Key_End));
    connect(first_, &QAction::triggered, &player_, &Player::goToStart);
    connect(back_, &QAction::triggered, this, [this] { player_.step(stepUnit(), false); });
    connect(play_, &QAction::triggered, &player_, &Player::toggle);
    connect(forward_, &QAction::triggered, this, [this] { player_.step(stepUnit(), true); });
    connect(last_, &QAction::triggered, &player_, &Player::goToEnd);
}

StepUnit MainWindow::stepUnit() const {
    return unit_names[static_cast<std::size_t>(qMax(0, unit_->currentIndex()))].unit;
}

void MainWindow::createToolBar() {
    QToolBar* bar = addToolBar(tr("Transport"));
    bar->setObjectName(QStringLiteral("transport"));
    bar->setMovable(false);
    bar->setIconSize(QSize(20, 20));
    chooser_ = new QComboBox(bar);
    chooser_->setAccessibleName(tr("Scenario"));
    chooser_->setMinimumWidth(150);
    chooser_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    chooser_->setMaximumWidth(330);
    chooser_->setFocusPolicy(Qt::TabFocus);
    for (const std::string& name : scenario_names()) {
        const Scenario scenario = load_scenario(name);
        chooser_->addItem(QString::fromStdString(scenario.title), QString::fromStdString(name));
        chooser_->setItemData(chooser_->count() - 1, QString::fromStdString(scenario.about), Qt::ToolTipRole);
    }
    connect(chooser_, &QComboBox::activated, this,
            [this](int index) { openScenario(chooser_->itemData(index).toString()); });
    bar->addWidget(chooser_);
    const auto space = [bar](int width) {
        auto* gap = new QWidget(bar);
        gap->setFixedWidth(width);
        bar->addWidget(gap);
    };
    space(6);
    for (QAction* action : {first_, back_, play_, forward_, last_}) {
        bar->addAction(action);
        bar->widgetForAction(action)->setAccessibleName(action->text());
    }
    space(6);
    auto* step = new QLabel(tr("step by"), bar);
    step->setProperty("role", "quiet");
    bar->addWidget(step);
    unit_ = new QComboBox(bar);
    unit_->setAccessibleName(tr("Step by"));
    unit_->setFocusPolicy(Qt::TabFocus);
    for (const UnitName& unit : unit_names) {
        unit_->addItem(tr(unit.text));
    }
    unit_->setCurrentIndex(default_unit);
    bar->addWidget(unit_);
    space(6);
    auto* speed = new QLabel(tr("speed"), bar);
    speed->setProperty("role", "quiet");
    bar->addWidget(speed);
    speed_ = new QuietSlider(bar);
    speed_->setAccessibleName(tr("Speed"));
    speed_->setFixedWidth(110);
    bar->addWidget(speed_);
    speedText_ = new QLabel(bar);
    bar->addWidget(speedText_);
    auto* stretch = new QWidget(bar);
    stretch->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(stretch);
    clock_ = new ClockLabel(bar);
    bar->addWidget(clock_);
}

void MainWindow::createDocks() {
    const auto dock = [this](const QString& title, const char* name, QWidget* content, Qt::DockWidgetArea area) {
        auto* widget = new QDockWidget(title, this);
        widget->setObjectName(QLatin1String(name));
        widget->setWidget(content);
        addDockWidget(area, widget);
        return widget;
    };
    parameters_ = new ParameterPanel(laboratory_, this);
    parameters_->setAccessibleName(tr("Parameters"));
    auto* left = dock(tr("Parameters"), "parameters", parameters_, Qt::LeftDockWidgetArea);
    auto* right = dock(tr("Runs"), "runs", createRunsDock(), Qt::RightDockWidgetArea);
    resizeDocks({left, right}, {292, 374}, Qt::Horizontal);
    viewMenu_ = new QMenu(tr("&View"), this);
    viewMenu_->addAction(left->toggleViewAction());
    viewMenu_->addAction(right->toggleViewAction());
    tabifyDockWidget(right, createInspectorDock());
    right->raise();
    viewMenu_->addAction(inspectorDock_->toggleViewAction());
    createCurveDock();
}

void MainWindow::createMenus() {
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addAction(tr("&Open scenario…"), QKeySequence::Open, this, &MainWindow::askOpen);
    file->addAction(tr("&Save scenario as…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), this,
                    &MainWindow::askSave);
    recent_ = file->addMenu(tr("&Recent"));
    connect(recent_, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    file->addSeparator();
    file->addAction(tr("Export &chart…"), QKeySequence(Qt::CTRL | Qt::Key_E), this, &MainWindow::exportChart);
    file->addAction(tr("Export &view or film…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), this,
                    &MainWindow::exportView);
    file->addAction(tr("Export r&uns…"), runs_, &RunsPanel::askExportRuns);
    file->addAction(tr("&Import runs…"), runs_, &RunsPanel::askImport);
    file->addAction(tr("Save screens&hot…"), this, &MainWindow::askScreenshot);
    file->addSeparator();
    file->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);

    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    QAction* undo = laboratory_.undoStack()->createUndoAction(this, tr("&Undo"));
    undo->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Z));
    QAction* redo = laboratory_.undoStack()->createRedoAction(this, tr("&Redo"));
    redo->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z));
    edit->addActions({undo, redo});
    edit->addSeparator();
    edit->addAction(tr("&Copy as thrash command"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), this, [this] {
        const QString command = QString::fromStdString(thrash_command(laboratory_.scenario()));
        QApplication::clipboard()->setText(command);
        statusBar()->showMessage(tr("Copied: %1").arg(command), message_milliseconds);
    });

    menuBar()->addMenu(createPlayMenu());
    menuBar()->addMenu(createGoMenu());
    menuBar()->addMenu(createChartsMenu());

    menuBar()->addMenu(viewMenu_);
    viewMenu_->addSeparator();
    viewMenu_->addAction(tr("&Side by side…"), QKeySequence(Qt::CTRL | Qt::Key_D), this, &MainWindow::compareRuns);
    viewMenu_->addAction(tr("S&weep over parameters…"), QKeySequence(Qt::CTRL | Qt::Key_G), this,
                         &MainWindow::openSweep);
    viewMenu_->addSeparator();
    looks_ = new QActionGroup(this);
    const std::array names{tr("&Follow desktop"), tr("&Light"), tr("&Dark"), tr("&Projector")};
    for (std::size_t i = 0; i < names.size(); ++i) {
        QAction* action = viewMenu_->addAction(names[i]);
        action->setCheckable(true);
        looks_->addAction(action);
        connect(action, &QAction::triggered, this, [this, i] { setLook(static_cast<Look>(i)); });
    }
    viewMenu_->addSeparator();
    reducedMotion_ = viewMenu_->addAction(tr("Reduced &motion"));
    reducedMotion_->setCheckable(true);
    connect(reducedMotion_, &QAction::triggered, this, &MainWindow::setReducedMotion);

    QMenu* help = menuBar()->addMenu(tr("&Help"));
    addKeyed(help, tr("&Keyboard shortcuts"), {Qt::Key_Question, Qt::Key_F1}, [this] { showShortcuts(); });
    addKeyed(help, tr("&Find a command…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_P}, [this] { openCommandPalette(); });
    help->addAction(tr("&About ThrashLab"), this, &MainWindow::showAbout);
}

void MainWindow::createStatusBar() {
    pointed_ = new QLabel(this);
    progressBox_ = new QWidget(this);
    auto* row = new QHBoxLayout(progressBox_);
    row->setContentsMargins(0, 0, 6, 0);
    row->addWidget(new QLabel(tr("simulating"), progressBox_));
    progress_ = new QProgressBar(progressBox_);
    progress_->setRange(0, 100);
    progress_->setTextVisible(false);
    progress_->setFixedWidth(160);
    progress_->setAccessibleName(tr("Simulation under way"));
    row->addWidget(progress_);
    auto* cancel = new QToolButton(progressBox_);
    cancel->setText(tr("Cancel"));
    cancel->setAutoRaise(true);
    cancel->setFocusPolicy(Qt::TabFocus);
    connect(cancel, &QToolButton::clicked, this, &MainWindow::cancelSimulation);
    row->addWidget(cancel);
    progressBox_->hide();
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(pointed_, 1);
    statusBar()->addPermanentWidget(progressBox_);
}

void MainWindow::updateIcons() {
    const QPalette colours = QApplication::palette();
    const QColor text = Theme(colours).text();
    first_->setIcon(drawnIcon(Icon::first, text));
    back_->setIcon(drawnIcon(Icon::step_back, text));
    forward_->setIcon(drawnIcon(Icon::step_forward, text));
    last_->setIcon(drawnIcon(Icon::last, text));
    const bool playing = player_.isPlaying();
    play_->setIcon(
        drawnIcon(playing ? Icon::pause : Icon::play, playing ? colours.color(QPalette::HighlightedText) : text));
    play_->setText(playing ? tr("Pause") : tr("Play"));
    play_->setToolTip(tr("%1 (Space)").arg(play_->text()));
    play_->setCheckable(true);
    play_->setChecked(playing);
    if (looks_ != nullptr) {
        looks_->actions().at(static_cast<int>(look_))->setChecked(true);
    }
}

void MainWindow::fillRecentMenu() {
    recent_->clear();
    const QStringList files = settings_->value(QStringLiteral("recent")).toStringList();
    for (const QString& path : files) {
        recent_->addAction(QFileInfo(path).fileName(), this, [this, path] { openScenario(path); })->setToolTip(path);
    }
    if (files.isEmpty()) {
        recent_->addAction(tr("none yet"))->setEnabled(false);
    }
}

void MainWindow::rememberFile(const QString& path) {
    if (options_.plain) {
        return;
    }
    QStringList files = settings_->value(QStringLiteral("recent")).toStringList();
    const QString full = QFileInfo(path).absoluteFilePath();
    files.removeAll(full);
    files.prepend(full);
    settings_->setValue(QStringLiteral("recent"), files.mid(0, most_recent_files));
}

void MainWindow::askOpen() {
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open scenario"), {}, tr("Scenarios (*.json);;All files (*)"));
    if (!path.isEmpty()) {
        openScenario(path);
    }
}

void MainWindow::askSave() {
    QString path = QFileDialog::getSaveFileName(
        this, tr("Save scenario as"), QString::fromStdString(laboratory_.scenario().name) + QStringLiteral(".json"),
        tr("Scenarios (*.json)"));
    if (path.isEmpty()) {
        return;
    }
    if (QFileInfo(path).suffix().isEmpty()) {
        path += QStringLiteral(".json");
    }
    try {
        writeFile(path, QByteArray::fromStdString(to_json(laboratory_.scenario())));
        rememberFile(path);
    } catch (const Error& error) {
        QMessageBox::warning(this, tr("Save scenario as"), QString::fromUtf8(error.what()));
    }
}

void MainWindow::askScreenshot() {
    const QString path = QFileDialog::getSaveFileName(this, tr("Save screenshot"), QStringLiteral("thrashlab.png"),
                                                      tr("Pictures (*.png *.svg *.pdf)"));
    if (path.isEmpty()) {
        return;
    }
    try {
        saveScreenshot(path);
    } catch (const Error& error) {
        QMessageBox::warning(this, tr("Save screenshot"), QString::fromUtf8(error.what()));
    }
}

void MainWindow::saveScreenshot(const QString& file) {
    writeDrawing({.size = size(),
                  .title = windowTitle(),
                  .description = clockText(player_.time().time_since_epoch().count()),
                  .draw = [this](QPainter& painter) { render(&painter); },
                  .pixelRatio = devicePixelRatioF()},
                 file);
}

void MainWindow::showAbout() {
    QMessageBox::about(
        this, tr("About ThrashLab"),
        tr("<p><b>ThrashLab %1</b>, a laboratory for buffer caches.</p>"
           "<p>It simulates a dd command block by block through the buffer cache of the FreeBSD kernel of May 1997 and "
           "shows where every millisecond went. Its opening exhibit is Bruce Evans' report of 24 May 1997: the second "
           "dd of a file a little larger than the cache ran seven times slower than the first.</p>"
           "<p>Free software under the GNU General Public License, version 3 or later.</p>")
            .arg(QStringLiteral(THRASHLAB_VERSION)));
}

} // namespace thrashlab::ui
