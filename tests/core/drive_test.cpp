#include "disk/drive.h"
#include "disk/optical_drive.h"

#include <gtest/gtest.h>

#include <vector>

namespace thrashlab {
namespace {

using namespace std::chrono_literals;

// 6000 rpm: a turn of 10 ms; 100 sectors a track: 0.1 ms a sector. Easy to reckon with by hand.
const DriveProfile easy{.revolutions_per_minute = 6000,
                        .sectors_per_track = 100,
                        .sectors = 100000,
                        .command_cost = 1ms,
                        .seek_base = 5ms,
                        .seek_per_track = 20us};

SimTime at(Duration time) {
    return SimTime(time);
}

std::vector<DriveEvent> run_dry(Drive& drive) {
    std::vector<DriveEvent> events;
    while (drive.next_event_time().has_value()) {
        events.push_back(drive.take_event());
    }
    return events;
}

TEST(RotatingDrive, WaitsUntilTheSectorComesRoundInAbsoluteTime) {
    const RotatingDrive drive(easy);
    EXPECT_EQ(drive.turn(), 10ms);
    EXPECT_EQ(drive.rotational_wait(SectorNo{0}, at(0ms)), 0ms);
    EXPECT_EQ(drive.rotational_wait(SectorNo{50}, at(0ms)), 5ms);
    EXPECT_EQ(drive.rotational_wait(SectorNo{50}, at(6ms)), 9ms);
    EXPECT_EQ(drive.rotational_wait(SectorNo{150}, at(1000006ms)), 9ms) << "sector 150 has sector 50's angle";
}

TEST(RotatingDrive, SeekCostsBaseAndDistanceAndNothingOnTheSpot) {
    const RotatingDrive drive(easy);
    EXPECT_EQ(drive.seek_time(7, 7), 0ms);
    EXPECT_EQ(drive.seek_time(0, 1), 5ms + 20us);
    EXPECT_EQ(drive.seek_time(300, 50), 5ms + 5ms);
}

TEST(RotatingDrive, TransferOverATrackCrossingGoesOnWithoutAPause) {
    const RotatingDrive drive(easy);
    EXPECT_EQ(drive.transfer_time(SectorNo{0}, 4), 400us);
    EXPECT_EQ(drive.transfer_time(SectorNo{90}, 120), 12ms);
}

TEST(RotatingDrive, OneCommandGoesThroughAllPhasesWithTheirTimes) {
    RotatingDrive drive(easy);
    drive.submit({.number = CommandNo{7}, .first = SectorNo{1050}, .sectors = 10}, at(2ms));
    const std::vector<DriveEvent> expected{
        {at(2ms), DrivePhase::command, CommandNo{7}},
        {at(3ms), DrivePhase::seek, CommandNo{7}},
        {at(3ms + 5ms + 200us), DrivePhase::rotation, CommandNo{7}}, // 10 tracks away
        {at(15ms), DrivePhase::transfer, CommandNo{7}},              // 50 sectors past the index mark
        {at(16ms), DrivePhase::done, CommandNo{7}},
    };
    EXPECT_EQ(run_dry(drive), expected);
}

TEST(RotatingDrive, TheNextSectorAskedForAfterTheFactCostsAWholeTurn) {
    RotatingDrive drive(easy);
    drive.submit({.number = CommandNo{0}, .first = SectorNo{0}, .sectors = 2}, at(0ms));
    const SimTime first_done = run_dry(drive).back().time;
    drive.submit({.number = CommandNo{1}, .first = SectorNo{2}, .sectors = 2}, first_done + 100us);
    const std::vector<DriveEvent> second = run_dry(drive);
    EXPECT_TRUE(second.at(1).lost_turn);
    EXPECT_EQ(second.back().time - first_done, 10ms + 200us) << "a turn and the transfer, whatever the command cost";
}

TEST(RotatingDrive, NoTurnIsLostWithoutCommandCost) {
    DriveProfile profile = easy;
    profile.command_cost = 0ms;
    RotatingDrive drive(profile);
    drive.submit({.number = CommandNo{0}, .first = SectorNo{95}, .sectors = 10}, at(0ms));
    drive.submit({.number = CommandNo{1}, .first = SectorNo{105}, .sectors = 2}, at(0ms));
    const std::vector<DriveEvent> events = run_dry(drive);
    EXPECT_EQ(events.back().time, at(9500us + 1200us)) << "the second transfer follows the first without a gap";
    for (const DriveEvent& event : events) {
        EXPECT_FALSE(event.lost_turn);
    }
}

TEST(RotatingDrive, ATrackBufferSavesTheTurnOfTheNextSector) {
    DriveProfile profile = easy;
    profile.track_buffer_kib = 64; // 128 sectors
    RotatingDrive drive(profile);
    drive.submit({.number = CommandNo{0}, .first = SectorNo{1}, .sectors = 9}, at(0ms));
    EXPECT_EQ(run_dry(drive).back().time, at(11ms))
        << "a millisecond for the command, so sector 1 comes next time round";
    drive.submit({.number = CommandNo{1}, .first = SectorNo{10}, .sectors = 40}, at(11ms));
    const std::vector<DriveEvent> second = run_dry(drive);
    EXPECT_EQ(second.at(1).phase, DrivePhase::transfer) << "no turn";
    EXPECT_EQ(second.back().time, at(15ms)) << "the drive had read on: 40 sectors from 11 ms";
    drive.submit({.number = CommandNo{2}, .first = SectorNo{50}, .sectors = 100}, at(100ms));
    EXPECT_EQ(run_dry(drive).back().time, at(101ms)) << "all of it was in the buffer";
    drive.submit({.number = CommandNo{3}, .first = SectorNo{150}, .sectors = 100}, at(101ms));
    EXPECT_EQ(run_dry(drive).back().time, at(108200us)) << "28 sectors were, 72 come as they pass";
    drive.submit({.number = CommandNo{4}, .first = SectorNo{900}, .sectors = 1}, at(200ms));
    EXPECT_GT(run_dry(drive).size(), 4U) << "elsewhere, it seeks and turns";
}

const DriveProfile flat{.kind = DriveKind::solid_state, .command_cost = 1ms, .transfer_rate = 512e3}; // 1 ms a sector

TEST(SolidStateDrive, PaysItsFixedCostAndTheTransfer) {
    const std::unique_ptr<Drive> drive = make_drive(flat);
    drive->submit({.number = CommandNo{7}, .first = SectorNo{1050}, .sectors = 10}, at(2ms));
    const std::vector<DriveEvent> expected{
        {at(2ms), DrivePhase::command, CommandNo{7}},
        {at(3ms), DrivePhase::transfer, CommandNo{7}},
        {at(13ms), DrivePhase::done, CommandNo{7}},
    };
    EXPECT_EQ(run_dry(*drive), expected);
}

TEST(SolidStateDrive, TheFixedCostOfAQueuedCommandRunsBesideTheTransferBeforeIt) {
    const std::unique_ptr<Drive> drive = make_drive(flat);
    drive->submit({.number = CommandNo{0}, .first = SectorNo{0}, .sectors = 10}, at(0ms));
    drive->submit({.number = CommandNo{1}, .first = SectorNo{500}, .sectors = 10}, at(0ms));
    EXPECT_EQ(run_dry(*drive).back().time, at(21ms));
}

TEST(RequestLimitedDrive, TakesUpSoManyCommandsASecond) {
    DriveProfile profile = flat;
    profile.kind = DriveKind::request_limited;
    profile.requests_per_second = 10;
    const std::unique_ptr<Drive> drive = make_drive(profile);
    for (std::uint32_t i = 0; i < 3; ++i) {
        drive->submit({.number = CommandNo{i}, .first = SectorNo{i}, .sectors = 1}, at(0ms));
    }
    EXPECT_EQ(run_dry(*drive).back().time, at(202ms));
    drive->submit({.number = CommandNo{3}, .first = SectorNo{9}, .sectors = 1}, at(1000ms));
    EXPECT_EQ(run_dry(*drive).back().time, at(1002ms)) << "what was not taken up does not add up either";
    drive->submit({.number = CommandNo{4}, .first = SectorNo{9}, .sectors = 200}, at(1100ms));
    EXPECT_EQ(run_dry(*drive).back().time, at(1301ms)) << "long commands are bound by the transfer";
}

TEST(RotatingDrive, ServesInOrderOfSubmission) {
    RotatingDrive drive(easy);
    drive.submit({.number = CommandNo{0}, .first = SectorNo{9000}, .sectors = 1}, at(0ms));
    drive.submit({.number = CommandNo{1}, .first = SectorNo{100}, .sectors = 1}, at(0ms));
    drive.submit({.number = CommandNo{2}, .first = SectorNo{9001}, .sectors = 1}, at(0ms));
    std::vector<std::uint32_t> order;
    for (const DriveEvent& event : run_dry(drive)) {
        if (event.phase == DrivePhase::done) {
            order.push_back(event.command.value);
        }
    }
    EXPECT_EQ(order, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(RotatingDrive, TheElevatorTakesTheNearestOutwardsThenTheInnermost) {
    DriveProfile profile = easy;
    profile.queue = DriveQueue::elevator;
    RotatingDrive drive(profile);
    drive.submit({.number = CommandNo{0}, .first = SectorNo{5000}, .sectors = 1}, at(0ms));
    std::uint32_t number = 1;
    for (const std::uint64_t sector : {9000U, 100U, 6000U, 200U}) {
        drive.submit({.number = CommandNo{number++}, .first = SectorNo{sector}, .sectors = 1}, at(0ms));
    }
    std::vector<std::uint32_t> order;
    for (const DriveEvent& event : run_dry(drive)) {
        if (event.phase == DrivePhase::done) {
            order.push_back(event.command.value);
        }
    }
    EXPECT_EQ(order, (std::vector<std::uint32_t>{0, 3, 1, 2, 4})) << "6000, 9000, then back to 100 and 200";
}

// A disc of 1000 sectors, 1 ms each, turning in 10 ms inside and in 20 ms outside.
const DriveProfile disc{.kind = DriveKind::optical,
                        .sectors = 1000,
                        .command_cost = 1ms,
                        .seek_base = 5ms,
                        .seek_per_track = 20us,
                        .inner_turn = 10ms,
                        .outer_turn = 20ms,
                        .transfer_rate = 512000};

TEST(OpticalDrive, ATurnGrowsWithTheRadius) {
    const Spiral spiral(disc);
    EXPECT_NEAR(spiral.turn(SectorNo{0}), 0.010, 1e-9);
    EXPECT_NEAR(spiral.turn(SectorNo{1000}), 0.020, 1e-9);
    EXPECT_NEAR(spiral.turn(SectorNo{500}), 0.0158114, 1e-6) << "half of the area, not half of the radius";
    EXPECT_NEAR(spiral.turns_to(SectorNo{1000}), 1.0 / 0.015, 1e-6) << "one second at 15 ms a turn on average";
    EXPECT_EQ(spiral.transfer_time(7), 7ms);
}

TEST(OpticalDrive, TheNextSectorAskedForAfterTheFactCostsTheTurnOfItsPlace) {
    OpticalDrive drive(disc);
    drive.submit({.number = CommandNo{0}, .first = SectorNo{0}, .sectors = 4}, at(0ms));
    const SimTime first_done = run_dry(drive).back().time;
    drive.submit({.number = CommandNo{1}, .first = SectorNo{4}, .sectors = 4}, first_done);
    const std::vector<DriveEvent> second = run_dry(drive);
    EXPECT_TRUE(second.at(1).lost_turn);
    const double turn = Spiral(disc).turn(SectorNo{4});
    EXPECT_NEAR(to_seconds(second.back().time - first_done), turn + 0.004, 1e-6);
}

} // namespace
} // namespace thrashlab
