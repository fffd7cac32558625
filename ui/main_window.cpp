#include "ui/main_window.h"

#include "error.h"
#include "sim/scenario_file.h"
#include "ui/number_text.h"
#include "ui/panels/parameter_panel.h"
#include "ui/panels/quiet_slider.h"
#include "ui/panels/runs_panel.h"
#include "ui/plots/chart_window.h"
#include "ui/plots/curve_panel.h"
#include "ui/style_sheet.h"
#include "ui/theatre/clock_label.h"
#include "ui/theatre/file_strip_view.h"
#include "ui/theatre/narration_bar.h"
#include "ui/theatre/theatre.h"
#include "ui/theatre/time_scrubber.h"
#include "ui/theatre/view_card.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMimeData>
#include <QProgressBar>
#include <QStatusBar>
#include <QTimer>

#include <array>

// A static library's resources are not there by themselves; the macro wants no namespace around it.
static void initResources() {
    Q_INIT_RESOURCE(thrashlab);
}

namespace thrashlab::ui {
namespace {

constexpr int settings_version = 1;
constexpr int spill_message_milliseconds = 15000;
constexpr int slow_milliseconds = 300; ///< a simulation shorter than this shows no progress
constexpr std::array speeds{0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 4.0, 10.0, 20.0, 50.0, 100.0, Player::fastest};
constexpr int default_speed = 8;

} // namespace

MainWindow::MainWindow(const WindowOptions& options, QWidget* parent) : QMainWindow(parent), options_(options) {
    settings_ = options.settingsFile.isEmpty()
                    ? std::make_unique<QSettings>()
                    : std::make_unique<QSettings>(options.settingsFile, QSettings::IniFormat);
    initResources();
    setWindowTitle(QStringLiteral("ThrashLab"));
    setWindowIcon(QIcon(QStringLiteral(":/thrashlab/thrashlab.svg")));
    setAcceptDrops(true);
    setContextMenuPolicy(Qt::NoContextMenu);
    theatre_ = new Theatre(player_, selection_, this);
    setCentralWidget(theatre_);
    createActions();
    createToolBar();
    createDocks();
    createMenus();
    createStatusBar();
    connectParts();
    createNavigation();
    setMinimumSize(1024, 600); // the smallest projector
    resize(1440, 900);
    setSpeedIndex(default_speed);
    restoreSettings();
    openDatabase();
    qApp->installEventFilter(this);
}

MainWindow::~MainWindow() {
    player_.pause();
}

void MainWindow::connectParts() {
    slowTimer_ = new QTimer(this);
    slowTimer_->setSingleShot(true);
    slowTimer_->setInterval(slow_milliseconds);
    connect(slowTimer_, &QTimer::timeout, progressBox_, &QWidget::show);
    connect(&laboratory_, &Laboratory::scenarioOpened, this, [this] { freshScenario_ = true; });
    connect(&laboratory_, &Laboratory::simulationStarted, this, [this] {
        theatre_->narration()->clearProblem();
        progress_->setValue(0);
        if (!slowTimer_->isActive() && progressBox_->isHidden()) {
            slowTimer_->start();
        }
    });
    connect(&laboratory_, &Laboratory::progress, this,
            [this](double share) { progress_->setValue(qRound(share * 100)); });
    connect(&laboratory_, &Laboratory::recordingReady, this, &MainWindow::takeRecording);
    connect(&laboratory_, &Laboratory::failed, this, &MainWindow::showProblem);
    connect(&player_, &Player::moved, this, &MainWindow::showPlace);
    connect(&player_, &Player::runFinished, this, &MainWindow::addFinishedRun);
    connect(&player_, &Player::playingChanged, this, [this] { updateIcons(); });
    connect(theatre_->fileStrip(), &FileStripView::pointedAt, pointed_, &QLabel::setText);
    connect(speed_, &QSlider::valueChanged, this, &MainWindow::setSpeedIndex);
}

void MainWindow::takeRecording(const std::shared_ptr<const Recording>& recording) {
    hideProgress();
    theatre_->narration()->clearProblem();
    seriesBegun_ = false;
    showRunsOf(recording->scenario);
    player_.setRecording(recording, !freshScenario_);
    dropStaleSelection();
    freshScenario_ = false;
    theatre_->reload();
    if (wanted_) {
        player_.scrubTo(*wanted_);
        wanted_.reset();
    }
    if (const std::size_t spilled = recording->journal.spilled_bytes(); spilled > 0) {
        statusBar()->showMessage(tr("%1 of this journal's %2 lie in a temporary file: it is larger than its memory")
                                     .arg(bytesText(spilled), bytesText(recording->journal.bytes())),
                                 spill_message_milliseconds);
    }
    Q_EMIT ready();
}

void MainWindow::goToWhenReady(SimTime time) {
    wanted_ = time;
}

void MainWindow::showPlace() {
    const MachineState& state = player_.state();
    const Recording& recording = *player_.recording();
    QString place = tr("just mounted");
    if (state.run_number > 0) {
        const double bytes = static_cast<double>(recording.layout.file_bytes());
        const int percent = static_cast<int>(100.0 * static_cast<double>(state.run.bytes) / bytes);
        place = state.running ? tr("run %1 of %2 · %3 % of the file")
                                    .arg(state.run_number)
                                    .arg(recording.scenario.workload.runs)
                                    .arg(percent)
                              : tr("run %1 of %2 is done").arg(state.run_number).arg(recording.scenario.workload.runs);
    }
    clock_->setTexts(clockText(player_.time().time_since_epoch().count()), place);
    showRunningRun(state.running ? state.run_number : 0);
}

void MainWindow::showProblem(const QString& message) {
    hideProgress();
    theatre_->narration()->showProblem(message);
}

void MainWindow::hideProgress() {
    slowTimer_->stop();
    progressBox_->hide();
}

void MainWindow::cancelSimulation() {
    if (laboratory_.isSimulating()) {
        laboratory_.cancel();
        showProblem(laboratory_.recording() == nullptr
                        ? tr("The simulation was cancelled. Open a scenario or change a parameter to begin another.")
                        : tr("The simulation was cancelled: what is shown is the one before. Undo goes back to its "
                             "parameters."));
    }
}

void MainWindow::setSpeedIndex(int index) {
    const double factor = speeds[static_cast<std::size_t>(qBound(0, index, static_cast<int>(speeds.size()) - 1))];
    speed_->setRange(0, static_cast<int>(speeds.size()) - 1);
    speed_->setValue(index);
    player_.setSpeed(factor);
    speed_->setToolTip(factor == Player::fastest ? tr("As fast as it goes")
                                                 : tr("Simulated time over real time: %1").arg(paceText(factor)));
}

bool MainWindow::openScenario(const QString& nameOrPath) {
    try {
        openScenario(load_scenario(nameOrPath.toStdString()));
    } catch (const Error& error) {
        showProblem(QString::fromUtf8(error.what()));
        return false;
    }
    const int known = chooser_->findData(nameOrPath);
    if (known < 0) {
        rememberFile(nameOrPath);
    }
    settings_->setValue(QStringLiteral("scenario"), nameOrPath);
    return true;
}

void MainWindow::openScenario(const Scenario& scenario) {
    player_.pause();
    const int known = chooser_->findData(QString::fromStdString(scenario.name));
    chooser_->setCurrentIndex(known);
    const QString title = titleOf(scenario);
    chooser_->setPlaceholderText(title);
    chooser_->setToolTip(QString::fromStdString(scenario.about));
    setWindowTitle(QStringLiteral("%1 – ThrashLab").arg(title));
    laboratory_.open(scenario);
}

QString MainWindow::rememberedScenario() const {
    const QString exhibit = QString::fromStdString(scenario_names().front());
    return options_.plain ? exhibit : settings_->value(QStringLiteral("scenario"), exhibit).toString();
}

void MainWindow::setLook(Look look) {
    look_ = look;
    bool dark = look == Look::dark;
    if (look == Look::follow_desktop) {
        QApplication::setPalette(QPalette());
        dark = Theme(QApplication::palette()).dark();
    }
    static const QFont plain = QApplication::font();
    QFont font = plain;
    font.setPointSizeF(plain.pointSizeF() * (look == Look::projector ? projector_text : 1));
    QApplication::setFont(font);
    QApplication::setPalette(look == Look::projector ? projectorPalette() : dark ? darkPalette() : lightPalette());
    // Widgets that a style sheet has touched do not follow the application's palette and font by themselves.
    setPalette(QApplication::palette());
    setFont(font);
    setStyleSheet(windowStyleSheet(Theme(QApplication::palette())));
    updateIcons();
}

void MainWindow::setReducedMotion(bool reduced) {
    reducedMotion_->setChecked(reduced);
    theatre_->setPresentation({.reducedMotion = reduced});
}

void MainWindow::restoreSettings() {
    setLook(options_.look.value_or(static_cast<Look>(settings_->value(QStringLiteral("look"), 0).toInt())));
    if (options_.plain) {
        return;
    }
    restoreGeometry(settings_->value(QStringLiteral("geometry")).toByteArray());
    arranged_ = restoreState(settings_->value(QStringLiteral("state")).toByteArray(), settings_version);
    curve_->restore(*settings_);
    setSpeedIndex(settings_->value(QStringLiteral("speed"), default_speed).toInt());
    unit_->setCurrentIndex(settings_->value(QStringLiteral("step"), unit_->currentIndex()).toInt());
    setReducedMotion(settings_->value(QStringLiteral("reducedMotion"), false).toBool());
    inspectorWanted_ = settings_->value(QStringLiteral("inspector"), true).toBool();
    longWait_ = settings_->value(QStringLiteral("longWait"), longWait_).toDouble();
    runs_->restoreSettings(*settings_);
}

void MainWindow::storeSettings() {
    if (options_.plain) {
        return;
    }
    settings_->setValue(QStringLiteral("geometry"), saveGeometry());
    settings_->setValue(QStringLiteral("state"), saveState(settings_version));
    curve_->store(*settings_);
    settings_->setValue(QStringLiteral("speed"), speed_->value());
    settings_->setValue(QStringLiteral("step"), unit_->currentIndex());
    settings_->setValue(QStringLiteral("inspector"), inspectorWanted_);
    settings_->setValue(QStringLiteral("longWait"), longWait_);
    runs_->saveSettings(*settings_);
    if (charts_ != nullptr) {
        charts_->saveSettings(*settings_);
    }
    settings_->setValue(QStringLiteral("look"), static_cast<int>(look_));
    settings_->setValue(QStringLiteral("reducedMotion"), theatre_->presentation().reducedMotion);
    settings_->sync();
}

// Finished runs are in the database already; there is nothing else to lose.
void MainWindow::closeEvent(QCloseEvent* event) {
    player_.pause();
    laboratory_.cancel();
    storeSettings();
    QMainWindow::closeEvent(event);
}

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::ThemeChange && look_ == Look::follow_desktop) {
        setLook(look_);
    }
    QMainWindow::changeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls() && event->mimeData()->urls().front().isLocalFile()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event) {
    if (event->mimeData()->hasUrls()) {
        openScenario(event->mimeData()->urls().front().toLocalFile());
        event->acceptProposedAction();
    }
}

// Space, the arrows, Home and End belong to the transport, unless the control that has the focus needs them.
bool MainWindow::ownsKey(const QWidget* widget, int key) const {
    const bool space = key == Qt::Key_Space;
    const bool arrow = key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Home || key == Qt::Key_End;
    if (qobject_cast<const QAbstractButton*>(widget) != nullptr || qobject_cast<const QComboBox*>(widget) != nullptr) {
        return space;
    }
    if (qobject_cast<const QAbstractItemView*>(widget) != nullptr) {
        return key == Qt::Key_Home || key == Qt::Key_End;
    }
    const bool slider = qobject_cast<const QAbstractSlider*>(widget) != nullptr && widget != theatre_->scrubber();
    return slider && arrow;
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Close && watched == inspectorDock_) {
        inspectorWanted_ = false;
    }
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* widget = qobject_cast<QWidget*>(watched);
        auto* key = static_cast<QKeyEvent*>(event);
        if (widget != nullptr && widget->window() == this && key->modifiers() == Qt::NoModifier &&
            ownsKey(widget, key->key())) {
            event->accept();
            return true;
        }
    }
    return QMainWindow::eventFilter(watched, event);
}

} // namespace thrashlab::ui
