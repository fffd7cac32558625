// Finished runs as a table.
#pragma once

#include "store/run_store.h"

#include <QAbstractTableModel>

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace thrashlab::ui {

/// Rows of runs, newest first. A run with a negative id is not in the database, and its row says so.
class RunsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
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
        columnCountValue,
    };
    enum Role {
        sortRole = Qt::UserRole, ///< a number, or text where there is no number
        searchRole,              ///< the row's whole text, numbers also without grouping
        idRole,                  ///< the run's id
    };
    /// Finds the scenario of a run. May throw Error.
    using ScenarioFinder = std::function<Scenario(std::int64_t)>;

    explicit RunsModel(QObject* parent = nullptr);

    /// Asked for each series at most once, when a column needs it.
    void setScenarioFinder(ScenarioFinder finder);
    void setRuns(std::vector<StoredRun> runs);
    void prepend(StoredRun run);
    [[nodiscard]] const StoredRun& runAt(int row) const { return runs_.at(static_cast<std::size_t>(row)); }
    /// The row of a run; -1 when there is none.
    [[nodiscard]] int rowOf(std::int64_t id) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Details {
        std::uint64_t record = 0;
        std::uint64_t fileBlock = 0;
        std::uint64_t buffers = 0;
    };

    [[nodiscard]] std::optional<Details> details(const StoredRun& run) const;
    [[nodiscard]] std::optional<double> number(const StoredRun& run, int column) const;
    [[nodiscard]] QString text(const StoredRun& run, int column) const;
    [[nodiscard]] QString searchText(const StoredRun& run) const;
    [[nodiscard]] QString toolTip(const StoredRun& run, int column) const;

    std::vector<StoredRun> runs_;
    ScenarioFinder finder_;
    /// By series; nothing where the scenario cannot be read.
    mutable std::map<std::int64_t, std::optional<Details>> details_;
};

} // namespace thrashlab::ui
