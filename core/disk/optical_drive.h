// A CD-ROM drive: one long spiral read at constant linear velocity, so a turn takes longer the further out the head is.
#pragma once

#include "disk/drive.h"

namespace thrashlab {

/// The spiral in turns. The area that data covers grows with its amount, and a turn's length with the radius; so the
/// square of the time for a turn grows evenly from the first sector to the last. [D]
class Spiral {
public:
    explicit Spiral(const DriveProfile& profile);

    /// Seconds of a turn at a sector.
    [[nodiscard]] double turn(SectorNo sector) const;
    /// Turns from the start of the spiral to a sector.
    [[nodiscard]] double turns_to(SectorNo sector) const;
    [[nodiscard]] Duration transfer_time(std::uint32_t sectors) const;

private:
    double sector_seconds_;
    double inner_squared_;
    double growth_; ///< of a turn's squared seconds with each sector
};

/// Serves commands one at a time, in order, with the phases of a rotating drive. Command cost and seek curve are the
/// drive profile's; a target less than a turn away needs no seek, a seek over d turns costs seek_base + d *
/// seek_per_track. The spindle turns on with the speed of the place that was read last until the head is elsewhere. [D]
class OpticalDrive final : public Drive {
public:
    explicit OpticalDrive(const DriveProfile& profile);

    void submit(const DriveCommand& command, SimTime now) override;
    [[nodiscard]] std::optional<SimTime> next_event_time() const override { return next_; }
    DriveEvent take_event() override;

    /// The wait until the start of `sector` passes the head.
    [[nodiscard]] Duration rotational_wait(SectorNo sector, SimTime now) const;

private:
    void start(const DriveCommand& command, SimTime now);
    [[nodiscard]] double turns_away(SectorNo sector) const;

    DriveProfile profile_;
    Spiral spiral_;
    std::deque<DriveCommand> queue_;
    DriveCommand active_;
    DrivePhase phase_ = DrivePhase::idle;
    std::optional<SimTime> next_;
    SectorNo head_{0};    ///< the sector behind the last one read ...
    SimTime head_time_{}; ///< ... and when it passed
};

} // namespace thrashlab
