#include "store/run_query.h"

#include "store/connection.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

namespace thrashlab {
namespace {

using Mask = std::uint64_t; ///< one bit for each word
constexpr std::size_t most_words = 60;
constexpr std::size_t rows_between_looks = 4096;

// SQLiteCpp's columns share ownership of their statement, which costs more than all the rest with a million rows.
class Scan {
public:
    Scan(const RunStore& store, const char* sql) : handle_(store.connection().database.getHandle()) {
        check(sqlite3_prepare_v2(handle_, sql, -1, &statement_, nullptr));
    }
    ~Scan() { sqlite3_finalize(statement_); }
    Scan(const Scan&) = delete;
    Scan& operator=(const Scan&) = delete;
    Scan(Scan&&) = delete;
    Scan& operator=(Scan&&) = delete;

    bool next() {
        const int result = sqlite3_step(statement_);
        if (result != SQLITE_ROW && result != SQLITE_DONE) {
            check(result);
        }
        return result == SQLITE_ROW;
    }
    [[nodiscard]] std::int64_t number(int column) const { return sqlite3_column_int64(statement_, column); }
    [[nodiscard]] std::string_view text(int column) const {
        const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
        return bytes == nullptr
                   ? std::string_view()
                   : std::string_view(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
    }

private:
    void check(int result) const {
        if (result != SQLITE_OK) {
            throw SQLite::Exception(handle_, result);
        }
    }

    sqlite3* handle_;
    sqlite3_stmt* statement_ = nullptr;
};

char small_letter(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool contains(std::string_view text, std::string_view word) {
    return std::search(text.begin(), text.end(), word.begin(), word.end(),
                       [](char a, char b) { return small_letter(a) == b; }) != text.end();
}

bool has_tag(std::string_view tags, std::string_view tag) {
    for (std::size_t begin = 0; begin < tags.size();) {
        const std::size_t end = std::min(tags.find(' ', begin), tags.size());
        const std::string_view each = tags.substr(begin, end - begin);
        if (each.size() == tag.size() && contains(each, tag)) {
            return true;
        }
        begin = end + 1;
    }
    return false;
}

// The words of a filter.
class Words {
public:
    explicit Words(std::string_view text) {
        std::string word;
        for (const char letter : std::string(text) + ' ') {
            if (letter != ' ' && letter != '\t' && letter != '\n') {
                word += small_letter(letter);
            } else if (!word.empty() && words_.size() < most_words) {
                words_.push_back(std::exchange(word, {}));
            } else {
                word.clear();
            }
        }
        for (std::size_t i = 0; i < words_.size(); ++i) {
            all_ |= Mask{1} << i;
        }
    }

    [[nodiscard]] bool empty() const { return words_.empty(); }
    [[nodiscard]] Mask all() const { return all_; }
    /// Those that occur in a text.
    [[nodiscard]] Mask in(std::string_view text) const {
        return matching([&](std::string_view word) { return contains(text, word); });
    }
    [[nodiscard]] Mask in_tags(std::string_view tags) const {
        return matching([&](std::string_view word) {
            return contains(tags, word) || (word.starts_with("tag:") && has_tag(tags, word.substr(4)));
        });
    }
    [[nodiscard]] Mask in_number(std::int64_t number) const {
        return matching([&](std::string_view word) {
            std::int64_t wanted = -1;
            return word.starts_with("run:") &&
                   std::from_chars(word.data() + 4, word.data() + word.size(), wanted).ptr ==
                       word.data() + word.size() &&
                   wanted == number;
        });
    }

private:
    template <class Matches>
    [[nodiscard]] Mask matching(Matches matches) const {
        Mask mask = 0;
        for (std::size_t i = 0; i < words_.size(); ++i) {
            mask |= matches(words_[i]) ? Mask{1} << i : 0;
        }
        return mask;
    }

    std::vector<std::string> words_;
    Mask all_ = 0;
};

// What a scenario gives to each of its runs.
struct ScenarioFacts {
    Mask words = 0;
    std::int64_t rank = 0; ///< by name
    double record = 0;
    double file_block = 0;
    double buffers = 0;
};
using Scenarios = std::unordered_map<std::int64_t, ScenarioFacts>;

Scenarios read_scenarios(const RunStore& store, const Words& words) {
    Scenarios scenarios;
    Scan scan(store, "SELECT id, name, title, record, file_block, buffers FROM scenario INDEXED BY scenario_list "
                     "ORDER BY name COLLATE NOCASE, name, title, record, file_block, buffers, id");
    while (scan.next()) {
        const auto rank = static_cast<std::int64_t>(scenarios.size());
        scenarios.emplace(scan.number(0),
                          ScenarioFacts{words.in(scan.text(1)) | words.in(scan.text(2)), rank,
                                        static_cast<double>(scan.number(3)), static_cast<double>(scan.number(4)),
                                        static_cast<double>(scan.number(5))});
    }
    return scenarios;
}

// 1997-05-24T12:00:00Z as 19970524120000.
double digits_of(std::string_view time) {
    double value = 0;
    for (const char letter : time) {
        if (letter >= '0' && letter <= '9') {
            value = value * 10 + (letter - '0');
        }
    }
    return value;
}

// The columns that `key_of` and `collect` read, all from one index and in its order.
enum ListColumn {
    series_at,
    number_at,
    id_at,
    starred_at,
    bytes_at,
    started_at,
    ended_at,
    turns_at,
    commands_at,
    misses_at
};
constexpr const char* list_all =
    "SELECT series_id, number, id, starred, bytes, started_ns, ended_ns, lost_turns, commands, misses "
    "FROM run INDEXED BY run_list WHERE deleted = 0 ORDER BY series_id, number";

struct Row {
    std::int64_t group = 0;
    double key = 0;
    std::int64_t series = 0;
    std::int64_t number = 0;
    std::int64_t id = 0;
};

// Runs come in the order of their series: both tables are read once, side by side.
class Collector {
public:
    Collector(const RunStore& store, const RunQuery& query)
        : query_(query), words_(query.text), scenarios_(read_scenarios(store, words_)),
          all_series_(store, "SELECT id, scenario_id, created, program_version FROM series ORDER BY id"),
          runs_(store, list_all) {
        if (!words_.empty()) {
            read_notes(store);
        }
    }

    std::vector<Row> collect(const std::stop_token& stop) {
        std::vector<Row> rows;
        for (std::size_t count = 0; runs_.next(); ++count) {
            if (count % rows_between_looks == 0 && stop.stop_requested()) {
                return {};
            }
            if (query_.starred_only && runs_.number(starred_at) == 0) {
                continue;
            }
            const std::int64_t series = runs_.number(series_at);
            if (series != series_) {
                go_to_series(series);
            }
            if (words_.empty() || matches()) {
                rows.push_back({group(), key(), series, runs_.number(number_at), runs_.number(id_at)});
            }
        }
        return rows;
    }

private:
    void read_notes(const RunStore& store) {
        Scan notes(store, "SELECT id, note, tags FROM run INDEXED BY run_words WHERE note <> '' OR tags <> ''");
        while (notes.next()) {
            if (const Mask mask = words_.in(notes.text(1)) | words_.in_tags(notes.text(2)); mask != 0) {
                notes_.emplace(notes.number(0), mask);
            }
        }
    }

    void go_to_series(std::int64_t series) {
        while (series_ < series && all_series_.next()) {
            series_ = all_series_.number(0);
        }
        const auto found = scenarios_.find(all_series_.number(1));
        scenario_ = found == scenarios_.end() ? ScenarioFacts{} : found->second;
        mounted_ = query_.sort == RunSort::mounted ? digits_of(all_series_.text(2)) : 0;
        series_words_ =
            words_.empty() ? 0 : scenario_.words | words_.in(all_series_.text(2)) | words_.in(all_series_.text(3));
    }

    [[nodiscard]] bool matches() const {
        Mask found = series_words_;
        if (found == words_.all()) {
            return true;
        }
        found |= words_.in_number(runs_.number(number_at));
        if (const auto note = notes_.empty() ? notes_.end() : notes_.find(runs_.number(id_at)); note != notes_.end()) {
            found |= note->second;
        }
        return found == words_.all();
    }

    [[nodiscard]] std::int64_t group() const {
        switch (query_.grouping) {
        case RunGrouping::scenario:
            return scenario_.rank;
        case RunGrouping::series:
            return -series_;
        case RunGrouping::none:
            break;
        }
        return 0;
    }

    [[nodiscard]] double key() const {
        const auto elapsed = static_cast<double>(runs_.number(ended_at) - runs_.number(started_at));
        switch (query_.sort) {
        case RunSort::newest:
            return 0;
        case RunSort::scenario:
            return static_cast<double>(scenario_.rank);
        case RunSort::number:
            return static_cast<double>(runs_.number(number_at));
        case RunSort::speed:
            return elapsed > 0 ? static_cast<double>(runs_.number(bytes_at)) / elapsed : 0;
        case RunSort::elapsed:
            return elapsed;
        case RunSort::lost_turns:
            return static_cast<double>(runs_.number(turns_at));
        case RunSort::commands:
            return static_cast<double>(runs_.number(commands_at));
        case RunSort::misses:
            return static_cast<double>(runs_.number(misses_at));
        case RunSort::record:
            return scenario_.record;
        case RunSort::file_block:
            return scenario_.file_block;
        case RunSort::buffers:
            return scenario_.buffers;
        case RunSort::mounted:
            return mounted_;
        case RunSort::starred:
            return static_cast<double>(runs_.number(starred_at));
        }
        return 0;
    }

    const RunQuery& query_;
    Words words_;
    Scenarios scenarios_;
    std::unordered_map<std::int64_t, Mask> notes_;
    Scan all_series_;
    Scan runs_;
    std::int64_t series_ = 0;
    ScenarioFacts scenario_;
    double mounted_ = 0;
    Mask series_words_ = 0;
};

void sort_rows(std::vector<Row>& rows, const RunQuery& query) {
    const bool by_age = query.sort == RunSort::newest;
    if (by_age && query.grouping != RunGrouping::scenario) {
        // They come oldest first. Groups of series stand newest first whatever the order within.
        if (query.descending) {
            std::reverse(rows.begin(), rows.end());
        } else if (query.grouping == RunGrouping::series) {
            std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.group < b.group; });
        }
        return;
    }
    const bool oldest_first = by_age && !query.descending;
    std::sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
        if (a.group != b.group) {
            return a.group < b.group;
        }
        if (a.key != b.key) {
            return query.descending ? a.key > b.key : a.key < b.key;
        }
        const auto age_a = std::pair(a.series, a.number);
        const auto age_b = std::pair(b.series, b.number);
        return oldest_first ? age_a < age_b : age_a > age_b;
    });
}

