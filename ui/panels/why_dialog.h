// The answer to "Why was this slow?".
#pragma once

#include "sim/explanation.h"
#include "ui/models/background.h"

#include <QDialog>

#include <memory>
#include <vector>

class QLabel;
class QProgressBar;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace thrashlab::ui {

/// Ranks the causes of a stretch of time, each with its share, its cost and what stands behind it. A long journal is
/// read on another thread, and the button cancels that.
class WhyDialog : public QDialog {
    Q_OBJECT

public:
    explicit WhyDialog(QWidget* parent = nullptr);

    /// Explains what dd did between two instants; `subject` names them in the title: "run 2".
    void ask(std::shared_ptr<const Recording> recording, const QString& subject, SimTime from, SimTime to);
    [[nodiscard]] const std::vector<Cause>& causes() const { return causes_; }
    [[nodiscard]] QString heading() const;
    [[nodiscard]] bool isBusy() const { return reader_.isBusy(); }
    /// Journals of more events than this are read on another thread.
    void setLongestAtOnce(EventIndex events) { longestAtOnce_ = events; }

Q_SIGNALS:
    /// The answer is there.
    void answered();

protected:
    void changeEvent(QEvent* event) override;

private:
    void takeAnswer(std::vector<Cause> causes);
    void addCause(const Cause& cause, Duration whole);
    void showBusy(bool busy);
    void clearRows();

    QLabel* heading_;
    QLabel* note_;
    QScrollArea* area_;
    QVBoxLayout* rows_;
    QProgressBar* progress_;
    QPushButton* button_;
    std::vector<Cause> causes_;
    EventIndex longestAtOnce_ = 1'000'000;
    Background reader_;
};

} // namespace thrashlab::ui
