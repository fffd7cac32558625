// Any action of the window by a few letters of its name.
#pragma once

#include "ui/models/action_catalogue.h"

#include <QFrame>

class QLineEdit;
class QListView;
class QStandardItemModel;

namespace thrashlab::ui {

/// A small list over the window: typing filters it, the arrows move in it, Return does what is chosen, Esc closes.
class CommandPalette : public QFrame {
    Q_OBJECT

public:
    explicit CommandPalette(QWidget* parent);

    /// Shows itself at the top of its parent, with these actions; those that cannot be done now are left out.
    void open(std::vector<NamedAction> actions);
    [[nodiscard]] QLineEdit* line() { return line_; }
    /// The names in the list, the best match first.
    [[nodiscard]] QStringList shownNames() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void filter(const QString& typed);
    void triggerCurrent();
    void move(int rows);

    std::vector<NamedAction> actions_;
    QLineEdit* line_;
    QListView* list_;
    QStandardItemModel* model_;
};

} // namespace thrashlab::ui
