#include "sim/history.h"

#include "sim/narration.h"

#include <fmt/format.h>

#include <utility>

namespace thrashlab {
namespace {

/// A look at the stop token costs more than an event does.
constexpr EventIndex stop_interval = EventIndex{1} << 16;

bool covers(const Event& event, BlockNo block) {
    return block.is_among(event.block, event.count);
}

constexpr std::uint64_t bit(EventKind kind) {
    return std::uint64_t{1} << static_cast<unsigned>(kind);
}

/// Events that may concern a block without naming it. All others are passed over with one look: a journal has millions
/// of them.
constexpr std::uint64_t far_reaching = bit(EventKind::command_queued) | bit(EventKind::command_done) |
                                       bit(EventKind::cluster_ended) | bit(EventKind::run_started) |
                                       bit(EventKind::file_truncated);

bool may_concern(const Event& event, BlockNo block) {
    return event.block == block || event.other == block.value || (far_reaching & bit(event.kind)) != 0;
}

// Follows one block through the journal.
class BlockFollower {
public:
    explicit BlockFollower(BlockNo block) : block_(block) {}

    void take(EventIndex index, const Event& event) {
        switch (event.kind) {
        case EventKind::buffer_assigned:
            assigned(index, event);
            break;
        case EventKind::command_queued:
            if (covers(event, block_)) {
                add(index, event, MomentKind::queued).command = event.command();
                pending_.push_back({event.command(), event.time, event.reason});
            }
            break;
        case EventKind::command_done:
            if (!pending_.empty() && covers(event, block_)) {
                done(index, event);
            }
            break;
        case EventKind::cluster_ended:
            cluster_ended(index, event);
            break;
        case EventKind::run_started:
            run_ = event.count;
            break;
        case EventKind::file_truncated:
            if (held_) {
                add(index, event, MomentKind::forgotten);
                held_ = false;
            }
            break;
        case EventKind::wait_ended:
            if (waiting_) {
                moments_[*waiting_].lasted = event.time - moments_[*waiting_].time;
                waiting_.reset();
            }
            break;
        default:
            if (event.block == block_) {
                named(index, event);
            }
            break;
        }
    }

    /// dd sleeps for the block.
    [[nodiscard]] bool waits() const { return waiting_.has_value(); }
    [[nodiscard]] std::vector<Moment> moments() && { return std::move(moments_); }

private:
    struct Pending {
        CommandNo number;
        SimTime queued;
        Reason purpose;
    };

    Moment& add(EventIndex index, const Event& event, MomentKind kind) {
        moments_.push_back({.index = index,
                            .time = event.time,
                            .block = event.block,
                            .buffer = event.buffer,
                            .count = event.count,
                            .event = event.kind,
                            .kind = kind,
                            .reason = event.reason,
                            .run = run_,
                            .hits = hits_,
                            .misses = misses_,
                            .evictions = evictions_,
                            .reads = reads_});
        return moments_.back();
    }

    void assigned(EventIndex index, const Event& event) {
        if (event.victim() == block_) {
            ++evictions_;
            held_ = false;
            add(index, event, MomentKind::evicted);
        } else if (event.block == block_) {
            const bool hit = event.reason == Reason::hit_in_page;
            hits_ += hit ? 1U : 0U;
            misses_ += event.reason == Reason::miss || event.reason == Reason::metadata_miss ? 1U : 0U;
            held_ = true;
            add(index, event, hit ? MomentKind::hit : MomentKind::given_buffer).other = event.victim();
        }
    }

    void done(EventIndex index, const Event& event) {
        for (auto each = pending_.begin(); each != pending_.end(); ++each) {
            if (each->number == event.command()) {
                const bool write = is_write(each->purpose);
                reads_ += write ? 0U : 1U;
                Moment& moment = add(index, event, write ? MomentKind::was_written : MomentKind::was_read);
                moment.lasted = event.time - each->queued;
                moment.command = each->number;
                moment.reason = each->purpose;
                pending_.erase(each);
                return;
            }
        }
    }

    void cluster_ended(EventIndex index, const Event& event) {
        const BlockNo first{event.block.value - event.count};
        const bool left_out = event.block == block_;
        if (left_out || (block_ >= first && block_ < event.block)) {
            Moment& moment = add(index, event, left_out ? MomentKind::left_out : MomentKind::clustered);
            moment.block = first;
            moment.other = event.block;
        }
    }

