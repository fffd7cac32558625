// The right column of the window: throughput per run, where the time went, and the table of runs.
#pragma once

#include "error.h"
#include "sim/simulation.h"
#include "ui/models/background.h"
#include "ui/plots/chart.h"
#include "ui/plots/throughput_data.h"

#include <QWidget>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

class QLineEdit;
class QMenu;
class QPushButton;
class QScrollArea;
class QSettings;
class QTimer;
class QToolButton;

namespace thrashlab::ui {

class Card;
class MessageStrip;
class NoticeStrip;
class RunKeeper;
class RunsModel;
class RunsTable;
class ThroughputPlot;
class TimeSplitBar;

/// Shows runs and keeps them in a database. When the database cannot be used, a strip at the top says so and how to
/// help it; runs are then kept in memory, marked "not stored", and stored when "Try again" succeeds.
class RunsPanel : public QWidget {
    Q_OBJECT

public:
    explicit RunsPanel(QWidget* parent = nullptr);
    ~RunsPanel() override;

    /// Opens a database and shows its runs. Throws Error, after having put it into the strip as well: whoever catches
    /// it need not show it again.
    void setDatabase(const std::filesystem::path& file);
    /// Whether finished runs go to a database.
    [[nodiscard]] bool storing() const;

    /// What the plot shows published marks for; clears the present series.
    void setScenario(const Scenario& scenario);
    /// Starts a series. Nothing of it is in the database before its first run has finished.
    void beginSeries(const Scenario& scenario);
    /// Stores a finished run of the present series at once, and adds its bar and row. A run of a number that the series
    /// has already is ignored, so that playing a part again does no harm. Never throws for the database: see `failed`.
    void addFinishedRun(const RunResult& run);
    /// The run that plays now; 0 for none.
    void setRunningRun(int number);

    [[nodiscard]] const ThroughputPlot& plot() const { return *plot_; }
    [[nodiscard]] const TimeSplitBar& timeSplit() const { return *split_; }
    [[nodiscard]] const RunsModel& model() const { return *model_; }
    [[nodiscard]] RunsTable& table() { return *table_; }
    /// What the strip says; empty while there is no trouble.
    [[nodiscard]] QString message() const;
    /// What has just happened: "3 runs deleted". Empty when it was closed.
    [[nodiscard]] QString notice() const;
    /// A file of runs is being written or read.
    [[nodiscard]] bool isBusy() const { return job_.isBusy(); }
    /// The present series as the export takes it.
    [[nodiscard]] Chart presentChart() const;

    /// The number of the selected run when it is one of the present series; else 0.
    [[nodiscard]] std::uint32_t selectedPresentRun() const;

    /// Columns, order and groups of the table.
    void saveSettings(QSettings& settings) const;
    void restoreSettings(const QSettings& settings);

    /// Takes over what another database has; `transferred` follows, and the notice says what came of it.
    void importRuns(const std::filesystem::path& from);
    /// Writes runs to a .csv or .json file: the selected ones if there are several, else all that match the filter.
    /// `transferred` follows. A file that was not finished is not there.
    void exportRuns(const std::filesystem::path& to);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

public Q_SLOTS:
    /// Somebody else has written to the database.
    void reload();
    /// What the links under the table and the context menu do, for the selected run or runs.
    void repeatSelected();
    void copySelected();
    void exportSelected();
    void compareSelected();
    void editSelected();
    void removeSelected();
    /// Takes the last `removeSelected` back.
    void undoRemove();
    void askImport();
    void askExportRuns();
    /// The export dialog for the present series.
    void exportPresent();

Q_SIGNALS:
    /// The user wants exactly this scenario simulated again.
    void repeatRequested(const Scenario& scenario);
    /// Somebody wants to know why this run of the present series was slow.
    void whyRequested(std::uint32_t run);
    /// The database failed; the strip shows the same text.
    void failed(const QString& message);
    /// An import or export has ended, well or not.
    void transferred();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildCards();
    void buildLinks(Card* card);
    void buildHeader(Card* card);
    void retryDatabase();
    void reloadRuns();
    void showProblem(const Error& problem);
    void showSelectedRun();
    void takeRows();
    void showRunMenu(const QPoint& position);
    void updateLinks();
    void updateCount();

    // runs_panel_actions.cpp
    struct Transfer {
        std::size_t runs = 0;
        std::size_t series = 0;
        QString problem;
    };
    void fillMenu(QMenu& menu);
    void fillExports(QMenu& menu);
    void showTransferProgress();
    void endTransfer(const QString& text);
    void tell(const Error& problem);
    [[nodiscard]] QString subjectOf(const std::vector<std::int64_t>& runs) const;
    void updateScaleCaption();
    void exportChartOf(std::int64_t run);

    std::unique_ptr<RunKeeper> keeper_;
    std::optional<Scenario> scenario_;
    ThroughputData data_;
    std::vector<std::int64_t> runIds_;
    /// The newest run is selected as it finishes, unless the user looks at another one.
    bool following_ = true;

    std::vector<std::vector<std::int64_t>> removed_; ///< what `undoRemove` brings back, the last one first
    std::shared_ptr<std::atomic<std::size_t>> transferredRuns_;
    std::size_t runsToTransfer_ = 0;
    QTimer* progressTimer_ = nullptr;
    Background job_;

    RunsModel* model_;
    MessageStrip* strip_;
    ThroughputPlot* plot_;
    Card* throughputCard_ = nullptr;
    TimeSplitBar* split_;
    Card* splitCard_ = nullptr;
    QLineEdit* filter_;
    RunsTable* table_;
    NoticeStrip* notice_;
    QScrollArea* area_ = nullptr;
    QWidget* cards_ = nullptr;
    Card* runsCard_ = nullptr;
    QToolButton* starredOnly_ = nullptr;
    QPushButton* compareLink_ = nullptr;
    QPushButton* moreLink_ = nullptr;
    QPushButton* whyLink_ = nullptr;
    QPushButton* exportLink_ = nullptr;
    QPushButton* repeatLink_ = nullptr;
};

} // namespace thrashlab::ui
