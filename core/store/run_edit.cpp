#include "store/run_edit.h"

#include "store/connection.h"

#include <algorithm>
#include <ctime>
#include <vector>

namespace thrashlab {
namespace {

using store_detail::guarded;

// `assignment` and `condition` are ours; `value` is bound.
template <class Value>
std::size_t update(RunStore& store, std::span<const std::int64_t> runs, const char* assignment, const char* condition,
                   const Value& value) {
    return guarded(store.file(), [&] {
        SQLite::Database& database = store.connection().database;
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        SQLite::Statement change(database,
                                 fmt::format("UPDATE run SET {} WHERE id = ?2 AND {}", assignment, condition));
        change.bind(1, value);
        std::size_t changed = 0;
        for (const std::int64_t run : runs) {
            change.bind(2, run);
            changed += static_cast<std::size_t>(change.exec());
            change.reset();
        }
        transaction.commit();
        return changed;
    });
}

constexpr const char* purge_statements = R"sql(
DELETE FROM sweep_point WHERE series_id IN (SELECT series_id FROM temp.purged);
DELETE FROM run WHERE id IN (SELECT id FROM temp.purged);
DELETE FROM series WHERE id IN (SELECT series_id FROM temp.purged)
    AND NOT EXISTS (SELECT 1 FROM run WHERE run.series_id = series.id);
DELETE FROM scenario WHERE NOT EXISTS (SELECT 1 FROM series WHERE series.scenario_id = scenario.id);
)sql";

} // namespace

std::size_t set_starred(RunStore& store, std::span<const std::int64_t> runs, bool starred) {
    return update(store, runs, "starred = ?1", "starred <> ?1", starred ? 1 : 0);
}

std::size_t set_note(RunStore& store, std::span<const std::int64_t> runs, std::string_view note) {
    return update(store, runs, "note = ?1", "note <> ?1", std::string(note));
}

std::size_t set_tags(RunStore& store, std::span<const std::int64_t> runs, std::string_view tags) {
    return update(store, runs, "tags = ?1", "tags <> ?1", normalised_tags(tags));
}

std::size_t remove_runs(RunStore& store, std::span<const std::int64_t> runs) {
    return update(store, runs, "deleted = ?1", "deleted = 0", static_cast<std::int64_t>(std::time(nullptr)));
}

std::size_t restore_runs(RunStore& store, std::span<const std::int64_t> runs) {
    return update(store, runs, "deleted = ?1", "deleted <> 0", 0);
}

std::size_t purge_removed(RunStore& store, std::chrono::seconds age) {
    return guarded(store.file(), [&] {
        SQLite::Database& database = store.connection().database;
        const std::int64_t before = static_cast<std::int64_t>(std::time(nullptr)) - age.count();
        // Mostly there is nothing, and then nobody need write.
        SQLite::Statement any(database, "SELECT count(*) FROM run WHERE deleted > 0 AND deleted <= ?");
        any.bind(1, before);
        any.executeStep();
        const auto count = static_cast<std::size_t>(any.getColumn(0).getInt64());
        any.reset();
        if (count == 0) {
            return count;
        }
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        database.exec("CREATE TEMP TABLE purged (id INTEGER PRIMARY KEY, series_id INTEGER)");
        SQLite::Statement collect(database, "INSERT INTO temp.purged SELECT id, series_id FROM run "
                                            "WHERE deleted > 0 AND deleted <= ?");
        collect.bind(1, before);
        const auto purged = static_cast<std::size_t>(collect.exec());
        collect.reset();
        database.exec(purge_statements);
        database.exec("DROP TABLE temp.purged");
        transaction.commit();
        return purged;
    });
}

std::string normalised_tags(std::string_view tags) {
    std::vector<std::string> words;
    std::string word;
    for (const char letter : std::string(tags) + ' ') {
        if (std::string_view(" \t\r\n,;").find(letter) == std::string_view::npos) {
            if (letter != '#' || !word.empty()) {
                word += letter;
            }
            continue;
        }
        if (!word.empty() && std::find(words.begin(), words.end(), word) == words.end()) {
            words.push_back(word);
        }
        word.clear();
    }
    return fmt::format("{}", fmt::join(words, " "));
}

} // namespace thrashlab
