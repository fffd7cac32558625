#include "ui/plots/time_split_bar.h"

#include "sim/scenario_file.h"
#include "sim/simulation.h"
#include "ui/theme.h"

#include <gtest/gtest.h>

namespace thrashlab::ui {
namespace {

QString plain(QString text) {
    return text.remove(QChar(0x202f));
}

const RunResult& secondRun() {
    static const std::vector<RunResult> runs = simulate(load_scenario("1997-ext2-1k"));
    return runs.at(1);
}

TEST(TimeSplitBar, SharesAddUpToTheRun) {
    TimeSplitBar bar;
    bar.setRun(2, secondRun().counters);
    Duration sum{};
    double share = 0;
    for (const TimeSplitBar::Share& each : bar.shares()) {
        sum += each.time;
        share += each.share;
    }
    EXPECT_EQ(sum, secondRun().counters.elapsed());
    EXPECT_NEAR(share, 1, 1e-12);
    EXPECT_EQ(bar.shares()[3].time, secondRun().counters.time[TimePart::rotation]);
}

TEST(TimeSplitBar, SaysWhatTheCountersSay) {
    TimeSplitBar bar;
    bar.setRun(2, secondRun().counters);
    EXPECT_EQ(plain(bar.title()), "Where run 2 spends its 29.8s");
    EXPECT_EQ(plain(bar.sentence()), QStringLiteral("%1 of %2 commands lost a turn.")
                                         .arg(secondRun().counters.lost_turns)
                                         .arg(secondRun().counters.commands));
    RunCounters counters = secondRun().counters;
    counters.lost_turns = 0;
    counters.commands = 234;
    bar.setRun(1, counters);
    EXPECT_EQ(bar.sentence(), "None of 234 commands lost a turn.");
    counters.commands = 0;
    bar.setRun(1, counters);
    EXPECT_EQ(bar.sentence(), "The drive was not asked: everything was in the cache.");
}

TEST(TimeSplitBar, HeightDoesNotDependOnTheContent) {
    TimeSplitBar bar;
    const QSize empty = bar.sizeHint();
    bar.setRun(2, secondRun().counters);
    EXPECT_EQ(bar.sizeHint(), empty);
    EXPECT_EQ(bar.sizePolicy().verticalPolicy(), QSizePolicy::Fixed);
}

TEST(TimeSplitBar, MostOfTheBarHasTheColourOfTheLargestShare) {
    TimeSplitBar bar;
    bar.setPalette(lightPalette());
    bar.resize(340, bar.sizeHint().height());
    bar.setRun(2, secondRun().counters);
    const QImage image = bar.grab().toImage();
    const double ratio = image.devicePixelRatio();
    const int row = static_cast<int>(2 * ratio);
    int rotation = 0;
    for (int x = 0; x < image.width(); ++x) {
        rotation += image.pixelColor(x, row) == Theme(lightPalette()).time(DrivePhase::rotation) ? 1 : 0;
    }
    EXPECT_NEAR(rotation / static_cast<double>(image.width()), bar.shares()[3].share, 0.02);
}

} // namespace
} // namespace thrashlab::ui
