// Where a sweep is put together.
#pragma once

#include "sim/sweep.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QTimer;
class QVBoxLayout;

namespace thrashlab::ui {

class LinkButton;

/// A line for each parameter: which one, and its values as `parse_sweep_axis` reads them. Says at once what is wrong,
/// and how many points there are.
class SweepForm : public QWidget {
    Q_OBJECT

public:
    explicit SweepForm(QWidget* parent = nullptr);

    /// The same parameters over another scenario, as far as they apply.
    void setBase(const Scenario& base);
    /// Shows a plan. Its single points are kept, and told of.
    void setPlan(const SweepPlan& plan);
    /// Nothing while something is wrong.
    [[nodiscard]] std::optional<SweepPlan> plan() const;
    /// What is wrong, or how many points there are.
    [[nodiscard]] QString message() const;

    /// A further parameter, with what is suggested for it; one that does not apply is left out.
    void addAxis(const QString& key);
    void removeAxis(int place);
    [[nodiscard]] int axisCount() const { return static_cast<int>(axes_.size()); }
    [[nodiscard]] QComboBox& chooser(int place) { return *axes_[static_cast<std::size_t>(place)].parameter; }
    [[nodiscard]] QLineEdit& values(int place) { return *axes_[static_cast<std::size_t>(place)].values; }

Q_SIGNALS:
    void changed();

private:
    struct Axis {
        QWidget* box;
        QComboBox* parameter;
        QLineEdit* values;
        QLabel* note;
    };

    void createAxis(const QString& key, const QString& values);
    void fillChooser(QComboBox& chooser) const;
    void suggest(const Axis& axis);
    void clearAxes();
    /// Reads all lines again.
    void read();
    void checkPoints();

    SweepPlan plan_; ///< base, name and single points; and the axes as far as they can be read
    std::vector<Axis> axes_;
    QVBoxLayout* lines_;
    LinkButton* add_;
    LinkButton* drop_;
    QLabel* message_;
    QTimer* timer_;
    bool good_ = false;
};

} // namespace thrashlab::ui
