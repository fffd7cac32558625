// Two runs side by side on one clock.
#pragma once

#include "ui/compare/run_alignment.h"
#include "ui/models/laboratory.h"
#include "ui/models/player.h"
#include "ui/models/selection.h"

#include <QWidget>

#include <array>
#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QSlider;
class QSpinBox;
class QToolButton;

namespace thrashlab::ui {

class QuietSlider;
class Theatre;

/// Two theatres, A and B, with one transport, and beneath them their difference in words and numbers. Each side shows a
/// run of a scenario of its own: any that the program knows, or the bench's, with any one parameter changed. What is
/// chosen in one is lit in both.
class ComparisonWindow : public QWidget {
    Q_OBJECT

public:
    /// Begins with runs 1 and 2 of the scenario, or with its only run twice.
    explicit ComparisonWindow(const Scenario& bench, QWidget* parent = nullptr);
    ~ComparisonWindow() override;

    /// Changes one parameter of a side (0: A, 1: B), as in "cache.buffers=1900"; an empty text takes the change back.
    /// False, with the problem shown, when it is not allowed.
    bool setChange(int side, const QString& assignment);
    void setRun(int side, int number);
    void setAlignment(Alignment alignment);

    [[nodiscard]] Player& player(int side) { return side_[static_cast<std::size_t>(side)].player; }
    /// Both recordings are there and shown.
    [[nodiscard]] bool isReady() const { return alignment_.has_value(); }
    [[nodiscard]] QString differenceText() const;

Q_SIGNALS:
    void ready();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Side {
        Laboratory laboratory;
        Player player;
        std::shared_ptr<const Recording> recording;
        Theatre* theatre = nullptr;
        QLabel* title = nullptr;
        QComboBox* scenario = nullptr;
        QSpinBox* run = nullptr;
        QLineEdit* change = nullptr;
        QLabel* clock = nullptr;
    };

    QWidget* createSide(int index);
    QWidget* createTransport();
    void openScenario(int index);
    void take(int index, const std::shared_ptr<const Recording>& recording);
    /// Both are there: who leads, and where to begin.
    void align();
    void followLeader();
    void showDifference();
    void showClocks();
    void seek(int permille);
    void showProblem(const QString& problem);
    [[nodiscard]] RunInRecording run(int side) const;
    [[nodiscard]] Player& leader() { return side_[static_cast<std::size_t>(leader_)].player; }

    Scenario bench_;
    Selection selection_;
    std::array<Side, 2> side_;
    std::optional<RunAlignment> alignment_;
    int leader_ = 0;
    bool following_ = false; ///< the follower is being moved
    QToolButton* play_ = nullptr;
    QComboBox* aligned_ = nullptr;
    QuietSlider* place_ = nullptr;
    QComboBox* speed_ = nullptr;
    QLabel* difference_ = nullptr;
};

} // namespace thrashlab::ui
