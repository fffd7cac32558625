// A disk drive: one command at a time, in order, each paying command cost, seek, rotation and transfer.
#pragma once

#include "units.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

namespace thrashlab {

enum class DriveKind : std::uint8_t {
    rotating,
    optical,         ///< a spiral read at constant linear velocity: see disk/optical_drive.h
    solid_state,     ///< nothing turns and no arm moves
    request_limited, ///< the same, and it takes up only so many commands a second, as rented volumes do
};

/// In which order a rotating drive serves what waits.
enum class DriveQueue : std::uint8_t {
    fifo,
    elevator, ///< the nearest sector from the head outwards, else the innermost: one-way, as disksort does [S]
};

/// What sets one drive apart from another. Sources of the figures: data/drives/.
struct DriveProfile {
    DriveKind kind = DriveKind::rotating;
    DriveQueue queue = DriveQueue::fifo;
    double revolutions_per_minute = 2941.0;
    std::uint32_t sectors_per_track = 40;
    std::uint64_t sectors = 196608;
    /// Fixed cost of a command before the arm moves.
    Duration command_cost = std::chrono::milliseconds(2);
    /// A seek over d > 0 tracks costs seek_base + d * seek_per_track.
    Duration seek_base = std::chrono::milliseconds(5);
    Duration seek_per_track = std::chrono::microseconds(20);
    /// KiB that a rotating drive reads on by itself behind a command, into memory of its own; 0 for none. Writes that
    /// follow each other go through the same memory, and lose no turn either.
    std::uint32_t track_buffer_kib = 0;
    /// An optical drive's turn at its first and at its last sector.
    Duration inner_turn = std::chrono::milliseconds(31);
    Duration outer_turn = std::chrono::milliseconds(72);
    /// Bytes a second of a drive that is not a rotating one.
    double transfer_rate = 500e6;
    /// Commands that a request-limited drive takes up in a second.
    double requests_per_second = 200;

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
    [[nodiscard]] DriveCommand take_waiting();
    [[nodiscard]] bool read_on() const;
    [[nodiscard]] Duration transfer_from(SimTime now);

    DriveProfile profile_;
    Duration turn_;
    std::deque<DriveCommand> queue_;
    DriveCommand active_;
    DrivePhase phase_ = DrivePhase::idle;
    std::optional<SimTime> next_;
    SectorNo head_{0};
    /// With a track buffer: when the sector before `head_` had passed under the head.
    SimTime passed_;
};

/// A drive without moving parts. It transfers one command after the other, but the fixed cost of a command runs from
/// its submission, beside the transfers of those before it: what makes a queue of two faster than one. A
/// request-limited drive takes a command up no sooner than 1 / requests_per_second after it took up the one before. [D]
class SolidStateDrive final : public Drive {
public:
    explicit SolidStateDrive(const DriveProfile& profile);

    void submit(const DriveCommand& command, SimTime now) override;
    [[nodiscard]] std::optional<SimTime> next_event_time() const override { return next_; }
    DriveEvent take_event() override;

    [[nodiscard]] Duration transfer_time(std::uint32_t sectors) const;

private:
    struct Waiting {
        DriveCommand command;
        SimTime submitted;
    };
    void start(const Waiting& waiting, SimTime now);

    DriveProfile profile_;
    /// Between two commands' being taken up; zero when there is no limit.
    Duration spacing_;
    std::deque<Waiting> queue_;
    Waiting active_;
    DrivePhase phase_ = DrivePhase::idle;
    std::optional<SimTime> next_;
    SimTime may_take_up_;
};

/// The drive of the profile's kind.
[[nodiscard]] std::unique_ptr<Drive> make_drive(const DriveProfile& profile);

} // namespace thrashlab
