#include "sim/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

namespace thrashlab {
namespace {

/// A look at the stop token costs more than an event does.
constexpr EventIndex stop_interval = EventIndex{1} << 16;

// What sets the commands of one cause apart from those of another.
struct Kind {
    Reason purpose = Reason::none;
    Reason end = Reason::none; ///< why its cluster ended; none for a command that was never meant to be longer
    bool single = true;
    bool lost_turn = false;

    auto operator<=>(const Kind&) const = default;
};

struct Sum {
    Duration cost{};
    std::uint64_t commands = 0;
    std::uint64_t blocks = 0;
};

struct Pending {
    Kind kind;
    Duration cost{};
    std::uint32_t blocks = 0;
    SimTime started = SimTime::max(); ///< by the drive
};

// Follows the machine from its start, which is how every command's reasons are known, and books what lies between two
// instants.
class Accounts {
public:
    Accounts(SimTime from, SimTime to) : from_(from), to_(to) {}

    void take(const Event& event) {
        if (event.time > last_) {
            if (running_) {
                spend(std::min(event.time, to_) - std::max(last_, from_));
            }
            last_ = event.time;
        }
        if (event.time <= to_) {
            follow(event);
        }
    }

    [[nodiscard]] Duration processor() const { return processor_; }
    [[nodiscard]] std::uint64_t calls() const { return calls_; }
    [[nodiscard]] const std::map<Kind, Sum>& sums() const { return sums_; }
    // Commands that are not done by then have cost what they have cost.
    void close() {
        for (const auto& [number, pending] : pending_) {
            book(pending, to_);
        }
        pending_.clear();
    }

private:
    void spend(Duration interval) {
        if (interval <= Duration::zero()) {
            return;
        }
        if (!waiting_) {
            processor_ += interval;
            return;
        }
        const auto found = pending_.find(active_);
        assert(found != pending_.end() && "dd never waits for an idle drive");
        found->second.cost += interval;
    }

    void follow(const Event& event) {
        switch (event.kind) {
        case EventKind::run_started:
            running_ = true;
            break;
        case EventKind::run_ended:
            running_ = false;
            break;
        case EventKind::call_entered:
            calls_ += event.time >= from_ ? 1U : 0U;
            break;
        case EventKind::wait_started:
            waiting_ = true;
            break;
        case EventKind::wait_ended:
            waiting_ = false;
            break;
        case EventKind::cluster_ended:
            ends_[event.block.value - event.count] = event.reason;
            break;
        case EventKind::command_queued:
            queued(event);
            break;
        case EventKind::command_started:
            active_ = event.command();
            pending_[active_].started = event.time;
            break;
        case EventKind::rotation_started:
            pending_[event.command()].kind.lost_turn = event.reason == Reason::lost_turn;
            break;
        case EventKind::command_done:
            book(pending_[event.command()], event.time);
            pending_.erase(event.command());
            break;
        default:
            break;
        }
    }

    void queued(const Event& event) {
        const auto end = ends_.find(event.block.value);
        const Reason why = end == ends_.end() || is_write(event.reason) ? Reason::none : end->second;
        pending_[event.command()] = {.kind = {.purpose = event.reason, .end = why, .single = event.count == 1},
                                     .blocks = event.count};
        ends_.erase(event.block.value);
    }

    void book(const Pending& pending, SimTime done) {
        if (done <= from_ || pending.started >= to_) {
            return;
        }
        Sum& sum = sums_[pending.kind];
        sum.cost += pending.cost;
        ++sum.commands;
        sum.blocks += pending.blocks;
    }

