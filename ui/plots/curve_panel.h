// The card "What if …": a curve of the scenario on the bench.
#pragma once

#include "ui/models/live_curve.h"
#include "ui/panels/card.h"

class QAction;
class QCheckBox;
class QComboBox;
class QMenu;
class QSettings;

namespace thrashlab::ui {

class CurveKey;
class CurvePlot;
class Laboratory;

/// Follows the laboratory: a change of the curve's own parameter moves the cursor, any other one begins a new curve.
/// Whatever is done to the cursor goes through the laboratory and can be undone there. Computes nothing while hidden.
class CurvePanel : public Card {
    Q_OBJECT

public:
    explicit CurvePanel(Laboratory& laboratory, QWidget* parent = nullptr);

    /// Chooses the parameter by its key; one that does not apply is remembered for the scenario that it applies to.
    void setKey(const QString& key);
    /// The key that is shown.
    [[nodiscard]] QString key() const;
    void setPolicies(bool shown);
    void setLogarithmicSpeed(bool logarithmic);
    /// Nothing more will change by itself: the curve is complete, cannot be, or is not shown.
    [[nodiscard]] bool isSettled() const;

    [[nodiscard]] CurvePlot& plot() { return *plot_; }
    [[nodiscard]] LiveCurve& live() { return live_; }
    [[nodiscard]] QComboBox& chooser() { return *chooser_; }
    /// The card's menu: scales, policies, the range.
    [[nodiscard]] QMenu& menu() { return *menu_; }

    void restore(const QSettings& settings);
    void store(QSettings& settings) const;

Q_SIGNALS:
    /// `isSettled` has become true.
    void settled();
    void closeRequested();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void createHeader();
    void createMenu();
    void connectParts();
    void choose(const QString& key);
    void fillChooser();
    void follow();
    void suggestRange();
    void ask();
    void showCurve();
    void setRange(const CurveRange& range);
    [[nodiscard]] CurveRequest makeRequest() const;

    Laboratory& laboratory_;
    LiveCurve live_;
    QComboBox* chooser_;
    CurveKey* curveKey_;
    CurvePlot* plot_;
    QCheckBox* policies_;
    QMenu* menu_;
    QAction* logarithmicSpeed_ = nullptr;
    QAction* logarithmicValues_ = nullptr;
    QString wanted_; ///< what a person chose last, whether or not it applies
    QString shown_;
    Scenario compared_; ///< the scenario of the present curve, but for its own parameter
    CurveRange range_;
    bool rangeChosen_ = false;
    bool opened_ = false;
};

} // namespace thrashlab::ui