    void named(EventIndex index, const Event& event) {
        switch (event.kind) {
        case EventKind::buffer_found:
            if (event.reason == Reason::hit_in_buffer) {
                ++hits_;
                add(index, event, MomentKind::hit);
            } else {
                hits_ += event.reason == Reason::metadata_hit ? 1U : 0U;
                add(index, event, MomentKind::looked_at);
            }
            break;
        case EventKind::page_accessed:
            hits_ += event.reason == Reason::hit_in_buffer ? 1U : 0U;
            add(index, event, MomentKind::hit);
            break;
        case EventKind::wait_started:
            waiting_ = moments_.size();
            add(index, event, MomentKind::waited_for);
            break;
        case EventKind::buffer_thrown_back:
            held_ = false;
            add(index, event, MomentKind::forgotten);
            break;
        case EventKind::buffer_filled:
            add(index, event, MomentKind::filled);
            break;
        case EventKind::write_delayed:
            add(index, event, MomentKind::made_dirty);
            break;
        case EventKind::mark_set:
        case EventKind::mark_cleared:
            add(index, event, MomentKind::marked);
            break;
        case EventKind::buffer_requeued:
        case EventKind::page_referenced:
        case EventKind::page_activated:
        case EventKind::page_deactivated:
            add(index, event, MomentKind::requeued);
            break;
        case EventKind::page_refaulted:
            add(index, event, MomentKind::refaulted);
            break;
        default:
            break;
        }
    }

