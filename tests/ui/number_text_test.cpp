#include "ui/number_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace thrashlab::ui {
namespace {

QString plain(QString text) {
    return text.replace(QChar(0x202f), QLatin1Char('_'));
}

TEST(NumberText, GroupsDigits) {
    EXPECT_EQ(plain(groupedText(std::uint64_t{0})), "0");
    EXPECT_EQ(plain(groupedText(std::uint64_t{999})), "999");
    EXPECT_EQ(plain(groupedText(std::uint64_t{1872034})), "1_872_034");
    EXPECT_EQ(plain(groupedText(451758.6)), "451_759");
}

TEST(NumberText, WhatIsNoNumberIsADash) {
    EXPECT_EQ(groupedText(std::numeric_limits<double>::infinity()), QString(QChar(0x2014)));
    EXPECT_EQ(groupedText(std::numeric_limits<double>::quiet_NaN()), QString(QChar(0x2014)));
    EXPECT_EQ(groupedText(-1.0), QString(QChar(0x2014)));
}

TEST(NumberText, ShortNumbersTakeThePrefixTheyRoundTo) {
    EXPECT_EQ(plain(shortText(0)), "0");
    EXPECT_EQ(plain(shortText(10000)), "10_K");
    EXPECT_EQ(plain(shortText(999.4)), "999");
    EXPECT_EQ(plain(shortText(999600)), "1_M");
    EXPECT_EQ(plain(shortText(1.2e6)), "1.2_M");
    EXPECT_EQ(plain(shortText(3.1e9)), "3.1_G");
}

TEST(NumberText, DurationsTakeASuitableUnit) {
    using namespace std::chrono_literals;
    EXPECT_EQ(plain(durationText(29784ms)), "29.8_s");
    EXPECT_EQ(plain(durationText(4144ms)), "4.14_s");
    EXPECT_EQ(plain(durationText(201ms)), "201_ms");
    EXPECT_EQ(plain(durationText(1500us)), "1.5_ms");
    EXPECT_EQ(plain(durationText(12us)), "12_µs");
    EXPECT_EQ(plain(durationText(12ms, 30s)), "0.01_s");
    EXPECT_EQ(plain(durationText(12ms, 201ms)), "12_ms");
}

TEST(NumberText, AShareThatIsNotNothingIsNotZero) {
    EXPECT_EQ(plain(percentText(0)), "0.0_%");
    EXPECT_EQ(plain(percentText(0.0001)), "< 0.1_%");
    EXPECT_EQ(plain(percentText(0.917)), "91.7_%");
}

} // namespace
} // namespace thrashlab::ui
