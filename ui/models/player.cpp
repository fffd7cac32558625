#include "ui/models/player.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace thrashlab::ui {
namespace {

using namespace std::chrono_literals;

constexpr int frame_milliseconds = 16;
constexpr qint64 budget_milliseconds = 7; ///< of a frame, for moving; the rest is for drawing
constexpr EventIndex batch = 2048;
/// A series played as fast as it goes still takes so many frames, so that one sees it happen.
constexpr EventIndex fewest_frames = 90;
constexpr Duration longest_frame = 100ms;
/// The pause between two runs takes no longer than this, however slow the clock goes.
constexpr Duration longest_pause = 700ms;

bool isTelling(const Event& event) {
    switch (event.kind) {
    case EventKind::run_started:
    case EventKind::run_ended:
    case EventKind::cluster_ended:
    case EventKind::flush_started:
        return true;
    case EventKind::rotation_started:
        return event.reason == Reason::lost_turn;
    default:
        return false;
    }
}

bool isStop(const Event& event, StepUnit unit, BlockNo position) {
    const bool call = event.kind == EventKind::call_entered;
    switch (unit) {
    case StepUnit::event:
        return true;
    case StepUnit::call:
        return call;
    case StepUnit::block:
        return call && event.block.exists() && event.block != position;
    case StepUnit::command:
        return event.kind == EventKind::command_queued;
    case StepUnit::run:
        return event.kind == EventKind::run_started;
    }
    return false;
}

} // namespace

Player::Player(QObject* parent) : QObject(parent) {
    timer_.setTimerType(Qt::PreciseTimer);
    timer_.setInterval(frame_milliseconds);
    connect(&timer_, &QTimer::timeout, this, &Player::tick);
}

void Player::setRecording(std::shared_ptr<const Recording> recording, bool keep_time) {
    const SimTime place = keep_time && !isPlaying() ? time_ : SimTime{};
    recording_ = std::move(recording);
    replay_.emplace(recording_->journal);
    reported_.assign(recording_->runs.size(), false);
    time_ = std::min(place, endTime());
    replay_->move_to(time_ == SimTime{} ? 0 : recording_->journal.index_at(time_));
    changes_ = {};
    Q_EMIT moved();
}

SimTime Player::endTime() const {
    return recording_ ? recording_->journal.end_time() : SimTime{};
}

std::optional<Event> Player::lastEvent() const {
    return index() == 0 ? std::nullopt : std::optional(recording_->journal[index() - 1]);
}

bool Player::atEnd() const {
    return !recording_ || index() >= recording_->journal.size();
}

void Player::play() {
    if (!recording_ || isPlaying()) {
        return;
    }
    if (atEnd()) {
        goToStart();
    }
    frame_.start();
    timer_.start();
    Q_EMIT playingChanged(true);
}

void Player::pause() {
    if (isPlaying()) {
        timer_.stop();
        Q_EMIT playingChanged(false);
    }
}

void Player::toggle() {
    isPlaying() ? pause() : play();
}

void Player::tick() {
    const Duration wall = std::chrono::nanoseconds(frame_.nsecsElapsed());
    frame_.start();
    advance(std::min(wall, longest_frame));
    if (atEnd()) {
        pause();
    }
}

void Player::advance(Duration wall) {
    if (atEnd()) {
        return;
    }
    const Journal& journal = recording_->journal;
    if (speed_ == fastest) {
        const EventIndex share = std::max<EventIndex>(1, journal.size() / fewest_frames);
        const EventIndex index = std::min(this->index() + share, journal.size());
        moveWithinBudget(index, journal.time(index - 1));
    } else {
        const SimTime time = target(wall);
        moveWithinBudget(std::max(index(), journal.index_at(time)), time);
    }
    arrived();
}

SimTime Player::target(Duration wall) const {
    const auto ahead = [wall](double factor) {
        return Duration(std::llround(static_cast<double>(wall.count()) * factor));
    };
    SimTime time = time_ + ahead(speed_);
    const SimTime next = recording_->journal.time(index());
    if (!state().running && index() > 0) {
        const double pause = static_cast<double>((next - state().time).count());
        const SimTime hurried = time_ + ahead(pause / static_cast<double>(longest_pause.count()));
        time = std::max(time, std::min(hurried, next));
    }
    return std::min(time, endTime());
}

