#include "verbs.h"

#include "error.h"
#include "sim/run_fields.h"
#include "store/sweep_store.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <fstream>
#include <iterator>
#include <numeric>
#include <thread>

#include <unistd.h>

namespace thrashlab::app {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

constexpr int interrupted_status = 130;

struct Shard {
    std::size_t number = 1;
    std::size_t of = 1;
};

Shard parse_shard(const std::string& text) {
    Shard shard;
    char rest = 0;
    if (std::sscanf(text.c_str(), "%zu/%zu%c", &shard.number, &shard.of, &rest) != 2 || shard.number < 1 ||
        shard.number > shard.of) {
        throw Error("--shard", "\"" + text + "\" is no shard", "write it as in 2/4, the second of four");
    }
    return shard;
}

std::string read_text(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw Error(path.string(), "the plan cannot be read", "check the name");
    }
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::size_t> wanted_points(const SweepPlan& plan, const Shard& shard,
                                       const std::vector<std::size_t>& finished) {
    std::vector<std::size_t> points;
    auto done = finished.begin();
    for (std::size_t point = 0; point < plan.size(); ++point) {
        done = std::find_if(done, finished.end(), [point](std::size_t each) { return each >= point; });
        const bool there = done != finished.end() && *done == point;
        if (!there && point % shard.of == shard.number - 1) {
            points.push_back(point);
        }
    }
    return points;
}

// A line that is written over, for whoever looks at a terminal.
class ProgressLine {
public:
    ProgressLine(std::size_t points, bool shown) : points_(points), shown_(shown) {}
    ~ProgressLine() {
        if (shown_ && drawn_) {
            std::fputs("\r\033[K", stderr);
        }
    }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void show(std::size_t done) {
        const auto now = Clock::now();
        if (!shown_ || now - last_ < std::chrono::milliseconds(100)) {
            return;
        }
        last_ = now;
        drawn_ = true;
        const double seconds = std::chrono::duration<double>(now - begin_).count();
        const double rate = static_cast<double>(done) / seconds;
        constexpr std::size_t width = 30;
        const std::size_t filled = width * done / points_;
        fmt::print(stderr, "\r\033[K[{}{}] {}/{}, {:.0f} points/s, {:.0f} s left", std::string(filled, '#'),
                   std::string(width - filled, '.'), done, points_, rate, static_cast<double>(points_ - done) / rate);
        std::fflush(stderr);
    }

private:
    std::size_t points_;
    bool shown_;
    bool drawn_ = false;
    Clock::time_point begin_ = Clock::now();
    Clock::time_point last_ = begin_;
};

// A row for each run of each finished point.
std::vector<std::vector<std::string>> rows(const SweepPlan& plan, const std::vector<SweepStore::Point>& points) {
    const std::vector<std::string> keys = plan.keys();
    std::vector<std::vector<std::string>> table;
    for (const SweepStore::Point& point : points) {
        const std::vector<SweepSetting> settings = plan.settings(point.point);
        for (const RunResult& run : point.runs) {
            std::vector<std::string> row{fmt::format("{}", point.point)};
            for (const std::string& key : keys) {
                const auto found = std::find_if(settings.begin(), settings.end(),
                                                [&key](const SweepSetting& setting) { return setting.key == key; });
                row.push_back(found == settings.end() ? "" : format(found->value));
            }
            const RunCounters& counters = run.counters;
            for (const std::string& cell :
                 {fmt::format("{}", run.number), fmt::format("{}", run.bytes_per_second()),
                  fmt::format("{}", to_seconds(counters.elapsed())), fmt::format("{}", counters.commands),
                  fmt::format("{}", counters.misses), fmt::format("{}", counters.block_requests),
                  fmt::format("{}", counters.lost_turns), fmt::format("{}", counters.evictions), run.failure}) {
                row.push_back(cell);
            }
            table.push_back(std::move(row));
        }
    }
    return table;
}

std::vector<std::string> titles(const SweepPlan& plan) {
    std::vector<std::string> titles{"point"};
    const std::vector<std::string> keys = plan.keys();
    titles.insert(titles.end(), keys.begin(), keys.end());
    titles.insert(titles.end(), {"run", "bytes_per_second", "seconds", "commands", "misses", "block_requests",
                                 "lost_turns", "evictions", "failure"});
    return titles;
}

std::string as_csv(const SweepPlan& plan, const std::vector<SweepStore::Point>& points) {
    std::string text = csv_line(titles(plan));
    for (const auto& row : rows(plan, points)) {
        text += csv_line(row);
    }
    return text;
}

std::string as_json(const SweepPlan& plan, const std::vector<SweepStore::Point>& points) {
    Json json;
    json["program"] = std::string("thrashlab ") + THRASHLAB_VERSION;
    json["plan"] = Json::parse(to_json(plan));
    json["runs"] = Json::array();
    const std::vector<std::string> names = titles(plan);
    for (const auto& row : rows(plan, points)) {
        Json object;
        for (std::size_t i = 0; i < names.size(); ++i) {
            object[names[i]] = row[i];
        }
        json["runs"].push_back(std::move(object));
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string as_table(const SweepPlan& plan, const std::vector<SweepStore::Point>& points) {
    std::vector<Column> columns;
    for (const std::string& title : titles(plan)) {
        columns.push_back({title, title != "failure"});
    }
    std::vector<std::vector<std::string>> cells = rows(plan, points);
    const std::size_t speed = plan.keys().size() + 2;
    for (auto& row : cells) {
        row[speed] = fmt::format("{:.0f}", std::stod(row[speed]));
    }
    return table(columns, cells);
}

struct Wish {
    std::string plan;
    std::string database;
    std::string shard = "1/1";
    int threads = 0;
    bool json = false;
    bool csv = false;
    bool quiet = false;
};

volatile std::sig_atomic_t interrupted = 0;

int sweep(const Wish& wish) {
    const SweepPlan plan = parse_sweep_plan(read_text(wish.plan), wish.plan);
    const Shard shard = parse_shard(wish.shard);
    RunStore store(database_file(wish.database));
    SweepStore sweep_store(store, plan);
    const std::vector<std::size_t> points = wanted_points(plan, shard, sweep_store.finished());
    std::stop_source stop;
    std::size_t done = 0;
    {
        // A handler may do next to nothing; a thread looks at what it left.
        const std::jthread watch([&stop](const std::stop_token& ending) {
            while (!ending.stop_requested() && interrupted == 0) {
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            }
            if (interrupted != 0) {
                stop.request_stop();
            }
        });
        std::signal(SIGINT, [](int) { interrupted = 1; });
        std::signal(SIGTERM, [](int) { interrupted = 1; });
        ProgressLine progress(std::max<std::size_t>(1, points.size()), !wish.quiet && isatty(STDERR_FILENO) == 1);
        run_sweep(plan, points,
                  [&](std::size_t point, const Scenario& scenario, const std::vector<RunResult>& runs) {
                      sweep_store.add(point, scenario, runs);
                      progress.show(++done);
                  },
                  {.threads = wish.threads, .stop = stop.get_token()});
    }
    if (!wish.quiet) {
        fmt::print(stderr, "{} of {} points are finished, {} of them now\n", sweep_store.finished().size(), plan.size(),
                   done);
    }
    if (interrupted != 0) {
        fmt::print(stderr, "thrash: interrupted; the same command goes on from here\n");
        return interrupted_status;
    }
    const auto report = wish.json ? as_json : wish.csv ? as_csv : as_table;
    fmt::print("{}", report(plan, sweep_store.results()));
    return 0;
}

} // namespace

void add_sweep_verb(CLI::App& program, int& status) {
    auto* verb = program.add_subcommand("sweep", "Simulate a scenario at many points, on all cores");
    auto wish = std::make_shared<Wish>();
    verb->add_option("plan", wish->plan, "A JSON file that says which points")->required()->type_name("PLAN.json");
    verb->add_option("--db", wish->database,
                     "The SQLite file for the results; the program's own database if not given. Points that it has are "
                     "not computed again")
        ->type_name("FILE");
    verb->add_option("--shard", wish->shard, "Only every Nth point, beginning with the Kth: for one of N machines")
        ->type_name("K/N");
    verb->add_option("--threads", wish->threads, "How many at a time; all processors if not given")
        ->check(CLI::Range(1, 4096));
    auto* json = verb->add_flag("--json", wish->json, "Print plan and results as JSON");
    verb->add_flag("--csv", wish->csv, "Print a table of comma-separated values")->excludes(json);
    verb->add_flag("--quiet", wish->quiet, "No progress and no count on the error output");
    verb->footer("\nA plan:\n"
                 "  {\"schema\": 1, \"name\": \"nbuf\", \"scenario\": \"1997-ext2-1k\",\n"
                 "   \"axes\": [{\"parameter\": \"cache.buffers\", \"from\": 1000, \"to\": 2400, \"step\": 100},\n"
                 "            {\"parameter\": \"cache.policy\", \"values\": [\"lru\", \"arc\", \"opt\"]}]}\n"
                 "Instead of \"step\": \"count\" and \"scale\": \"log\". \"points\" lists points one by one.\n"
                 "\nExamples:\n"
                 "  thrash sweep nbuf.json --csv > nbuf.csv\n"
                 "  thrash sweep nbuf.json --shard 2/4 --db part2.sqlite    on the second of four machines\n"
                 "  thrash runs merge all.sqlite part*.sqlite               and then all of it together\n");
    verb->callback([wish, &status] { status = sweep(*wish); });
}

} // namespace thrashlab::app
