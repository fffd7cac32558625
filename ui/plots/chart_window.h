// The window of charts.
#pragma once

#include "ui/models/background.h"
#include "ui/plots/chart_source.h"
#include "ui/plots/chart_style.h"

#include <QString>
#include <QTimer>
#include <QWidget>

#include <cstdint>
#include <map>

class QCheckBox;
class QComboBox;
class QLabel;
class QListWidget;
class QProgressBar;
class QSettings;
class QSpinBox;
class QToolButton;

namespace thrashlab::ui {

class ChartView;
class Laboratory;

/// The charts of one scenario: the kinds at the left, the chart, and beneath it what that kind can be asked. Follows
/// the scenario on the bench, unless it is told to keep the present one. Computes nothing while it is hidden, and never
/// on the thread that draws.
class ChartWindow : public QWidget {
    Q_OBJECT

public:
    explicit ChartWindow(Laboratory& laboratory, QWidget* parent = nullptr);

    void setKind(ChartKind kind);
    [[nodiscard]] ChartKind kind() const;
    /// Keeps the present scenario, whatever is on the bench.
    void setPinned(bool pinned);
    [[nodiscard]] bool isPinned() const;
    void setOptions(const ChartOptions& options);
    /// Its references in place of the scenario's, for the kinds that know no more of it; empty for the scenario's.
    void setTrace(const std::filesystem::path& file);
    [[nodiscard]] const ChartOptions& options() const { return options_; }
    [[nodiscard]] const Scenario& scenario() const { return scenario_; }

    [[nodiscard]] ChartView& view() { return *view_; }
    /// Why there is no chart; empty when there is one.
    [[nodiscard]] QString problem() const;
    /// The chart is of the present scenario and complete, or cannot be.
    [[nodiscard]] bool isReady() const { return ready_; }
    void cancel();
    void exportShown();

    /// Group "charts".
    void restoreSettings(QSettings& settings);
    void saveSettings(QSettings& settings) const;

Q_SIGNALS:
    /// `isReady` has become true.
    void ready();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* createHeader();
    QWidget* createOptions();
    QWidget* createProgress();
    void follow();
    void showOptions();
    void takeOptions();
    void askTrace();
    void ask();
    void compute();
    void take(std::uint64_t job, const Chart& chart, bool complete);
    void showProblem(const QString& problem);
    void finish();
    [[nodiscard]] const ChartSource& source() const;

    Laboratory& laboratory_;
    Scenario scenario_;
    ChartOptions options_;
    bool ready_ = false;
    bool showingOptions_ = false;
    std::uint64_t job_ = 0;
    QListWidget* kinds_;
    ChartView* view_;
    QLabel* about_ = nullptr;
    QCheckBox* pin_ = nullptr;
    QWidget* strip_ = nullptr;
    QComboBox* x_ = nullptr;
    QComboBox* y_ = nullptr;
    QSpinBox* run_ = nullptr;
    QCheckBox* policies_ = nullptr;
    QToolButton* trace_ = nullptr;
    QComboBox* theme_ = nullptr;
    QWidget* progressBox_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QLabel* problem_ = nullptr;
    QTimer settle_;         ///< a slider that moves asks for one chart, not for each step
    QTimer slow_;           ///< what is quick shows no progress
    Background background_; ///< last, so that it ends before what it uses
};

} // namespace thrashlab::ui
