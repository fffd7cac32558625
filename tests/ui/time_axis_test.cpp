#include "ui/theatre/time_axis.h"

#include <gtest/gtest.h>

namespace thrashlab::ui {
namespace {

using namespace std::chrono_literals;

constexpr TimeAxis axis{SimTime(2s), 100ms, 50, 400};

TEST(TimeAxis, TheEndsLieAtTheEnds) {
    EXPECT_EQ(axis.x(SimTime(2s)), 50);
    EXPECT_EQ(axis.x(axis.end()), 450);
    EXPECT_EQ(axis.x(SimTime(2050ms)), 250);
}

TEST(TimeAxis, GoesOnOutside) {
    EXPECT_EQ(axis.x(SimTime(1975ms)), -50);
    EXPECT_EQ(axis.at(-50), SimTime(1975ms));
    EXPECT_EQ(axis.at(550), SimTime(2125ms));
    EXPECT_EQ(axis.within(-50), SimTime(2s));
    EXPECT_EQ(axis.within(550), SimTime(2100ms));
}

TEST(TimeAxis, ThereAndBackIsTheSamePixel) {
    for (int pixel = 50; pixel <= 450; ++pixel) {
        EXPECT_NEAR(axis.x(axis.at(pixel)), pixel, 1e-4);
    }
}

TEST(TimeAxis, PixelsLast) {
    EXPECT_EQ(axis.lasts(1), 250us);
    EXPECT_EQ(axis.lasts(-4), -1ms);
    EXPECT_EQ(axis.lasts(0), 0ms);
}

TEST(TimeAxis, WithoutLengthEverythingIsAtTheLeft) {
    const TimeAxis nothing{SimTime{}, Duration::zero(), 10, 300};
    EXPECT_EQ(nothing.x(SimTime(5s)), 10);
    EXPECT_EQ(nothing.within(200), SimTime{});
    const TimeAxis narrow{SimTime{}, 1s, 10, 0};
    EXPECT_EQ(narrow.x(SimTime(1s)), 10);
    EXPECT_EQ(narrow.within(11), SimTime(1s));
}

} // namespace
} // namespace thrashlab::ui
