// Finished runs as a table.
#pragma once

#include "store/run_query.h"
#include "ui/models/background.h"

#include <QAbstractTableModel>
#include <QCache>

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace thrashlab::ui {

/// Rows of runs as a query finds them. Of a million runs the model holds their ids and the few pages that are in view;
/// a page is read from the database when one of its cells is asked for. With a grouping, each group begins with a row
/// of its own, its heading, which has no run.
///
/// Runs that are not in the database have negative ids and stand on top, whatever the query, and their rows say so.
class RunsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        starColumn,
        scenarioColumn,
        runColumn,
        speedColumn,
        lostTurnsColumn,
        elapsedColumn,
        recordColumn,    ///< dd's input block
        fileBlockColumn, ///< the file system's block
        buffersColumn,
        commandsColumn,
        missesColumn,
        createdColumn,
        tagsColumn,
        noteColumn,
        columnCountValue,
    };
    enum Role {
        idRole = Qt::UserRole, ///< the run's id; 0 in a heading
        headingRole,           ///< the text of a heading; empty in a run's row
        startsSeriesRole,      ///< the row above belongs to another mount, and runs stand by mounts
        starredRole,
        tagsRole, ///< as one text
    };
    /// Up to so many runs the database is asked at once, otherwise on a thread of its own.
    static constexpr std::int64_t askedAtOnce = 20'000;

    explicit RunsModel(QObject* parent = nullptr);
    ~RunsModel() override;

    /// Where runs come from, and go to when they are edited; null for nowhere. It must outlive the model or be taken
    /// away. `waiting` are the runs that are in memory only, newest first. Asks for all runs again.
    void setStore(RunStore* store, std::vector<StoredRun> waiting = {});
    /// The store goes away, and `setStore` comes next. The rows stay until then.
    void letGoOfStore();
    /// A run has been added: to the database, or to those that wait.
    void add(const StoredRun& run);
    /// Asks the database again. `reloaded` follows, at once or later.
    void reload();
    /// The rows do not show the present query yet.
    [[nodiscard]] bool isReloading() const { return job_.isBusy(); }

    void setFilter(const QString& text);
    void setStarredOnly(bool only);
    void setGrouping(RunGrouping grouping);
    [[nodiscard]] const RunQuery& query() const { return query_; }
    /// A column below 0 stands for the order of age.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    /// Whether `sort` makes any difference for this column.
    [[nodiscard]] static bool isSortable(int column);

    /// The run of a row; one with id 0 in a heading.
    [[nodiscard]] StoredRun runAt(int row) const;
    [[nodiscard]] std::int64_t idAt(int row) const { return rows_.at(static_cast<std::size_t>(row)); }
    /// A run that has a row.
    [[nodiscard]] std::optional<StoredRun> run(std::int64_t id) const;
    /// The row of a run; -1 when there is none.
    [[nodiscard]] int rowOf(std::int64_t id) const;
    /// Rows without the headings.
    [[nodiscard]] int runCount() const { return rowCount() - static_cast<int>(headings_.size()); }
    /// All runs in their order, as the query finds them.
    [[nodiscard]] std::vector<std::int64_t> ids() const;
    /// Reads these runs again: somebody has changed them.
    void refresh();

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    /// Note and tags by Qt::EditRole, the star by `starredRole`.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    /// The rows show the present query.
    void reloaded();
    /// The database cannot be read or written.
    void failed(const QString& problem);

private:
    struct Answer {
        RunList list;
        QString problem;
    };

    template <class List>
    static Answer ask(List list);
    void show(const Answer& answer);
    void changeQuery(const RunQuery& query);
    [[nodiscard]] const StoredRun& cached(int row) const;
    [[nodiscard]] bool startsSeries(int row) const;
    [[nodiscard]] QString heading(int row) const;
    [[nodiscard]] static std::optional<double> number(const StoredRun& run, int column);
    [[nodiscard]] static QString text(const StoredRun& run, int column);
    [[nodiscard]] static QString toolTip(const StoredRun& run, int column);

    RunStore* store_ = nullptr;
    /// Of a large database; while `job_` is busy it is for its thread alone.
    std::unique_ptr<RunFinder> finder_;
    RunQuery query_;
    std::vector<StoredRun> waiting_;
    /// Ids; 0 for a heading.
    std::vector<std::int64_t> rows_;
    /// Rows of headings, ascending.
    std::vector<int> headings_;
    mutable QCache<int, std::map<std::int64_t, StoredRun>> pages_;
    Background job_;
};

} // namespace thrashlab::ui
