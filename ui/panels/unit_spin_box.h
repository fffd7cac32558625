// A number with its unit.
#pragma once

#include <QDoubleSpinBox>

namespace thrashlab::ui {

/// Shows digits in groups of three and the unit behind them; takes both back, and sizes as in 64k or 1.5 MiB.
class UnitSpinBox : public QDoubleSpinBox {
    Q_OBJECT

public:
    /// `unit` as in thrashlab::Parameter. A real number has decimals; with `doubling`, a step doubles or halves.
    UnitSpinBox(const QString& unit, bool real, bool doubling, QWidget* parent = nullptr);

    [[nodiscard]] QString textFromValue(double value) const override;
    [[nodiscard]] double valueFromText(const QString& text) const override;
    QValidator::State validate(QString& text, int& position) const override;
    void stepBy(int steps) override;

protected:
    void wheelEvent(QWheelEvent* event) override;

private:
    [[nodiscard]] bool isBytes() const { return unit_ == QLatin1String("bytes"); }

    QString unit_;
    bool real_;
    bool doubling_;
};

} // namespace thrashlab::ui