    BlockNo block_;
    bool held_ = false;
    std::uint16_t run_ = 0;
    std::uint32_t hits_ = 0;
    std::uint32_t misses_ = 0;
    std::uint32_t evictions_ = 0;
    std::uint32_t reads_ = 0;
    std::vector<Pending> pending_;
    std::optional<std::size_t> waiting_;
    std::vector<Moment> moments_;
};

std::string milliseconds(Duration duration) {
    const double amount = to_seconds(duration) * 1e3;
    return amount < 1 ? fmt::format("{:.0f}\u00a0µs", amount * 1e3)
                      : fmt::format("{:.{}f}\u00a0ms", amount, amount < 10 ? 2 : 1);
}

std::string range_name(const Moment& moment, const FileLayout& layout) {
    return moment.count == 1 ? block_name(moment.block, layout)
                             : fmt::format("{}–{}", moment.block.value, moment.block.value + moment.count - 1);
}

std::string_view end_text(Reason reason) {
    switch (reason) {
    case Reason::page_partly_valid:
        return "next page partly valid";
    case Reason::page_valid:
        return "next block valid in its page";
    case Reason::transfer_limit:
        return "largest transfer";
    case Reason::end_of_run:
        return "the rest lies elsewhere";
    case Reason::end_of_file:
        return "end of the file";
    case Reason::as_long_as_wanted:
        return "as long as wanted";
    case Reason::block_in_core:
        return "next block in a buffer";
    case Reason::no_free_buffer:
        return "no free buffer";
    default:
        return "its end";
    }
}

std::string given_buffer(const Moment& moment, const FileLayout& layout) {
    const std::string from =
        moment.other.exists() ? fmt::format(", {}’s", block_name(moment.other, layout)) : std::string();
    switch (moment.reason) {
    case Reason::miss:
        return fmt::format("miss: buffer {}{}", moment.buffer.value, from);
    case Reason::hit_in_page:
        return fmt::format("hit in its page: buffer {}{}", moment.buffer.value, from);
    case Reason::new_block:
        return fmt::format("new: buffer {}{}", moment.buffer.value, from);
    case Reason::read_ahead:
        return fmt::format("read-ahead: buffer {}{}", moment.buffer.value, from);
    default:
        return fmt::format("to find data: buffer {}{}", moment.buffer.value, from);
    }
}

std::string_view list_text(const Moment& moment) {
    switch (moment.event) {
    case EventKind::buffer_requeued:
        return "second chance: to the queue's tail";
    case EventKind::page_referenced:
        return "first touch: remembered";
    case EventKind::page_activated:
        return moment.reason == Reason::refault ? "to the active list: evicted only lately"
                                                : "second touch: to the active list";
    default:
        return "back to the inactive list";
    }
}

std::string waited(const Moment& moment) {
    const std::string_view what = moment.reason == Reason::own_write   ? "to be written"
                                  : moment.reason == Reason::held_back ? "to be written, held back"
                                                                       : "to come";
    return moment.lasted == Duration::zero() ? fmt::format("dd sleeps for it {}", what)
                                             : fmt::format("dd sleeps {} for it {}", milliseconds(moment.lasted), what);
}

std::string phase(const Moment& moment) {
    const std::string lasted = milliseconds(moment.lasted);
    switch (moment.kind) {
    case MomentKind::started:
        return fmt::format("taken up by the drive: {}", lasted);
    case MomentKind::seeking:
        return fmt::format("seek: {}", lasted);
    case MomentKind::turning:
        return fmt::format("{}: {}", moment.reason == Reason::lost_turn ? "lost turn" : "rotation", lasted);
    default:
        return fmt::format("transfer: {}", lasted);
    }
}

} // namespace

std::string_view purpose_text(Reason purpose) {
    switch (purpose) {
    case Reason::demanded:
        return "for dd, which waits";
    case Reason::demanded_window:
        return "for dd, and what it may want next";
    case Reason::read_ahead_command:
        return "read ahead of dd";
    case Reason::metadata:
        return "to find data";
    case Reason::write_cluster:
        return "written as a cluster";
    case Reason::write_flushed:
        return "flushed: too much was dirty";
    case Reason::write_victim:
        return "written: its buffer is wanted";
    case Reason::write_through:
        return "written through: dd waits";
    case Reason::write_synced:
        return "written: all must be on disk";
    case Reason::write_at_once:
        return "written at once";
    default:
        return "";
    }
}

std::string sentence(const Moment& moment, const FileLayout& layout) {
    switch (moment.kind) {
    case MomentKind::hit:
        if (moment.event == EventKind::buffer_assigned) {
            return given_buffer(moment, layout);
        }
        if (moment.event == EventKind::page_accessed) {
            return moment.reason == Reason::hit_in_buffer ? "hit: it is in memory" : "given to dd, as it has been read";
        }
        return fmt::format("hit in buffer {}", moment.buffer.value);
    case MomentKind::given_buffer:
        return given_buffer(moment, layout);
    case MomentKind::looked_at:
        return moment.reason == Reason::to_write       ? "taken off its queue to be written"
               : moment.reason == Reason::metadata_hit ? "looked up, to find data"
                                                       : "read-ahead finds it in memory";
    case MomentKind::waited_for:
        return waited(moment);
    case MomentKind::clustered:
        return moment.count == 1 ? fmt::format("read alone: {}", end_text(moment.reason))
                                 : fmt::format("cluster {}–{}: {}", moment.block.value, moment.other.value - 1,
                                               end_text(moment.reason));
    case MomentKind::left_out:
        return fmt::format("left out after {}: {}", moment.other.value - 1, end_text(moment.reason));
    case MomentKind::queued:
        return moment.count == 1
                   ? fmt::format("command: {}", purpose_text(moment.reason))
                   : fmt::format("command {}: {}", range_name(moment, layout), purpose_text(moment.reason));
    case MomentKind::was_read:
    case MomentKind::was_written: {
        const std::string_view verb = moment.kind == MomentKind::was_read ? "read" : "written";
        const std::string how = moment.count == 1 ? std::string() : fmt::format(" with {}", range_name(moment, layout));
        return fmt::format("{}{}, after {}", verb, how, milliseconds(moment.lasted));
    }
    case MomentKind::filled:
        return "new data comes in";
    case MomentKind::made_dirty:
        return "made dirty: its write is put off";
    case MomentKind::requeued:
        return std::string(list_text(moment));
    case MomentKind::refaulted:
        return "missed although it was in memory before";
    case MomentKind::marked:
        return moment.event == EventKind::mark_set ? "marked for read-ahead" : "dd comes to its read-ahead mark";
    case MomentKind::evicted:
        return fmt::format("evicted for {}", block_name(moment.block, layout));
    case MomentKind::forgotten:
        return moment.event == EventKind::file_truncated ? "forgotten: the file is made empty"
                                                         : "refused: its page is partly valid";
    default:
        return phase(moment);
    }
}

std::vector<Moment> block_history(const Journal& journal, BlockNo block, std::stop_token stop) {
    BlockFollower follower(block);
    bool stopped = false;
    journal.walk(0, journal.size(), [&](EventIndex index, const Event& event) {
        if (may_concern(event, block) || (event.kind == EventKind::wait_ended && follower.waits())) {
            follower.take(index, event);
        }
        stopped = index % stop_interval == 0 && stop.stop_requested();
        return !stopped;
    });
    return stopped ? std::vector<Moment>() : std::move(follower).moments();
}

namespace {

// Follows one command through the drive.
class CommandFollower {
public:
    CommandFollower(const Event& event, EventIndex index) {
        history_.number = event.command();
        history_.first = event.block;
        history_.blocks = event.count;
        history_.purpose = event.reason;
        add(index, event, MomentKind::queued);
    }

