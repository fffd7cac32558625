#include "store/run_store.h"

#include "error.h"
#include "sim/scenario_file.h"
#include "store/connection.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <utility>

namespace thrashlab {
namespace {

constexpr int busy_milliseconds = 5000;

// Migration n brings a database from user_version n to n + 1. Never change one that was released; add another.
constexpr std::array migrations{R"sql(
CREATE TABLE scenario (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    json TEXT NOT NULL UNIQUE
);
CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    scenario_id INTEGER NOT NULL REFERENCES scenario(id),
    created TEXT NOT NULL,
    program_version TEXT NOT NULL
);
CREATE INDEX series_scenario ON series(scenario_id);
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    series_id INTEGER NOT NULL REFERENCES series(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    whole_in INTEGER NOT NULL, partial_in INTEGER NOT NULL,
    whole_out INTEGER NOT NULL, partial_out INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    started_ns INTEGER NOT NULL, ended_ns INTEGER NOT NULL,
    cpu_ns INTEGER NOT NULL, command_ns INTEGER NOT NULL, seek_ns INTEGER NOT NULL,
    rotation_ns INTEGER NOT NULL, transfer_ns INTEGER NOT NULL,
    calls INTEGER NOT NULL, block_requests INTEGER NOT NULL,
    buffer_hits INTEGER NOT NULL, page_hits INTEGER NOT NULL, misses INTEGER NOT NULL,
    metadata_reads INTEGER NOT NULL,
    commands INTEGER NOT NULL, read_ahead_commands INTEGER NOT NULL, single_block_commands INTEGER NOT NULL,
    blocks_transferred INTEGER NOT NULL, lost_turns INTEGER NOT NULL,
    evictions INTEGER NOT NULL, wasted_read_ahead INTEGER NOT NULL,
    UNIQUE (series_id, number)
);
)sql",
                                R"sql(
ALTER TABLE run ADD COLUMN failure TEXT NOT NULL DEFAULT '';
ALTER TABLE run ADD COLUMN write_commands INTEGER NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN flushes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN refaults INTEGER NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN activations INTEGER NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN deactivations INTEGER NOT NULL DEFAULT 0;
)sql",
                                R"sql(
ALTER TABLE run ADD COLUMN busy_ns INTEGER NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN throttled_ns INTEGER NOT NULL DEFAULT 0;
)sql",
                                R"sql(
ALTER TABLE series ADD COLUMN mark TEXT;
UPDATE series SET mark = lower(hex(randomblob(16)));
CREATE UNIQUE INDEX series_mark ON series(mark);
CREATE TABLE sweep (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    plan TEXT NOT NULL UNIQUE
);
CREATE TABLE sweep_point (
    sweep_id INTEGER NOT NULL REFERENCES sweep(id) ON DELETE CASCADE,
    point INTEGER NOT NULL,
    series_id INTEGER NOT NULL REFERENCES series(id) ON DELETE CASCADE,
    PRIMARY KEY (sweep_id, point)
) WITHOUT ROWID;
CREATE INDEX sweep_point_series ON sweep_point(series_id);
)sql",
                                // What run_query.h and run_edit.h need. run_list and scenario_list are narrow copies of
                                // their tables with all that one may sort and filter by.
                                R"sql(
ALTER TABLE scenario ADD COLUMN title TEXT NOT NULL DEFAULT '';
ALTER TABLE scenario ADD COLUMN record INTEGER NOT NULL DEFAULT 0;
ALTER TABLE scenario ADD COLUMN file_block INTEGER NOT NULL DEFAULT 0;
ALTER TABLE scenario ADD COLUMN buffers INTEGER NOT NULL DEFAULT 0;
UPDATE scenario SET title = ifnull(json_extract(json, '$.title'), ''),
    record = ifnull(json_extract(json, '$.workload.ibs'), 0),
    file_block = ifnull(json_extract(json, '$.file_system.block_size'), 0),
    buffers = ifnull(json_extract(json, '$.cache.buffers'), 0) WHERE json_valid(json);
CREATE INDEX scenario_list ON scenario(name, title, record, file_block, buffers);
ALTER TABLE run ADD COLUMN starred INTEGER NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN note TEXT NOT NULL DEFAULT '';
ALTER TABLE run ADD COLUMN tags TEXT NOT NULL DEFAULT '';
ALTER TABLE run ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;
CREATE INDEX run_list ON run(series_id, number, deleted, starred, bytes, started_ns, ended_ns, lost_turns, commands,
    misses);
CREATE INDEX run_words ON run(note, tags) WHERE note <> '' OR tags <> '';
CREATE INDEX run_deleted ON run(deleted) WHERE deleted > 0;
)sql"};

