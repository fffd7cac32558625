// What has just happened, in one line, and a way back.
#pragma once

#include <QFrame>

#include <functional>

class QLabel;
class QPushButton;

namespace thrashlab::ui {

class LinkButton;

/// A line of text with at most one thing to do about it, and a button that closes it. Hidden while there is nothing to
/// say; a new notice takes the place of the old one.
class NoticeStrip : public QFrame {
    Q_OBJECT

public:
    explicit NoticeStrip(QWidget* parent = nullptr);

    void showNotice(const QString& text);
    /// `act` runs when the link is clicked.
    void showNotice(const QString& text, const QString& link, std::function<void()> act);
    /// What it says; empty while it is hidden.
    [[nodiscard]] QString text() const;
    /// Does what its link does, if it has one.
    void act();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* text_;
    LinkButton* link_;
    std::function<void()> act_;
};

} // namespace thrashlab::ui