    // Whether there is more to come.
    bool take(EventIndex index, const Event& event) {
        if (waiting_) {
            history_.waited += event.time - last_;
        }
        last_ = event.time;
        waiting_ = event.kind == EventKind::wait_started || (waiting_ && event.kind != EventKind::wait_ended);
        if (event.other != history_.number.value) {
            return true;
        }
        switch (event.kind) {
        case EventKind::command_started:
            step(history_.in_queue, event.time);
            add(index, event, MomentKind::started);
            return true;
        case EventKind::seek_started:
            enter(index, event, MomentKind::seeking);
            return true;
        case EventKind::rotation_started:
            history_.lost_turn = event.reason == Reason::lost_turn;
            enter(index, event, MomentKind::turning);
            return true;
        case EventKind::transfer_started:
            enter(index, event, MomentKind::transferring);
            return true;
        case EventKind::command_done: {
            close(event.time);
            const bool write = is_write(history_.purpose);
            Moment& moment = add(index, event, write ? MomentKind::was_written : MomentKind::was_read);
            moment.lasted = event.time - history_.moments.front().time;
            moment.reason = history_.purpose;
            return false;
        }
        default:
            return true;
        }
    }
    void begin_waiting(bool waiting, SimTime time) {
        waiting_ = waiting;
        last_ = time;
    }

    [[nodiscard]] CommandHistory history() && { return std::move(history_); }

private:
    Moment& add(EventIndex index, const Event& event, MomentKind kind) {
        history_.moments.push_back({.index = index,
                                    .time = event.time,
                                    .block = event.block,
                                    .command = history_.number,
                                    .count = event.count,
                                    .event = event.kind,
                                    .kind = kind,
                                    .reason = event.reason});
        return history_.moments.back();
    }

    void step(Duration& sum, SimTime now) {
        Moment& moment = history_.moments.back();
        moment.lasted = now - moment.time;
        sum += moment.lasted;
    }

    void close(SimTime now) {
        switch (history_.moments.back().kind) {
        case MomentKind::started:
            step(history_.command, now);
            break;
        case MomentKind::seeking:
            step(history_.seek, now);
            break;
        case MomentKind::turning:
            step(history_.rotation, now);
            break;
        case MomentKind::transferring:
            step(history_.transfer, now);
            break;
        default:
            break;
        }
    }

    void enter(EventIndex index, const Event& event, MomentKind kind) {
        close(event.time);
        add(index, event, kind);
    }

    CommandHistory history_;
    bool waiting_ = false;
    SimTime last_;
};

} // namespace

CommandHistory command_history(const Journal& journal, EventIndex queued) {
    const Event first = journal[queued];
    CommandFollower follower(first, queued);
    // Whether dd was asleep already, for another command.
    const auto sleep = journal.find_backward(queued, [](const Event& event) {
        return event.kind == EventKind::wait_started || event.kind == EventKind::wait_ended;
    });
    follower.begin_waiting(sleep && journal[*sleep].kind == EventKind::wait_started, first.time);
    journal.walk(queued + 1, journal.size(),
                 [&](EventIndex index, const Event& event) { return follower.take(index, event); });
    return std::move(follower).history();
}

} // namespace thrashlab
