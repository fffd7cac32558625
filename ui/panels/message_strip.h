// A message that stays in view until what it tells of is over.
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace thrashlab::ui {

/// A strip with a text and a button to try again. Hidden while there is nothing to say.
class MessageStrip : public QFrame {
    Q_OBJECT

public:
    explicit MessageStrip(QWidget* parent = nullptr);

    void showMessage(const QString& heading, const QString& text);
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void retryRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* heading_;
    QLabel* text_;
    QPushButton* retry_;
};

} // namespace thrashlab::ui
