#include "disk/optical_drive.h"

#include <cassert>
#include <cmath>

namespace thrashlab {
namespace {

double seconds(Duration duration) {
    return to_seconds(duration);
}

Duration duration(double seconds) {
    return Duration(std::llround(seconds * 1e9));
}

} // namespace

Spiral::Spiral(const DriveProfile& profile)
    : sector_seconds_(sector_bytes / profile.transfer_rate),
      inner_squared_(seconds(profile.inner_turn) * seconds(profile.inner_turn)),
      growth_((seconds(profile.outer_turn) * seconds(profile.outer_turn) - inner_squared_) /
              static_cast<double>(profile.sectors)) {
    assert(profile.sectors > 0 && growth_ > 0);
}

double Spiral::turn(SectorNo sector) const {
    return std::sqrt(inner_squared_ + growth_ * static_cast<double>(sector.value));
}

double Spiral::turns_to(SectorNo sector) const {
    // The sum of sector_seconds / turn over all sectors before: an integral in closed form.
    return 2 * sector_seconds_ / growth_ * (turn(sector) - std::sqrt(inner_squared_));
}

Duration Spiral::transfer_time(std::uint32_t sectors) const {
    return duration(sector_seconds_ * sectors);
}

OpticalDrive::OpticalDrive(const DriveProfile& profile) : profile_(profile), spiral_(profile) {
}

Duration OpticalDrive::rotational_wait(SectorNo sector, SimTime now) const {
    // How far the disc has turned since the head left off, and how far the sector lies from there, both in turns.
    const double turned = seconds(now - head_time_) / spiral_.turn(head_);
    const double away = spiral_.turns_to(sector) - spiral_.turns_to(head_) - turned;
    return duration((away - std::floor(away)) * spiral_.turn(sector));
}

double OpticalDrive::turns_away(SectorNo sector) const {
    return std::abs(spiral_.turns_to(sector) - spiral_.turns_to(head_));
}

void OpticalDrive::submit(const DriveCommand& command, SimTime now) {
    assert(command.sectors > 0);
    if (phase_ == DrivePhase::idle) {
        start(command, now);
    } else {
        queue_.push_back(command);
    }
}

void OpticalDrive::start(const DriveCommand& command, SimTime now) {
    active_ = command;
    phase_ = DrivePhase::command;
    next_ = now;
}

DriveEvent OpticalDrive::take_event() {
    assert(next_.has_value());
    DriveEvent event{.time = *next_, .phase = phase_, .command = active_.number};
    switch (phase_) {
    case DrivePhase::command:
        next_ = event.time + profile_.command_cost;
        phase_ = turns_away(active_.first) < 1 ? DrivePhase::rotation : DrivePhase::seek;
        break;
    case DrivePhase::seek:
        next_ = event.time + profile_.seek_base +
                duration(seconds(profile_.seek_per_track) * std::floor(turns_away(active_.first)));
        phase_ = DrivePhase::rotation;
        break;
    case DrivePhase::rotation: {
        const Duration wait = rotational_wait(active_.first, event.time);
        const double ahead = spiral_.turns_to(active_.first) - spiral_.turns_to(head_);
        event.lost_turn = ahead >= 0 && ahead < 0.5 && seconds(wait) > spiral_.turn(active_.first) / 2;
        next_ = event.time + wait;
        phase_ = DrivePhase::transfer;
        break;
    }
    case DrivePhase::transfer:
        next_ = event.time + spiral_.transfer_time(active_.sectors);
        phase_ = DrivePhase::done;
        break;
    case DrivePhase::done:
        head_ = active_.first + active_.sectors;
        head_time_ = event.time;
        phase_ = DrivePhase::idle;
        next_.reset();
        if (!queue_.empty()) {
            const DriveCommand following = queue_.front();
            queue_.pop_front();
            start(following, event.time);
        }
        break;
    case DrivePhase::idle:
        assert(false && "an idle drive has no event");
        break;
    }
    return event;
}

} // namespace thrashlab
