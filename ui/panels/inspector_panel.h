// The history of what is chosen.
#pragma once

#include "ui/models/background.h"
#include "ui/models/history_model.h"
#include "ui/models/player.h"
#include "ui/models/selection.h"

#include <QElapsedTimer>
#include <QWidget>

class QLabel;
class QListView;
class QModelIndex;

namespace thrashlab::ui {

class Card;

/// Of the chosen block: where it is, how often it was found, missed and evicted, and all that happened to it; of the
/// chosen command: its phases and its blocks; with nothing chosen: what there is to choose. Rows are links: a moment
/// moves the clock, a block or a command is chosen. The row of the present instant is marked.
class InspectorPanel : public QWidget {
    Q_OBJECT

public:
    InspectorPanel(Player& player, Selection& selection, QWidget* parent = nullptr);

    [[nodiscard]] const HistoryModel& model() const { return *model_; }
    [[nodiscard]] QListView* list() { return list_; }
    [[nodiscard]] QString title() const;
    /// What stands above the list.
    [[nodiscard]] QString summary() const;
    /// A history is being read on another thread.
    [[nodiscard]] bool isBusy() const { return reader_.isBusy(); }
    /// Journals of more events than this are read on another thread.
    void setLongestAtOnce(EventIndex events) { longestAtOnce_ = events; }

    [[nodiscard]] QSize sizeHint() const override;

private:
    void rebuild();
    void refresh();
    void showBlock(BlockNo block);
    void showCommand(const ChosenCommand& command);
    void showChoice();
    void showPlace();
    void takeRows(std::vector<Moment> moments, std::vector<HistoryModel::Link> links);
    void follow(const QModelIndex& index);
    [[nodiscard]] QString stateText(BlockNo block) const;
    [[nodiscard]] QString countsText() const;
    [[nodiscard]] QString commandText(const ChosenCommand& command) const;
    [[nodiscard]] QString commandName(BlockNo first, std::uint32_t blocks) const;

    Player& player_;
    Selection& selection_;
    std::shared_ptr<const Recording> recording_; ///< the one that the rows are of
    HistoryModel* model_;
    Card* card_;
    QLabel* state_;
    QLabel* counts_;
    QListView* list_;
    QLabel* hint_;
    QString waitsText_;
    std::vector<CommandNo> listed_; ///< commands under way that are listed with nothing chosen
    BlockNo listedBlock_;
    QElapsedTimer shown_;
    EventIndex longestAtOnce_ = 2'000'000;
    Background reader_;
};

} // namespace thrashlab::ui
