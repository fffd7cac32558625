// All parameters of the scenario on the bench.
#pragma once

#include "ui/models/laboratory.h"

#include <QScrollArea>

#include <vector>

class QLabel;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace thrashlab::ui {

class ParameterRow;

/// Five groups of controls, built from the table of parameters, and the dd line. Everything goes through the
/// laboratory, so that it can be undone.
class ParameterPanel : public QScrollArea {
    Q_OBJECT

public:
    explicit ParameterPanel(Laboratory& laboratory, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override { return {292, 700}; }
    /// Wide enough for every control: it scrolls up and down only.
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] ParameterRow* row(std::string_view key) const;
    [[nodiscard]] QLineEdit* ddLine() { return ddLine_; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void addGroup(ParameterGroup group, QVBoxLayout* column);
    void addDdLine(QVBoxLayout* column);
    void addRow(const Parameter& parameter, QVBoxLayout* column);
    void readDdLine(bool take);
    void showScenario();

    Laboratory& laboratory_;
    std::vector<ParameterRow*> rows_;
    QLineEdit* ddLine_ = nullptr;
    QLabel* ddProblem_ = nullptr;
};

} // namespace thrashlab::ui
