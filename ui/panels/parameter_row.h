// The controls of one parameter.
#pragma once

#include "sim/parameter.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QToolButton;

namespace thrashlab::ui {

class QuietSlider;
class UnitSpinBox;

/// Built from the parameter's entry in the table: a number has a slider and a spin box, one of several words a list,
/// yes or no a check box. Shows what it is told; says what a person wants.
class ParameterRow : public QWidget {
    Q_OBJECT

public:
    explicit ParameterRow(const Parameter& parameter, QWidget* parent = nullptr);

    [[nodiscard]] const Parameter& parameter() const { return parameter_; }
    /// Shows the value in `now`, and the way back to that in `original`.
    void show(const Scenario& now, const Scenario& original);
    void updateIcon();

Q_SIGNALS:
    /// A person wants another value; the same `gesture` other than 0 for all of one drag.
    void edited(const thrashlab::ParameterValue& value, int gesture);

private:
    void buildNumber();
    void buildChoice();
    void buildCheck();
    [[nodiscard]] QLabel* makeLabel();
    [[nodiscard]] QToolButton* makeReset();
    [[nodiscard]] QLabel* makePill();
    [[nodiscard]] double toValue(int position) const;
    [[nodiscard]] int toPosition(double value) const;
    [[nodiscard]] ParameterValue fromNumber(double number) const;
    void findRange(double original);

    const Parameter& parameter_;
    bool real_ = false;
    bool doubling_;
    double low_ = 0;
    double high_ = 1;
    int gesture_ = 0;
    ParameterValue original_;
    QuietSlider* slider_ = nullptr;
    UnitSpinBox* spin_ = nullptr;
    QComboBox* combo_ = nullptr;
    QCheckBox* check_ = nullptr;
    QToolButton* reset_ = nullptr;
};

} // namespace thrashlab::ui
