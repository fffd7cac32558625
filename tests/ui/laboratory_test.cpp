#include "error.h"
#include "sim/scenario_file.h"
#include "ui/models/laboratory.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <memory>
#include <semaphore>
#include <vector>

namespace thrashlab::ui {
namespace {

constexpr int patience = 60000;

Scenario smallScenario() {
    Scenario scenario = load_scenario(scenario_names().front());
    scenario.workload.file_bytes = 20000;
    scenario.workload.runs = 1;
    return scenario;
}

void setBuffers(Laboratory& laboratory, std::int64_t buffers, int gesture = 0) {
    ASSERT_TRUE(laboratory.setParameter(parameter("cache.buffers"), buffers, gesture));
}

TEST(Laboratory, RecordsWhatIsOpened) {
    Laboratory laboratory;
    QSignalSpy ready(&laboratory, &Laboratory::recordingReady);
    laboratory.open(smallScenario());
    ASSERT_TRUE(ready.wait(patience));
    EXPECT_TRUE(laboratory.recording()->scenario == smallScenario());
    EXPECT_EQ(laboratory.recording()->runs.size(), 1U);
    EXPECT_FALSE(laboratory.isSimulating());
}

TEST(Laboratory, UndoAndRedoRestoreTheScenario) {
    Laboratory laboratory;
    laboratory.open(smallScenario());
    setBuffers(laboratory, 100);
    setBuffers(laboratory, 200);
    EXPECT_EQ(laboratory.scenario().buffers, 200U);
    laboratory.undoStack()->undo();
    EXPECT_EQ(laboratory.scenario().buffers, 100U);
    laboratory.undoStack()->undo();
    EXPECT_TRUE(laboratory.scenario() == smallScenario());
    laboratory.undoStack()->redo();
    EXPECT_EQ(laboratory.scenario().buffers, 100U);
}

TEST(Laboratory, AChangedScenarioSaysSoInItsName) {
    Laboratory laboratory;
    laboratory.open(smallScenario());
    const std::string name = smallScenario().name;
    setBuffers(laboratory, 1900);
    EXPECT_EQ(laboratory.scenario().name, name + " · buffers=1900");
    ASSERT_TRUE(laboratory.setParameter(parameter("kernel.clustered_reads"), false));
    EXPECT_EQ(laboratory.scenario().name, name + " · buffers=1900, clustered_reads=false");
    setBuffers(laboratory, smallScenario().buffers);
    ASSERT_TRUE(laboratory.setParameter(parameter("kernel.clustered_reads"), true));
    EXPECT_EQ(laboratory.scenario().name, name);
}

TEST(Laboratory, ADragIsOneCommand) {
    Laboratory laboratory;
    laboratory.open(smallScenario());
    for (std::int64_t buffers = 100; buffers < 150; ++buffers) {
        setBuffers(laboratory, buffers, 1);
    }
    EXPECT_EQ(laboratory.undoStack()->count(), 1);
    setBuffers(laboratory, 300, 2);
    EXPECT_EQ(laboratory.undoStack()->count(), 2);
    laboratory.undoStack()->undo();
    laboratory.undoStack()->undo();
    EXPECT_TRUE(laboratory.scenario() == smallScenario());
}

TEST(Laboratory, ADragBackToTheStartLeavesNothingToUndo) {
    Laboratory laboratory;
    laboratory.open(smallScenario());
    setBuffers(laboratory, 100, 1);
    setBuffers(laboratory, smallScenario().buffers, 1);
    EXPECT_EQ(laboratory.undoStack()->count(), 0);
}

TEST(Laboratory, ARefusedValueChangesNothingAndIsSaid) {
    Laboratory laboratory;
    laboratory.open(smallScenario());
    QSignalSpy failed(&laboratory, &Laboratory::failed);
    EXPECT_FALSE(laboratory.setParameter(parameter("cache.buffers"), std::int64_t{1}));
    EXPECT_EQ(failed.count(), 1);
    EXPECT_TRUE(laboratory.scenario() == smallScenario());
    EXPECT_EQ(laboratory.undoStack()->count(), 0);
}

TEST(Laboratory, AnImpossibleCombinationIsSaidAndTheRecordingStays) {
    Laboratory laboratory;
    QSignalSpy ready(&laboratory, &Laboratory::recordingReady);
    QSignalSpy failed(&laboratory, &Laboratory::failed);
    laboratory.open(smallScenario());
    ASSERT_TRUE(ready.wait(patience));
    const auto before = laboratory.recording();
    ASSERT_TRUE(laboratory.setParameter(parameter("workload.file_bytes"), std::int64_t{1} << 32));
    ASSERT_TRUE(failed.wait(patience));
    EXPECT_TRUE(failed.front().front().toString().contains("workload.file_bytes"));
    EXPECT_EQ(laboratory.recording(), before);
}

// A simulator that waits to be let go, and notes whether it was told to stop.
struct HeldSimulator {
    std::counting_semaphore<> started{0};
    std::counting_semaphore<> go{0};
    std::atomic<int> calls = 0;
    std::atomic<int> stopped = 0;

    Laboratory::Simulator simulator() {
        return [this](const Scenario& scenario, const SimulationOptions& options) {
            ++calls;
            started.release();
            go.acquire();
            stopped += options.stop.stop_requested() ? 1 : 0;
            return record(scenario, options);
        };
    }
};

TEST(Laboratory, AStaleResultIsDropped) {
    HeldSimulator held;
    Laboratory laboratory(nullptr, held.simulator());
    std::vector<std::uint32_t> seen;
    QObject::connect(&laboratory, &Laboratory::recordingReady, &laboratory,
                     [&](const auto& recording) { seen.push_back(recording->scenario.buffers); });
    laboratory.open(smallScenario());
    held.started.acquire();
    held.go.release(); // its result is on its way, unread, when the scenario changes
    setBuffers(laboratory, 100);
    setBuffers(laboratory, 200);
    held.go.release(2);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !seen.empty(); }, patience));
    EXPECT_EQ(seen, std::vector<std::uint32_t>{200});
    EXPECT_EQ(laboratory.recording()->scenario.buffers, 200U);
}

TEST(Laboratory, AChangeStopsTheSimulationUnderWay) {
    HeldSimulator held;
    Laboratory laboratory(nullptr, held.simulator());
    QSignalSpy ready(&laboratory, &Laboratory::recordingReady);
    laboratory.open(smallScenario());
    held.started.acquire();
    setBuffers(laboratory, 100);
    held.go.release(2);
    ASSERT_TRUE(ready.wait(patience));
    EXPECT_EQ(held.stopped, 1);
}

TEST(Laboratory, CancelledMeansNoResult) {
    HeldSimulator held;
    QObject context;
    int results = 0;
    {
        Laboratory laboratory(nullptr, held.simulator());
        QObject::connect(&laboratory, &Laboratory::recordingReady, &context, [&] { ++results; });
        laboratory.open(smallScenario());
        held.started.acquire();
        laboratory.cancel();
        EXPECT_FALSE(laboratory.isSimulating());
        held.go.release();
    } // waits for the worker
    QCoreApplication::processEvents();
    EXPECT_EQ(held.calls, 1);
    EXPECT_EQ(held.stopped, 1);
    EXPECT_EQ(results, 0);
}

} // namespace
} // namespace thrashlab::ui
