// What the inspector lists: moments of a life, and links.
#pragma once

#include "sim/history.h"
#include "sim/simulation.h"
#include "ui/models/selection.h"

#include <QAbstractListModel>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace thrashlab::ui {

/// Moments in their order, and behind them links to blocks and commands. Words are made only for rows that somebody
/// asks for. The row of the present instant is the last moment that has come to pass.
class HistoryModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role {
        timeRole = Qt::UserRole, ///< "7.482 913"; nothing for a link
        statusRole,              ///< the BlockStatus that the moment leaves a block in, as an int; else nothing
        presentRole,             ///< whether this is the row of the present instant
        aheadRole,               ///< whether it is yet to come
        runRole,                 ///< "run 2" in the first row of a run
        headingRole,             ///< whether it is a heading, which links to nothing
    };
    /// A row that leads to a block or a command; to neither: a heading.
    struct Link {
        QString text;
        std::optional<BlockNo> block;
        std::optional<ChosenCommand> command;
    };

    explicit HistoryModel(QObject* parent = nullptr) : QAbstractListModel(parent) {}

    void setRows(std::shared_ptr<const Recording> recording, std::vector<Moment> moments, std::vector<Link> links);
    /// The index of the present state.
    void setPresent(EventIndex place);
    /// The row of the present instant; -1 before the first moment.
    [[nodiscard]] int presentRow() const { return presentRow_; }
    /// The moment or the link of a row; null for the other kind.
    [[nodiscard]] const Moment* moment(int row) const;
    [[nodiscard]] const Link* link(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    [[nodiscard]] int rowAt(EventIndex place) const;
    [[nodiscard]] QVariant momentData(const Moment& moment, int row, int role) const;

    std::shared_ptr<const Recording> recording_;
    std::vector<Moment> moments_;
    std::vector<Link> links_;
    int presentRow_ = -1;
    EventIndex place_ = 0;
};

/// "7.482 913": seconds with the digits behind the point in groups.
[[nodiscard]] QString secondsText(SimTime time);

} // namespace thrashlab::ui
