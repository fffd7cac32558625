#include "store/run_query.h"

#include "store/run_directory.h"
#include "store/run_words.h"
#include "store/scan.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <utility>

namespace thrashlab {
namespace {

using namespace store_detail;

constexpr std::size_t rows_between_looks = 4096;

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

// The columns of `run_list` that a sort needs; empty when the directory has all of it.
const char* key_columns(RunSort sort) {
    switch (sort) {
    case RunSort::speed:
        return "bytes, started_ns, ended_ns";
    case RunSort::elapsed:
        return "0, started_ns, ended_ns";
    case RunSort::lost_turns:
        return "lost_turns";
    case RunSort::commands:
        return "commands";
    case RunSort::misses:
        return "misses";
    default:
        return "";
    }
}

double key_of(RunSort sort, const Scan& run) {
    if (sort != RunSort::speed && sort != RunSort::elapsed) {
        return static_cast<double>(run.number(0));
    }
    const auto elapsed = static_cast<double>(run.number(2) - run.number(1));
    if (sort == RunSort::elapsed) {
        return elapsed;
    }
    return elapsed > 0 ? static_cast<double>(run.number(0)) / elapsed : 0;
}

// A run in the order to be; `place` is the one in the directory, which is by age.
struct Row {
    double key = 0;
    std::uint32_t group = 0;
    std::uint32_t place = 0;
};

// Looks for runs, oldest first.
class Collector {
public:
    Collector(const RunStore& store, const RunDirectory& directory, const RunQuery& query)
        : store_(store), directory_(directory), query_(query), words_(query.text),
          scenarios_(read_scenarios(store, words_)) {
        if (!words_.empty()) {
            read_notes();
        }
    }

    /// False when it was stopped.
    bool collect(const std::stop_token& stop) {
        std::vector<Mask> version_words;
        for (const std::string& version : directory_.versions) {
            version_words.push_back(words_.in(version));
        }
        for (std::size_t i = 0; i < directory_.series_count(); ++i) {
            if (i % rows_between_looks == 0 && stop.stop_requested()) {
                return false;
            }
            const RunDirectory::Series& series = directory_.series[i];
            const auto found = scenarios_.find(series.scenario);
            const ScenarioFacts& scenario = found == scenarios_.end() ? no_scenario_ : found->second;
            Mask words = 0;
            if (!words_.empty()) {
                words = scenario.words | version_words[series.version] | words_.in(directory_.mounted(i));
                const auto notes = series_with_notes_.find(series.id);
                const Mask in_notes = notes == series_with_notes_.end() ? 0 : notes->second;
                if ((words | words_.about_numbers() | in_notes) != words_.all()) {
                    continue;
                }
            }
            take_runs(i, scenario, words);
        }
        return *key_columns(query_.sort) == 0 || read_keys(stop);
    }

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

    void take_runs(std::size_t series, const ScenarioFacts& scenario, Mask words) {
        const std::size_t end = directory_.series[series + 1].first_run;
        Row row{.group = group(series, scenario)};
        for (std::size_t place = directory_.series[series].first_run; place < end; ++place) {
            if ((query_.starred_only && directory_.starred[place] == 0) || !matches(place, words)) {
                continue;
            }
            row.place = static_cast<std::uint32_t>(place);
            row.key = key(series, place, scenario);
            rows.push_back(row);
        }
    }

    [[nodiscard]] bool matches(std::size_t place, Mask found) const {
        if (found == words_.all()) {
            return true;
        }
        found |= words_.in_number(directory_.numbers[place]);
        if (const auto note = notes_.empty() ? notes_.end() : notes_.find(directory_.ids[place]);
            note != notes_.end()) {
            found |= note->second;
        }
        return found == words_.all();
    }

    [[nodiscard]] std::uint32_t group(std::size_t series, const ScenarioFacts& scenario) const {
        switch (query_.grouping) {
        case RunGrouping::scenario:
            return static_cast<std::uint32_t>(scenario.rank);
        case RunGrouping::series: // newest first
            return static_cast<std::uint32_t>(directory_.series_count() - series);
        case RunGrouping::none:
            break;
        }
        return 0;
    }

