// The window.
#pragma once

#include "ui/models/laboratory.h"
#include "ui/models/player.h"
#include "ui/models/selection.h"
#include "ui/plots/chart.h"

#include <QMainWindow>
#include <QSettings>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

class QAction;
class QActionGroup;
class QComboBox;
class QDockWidget;
class QLabel;
class QMenu;
class QProgressBar;
class QTimer;

namespace thrashlab::ui {

class ChartWindow;
class ClockLabel;
class CommandPalette;
class CurvePanel;
class InspectorPanel;
class ParameterPanel;
class QuietSlider;
class RunsPanel;
class Theatre;
class WhyDialog;

/// Which palette the window takes.
enum class Look : std::uint8_t { follow_desktop, light, dark, projector };

/// What tests and screenshots set differently.
struct WindowOptions {
    /// An INI file; empty for the user's own settings.
    QString settingsFile;
    /// Where finished runs go.
    std::filesystem::path database;
    /// Overrides what the settings say.
    std::optional<Look> look;
    /// Remember nothing and restore nothing but what is asked for here.
    bool plain = false;
};

/// Laboratory, player and all views of them. Whatever a menu, a key or a control does ends in one of these two.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(const WindowOptions& options, QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] Laboratory& laboratory() { return laboratory_; }
    [[nodiscard]] Player& player() { return player_; }
    [[nodiscard]] Selection& selection() { return selection_; }
    [[nodiscard]] Theatre& theatre() { return *theatre_; }
    [[nodiscard]] ParameterPanel& parameterPanel() { return *parameters_; }
    [[nodiscard]] RunsPanel& runsPanel() { return *runs_; }
    [[nodiscard]] InspectorPanel& inspector() { return *inspector_; }
    /// The answer to "Why was this slow?", once somebody has asked; else null.
    [[nodiscard]] WhyDialog* whyDialog() { return why_; }
    [[nodiscard]] CommandPalette& commandPalette() { return *commands_; }
    /// Null until a chart has been asked for.
    [[nodiscard]] ChartWindow* chartWindow() { return charts_; }
    [[nodiscard]] CurvePanel& curvePanel() { return *curve_; }

    /// Opens a scenario by name or path. False, with the problem shown, when it cannot be read.
    bool openScenario(const QString& nameOrPath);
    /// Puts a scenario on the bench.
    void openScenario(const Scenario& scenario);
    /// The name of the scenario that was open when the program ended last, or of the opening exhibit.
    [[nodiscard]] QString rememberedScenario() const;
    /// Goes to this instant as soon as the recording is there.
    void goToWhenReady(SimTime time);
    void setLook(Look look);
    /// The whole window as .png, .svg or .pdf. Throws Error.
    void saveScreenshot(const QString& file);
    /// No fading and no turning: see `Presentation`.
    void setReducedMotion(bool reduced);

Q_SIGNALS:
    /// A recording has come in, and all views show it.
    void ready();

protected:
    void showEvent(QShowEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// How long the status bar says what has been done.
    static constexpr int message_milliseconds = 8000;
    /// Finds an event from a place on.
    using Search = std::function<std::optional<EventIndex>(EventIndex, Direction)>;

    // main_window.cpp
    void connectParts();
    void takeRecording(const std::shared_ptr<const Recording>& recording);
    void showPlace();
    void showProblem(const QString& message);
    void hideProgress();
    void cancelSimulation();
    void setSpeedIndex(int index);
    [[nodiscard]] StepUnit stepUnit() const;
    void restoreSettings();
    void storeSettings();
    [[nodiscard]] bool ownsKey(const QWidget* widget, int key) const;

    // main_window_menus.cpp
    void createActions();
    void createToolBar();
    void createMenus();
    void createDocks();
    void createStatusBar();
    void updateIcons();
    void fillRecentMenu();
    void rememberFile(const QString& path);
    void askOpen();
    void askSave();
    void askScreenshot();
    void showAbout();
    QAction* addTransportAction(const QString& text, const QKeySequence& key);

    // main_window_runs.cpp: what has to do with the panel of runs
    QWidget* createRunsDock();
    void openDatabase();
    void showRunsOf(const Scenario& scenario);
    void addFinishedRun(const RunResult& run);
    void showRunningRun(int number);
    void exportChart();
    void exportView();
    void compareRuns();
    void openSweep();

    // main_window_charts.cpp
    QMenu* createChartsMenu();
    void showChart(ChartKind kind);

    // main_window_curve.cpp
    void createCurveDock();

    // main_window_navigation.cpp: ways through a recording, and what is chosen
    void createNavigation();
    QMenu* createPlayMenu();
    QMenu* createGoMenu();
    void addSearch(QMenu* menu, const QString& what, Qt::Key key, Search search);
    void addChoices(QMenu* menu);
    void addLoop(QMenu* menu);
    void addWaits(QMenu* menu);
    void find(const Search& search, Direction direction, const QString& what);
    QAction* addKeyed(QMenu* menu, const QString& text, const QList<QKeySequence>& keys,
                      const std::function<void()>& act);
    QDockWidget* createInspectorDock();
    void showInspector(bool withFocus);
    void takeSelection();
    void dropStaleSelection();
    void clearSelectionOrLoop();
    void chooseEvicted();
    void chooseCommandUnderWay();
    void askLongWait();
    void showPace();
    void openCommandPalette();
    void explainPresent();
    void explainRun(std::uint32_t run);
    void explainRange(const QString& subject, SimTime from, SimTime to);
    void sayNothingFound(const QString& what);

    // main_window_help.cpp
    void showShortcuts();

    WindowOptions options_;
    std::unique_ptr<QSettings> settings_;
    Laboratory laboratory_;
    Player player_;
    Selection selection_;
    Theatre* theatre_ = nullptr;
    ParameterPanel* parameters_ = nullptr;
    RunsPanel* runs_ = nullptr;
    CurvePanel* curve_ = nullptr;
    QDockWidget* curveDock_ = nullptr;
    bool arranged_ = false; ///< the docks are where the user left them, or where a first look put them
    ClockLabel* clock_ = nullptr;
    QComboBox* chooser_ = nullptr;
    QComboBox* unit_ = nullptr;
    QuietSlider* speed_ = nullptr;
    QLabel* speedText_ = nullptr;
    QLabel* pointed_ = nullptr;
    QWidget* progressBox_ = nullptr; ///< the bar, and a button to cancel
    QProgressBar* progress_ = nullptr;
    QTimer* slowTimer_ = nullptr;
    QMenu* recent_ = nullptr;
    QMenu* viewMenu_ = nullptr;
    QActionGroup* looks_ = nullptr;
    QAction* reducedMotion_ = nullptr;
    QAction* first_ = nullptr;
    QAction* back_ = nullptr;
    QAction* play_ = nullptr;
    QAction* forward_ = nullptr;
    QAction* last_ = nullptr;
    InspectorPanel* inspector_ = nullptr;
    QDockWidget* inspectorDock_ = nullptr;
    CommandPalette* commands_ = nullptr;
    WhyDialog* why_ = nullptr;
    ChartWindow* charts_ = nullptr;
    bool inspectorWanted_ = true; ///< nobody has closed it
    bool wasChosen_ = false;
    double longWait_ = 30; ///< milliseconds
    Look look_ = Look::follow_desktop;
    bool freshScenario_ = true; ///< the next recording is the first one of an opened scenario
    bool seriesBegun_ = false;
    int runningRun_ = -1; ///< what the panel of runs was told last
    std::optional<SimTime> wanted_;
};

} // namespace thrashlab::ui