void Player::moveWithinBudget(EventIndex index, SimTime time) {
    changes_ = {.everything = false};
    QElapsedTimer clock;
    clock.start();
    while (this->index() < index) {
        const EventIndex next = std::min(this->index() + batch, index);
        const bool walked = replay_->move_to(next, [this](const Event& event) { note(event); });
        changes_.everything = changes_.everything || !walked;
        if (next < index && clock.elapsed() >= budget_milliseconds) {
            time_ = std::max(time_, state().time);
            return;
        }
    }
    time_ = std::max(time_, time);
}

void Player::moveTo(EventIndex index, SimTime time) {
    changes_ = {.everything = false};
    const bool walked = replay_->move_to(index, [this](const Event& event) { note(event); });
    changes_.everything = changes_.everything || !walked;
    time_ = time;
}

void Player::note(const Event& event) {
    if (isTelling(event)) {
        changes_.telling = event;
    }
    if (changes_.everything || changes_.blocks.size() > recording_->layout.blocks()) {
        changes_.everything = true;
        return;
    }
    switch (event.kind) {
    case EventKind::buffer_assigned:
        touch(event.victim());
        touch(event.block);
        break;
    case EventKind::buffer_found:
    case EventKind::buffer_thrown_back:
    case EventKind::buffer_filled:
    case EventKind::write_delayed:
        touch(event.block);
        break;
    case EventKind::file_truncated:
        changes_.everything = true;
        break;
    case EventKind::command_queued:
    case EventKind::command_done:
        for (std::uint32_t i = 0; i < event.count; ++i) {
            touch(event.block + i);
        }
        break;
    default:
        break;
    }
}

// A page goes with its last buffer, and all of its blocks with it.
void Player::touch(BlockNo block) {
    const FileLayout& layout = recording_->layout;
    if (!block.exists() || layout.is_metadata(block)) {
        return;
    }
    const std::uint32_t mates = std::max(1U, page_bytes / layout.block_size());
    const std::uint32_t first = block.value / mates * mates;
    for (std::uint32_t mate = first; mate < std::min(first + mates, layout.data_blocks()); ++mate) {
        changes_.blocks.push_back(BlockNo{mate});
    }
}

void Player::arrived() {
    reportFinishedRuns();
    Q_EMIT moved();
}

void Player::reportFinishedRuns() {
    const MachineState& now = state();
    for (std::size_t i = 0; i < recording_->runs.size(); ++i) {
        const RunResult& run = recording_->runs[i];
        const bool passed = now.run_number > run.number || (now.run_number == run.number && !now.running);
        if (passed && !reported_[i]) {
            reported_[i] = true;
            Q_EMIT runFinished(run);
        }
    }
}

void Player::step(StepUnit unit, bool forward) {
    if (!recording_) {
        return;
    }
    pause();
    const Journal& journal = recording_->journal;
    const auto stop = [unit, position = state().position](const Event& event) { return isStop(event, unit, position); };
    const EventIndex before = index() == 0 ? 0 : index() - 1;
    const auto found = forward ? journal.find_forward(index(), stop) : journal.find_backward(before, stop);
    const EventIndex next = found ? *found + 1 : forward ? journal.size() : 0;
    moveTo(next, next == 0 ? SimTime{} : journal.time(next - 1));
    forward ? arrived() : Q_EMIT moved();
}

void Player::scrubTo(SimTime time) {
    if (!recording_) {
        return;
    }
    const SimTime place = std::clamp(time, SimTime{}, endTime());
    const bool forward = place > time_;
    moveTo(recording_->journal.index_at(place), place);
    forward ? arrived() : Q_EMIT moved();
}

void Player::goToStart() {
    if (recording_) {
        moveTo(0, SimTime{});
        Q_EMIT moved();
    }
}

void Player::goToEnd() {
    if (recording_) {
        moveTo(recording_->journal.size(), endTime());
        arrived();
    }
}

} // namespace thrashlab::ui
