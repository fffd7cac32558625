#include "store/sweep_store.h"

#include "store/connection.h"

#include <fmt/format.h>

namespace thrashlab {

using store_detail::guarded;

SweepStore::SweepStore(RunStore& store, const SweepPlan& plan) : store_(&store) {
    id_ = guarded(store.file(), [&] {
        SQLite::Database& database = store.connection().database;
        const std::string json = to_json(plan);
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        SQLite::Statement row(database, "INSERT OR IGNORE INTO sweep (name, plan) VALUES (?, ?)");
        row.bind(1, plan.name);
        row.bind(2, json);
        row.exec();
        SQLite::Statement query(database, "SELECT id FROM sweep WHERE plan = ?");
        query.bind(1, json);
        query.executeStep();
        const std::int64_t id = query.getColumn(0).getInt64();
        query.reset();
        transaction.commit();
        return id;
    });
}

std::vector<std::size_t> SweepStore::finished() const {
    return guarded(store_->file(), [&] {
        SQLite::Statement query(store_->connection().database,
                                "SELECT point FROM sweep_point WHERE sweep_id = ? ORDER BY point");
        query.bind(1, id_);
        std::vector<std::size_t> points;
        while (query.executeStep()) {
            points.push_back(static_cast<std::size_t>(query.getColumn(0).getInt64()));
        }
        return points;
    });
}

void SweepStore::add(std::size_t point, const Scenario& scenario, const std::vector<RunResult>& runs) {
    guarded(store_->file(), [&] {
        SQLite::Database& database = store_->connection().database;
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        SQLite::Statement known(database, "SELECT 1 FROM sweep_point WHERE sweep_id = ? AND point = ?");
        known.bind(1, id_);
        known.bind(2, static_cast<std::int64_t>(point));
        if (known.executeStep()) {
            return;
        }
        const std::int64_t series = store_detail::insert_series(database, scenario);
        for (const RunResult& run : runs) {
            store_detail::insert_run(database, series, run);
        }
        SQLite::Statement row(database, "INSERT INTO sweep_point (sweep_id, point, series_id) VALUES (?, ?, ?)");
        row.bind(1, id_);
        row.bind(2, static_cast<std::int64_t>(point));
        row.bind(3, series);
        row.exec();
        transaction.commit();
    });
}

std::vector<SweepStore::Point> SweepStore::results() const {
    return guarded(store_->file(), [&] {
        SQLite::Statement query(store_->connection().database,
                                fmt::format("SELECT point, {}, failure FROM sweep_point "
                                            "LEFT JOIN run ON run.series_id = sweep_point.series_id "
                                            "WHERE sweep_id = ? ORDER BY point, number",
                                            store_detail::result_columns()));
        query.bind(1, id_);
        std::vector<Point> points;
        while (query.executeStep()) {
            const auto point = static_cast<std::size_t>(query.getColumn(0).getInt64());
            if (points.empty() || points.back().point != point) {
                points.push_back({point, {}});
            }
            if (!query.getColumn(1).isNull()) {
                store_detail::read_result(query, 1, points.back().runs.emplace_back());
            }
        }
        return points;
    });
}

std::vector<StoredSweep> stored_sweeps(const RunStore& store) {
    return guarded(store.file(), [&] {
        SQLite::Statement query(store.connection().database,
                                "SELECT id, name, plan, (SELECT count(*) FROM sweep_point WHERE sweep_id = sweep.id) "
                                "FROM sweep ORDER BY id");
        std::vector<StoredSweep> sweeps;
        while (query.executeStep()) {
            const std::int64_t id = query.getColumn(0).getInt64();
            sweeps.push_back({id, query.getColumn(1).getString(),
                              parse_sweep_plan(query.getColumn(2).getString(), fmt::format("sweep {}", id)),
                              static_cast<std::size_t>(query.getColumn(3).getInt64())});
        }
        return sweeps;
    });
}

namespace {

// Database "other" is attached. A series is known by its mark, so both may have it. The runs of a series that both have
// are taken over too, should one side have been cut off.
constexpr const char* merge_statements = R"sql(
INSERT OR IGNORE INTO main.scenario (name, json, title, record, file_block, buffers)
    SELECT name, json, title, record, file_block, buffers FROM other.scenario;
INSERT OR IGNORE INTO main.series (scenario_id, created, program_version, mark)
    SELECT mine.id, theirs.created, theirs.program_version, theirs.mark
    FROM other.series AS theirs
    JOIN other.scenario ON other.scenario.id = theirs.scenario_id
    JOIN main.scenario AS mine ON mine.json = other.scenario.json
    ORDER BY theirs.id;
INSERT OR IGNORE INTO main.sweep (name, plan) SELECT name, plan FROM other.sweep;
)sql";

constexpr const char* merge_points = R"sql(
INSERT OR IGNORE INTO main.sweep_point (sweep_id, point, series_id)
    SELECT mine.id, theirs.point, series.id
    FROM other.sweep_point AS theirs
    JOIN other.sweep ON other.sweep.id = theirs.sweep_id
    JOIN main.sweep AS mine ON mine.plan = other.sweep.plan
    JOIN other.series AS their_series ON their_series.id = theirs.series_id
    JOIN main.series AS series ON series.mark = their_series.mark
    ORDER BY mine.id, theirs.point;
)sql";

std::size_t count(SQLite::Database& database, const char* table) {
    return static_cast<std::size_t>(database.execAndGet(fmt::format("SELECT count(*) FROM main.{}", table)).getInt64());
}

} // namespace

MergeCount merge_runs(RunStore& into, const std::filesystem::path& from) {
    if (!std::filesystem::exists(from)) { // opening would make it
        throw Error(from.string(), "there is no such database", "check the name");
    }
    static_cast<void>(RunStore(from)); // brings it to the present schema
    return guarded(into.file(), [&] {
        SQLite::Database& database = into.connection().database;
        SQLite::Statement attach(database, "ATTACH ? AS other");
        attach.bind(1, from.string());
        attach.exec();
        struct Detach {
            SQLite::Database& database;
            ~Detach() { static_cast<void>(database.tryExec("DETACH other")); }
        } const detach{database};
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        const MergeCount before{count(database, "series"), count(database, "run"), count(database, "sweep_point")};
        database.exec(merge_statements);
        database.exec(fmt::format("INSERT OR IGNORE INTO main.run (series_id, failure, starred, note, tags, {0}) "
                                  "SELECT mine.id, failure, starred, note, tags, {0} FROM other.run AS theirs "
                                  "JOIN other.series AS their_series ON their_series.id = theirs.series_id "
                                  "JOIN main.series AS mine ON mine.mark = their_series.mark "
                                  "WHERE theirs.deleted = 0 ORDER BY theirs.id",
                                  store_detail::result_columns()));
        database.exec(merge_points);
        const MergeCount after{count(database, "series"), count(database, "run"), count(database, "sweep_point")};
        transaction.commit();
        return MergeCount{after.series - before.series, after.runs - before.runs, after.points - before.points};
    });
}

} // namespace thrashlab