// The columns of a result in their order, behind series_id: for writing and for reading alike.
constexpr std::string_view all_result_columns =
    "number, whole_in, partial_in, whole_out, partial_out, bytes, started_ns, ended_ns, cpu_ns, command_ns, seek_ns, "
    "rotation_ns, transfer_ns, busy_ns, throttled_ns, calls, block_requests, buffer_hits, page_hits, misses, "
    "metadata_reads, commands, "
    "read_ahead_commands, single_block_commands, blocks_transferred, lost_turns, evictions, wasted_read_ahead, "
    "write_commands, flushes, refaults, activations, deactivations";
constexpr int result_column_count = 33;
constexpr int first_result_column = 12;

// Hands each field of a result to `visit`, in the order of result_columns.
template <class Result, class Visit>
void for_each_field(Result& run, Visit visit) {
    auto& counters = run.counters;
    visit(run.number);
    visit(run.records_in.whole);
    visit(run.records_in.partial);
    visit(run.records_out.whole);
    visit(run.records_out.partial);
    visit(counters.bytes);
    visit(counters.started);
    visit(counters.ended);
    for (auto& part : counters.time.parts) {
        visit(part);
    }
    visit(counters.calls);
    visit(counters.block_requests);
    visit(counters.buffer_hits);
    visit(counters.page_hits);
    visit(counters.misses);
    visit(counters.metadata_reads);
    visit(counters.commands);
    visit(counters.read_ahead_commands);
    visit(counters.single_block_commands);
    visit(counters.blocks_transferred);
    visit(counters.lost_turns);
    visit(counters.evictions);
    visit(counters.wasted_read_ahead);
    visit(counters.write_commands);
    visit(counters.flushes);
    visit(counters.refaults);
    visit(counters.activations);
    visit(counters.deactivations);
}

template <class Number>
std::int64_t to_column(Number number) {
    return static_cast<std::int64_t>(number);
}
std::int64_t to_column(Duration duration) {
    return duration.count();
}
std::int64_t to_column(SimTime time) {
    return time.time_since_epoch().count();
}

template <class Number>
void from_column(std::int64_t column, Number& number) {
    number = static_cast<Number>(column);
}
void from_column(std::int64_t column, Duration& duration) {
    duration = Duration(column);
}
void from_column(std::int64_t column, SimTime& time) {
    time = SimTime(Duration(column));
}

std::string utc_now() {
    const auto now = std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

} // namespace

using store_detail::guarded;

RunStore::Connection::Connection(const std::filesystem::path& path)
    : file(path), database(path.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, busy_milliseconds) {
}

namespace {

void migrate(SQLite::Database& database, const std::filesystem::path& file) {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    const int version = database.execAndGet("PRAGMA user_version").getInt();
    if (version > static_cast<int>(migrations.size())) {
        throw Error(file.string(), fmt::format("it has schema {} and was made by a later version", version),
                    fmt::format("this version reads schemas up to {}", migrations.size()));
    }
    for (std::size_t next = static_cast<std::size_t>(version); next < migrations.size(); ++next) {
        database.exec(migrations[next]);
        database.exec(fmt::format("PRAGMA user_version = {}", next + 1));
    }
    transaction.commit();
}

std::vector<StoredRun> fetch(SQLite::Statement& query) {
    std::vector<StoredRun> runs;
    while (query.executeStep()) {
        runs.push_back(store_detail::read_run(query));
    }
    return runs;
}

} // namespace

RunStore::RunStore(const std::filesystem::path& file)
    : connection_(guarded(file, [&] { return std::make_unique<Connection>(file); })) {
    guarded(file, [&] {
        SQLite::Database& database = connection_->database;
        const std::string mode = database.execAndGet("PRAGMA journal_mode = WAL").getString();
        if (mode != "wal") {
            throw Error(file.string(), "the file system does not let SQLite keep a write-ahead log (" + mode + ")",
                        "put the database on a local disk");
        }
        database.exec("PRAGMA foreign_keys = ON");
        database.exec("PRAGMA synchronous = NORMAL");
        migrate(database, file);
    });
}

RunStore::~RunStore() = default;
RunStore::RunStore(RunStore&&) noexcept = default;
RunStore& RunStore::operator=(RunStore&&) noexcept = default;

const std::filesystem::path& RunStore::file() const {
    return connection_->file;
}

std::int64_t store_detail::insert_series(SQLite::Database& database, const Scenario& scenario) {
    const std::string json = to_json(scenario, -1);
    SQLite::Statement scenario_row(database,
                                   "INSERT OR IGNORE INTO scenario (name, json, title, record, file_block, buffers) "
                                   "VALUES (?, ?, ?, ?, ?, ?)");
    scenario_row.bind(1, scenario.name);
    scenario_row.bind(2, json);
    scenario_row.bind(3, scenario.title);
    scenario_row.bind(4, to_column(scenario.workload.input_block));
    scenario_row.bind(5, to_column(scenario.file_system.block_size));
    scenario_row.bind(6, to_column(scenario.buffers));
    scenario_row.exec();
    SQLite::Statement series_row(database, "INSERT INTO series (scenario_id, created, program_version, mark) "
                                           "SELECT id, ?, ?, lower(hex(randomblob(16))) FROM scenario WHERE json = ?");
    series_row.bind(1, utc_now());
    series_row.bind(2, THRASHLAB_VERSION);
    series_row.bind(3, json);
    series_row.exec();
    return database.getLastInsertRowid();
}