constexpr std::array sort_names{
    RunSortName{"newest", RunSort::newest, true},     RunSortName{"scenario", RunSort::scenario, false},
    RunSortName{"run", RunSort::number, false},       RunSortName{"speed", RunSort::speed, true},
    RunSortName{"elapsed", RunSort::elapsed, true},   RunSortName{"lost-turns", RunSort::lost_turns, true},
    RunSortName{"commands", RunSort::commands, true}, RunSortName{"misses", RunSort::misses, true},
    RunSortName{"bs", RunSort::record, false},        RunSortName{"fs-block", RunSort::file_block, false},
    RunSortName{"buffers", RunSort::buffers, false},  RunSortName{"mounted", RunSort::mounted, true},
    RunSortName{"starred", RunSort::starred, true}};

} // namespace

using store_detail::guarded;

RunList list_runs(const RunStore& store, const RunQuery& query, const std::stop_token& stop) {
    return guarded(store.file(), [&] {
        std::vector<Row> rows = Collector(store, query).collect(stop);
        sort_rows(rows, query);
        RunList list;
        list.ids.reserve(rows.size());
        for (const Row& row : rows) {
            if (query.grouping != RunGrouping::none &&
                (list.ids.empty() || row.group != rows[list.ids.size() - 1].group)) {
                list.groups.push_back(list.ids.size());
            }
            list.ids.push_back(row.id);
        }
        return list;
    });
}

