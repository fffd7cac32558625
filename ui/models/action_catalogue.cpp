#include "ui/models/action_catalogue.h"

#include <QAction>
#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>
#include <QObject>
#include <QSet>

namespace thrashlab::ui {
namespace {

QString plain(QString text) {
    return text.remove(QLatin1Char('&'));
}

QString shortcutsOf(const QAction& action) {
    QStringList keys;
    for (const QKeySequence& key : action.shortcuts()) {
        keys += key.toString(QKeySequence::NativeText);
    }
    return keys.join(QStringLiteral(", "));
}

class Collector {
public:
    void take(const QMenu& menu, const QString& group) {
        for (QAction* action : menu.actions()) {
            if (action->menu() != nullptr) {
                Q_EMIT action->menu()->aboutToShow(); // where menus are filled
                take(*action->menu(), tr("%1 › %2").arg(group, plain(action->text())));
            } else if (!action->isSeparator()) {
                add(action, group);
            }
        }
    }
    void add(QAction* action, const QString& group) {
        if (!known_.contains(action) && action->isVisible() && !action->text().isEmpty()) {
            known_.insert(action);
            actions_.push_back({action, group, plain(action->text()), shortcutsOf(*action)});
        }
    }
    [[nodiscard]] std::vector<NamedAction> actions() && { return std::move(actions_); }

private:
    static QString tr(const char* text) { return QObject::tr(text); }

    QSet<QAction*> known_;
    std::vector<NamedAction> actions_;
};

// One word against one text, both in lower case.
int wordScore(const QString& word, const QString& text) {
    int score = 0;
    qsizetype from = 0;
    qsizetype last = -2;
    for (const QChar letter : word) {
        qsizetype at = text.indexOf(letter, from);
        // The beginning of a later word is a better place than the middle of this one.
        const bool together = at == last + 1;
        for (qsizetype other = at; !together && other >= 0; other = text.indexOf(letter, other + 1)) {
            if (other == 0 || !text[other - 1].isLetterOrNumber()) {
                at = other;
                break;
            }
        }
        if (at < 0) {
            return 0;
        }
        const bool first = at == 0 || !text[at - 1].isLetterOrNumber();
        score += at == last + 1 ? 8 : first ? 6 : 1;
        last = at;
        from = at + 1;
    }
    return score;
}

} // namespace

std::vector<NamedAction> catalogue(const QMenuBar& bar, const QWidget& window) {
    Collector collector;
    for (const QAction* action : bar.actions()) {
        if (action->menu() != nullptr) {
            Q_EMIT action->menu()->aboutToShow();
            collector.take(*action->menu(), plain(action->text()));
        }
    }
    for (QAction* action : window.actions()) {
        collector.add(action, QObject::tr("Keys"));
    }
    return std::move(collector).actions();
}

int matchScore(const QString& typed, const QString& text) {
    const QString lower = text.toLower();
    int score = 1;
    for (const QString& word : typed.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        // The plain text weighs more than letters that are strewn about.
        const qsizetype whole = lower.indexOf(word);
        const bool begins = whole == 0 || (whole > 0 && !lower[whole - 1].isLetterOrNumber());
        const int part = whole >= 0 ? static_cast<int>(word.size()) * (begins ? 12 : 9) : wordScore(word, lower);
        if (part == 0) {
            return 0;
        }
        score += part;
    }
    return score;
}

} // namespace thrashlab::ui