std::int64_t store_detail::insert_run(SQLite::Database& database, std::int64_t series, const RunResult& run) {
    static const std::string insertion = [] {
        std::string places = "?, ?";
        for (int i = 0; i < result_column_count; ++i) {
            places += ", ?";
        }
        return fmt::format("INSERT INTO run (series_id, failure, {}) VALUES ({})", all_result_columns, places);
    }();
    SQLite::Statement row(database, insertion);
    int place = 1;
    row.bind(place++, series);
    row.bind(place++, run.failure);
    for_each_field(run, [&](const auto& field) { row.bind(place++, to_column(field)); });
    row.exec();
    return database.getLastInsertRowid();
}

void store_detail::read_result(SQLite::Statement& query, int column, RunResult& result) {
    for_each_field(result, [&](auto& field) { from_column(query.getColumn(column++).getInt64(), field); });
    result.failure = query.getColumn(column).getString();
}

std::string_view store_detail::result_columns() {
    return all_result_columns;
}

std::string store_detail::select_runs(std::string_view condition) {
    return fmt::format("SELECT run.id, series_id, scenario.name, created, program_version, starred, note, tags, title, "
                       "record, file_block, buffers, {}, failure FROM run JOIN series ON series.id = series_id "
                       "JOIN scenario ON scenario.id = scenario_id {}",
                       all_result_columns, condition);
}

StoredRun store_detail::read_run(SQLite::Statement& query) {
    StoredRun run;
    int column = 0;
    run.id = query.getColumn(column++).getInt64();
    run.series = query.getColumn(column++).getInt64();
    run.scenario = query.getColumn(column++).getString();
    run.created = query.getColumn(column++).getString();
    run.program_version = query.getColumn(column++).getString();
    run.starred = query.getColumn(column++).getInt() != 0;
    run.note = query.getColumn(column++).getString();
    run.tags = query.getColumn(column++).getString();
    run.title = query.getColumn(column++).getString();
    for (std::uint64_t* figure : {&run.record, &run.file_block, &run.buffers}) {
        *figure = static_cast<std::uint64_t>(query.getColumn(column++).getInt64());
    }
    read_result(query, first_result_column, run.result);
    return run;
}

std::int64_t RunStore::begin_series(const Scenario& scenario) {
    return guarded(file(), [&] {
        SQLite::Transaction transaction(connection_->database, SQLite::TransactionBehavior::IMMEDIATE);
        const std::int64_t series = store_detail::insert_series(connection_->database, scenario);
        transaction.commit();
        return series;
    });
}

std::int64_t RunStore::add_run(std::int64_t series, const RunResult& run) {
    return guarded(file(), [&] {
        SQLite::Transaction transaction(connection_->database, SQLite::TransactionBehavior::IMMEDIATE);
        const std::int64_t id = store_detail::insert_run(connection_->database, series, run);
        transaction.commit();
        return id;
    });
}

std::vector<StoredRun> RunStore::runs(std::size_t most) const {
    return guarded(file(), [&] {
        SQLite::Statement query(connection_->database,
                                store_detail::select_runs("WHERE deleted = 0 ORDER BY run.id DESC LIMIT ?"));
        query.bind(1, static_cast<std::int64_t>(most));
        return fetch(query);
    });
}

std::vector<StoredRun> RunStore::series(std::int64_t series) const {
    return guarded(file(), [&] {
        SQLite::Statement query(connection_->database,
                                store_detail::select_runs("WHERE series_id = ? AND deleted = 0 ORDER BY number"));
        query.bind(1, series);
        return fetch(query);
    });
}

Scenario RunStore::scenario_of(std::int64_t run) const {
    return guarded(file(), [&] {
        SQLite::Statement query(connection_->database, "SELECT json FROM run JOIN series ON series.id = series_id "
                                                       "JOIN scenario ON scenario.id = scenario_id WHERE run.id = ?");
        query.bind(1, run);
        if (!query.executeStep()) {
            throw Error(file().string(), fmt::format("there is no run {}", run), "thrash runs lists them");
        }
        return parse_scenario(query.getColumn(0).getString(), fmt::format("run {}", run));
    });
}

std::filesystem::path default_database() {
    std::filesystem::path base;
    if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/') {
        base = data;
    } else if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') {
        base = std::filesystem::path(home) / ".local" / "share";
    } else {
        throw Error("HOME", "it is not set, so there is no place for the database of runs", "name a file with --db");
    }
    base /= "thrashlab";
    std::error_code problem;
    std::filesystem::create_directories(base, problem);
    if (problem) {
        throw Error(base.string(), "the folder cannot be made (" + problem.message() + ")", "name a file with --db");
    }
    return base / "runs.sqlite";
}

} // namespace thrashlab
