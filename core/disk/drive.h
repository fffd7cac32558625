// A disk drive: one command at a time, in order, each paying command cost, seek, rotation and transfer.
#pragma once

#include "units.h"

#include <cstdint>
#include <deque>
#include <optional>

namespace thrashlab {

/// What sets one drive apart from another. Sources of the 1997 figures: data/drives/zip100.json.
struct DriveProfile {
    double revolutions_per_minute = 2941.0;
    std::uint32_t sectors_per_track = 40;
    std::uint64_t sectors = 196608;
    /// Fixed cost of a command before the arm moves.
    Duration command_cost = std::chrono::milliseconds(2);
    /// A seek over d > 0 tracks costs seek_base + d * seek_per_track.
    Duration seek_base = std::chrono::milliseconds(5);
    Duration seek_per_track = std::chrono::microseconds(20);

    bool operator==(const DriveProfile&) const = default;
};

/// What the drive is busy with. `done` is the instant at which a command ends.
enum class DrivePhase : std::uint8_t { idle, command, seek, rotation, transfer, done };

/// A contiguous transfer. `sectors` > 0.
struct DriveCommand {
    CommandNo number;
    SectorNo first;
    std::uint32_t sectors = 0;

    bool operator==(const DriveCommand&) const = default;
};

/// A change of phase at an instant. Phases of no length are passed over.
struct DriveEvent {
    SimTime time;
    DrivePhase phase = DrivePhase::idle;
    CommandNo command;
    /// Only with `rotation`: the sector lay less than half a turn ahead of where the last transfer ended, and yet it
    /// takes more than half a turn to come round, because it has just gone by.
    bool lost_turn = false;

    bool operator==(const DriveEvent&) const = default;
};

/// The drive as the kernel sees it. Time is the caller's: a drive never looks at a clock of its own.
class Drive {
public:
    Drive() = default;
    Drive(const Drive&) = delete;
    Drive& operator=(const Drive&) = delete;
    virtual ~Drive() = default;

    /// Puts a command at the end of the queue. `now` must not lie before an event that was already taken.
    virtual void submit(const DriveCommand& command, SimTime now) = 0;
    /// When the next event is due; nothing while the drive is idle.
    [[nodiscard]] virtual std::optional<SimTime> next_event_time() const = 0;
    /// Takes the next event. There must be one.
    virtual DriveEvent take_event() = 0;
};

/// A rotating drive with an arm. The angle of the platter is a function of absolute simulated time, so it never matters
/// how the simulation got to an instant. [D: command cost, seek curve and turn fitted to the report of 24 May 1997]
class RotatingDrive final : public Drive {
public:
    explicit RotatingDrive(const DriveProfile& profile);

    void submit(const DriveCommand& command, SimTime now) override;
    [[nodiscard]] std::optional<SimTime> next_event_time() const override { return next_; }
    DriveEvent take_event() override;

    /// One revolution.
    [[nodiscard]] Duration turn() const { return turn_; }
    /// Time from the index mark to the start of a sector of its track.
    [[nodiscard]] Duration angle(SectorNo sector) const;
    /// The wait, from 0 up to but not including one turn, until the start of `sector` passes the head.
    [[nodiscard]] Duration rotational_wait(SectorNo sector, SimTime now) const;
    [[nodiscard]] Duration seek_time(std::uint64_t from_track, std::uint64_t to_track) const;
    /// Time under the head; crossing to the next track is hidden by skew and costs nothing extra. [D]
    [[nodiscard]] Duration transfer_time(SectorNo first, std::uint32_t sectors) const;

private:
    void start(const DriveCommand& command, SimTime now);

    DriveProfile profile_;
    Duration turn_;
    std::deque<DriveCommand> queue_;
    DriveCommand active_;
    DrivePhase phase_ = DrivePhase::idle;
    std::optional<SimTime> next_;
    SectorNo head_{0};
};

} // namespace thrashlab
