// The frame around every part of the window.
#pragma once

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace thrashlab::ui {

/// A card: thin frame with round corners, a small bold title at the left, a quiet caption at the right.
class Card : public QFrame {
    Q_OBJECT

public:
    explicit Card(const QString& title, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    [[nodiscard]] QString title() const;
    void setCaption(const QString& caption);
    [[nodiscard]] QString caption() const;
    /// Puts a widget behind the title, before the caption.
    void addBesideTitle(QWidget* widget);
    /// Puts a widget at the right end of the title's line, behind the caption.
    void addToHeader(QWidget* widget);
    /// Where the content goes: under the title.
    [[nodiscard]] QVBoxLayout* content() const { return content_; }

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void retheme();

    QLabel* title_;
    QLabel* caption_;
    QHBoxLayout* header_;
    QVBoxLayout* content_;
};

} // namespace thrashlab::ui
