#include "sim/progress.h"

#include <algorithm>
#include <cassert>

namespace thrashlab {
namespace {

/// A look at the stop token costs more than an event does.
constexpr EventIndex stop_interval = EventIndex{1} << 16;

RunProgress windows_of(const RunResult& run, const Workload& workload, std::size_t most_windows) {
    RunProgress progress{
        .number = run.number, .started = run.counters.started, .length = run.counters.elapsed(), .bytes = {}};
    const RecordCount& moved = writes_file(workload) ? run.records_out : run.records_in;
    if (progress.length > Duration::zero()) {
        const std::uint64_t records = std::max<std::uint64_t>(1, moved.whole + moved.partial);
        progress.bytes.resize(std::min<std::uint64_t>(records, most_windows));
    }
    return progress;
}

} // namespace

SimTime RunProgress::begin(std::size_t window) const {
    const auto before = static_cast<Duration::rep>(window);
    const auto windows = std::max<Duration::rep>(1, static_cast<Duration::rep>(bytes.size()));
    // Whole and rest apart: their product with a number of windows would not always fit.
    return started + length / windows * before + length % windows * before / windows;
}

double RunProgress::bytes_per_second(std::size_t window) const {
    const double seconds = to_seconds(begin(window + 1) - begin(window));
    return seconds > 0 ? static_cast<double>(bytes[window]) / seconds : 0;
}

std::optional<std::vector<RunProgress>> progress_of(const Recording& recording, std::size_t most_windows,
                                                    std::stop_token stop) {
    assert(most_windows > 0);
    std::vector<RunProgress> all;
    for (const RunResult& run : recording.runs) {
        all.push_back(windows_of(run, recording.scenario.workload, most_windows));
    }
    RunProgress* run = nullptr;
    std::size_t window = 0;
    SimTime window_end;
    bool stopped = false;
    recording.journal.walk(0, recording.journal.size(), [&](EventIndex index, const Event& event) {
        stopped = index % stop_interval == 0 && stop.stop_requested();
        switch (event.kind) {
        case EventKind::run_started: {
            const std::size_t at = event.count - std::size_t{1};
            run = at < all.size() && !all[at].bytes.empty() ? &all[at] : nullptr;
            window = 0;
            window_end = run != nullptr ? run->begin(1) : SimTime{};
            break;
        }
        case EventKind::run_ended:
            run = nullptr;
            break;
        case EventKind::call_returned:
            if (run == nullptr || event.other == 0) {
                break;
            }
            while (event.time >= window_end && window + 1 < run->bytes.size()) {
                ++window;
                window_end = run->begin(window + 1);
            }
            run->bytes[window] += event.other;
            break;
        default:
            break;
        }
        return !stopped;
    });
    return stopped ? std::nullopt : std::optional(std::move(all));
}

} // namespace thrashlab
