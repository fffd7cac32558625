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
    const SimTime end = endTime();
    const bool keep_loop = keep_time && loop_ && loop_->begin < end;
    setLoop(keep_loop ? std::optional(Loop{loop_->begin, std::min(loop_->end, end)}) : std::nullopt);
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

bool Player::atLastPlace() const {
    return backward_ ? index() == 0 && time_ == SimTime{} : atEnd();
}

Loop Player::bounds() const {
    return loop_.value_or(Loop{.begin = SimTime{}, .end = endTime()});
}

void Player::setSpeed(double factor) {
    speed_ = factor;
    Q_EMIT paceChanged();
}

void Player::setPace(bool backward, int boost) {
    if (backward != backward_ || boost != boost_) {
        backward_ = backward;
        boost_ = boost;
        Q_EMIT paceChanged();
    }
}

void Player::start(bool backward) {
    setPace(backward, 1);
    if (loop_ && (!loop_->contains(time_) || time_ == (backward ? loop_->begin : loop_->end))) {
        scrubTo(backward ? loop_->end : loop_->begin);
    } else if (atLastPlace()) {
        backward ? goToEnd() : goToStart();
    }
    frame_.start();
    timer_.start();
    Q_EMIT playingChanged(true);
}

void Player::play() {
    if (recording_ && !isPlaying()) {
        start(false);
    }
}

void Player::pause() {
    if (isPlaying()) {
        timer_.stop();
        setPace(backward_, 1);
        Q_EMIT playingChanged(false);
    }
}

void Player::toggle() {
    isPlaying() ? pause() : play();
}

void Player::shuttle(Direction direction) {
    const bool backward = direction == Direction::backward;
    if (!recording_) {
        return;
    }
    if (!isPlaying()) {
        start(backward);
    } else {
        setPace(backward, backward == backward_ ? std::min(boost_ * 2, fastest_boost) : 1);
    }
}

void Player::setLoop(const std::optional<Loop>& loop) {
    if (loop != loop_) {
        loop_ = loop;
        Q_EMIT loopChanged();
    }
}

void Player::setLoopBegin() {
    if (recording_ && time_ < endTime()) {
        const SimTime end = bounds().end;
        setLoop(Loop{.begin = time_, .end = end > time_ ? end : endTime()});
    }
}

void Player::setLoopEnd() {
    if (recording_ && time_ > SimTime{}) {
        const SimTime begin = bounds().begin;
        setLoop(Loop{.begin = begin < time_ ? begin : SimTime{}, .end = time_});
    }
}

void Player::clearLoop() {
    setLoop(std::nullopt);
}

void Player::tick() {
    const Duration wall = std::chrono::nanoseconds(frame_.nsecsElapsed());
    frame_.start();
    advance(std::min(wall, longest_frame));
    if (!loop_ && atLastPlace()) {
        pause();
    }
}

// At a loop's end one frame shows just that; the next one begins it anew.
void Player::advance(Duration wall) {
    if (!recording_) {
        return;
    }
    if (loop_ && (time_ == (backward_ ? loop_->begin : loop_->end) || atLastPlace())) {
        scrubTo(backward_ ? loop_->end : loop_->begin);
    } else if (!atLastPlace()) {
        backward_ ? goBack(wall) : goOn(wall);
    }
}

void Player::goOn(Duration wall) {
    const Journal& journal = recording_->journal;
    const SimTime end = loop_ && loop_->contains(time_) ? loop_->end : endTime();
    const EventIndex last = std::max(index(), journal.index_at(end));
    if (speed_ == fastest) {
        const EventIndex all = last - (loop_ ? std::min(last, journal.index_at(loop_->begin)) : 0);
        const EventIndex share = std::max<EventIndex>(1, all / fewest_frames);
        const EventIndex index = std::min(this->index() + share, last);
        moveWithinBudget(index, index == last ? end : journal.time(index - 1));
    } else {
        const SimTime time = std::min(target(wall), end);
        moveWithinBudget(std::max(index(), journal.index_at(time)), time);
    }
    arrived();
}

void Player::goBack(Duration wall) {
    const Journal& journal = recording_->journal;
    const SimTime begin = loop_ && loop_->contains(time_) ? loop_->begin : SimTime{};
    if (speed_ == fastest) {
        const EventIndex first = begin == SimTime{} ? 0 : journal.index_at(begin);
        const EventIndex last = loop_ ? journal.index_at(loop_->end) : journal.size();
        const EventIndex share = std::max<EventIndex>(1, (last - std::min(first, last)) / fewest_frames);
        const EventIndex index = this->index() > first + share ? this->index() - share : first;
        moveTo(index, index == first ? begin : journal.time(index - 1));
    } else {
        const SimTime time = std::max(targetBack(wall), begin);
        moveTo(time == SimTime{} ? 0 : journal.index_at(time), time);
    }
    Q_EMIT moved();
}

Duration Player::ahead(Duration wall) const {
    return Duration(std::llround(static_cast<double>(wall.count()) * speed_ * boost_));
}

SimTime Player::target(Duration wall) const {
    SimTime time = time_ + ahead(wall);
    const SimTime next = recording_->journal.time(std::min(index(), recording_->journal.size() - 1));
    if (!state().running && index() > 0) {
        const double pause = static_cast<double>((next - state().time).count());
        const double share = static_cast<double>(wall.count()) / static_cast<double>(longest_pause.count());
        time = std::max(time, std::min(time_ + Duration(std::llround(pause * share)), next));
    }
    return std::min(time, endTime());
}

SimTime Player::targetBack(Duration wall) const {
    SimTime time = time_ - ahead(wall);
    const Journal& journal = recording_->journal;
    if (!state().running && index() > 0 && !atEnd()) {
        const SimTime before = journal.time(index() - 1);
        const double pause = static_cast<double>((journal.time(index()) - before).count());
        const double share = static_cast<double>(wall.count()) / static_cast<double>(longest_pause.count());
        time = std::min(time, std::max(time_ - Duration(std::llround(pause * share)), before));
    }
    return std::max(time, SimTime{});
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

void Player::step(StepUnit unit, bool forward, int count) {
    if (!recording_) {
        return;
    }
    pause();
    const Journal& journal = recording_->journal;
    EventIndex place = index();
    BlockNo position = state().position;
    for (int i = 0; i < count && place != (forward ? journal.size() : 0); ++i) {
        const auto stop = [unit, position](const Event& event) { return isStop(event, unit, position); };
        const auto found = forward ? journal.find_forward(place, stop) : journal.find_backward(place - 1, stop);
        place = found ? *found + 1 : forward ? journal.size() : 0;
        position = found && unit == StepUnit::block ? journal[*found].block : position;
    }
    moveTo(place, place == 0 ? SimTime{} : journal.time(place - 1));
    forward ? arrived() : Q_EMIT moved();
}

void Player::showEvent(EventIndex event) {
    if (!recording_ || event >= recording_->journal.size()) {
        return;
    }
    pause();
    const bool forward = event >= index();
    moveTo(event + 1, recording_->journal.time(event));
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