std::size_t count_runs(const RunStore& store, const RunQuery& query) {
    return list_runs(store, {.text = query.text, .starred_only = query.starred_only}).ids.size();
}

std::vector<StoredRun> stored_runs(const RunStore& store, std::span<const std::int64_t> ids) {
    return guarded(store.file(), [&] {
        std::vector<StoredRun> runs;
        SQLite::Statement query(store.connection().database, store_detail::select_runs("WHERE run.id = ?"));
        for (const std::int64_t id : ids) {
            query.bind(1, id);
            if (query.executeStep()) {
                runs.push_back(store_detail::read_run(query));
            }
            query.reset();
        }
        return runs;
    });
}

std::vector<StoredRun> stored_runs(const RunStore& store, const RunQuery& query, std::size_t offset, std::size_t most) {
    const RunList list = list_runs(store, query);
    const std::size_t begin = std::min(offset, list.ids.size());
    return stored_runs(store, std::span(list.ids).subspan(begin, std::min(most, list.ids.size() - begin)));
}

std::int64_t last_run_id(const RunStore& store) {
    return guarded(store.file(), [&] {
        return store.connection().database.execAndGet("SELECT ifnull(max(id), 0) FROM run").getInt64();
    });
}

std::span<const RunSortName> run_sort_names() {
    return sort_names;
}

} // namespace thrashlab