    // Of what the directory knows.
    [[nodiscard]] double key(std::size_t series, std::size_t place, const ScenarioFacts& scenario) const {
        switch (query_.sort) {
        case RunSort::scenario:
            return static_cast<double>(scenario.rank);
        case RunSort::number:
            return directory_.numbers[place];
        case RunSort::starred:
            return directory_.starred[place];
        case RunSort::record:
            return scenario.record;
        case RunSort::file_block:
            return scenario.file_block;
        case RunSort::buffers:
            return scenario.buffers;
        case RunSort::mounted:
            return digits_of(directory_.mounted(series));
        default:
            return 0;
        }
    }

    // Of what it does not know.
    bool read_keys(const std::stop_token& stop) {
        constexpr std::size_t seek_or_scan = 8; // a seek costs about as much as so many rows
        const bool seek = rows.size() * seek_or_scan < directory_.ids.size();
        Scan runs(store_, fmt::format("SELECT {} FROM run {}", key_columns(query_.sort),
                                      seek ? "WHERE id = ?1"
                                           : "INDEXED BY run_list WHERE deleted = 0 ORDER BY series_id, number"));
        std::size_t place = 0; // of the scan's next row
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (i % rows_between_looks == 0 && stop.stop_requested()) {
                return false;
            }
            Row& row = rows[i];
            if (seek) {
                runs.begin(directory_.ids[row.place]);
                place = row.place;
            }
            for (; place <= row.place; ++place) {
                runs.next();
            }
            row.key = key_of(query_.sort, runs);
        }
        return true;
    }

    const RunStore& store_;
    const RunDirectory& directory_;
    const RunQuery& query_;
    Words words_;
    Scenarios scenarios_;
    ScenarioFacts no_scenario_;
    std::unordered_map<std::int64_t, Mask> notes_;
    std::unordered_map<std::int64_t, Mask> series_with_notes_;
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

RunList find(const RunStore& store, const RunDirectory& directory, const RunQuery& query, const std::stop_token& stop) {
    Collector collector(store, directory, query);
    if (!collector.collect(stop)) {
        return {};
    }
    std::vector<Row>& rows = collector.rows;
    if (query.sort != RunSort::newest || query.grouping != RunGrouping::none) {
        sort_rows(rows, query);
    } else if (query.descending) {
        std::reverse(rows.begin(), rows.end());
    }
    RunList list;
    list.ids.reserve(rows.size());
    std::optional<std::uint32_t> group;
    for (const Row& row : rows) {
        if (query.grouping != RunGrouping::none && row.group != group) {
            group = row.group;
            list.groups.push_back(list.ids.size());
        }
        list.ids.push_back(directory.ids[row.place]);
    }
    return list;
}

} // namespace

struct RunFinder::Known {
    std::int64_t version = 0;
    RunDirectory directory;
};

RunFinder::RunFinder(const std::filesystem::path& file) : store_(file) {
}

RunFinder::~RunFinder() = default;

RunList RunFinder::list(const RunQuery& query, const std::stop_token& stop) {
    return guarded(store_.file(), [&] {
        // One state of the database for all that is read.
        const SQLite::Transaction reading(store_.connection().database);
        const std::int64_t version = data_version(store_);
        if (known_ == nullptr || known_->version != version) {
            known_ = std::make_unique<Known>(Known{version, read_directory(store_, stop)});
        }
        if (stop.stop_requested()) {
            known_.reset(); // it may be half of it
            return RunList{};
        }
        return find(store_, known_->directory, query, stop);
    });
}

RunList list_runs(const RunStore& store, const RunQuery& query, const std::stop_token& stop) {
    return guarded(store.file(), [&] {
        const SQLite::Transaction reading(store.connection().database);
        const RunDirectory directory = read_directory(store, stop);
        return stop.stop_requested() ? RunList{} : find(store, directory, query, stop);
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
