#include "disk/drive.h"

#include "disk/optical_drive.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace thrashlab {

RotatingDrive::RotatingDrive(const DriveProfile& profile)
    : profile_(profile), turn_(std::llround(60e9 / profile.revolutions_per_minute)) {
    assert(profile.sectors_per_track > 0 && turn_.count() > 0);
}

Duration RotatingDrive::angle(SectorNo sector) const {
    const auto in_track = static_cast<std::int64_t>(sector.value % profile_.sectors_per_track);
    return turn_ * in_track / profile_.sectors_per_track;
}

Duration RotatingDrive::rotational_wait(SectorNo sector, SimTime now) const {
    const Duration wait = angle(sector) - now.time_since_epoch() % turn_;
    return wait < Duration::zero() ? wait + turn_ : wait;
}

Duration RotatingDrive::seek_time(std::uint64_t from_track, std::uint64_t to_track) const {
    if (from_track == to_track) {
        return Duration::zero();
    }
    const std::uint64_t distance = from_track < to_track ? to_track - from_track : from_track - to_track;
    return profile_.seek_base + profile_.seek_per_track * static_cast<std::int64_t>(distance);
}

Duration RotatingDrive::transfer_time(SectorNo first, std::uint32_t sectors) const {
    // Measured between two angles, so that the end of one transfer is exactly the start of the sector after it.
    const auto begin = static_cast<std::int64_t>(first.value % profile_.sectors_per_track);
    return turn_ * (begin + sectors) / profile_.sectors_per_track - turn_ * begin / profile_.sectors_per_track;
}

void RotatingDrive::submit(const DriveCommand& command, SimTime now) {
    assert(command.sectors > 0);
    if (phase_ == DrivePhase::idle) {
        start(command, now);
    } else {
        queue_.push_back(command);
    }
}

void RotatingDrive::start(const DriveCommand& command, SimTime now) {
    active_ = command;
    phase_ = DrivePhase::command;
    next_ = now;
}

// The drive has gone on reading behind its last command, and this is where it has got to or will get to.
bool RotatingDrive::read_on() const {
    return profile_.track_buffer_kib > 0 && active_.first == head_ && head_.value > 0;
}

// Out of the track buffer, as far as that reaches; what it does not hold yet comes as it passes under the head. The
// cable's speed is neglected beside the platter's.
Duration RotatingDrive::transfer_from(SimTime now) {
    const Duration whole = transfer_time(active_.first, active_.sectors);
    if (profile_.track_buffer_kib == 0) {
        return whole;
    }
    SimTime begin = now;
    if (read_on()) {
        const auto held = static_cast<std::uint32_t>(std::uint64_t{profile_.track_buffer_kib} * 1024 / sector_bytes);
        begin = std::max(passed_, now - transfer_time(active_.first, held));
    }
    passed_ = begin + whole;
    return std::max(Duration::zero(), passed_ - now);
}

DriveCommand RotatingDrive::take_waiting() {
    auto next = queue_.begin();
    if (profile_.queue == DriveQueue::elevator) {
        const auto behind_head = [this](const DriveCommand& command) { return command.first < head_; };
        next = std::min_element(queue_.begin(), queue_.end(), [&](const DriveCommand& a, const DriveCommand& b) {
            return std::pair(behind_head(a), a.first) < std::pair(behind_head(b), b.first);
        });
    }
    const DriveCommand command = *next;
    queue_.erase(next);
    return command;
}

DriveEvent RotatingDrive::take_event() {
    assert(next_.has_value());
    DriveEvent event{.time = *next_, .phase = phase_, .command = active_.number};
    // A head that has just passed the last sector of a track is already on its way to the next one: skew hides it.
    const std::uint64_t head_track = head_.value / profile_.sectors_per_track;
    const std::uint64_t track = active_.first.value / profile_.sectors_per_track;
    switch (phase_) {
    case DrivePhase::command:
        next_ = event.time + profile_.command_cost;
        phase_ = read_on() ? DrivePhase::transfer : head_track == track ? DrivePhase::rotation : DrivePhase::seek;
        break;
    case DrivePhase::seek:
        next_ = event.time + seek_time(head_track, track);
        phase_ = DrivePhase::rotation;
        break;
    case DrivePhase::rotation: {
        const Duration wait = rotational_wait(active_.first, event.time);
        // The sector lay close ahead when the last transfer ended, and was gone when the drive was ready for it.
        const bool close_ahead =
            active_.first >= head_ && active_.first.value - head_.value < profile_.sectors_per_track / 2;
        event.lost_turn = close_ahead && wait > turn_ / 2;
        next_ = event.time + wait;
        phase_ = DrivePhase::transfer;
        break;
    }
    case DrivePhase::transfer:
        next_ = event.time + transfer_from(event.time);
        phase_ = DrivePhase::done;
        break;
    case DrivePhase::done:
        head_ = active_.first + active_.sectors;
        phase_ = DrivePhase::idle;
        next_.reset();
        if (!queue_.empty()) {
            start(take_waiting(), event.time);
        }
        break;
    case DrivePhase::idle:
        assert(false && "an idle drive has no event");
        break;
    }
    return event;
}

SolidStateDrive::SolidStateDrive(const DriveProfile& profile)
    : profile_(profile),
      spacing_(profile.kind == DriveKind::request_limited ? Duration(std::llround(1e9 / profile.requests_per_second))
                                                          : Duration::zero()) {
    assert(profile.transfer_rate > 0 && profile.requests_per_second > 0);
}

Duration SolidStateDrive::transfer_time(std::uint32_t sectors) const {
    return Duration(std::llround(1e9 * static_cast<double>(sectors) * sector_bytes / profile_.transfer_rate));
}

void SolidStateDrive::submit(const DriveCommand& command, SimTime now) {
    assert(command.sectors > 0);
    if (phase_ == DrivePhase::idle) {
        start({command, now}, now);
    } else {
        queue_.push_back({command, now});
    }
}

void SolidStateDrive::start(const Waiting& waiting, SimTime now) {
    active_ = waiting;
    phase_ = DrivePhase::command;
    next_ = now;
}

DriveEvent SolidStateDrive::take_event() {
    assert(next_.has_value());
    const DriveEvent event{.time = *next_, .phase = phase_, .command = active_.command.number};
    switch (phase_) {
    case DrivePhase::command: {
        const SimTime taken_up = std::max(active_.submitted, may_take_up_);
        may_take_up_ = taken_up + spacing_;
        next_ = std::max(event.time, taken_up + profile_.command_cost);
        phase_ = DrivePhase::transfer;
        break;
    }
    case DrivePhase::transfer:
        next_ = event.time + transfer_time(active_.command.sectors);
        phase_ = DrivePhase::done;
        break;
    case DrivePhase::done:
        phase_ = DrivePhase::idle;
        next_.reset();
        if (!queue_.empty()) {
            const Waiting following = queue_.front();
            queue_.pop_front();
            start(following, event.time);
        }
        break;
    case DrivePhase::idle:
    case DrivePhase::seek:
    case DrivePhase::rotation:
        assert(false && "this drive has no such event");
        break;
    }
    return event;
}

std::unique_ptr<Drive> make_drive(const DriveProfile& profile) {
    if (profile.kind == DriveKind::rotating) {
        return std::make_unique<RotatingDrive>(profile);
    }
    if (profile.kind == DriveKind::optical) {
        return std::make_unique<OpticalDrive>(profile);
    }
    return std::make_unique<SolidStateDrive>(profile);
}

} // namespace thrashlab