    SimTime from_;
    SimTime to_;
    SimTime last_;
    bool running_ = false;
    bool waiting_ = false;
    CommandNo active_;
    Duration processor_{};
    std::uint64_t calls_ = 0;
    std::map<CommandNo, Pending> pending_;
    std::map<std::uint32_t, Reason> ends_;
    std::map<Kind, Sum> sums_;
};

std::string what(const Kind& kind, const Sum& sum) {
    const std::string number = grouped(sum.commands);
    const bool one = sum.commands == 1;
    switch (kind.purpose) {
    case Reason::metadata:
        return fmt::format("{} {} of a metadata block", number, one ? "read" : "reads");
    case Reason::write_through:
        return fmt::format("{} {} of a new metadata block, which dd had to see written", number,
                           one ? "write" : "writes");
    default:
        break;
    }
    const std::string_view verb = is_write(kind.purpose) ? "write" : "read";
    if (kind.single) {
        return fmt::format("{} {}{} of a single block", number, verb, one ? "" : "s");
    }
    return fmt::format("{} {}{} of {} blocks{}", number, verb, one ? "" : "s",
                       grouped((sum.blocks + sum.commands / 2) / sum.commands), one ? "" : " on average");
}

std::string_view why(const Kind& kind) {
    switch (kind.purpose) {
    case Reason::write_flushed:
        return ", flushed because the dirty count was at its high mark";
    case Reason::write_cluster:
        return ", clusters that had gathered";
    case Reason::write_victim:
        return ", because their buffers were wanted for others";
    case Reason::write_synced:
        return ", because everything had to be written";
    case Reason::write_at_once:
        return ", because blocks do not gather";
    default:
        break;
    }
    switch (kind.end) {
    case Reason::page_partly_valid:
        return ", cut short because the page of the next block was partly valid";
    case Reason::page_valid:
        return ", cut short because the next block was valid in its page";
    case Reason::transfer_limit:
        return ", as long as the largest transfer allows";
    case Reason::end_of_run:
        return ", because what follows lies elsewhere on the disk";
    case Reason::end_of_file:
        return ", at the end of the file";
    case Reason::as_long_as_wanted:
        return ", as long as the reads so far deserved";
    case Reason::block_in_core:
        return ", cut short because a buffer held the next block";
    case Reason::no_free_buffer:
        return ", cut short for want of free buffers";
    default:
        return "";
    }
}

std::string sentence(const Kind& kind, const Sum& sum) {
    const std::string_view turn = !kind.lost_turn     ? ""
                                  : sum.commands == 1 ? ", which waited a whole turn"
                                                      : ", each of which waited a whole turn";
    return fmt::format("{}{}{}.", what(kind, sum), turn, why(kind));
}

} // namespace

std::vector<Cause> explain(const Recording& recording, std::uint32_t run, std::stop_token stop) {
    if (run == 0 || run > recording.runs.size()) {
        return {};
    }
    const RunCounters& counters = recording.runs[run - 1].counters;
    return explain(recording, counters.started, counters.ended, std::move(stop));
}

std::vector<Cause> explain(const Recording& recording, SimTime from, SimTime to, std::stop_token stop) {
    const Journal& journal = recording.journal;
    Accounts accounts(from, to);
    bool stopped = false;
    journal.walk(0, journal.size(), [&](EventIndex index, const Event& event) {
        accounts.take(event);
        stopped = index % stop_interval == 0 && stop.stop_requested();
        return event.time <= to && !stopped;
    });
    if (stopped || running_time(recording, from, to) == Duration::zero()) {
        return {};
    }
    accounts.close();
    std::vector<Cause> causes;
    const std::uint64_t calls = accounts.calls();
    causes.push_back({.cost = accounts.processor(),
                      .commands = 0,
                      .sentence = fmt::format("The processor was at work on {} system call{}.", grouped(calls),
                                              calls == 1 ? "" : "s"),
                      .provenance = Provenance::deduction});
    for (const auto& [kind, sum] : accounts.sums()) {
        if (sum.cost > Duration::zero()) {
            causes.push_back({.cost = sum.cost, .commands = sum.commands, .sentence = sentence(kind, sum)});
        }
    }
    std::stable_sort(causes.begin(), causes.end(), [](const Cause& a, const Cause& b) { return a.cost > b.cost; });
    return causes;
}

Duration running_time(const Recording& recording, SimTime from, SimTime to) {
    Duration sum{};
    for (const RunResult& run : recording.runs) {
        sum += std::max(Duration::zero(), std::min(run.counters.ended, to) - std::max(run.counters.started, from));
    }
    return sum;
}

} // namespace thrashlab
