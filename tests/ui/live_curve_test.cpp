// The curve beside the window: what comes of the last request alone, and nobody waits for it.
#include "ui/models/live_curve.h"

#include "error.h"
#include "sim/scenario_file.h"
#include "ui/models/laboratory.h"
#include "ui/plots/curve_panel.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cstdio>

namespace thrashlab::ui {
namespace {

constexpr int patience = 120000;
// A machine that other programs use too may keep any thread waiting; what is meant is a frame.
constexpr qint64 longest_block_milliseconds = 100;

CurveRequest small() {
    CurveRequest request;
    request.base = load_scenario("1997-ext2-1k");
    request.base.workload.file_bytes = 100'000;
    request.from = 50;
    request.to = 150;
    return request;
}

TEST(LiveCurve, GivesWhatTheEngineGives) {
    LiveCurve live;
    QSignalSpy finished(&live, &LiveCurve::finished);
    live.request(small());
    EXPECT_TRUE(live.isComputing());
    ASSERT_TRUE(finished.wait(patience));
    EXPECT_FALSE(live.isComputing());
    CurveCache cache;
    const Curve expected = compute_curve(small(), cache);
    ASSERT_NE(live.curve(), nullptr);
    EXPECT_TRUE(live.curve()->complete);
    EXPECT_EQ(live.curve()->lines, expected.lines);
    EXPECT_GT(live.elapsed().count(), 0);
}

TEST(LiveCurve, TheSameRequestIsNotBegunAgain) {
    LiveCurve live;
    QSignalSpy finished(&live, &LiveCurve::finished);
    live.request(small());
    ASSERT_TRUE(finished.wait(patience));
    live.request(small());
    EXPECT_FALSE(live.isComputing());
}

TEST(LiveCurve, OnlyTheLastRequestIsAnswered) {
    LiveCurve live;
    std::vector<double> answered;
    QObject::connect(&live, &LiveCurve::changed, &live, [&] { answered.push_back(live.curve()->request.to); });
    QSignalSpy finished(&live, &LiveCurve::finished);
    CurveRequest request = small();
    for (int to = 100; to <= 150; ++to) {
        request.to = to;
        live.request(request);
    }
    ASSERT_TRUE(finished.wait(patience));
    EXPECT_EQ(finished.count(), 1);
    ASSERT_FALSE(answered.empty());
    EXPECT_TRUE(std::all_of(answered.begin(), answered.end(), [](double to) { return to == 150; }))
        << "results of the requests before are dropped";
}

TEST(LiveCurve, KnownPointsAreNotComputedAgain) {
    LiveCurve live;
    QSignalSpy finished(&live, &LiveCurve::finished);
    live.request(small());
    ASSERT_TRUE(finished.wait(patience));
    CurveRequest moved = small();
    moved.base.buffers = 77;
    live.request(moved);
    ASSERT_TRUE(finished.wait(patience));
    EXPECT_EQ(live.curve()->simulated, 0U);
}

TEST(LiveCurve, CancelledMeansNoResult) {
    LiveCurve live;
    QSignalSpy changed(&live, &LiveCurve::changed);
    live.request(small());
    live.cancel();
    EXPECT_FALSE(live.isComputing());
    QSignalSpy finished(&live, &LiveCurve::finished);
    CurveRequest other = small();
    other.to = 120;
    live.request(other); // comes behind whatever was under way
    ASSERT_TRUE(finished.wait(patience));
    EXPECT_EQ(live.curve()->request.to, 120);
}

TEST(LiveCurve, AnImpossibleRequestIsSaid) {
    LiveCurve live;
    QSignalSpy failed(&live, &LiveCurve::failed);
    CurveRequest request = small();
    request.key = "cache.policy";
    live.request(request);
    ASSERT_TRUE(failed.wait(patience));
    EXPECT_TRUE(failed.front().front().toString().contains("it is no number"));
    EXPECT_FALSE(live.isComputing());
}

TEST(LiveCurve, EndsWhileItIsComputing) {
    CurveRequest request = small();
    request.base.workload.file_bytes = 20'000'000;
    request.to = 20'000;
    LiveCurve live;
    live.request(request);
} // does not wait for all of it

// A slider that moves without end: each step changes the scenario, and both the recording and the curve begin anew.
TEST(LiveCurve, AMovingSliderNeverWaits) {
    Laboratory laboratory;
    CurvePanel panel(laboratory);
    panel.resize(750, 200);
    panel.show();
    laboratory.open(load_scenario("1997-ext2-1k"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel.isSettled(); }, patience));
    QTimer heart;
    QElapsedTimer beat;
    qint64 worst = 0;
    QObject::connect(&heart, &QTimer::timeout, &heart, [&] {
        worst = std::max(worst, beat.nsecsElapsed());
        beat.restart();
    });
    heart.setTimerType(Qt::PreciseTimer);
    beat.start();
    heart.start(1);
    constexpr int steps = 150;
    for (int step = 0; step < steps; ++step) {
        const auto rpm = 2941.0 + step;
        ASSERT_TRUE(laboratory.setParameter(parameter("drive.rpm"), rpm, 1));
        QTest::qWait(4);
    }
    heart.stop();
    std::printf("longest block of the event loop: %.1f ms\n", static_cast<double>(worst) / 1e6);
    EXPECT_LT(worst / 1'000'000, longest_block_milliseconds);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel.isSettled(); }, patience));
    EXPECT_EQ(panel.live().curve()->request.base.drive.revolutions_per_minute, 2941.0 + steps - 1);
}

} // namespace
} // namespace thrashlab::ui
