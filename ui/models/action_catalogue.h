// All that the window can do, by name.
#pragma once

#include <QPointer>
#include <QString>

#include <vector>

class QAction;
class QMenuBar;
class QWidget;

namespace thrashlab::ui {

/// One action as a list shows it.
struct NamedAction {
    QPointer<QAction> action;
    QString group; ///< the menus that lead to it: "View" or "File › Recent"; "Keys" for one in no menu
    QString name;
    QString shortcuts; ///< as they are typed, parted by commas; may be empty
};

/// The actions of a menu bar in its order, and behind them those of the window that are in no menu.
[[nodiscard]] std::vector<NamedAction> catalogue(const QMenuBar& bar, const QWidget& window);

/// How well a text matches what was typed: 0 when it does not, else the more the better. Every typed word must be
/// found, letter by letter in order; letters that stand together and letters at the beginning of words count most.
[[nodiscard]] int matchScore(const QString& typed, const QString& text);

} // namespace thrashlab::ui
