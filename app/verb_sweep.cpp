#include "verbs.h"

#include "error.h"
#include "store/sweep_table.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <numeric>
#include <thread>

#include <unistd.h>

namespace thrashlab::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int interrupted_status = 130;

SweepShard parse_shard(const std::string& text) {
    SweepShard shard;
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

std::string as_table(const SweepPlan& plan, const std::vector<SweepStore::Point>& points) {
    std::vector<Column> columns;
    for (const std::string& title : sweep_columns(plan)) {
        columns.push_back({title, title != "failure"});
    }
    std::vector<std::vector<std::string>> cells;
    for (const SweepStore::Point& point : points) {
        for (const RunResult& run : point.runs) {
            cells.push_back(sweep_row(plan, point.point, run));
            cells.back()[sweep_speed_column(plan)] = fmt::format("{:.0f}", run.bytes_per_second());
        }
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
    const SweepShard shard = parse_shard(wish.shard);
    RunStore store(database_file(wish.database));
    SweepStore sweep_store(store, plan);
    const std::vector<std::size_t> points = unfinished_points(plan, sweep_store.finished(), shard);
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
    const auto report = wish.json ? sweep_json : wish.csv ? sweep_csv : as_table;
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
