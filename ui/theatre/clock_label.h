// The simulated clock.
#pragma once

#include <QString>
#include <QWidget>

namespace thrashlab::ui {

/// Two lines at the right: the time in digits of one width, and where in the series that is.
class ClockLabel : public QWidget {
    Q_OBJECT

public:
    explicit ClockLabel(QWidget* parent = nullptr);

    void setTexts(const QString& time, const QString& place);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QFont timeFont() const;

    QString time_;
    QString place_;
};

} // namespace thrashlab::ui
