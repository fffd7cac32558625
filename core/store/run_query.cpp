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
    Scan(const RunStore& store, const std::string& sql) : handle_(store.connection().database.getHandle()) {
        check(sqlite3_prepare_v2(handle_, sql.c_str(), -1, &statement_, nullptr));
    }
    ~Scan() { sqlite3_finalize(statement_); }
    Scan(const Scan&) = delete;
    Scan& operator=(const Scan&) = delete;
    Scan(Scan&&) = delete;
    Scan& operator=(Scan&&) = delete;

    /// From the start again, for another value of ?1.
    void begin(std::int64_t value) {
        check(sqlite3_reset(statement_));
        check(sqlite3_bind_int64(statement_, 1, value));
    }
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
    /// Those that only a run's number can match.
    [[nodiscard]] Mask about_numbers() const {
        return matching([](std::string_view word) { return word.starts_with("run:"); });
    }
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
    std::string name;
    std::int64_t rank = 0;
    while (scan.next()) {
        if (scan.text(1) != name) {
            name = scan.text(1);
            ++rank;
        }
        scenarios.emplace(scan.number(0),
                          ScenarioFacts{words.in(name) | words.in(scan.text(2)), rank,
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

// What a series gives to each of its runs.
struct SeriesFacts {
    std::int64_t id = 0;
    const ScenarioFacts* scenario = nullptr;
    double mounted = 0;
    Mask words = 0;
};

// All from one index, and no more of it than the query needs: with a million rows each column counts.
enum ListColumn { series_at, number_at, id_at, key_at };

const char* key_columns(RunSort sort) {
    switch (sort) {
    case RunSort::speed:
        return ", bytes, started_ns, ended_ns";
    case RunSort::elapsed:
        return ", 0, started_ns, ended_ns";
    case RunSort::lost_turns:
        return ", lost_turns";
    case RunSort::commands:
        return ", commands";
    case RunSort::misses:
        return ", misses";
    case RunSort::starred:
        return ", starred";
    default:
        return "";
    }
}

std::string list_statement(const RunQuery& query, const char* condition) {
    return fmt::format("SELECT series_id, number, id{} FROM run INDEXED BY run_list WHERE deleted = 0 {} {} "
                       "ORDER BY series_id, number",
                       key_columns(query.sort), query.starred_only ? "AND starred = 1" : "", condition);
}

// A run in the order to be; `place` is the one by age, and where its id is.
struct Row {
    double key = 0;
    std::uint32_t group = 0;
    std::uint32_t place = 0;
};

// Looks for runs, oldest first.
class Collector {
public:
    Collector(const RunStore& store, const RunQuery& query)
        : store_(store), query_(query), words_(query.text), scenarios_(read_scenarios(store, words_)) {
        if (!words_.empty()) {
            read_notes();
        }
        read_series();
    }

    /// False when it was stopped.
    bool collect(const std::stop_token& stop) {
        constexpr std::size_t seek_or_scan = 8; // a seek costs about as much as so many rows
        if (series_.size() * seek_or_scan < series_count_) {
            Scan runs(store_, list_statement(query_, "AND series_id = ?1"));
            for (const SeriesFacts& series : series_) {
                if (stop.stop_requested()) {
                    return false;
                }
                runs.begin(series.id);
                while (runs.next()) {
                    take(runs, series);
                }
            }
            return true;
        }
        // Both come by series.
        Scan runs(store_, list_statement(query_, ""));
        auto series = series_.begin();
        for (std::size_t count = 0; runs.next(); ++count) {
            if (count % rows_between_looks == 0 && stop.stop_requested()) {
                return false;
            }
            const std::int64_t id = runs.number(series_at);
            while (series != series_.end() && series->id < id) {
                ++series;
            }
            if (series != series_.end() && series->id == id) {
                take(runs, *series);
            }
        }
        return true;
    }

    std::vector<std::int64_t> ids;
    /// Beside `ids`, where an order or groups are asked for.
    std::vector<Row> rows;

private:
    void read_notes() {
        Scan notes(store_, "SELECT id, note, tags, series_id FROM run INDEXED BY run_words "
                           "WHERE note <> '' OR tags <> ''");
        while (notes.next()) {
            if (const Mask mask = words_.in(notes.text(1)) | words_.in_tags(notes.text(2)); mask != 0) {
                notes_.emplace(notes.number(0), mask);
                series_with_notes_[notes.number(3)] |= mask;
            }
        }
    }

    // Those that may have a run that matches.
    void read_series() {
        const bool words = !words_.empty();
        const bool times = words || query_.sort == RunSort::mounted;
        Scan scan(store_, fmt::format("SELECT id, scenario_id{} FROM series ORDER BY id",
                                      times ? ", created, program_version" : ""));
        std::string version;
        Mask version_words = 0;
        while (scan.next()) {
            ++series_count_;
            SeriesFacts facts{.id = scan.number(0)};
            const auto scenario = scenarios_.find(scan.number(1));
            facts.scenario = scenario == scenarios_.end() ? &no_scenario_ : &scenario->second;
            facts.mounted = query_.sort == RunSort::mounted ? digits_of(scan.text(2)) : 0;
            if (words) {
                if (scan.text(3) != version || series_count_ == 1) {
                    version = scan.text(3);
                    version_words = words_.in(version);
                }
                facts.words = facts.scenario->words | version_words | words_.in(scan.text(2));
                const auto notes = series_with_notes_.find(facts.id);
                const Mask in_notes = notes == series_with_notes_.end() ? 0 : notes->second;
                if ((facts.words | words_.about_numbers() | in_notes) != words_.all()) {
                    continue;
                }
            }
            series_.push_back(facts);
        }
    }

    [[nodiscard]] bool matches(const Scan& run, const SeriesFacts& series) const {
        if (series.words == words_.all()) {
            return true;
        }
        Mask found = series.words | words_.in_number(run.number(number_at));
        if (const auto note = notes_.empty() ? notes_.end() : notes_.find(run.number(id_at)); note != notes_.end()) {
            found |= note->second;
        }
        return found == words_.all();
    }

    void take(const Scan& run, const SeriesFacts& series) {
        if (!matches(run, series)) {
            return;
        }
        if (query_.sort != RunSort::newest || query_.grouping != RunGrouping::none) {
            rows.push_back({key(run, series), group(series), static_cast<std::uint32_t>(ids.size())});
        }
        ids.push_back(run.number(id_at));
    }

    [[nodiscard]] std::uint32_t group(const SeriesFacts& series) const {
        switch (query_.grouping) {
        case RunGrouping::scenario:
            return static_cast<std::uint32_t>(series.scenario->rank);
        case RunGrouping::series: // newest first
            return static_cast<std::uint32_t>(series_.data() + series_.size() - &series);
        case RunGrouping::none:
            break;
        }
        return 0;
    }

    [[nodiscard]] double key(const Scan& run, const SeriesFacts& series) const {
        switch (query_.sort) {
        case RunSort::newest:
            return 0;
        case RunSort::scenario:
            return static_cast<double>(series.scenario->rank);
        case RunSort::number:
            return static_cast<double>(run.number(number_at));
        case RunSort::speed: {
            const auto elapsed = static_cast<double>(run.number(key_at + 2) - run.number(key_at + 1));
            return elapsed > 0 ? static_cast<double>(run.number(key_at)) / elapsed : 0;
        }
        case RunSort::elapsed:
            return static_cast<double>(run.number(key_at + 2) - run.number(key_at + 1));
        case RunSort::lost_turns:
        case RunSort::commands:
        case RunSort::misses:
        case RunSort::starred:
            return static_cast<double>(run.number(key_at));
        case RunSort::record:
            return series.scenario->record;
        case RunSort::file_block:
            return series.scenario->file_block;
        case RunSort::buffers:
            return series.scenario->buffers;
        case RunSort::mounted:
            return series.mounted;
        }
        return 0;
    }

    const RunStore& store_;
    const RunQuery& query_;
    Words words_;
    Scenarios scenarios_;
    ScenarioFacts no_scenario_;
    std::unordered_map<std::int64_t, Mask> notes_;
    std::unordered_map<std::int64_t, Mask> series_with_notes_;
    std::vector<SeriesFacts> series_;
    std::size_t series_count_ = 0;
};

void sort_rows(std::vector<Row>& rows, const RunQuery& query) {
    const bool oldest_first = query.sort == RunSort::newest && !query.descending;
    std::sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
        if (a.group != b.group) {
            return a.group < b.group;
        }
        if (a.key != b.key) {
            return query.descending ? a.key > b.key : a.key < b.key;
        }
        return oldest_first ? a.place < b.place : a.place > b.place;
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
        Collector collector(store, query);
        if (!collector.collect(stop)) {
            return RunList{};
        }
        if (query.sort == RunSort::newest && query.grouping == RunGrouping::none) {
            if (query.descending) {
                std::reverse(collector.ids.begin(), collector.ids.end());
            }
            return RunList{std::move(collector.ids), {}};
        }
        sort_rows(collector.rows, query);
        RunList list;
        list.ids.reserve(collector.rows.size());
        std::optional<std::uint32_t> group;
        for (const Row& row : collector.rows) {
            if (query.grouping != RunGrouping::none && row.group != group) {
                group = row.group;
                list.groups.push_back(list.ids.size());
            }
            list.ids.push_back(collector.ids[row.place]);
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
