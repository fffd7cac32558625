// What the files of the store share. For them alone.
#pragma once

#include "error.h"
#include "store/run_store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <filesystem>

namespace thrashlab {

struct RunStore::Connection {
    explicit Connection(const std::filesystem::path& path);

    std::filesystem::path file;
    SQLite::Database database;
};

namespace store_detail {

// Turns what SQLite throws into the one error of the engine.
template <class Action>
auto guarded(const std::filesystem::path& file, Action action) {
    try {
        return action();
    } catch (const SQLite::Exception& problem) {
        throw Error(file.string(), fmt::format("the database of runs cannot be used ({})", problem.what()),
                    "check that the folder exists and is writable, or name another file");
    }
}

/// Inside a transaction of the caller's.
std::int64_t insert_series(SQLite::Database& database, const Scenario& scenario);
std::int64_t insert_run(SQLite::Database& database, std::int64_t series, const RunResult& run);
/// Reads the columns of `result_columns()` from `column` on, and behind them the failure.
void read_result(SQLite::Statement& query, int column, RunResult& result);
[[nodiscard]] std::string_view result_columns();
/// A query for what `read_run` reads; `condition` stands behind the tables: WHERE, ORDER BY, LIMIT.
[[nodiscard]] std::string select_runs(std::string_view condition);
[[nodiscard]] StoredRun read_run(SQLite::Statement& query);

} // namespace store_detail
} // namespace thrashlab
