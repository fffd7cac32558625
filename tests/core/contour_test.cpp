// Lines of equal height: where they run, where they close and where they end.
#include "sim/contour.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace thrashlab {
namespace {

const std::vector<double> five{0, 1, 2, 3, 4};
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

std::vector<double> heights(const std::vector<double>& x, const std::vector<double>& y,
                            const std::function<double(double, double)>& height) {
    std::vector<double> values;
    for (const double v : y) {
        for (const double u : x) {
            values.push_back(height(u, v));
        }
    }
    return values;
}

TEST(Contour, OfAPlaneIsAStraightLineInItsPlace) {
    const auto values = heights(five, five, [](double x, double) { return 10 * x; });
    const auto lines = contour_lines(five, five, values, 25);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0], (ContourLine{{2.5, 4}, {2.5, 3}, {2.5, 2}, {2.5, 1}, {2.5, 0}}))
        << "downwards: the higher ground, at larger x, is on the left";
    EXPECT_TRUE(contour_lines(five, five, values, 41).empty());
    EXPECT_TRUE(contour_lines(five, five, values, 0).empty()) << "all of it is as high or higher";
}

TEST(Contour, ThroughCornersHasEachOfThemOnce) {
    const auto values = heights(five, five, [](double x, double y) { return x + y; });
    const auto lines = contour_lines(five, five, values, 3);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0], (ContourLine{{0, 3}, {1, 2}, {2, 1}, {3, 0}}));
}

TEST(Contour, AroundAHillIsARing) {
    const auto values = heights(five, five, [](double x, double y) { return x == 2 && y == 2 ? 4.0 : 0.0; });
    const auto lines = contour_lines(five, five, values, 1);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].size(), 5U);
    EXPECT_EQ(lines[0].front(), lines[0].back());
    for (const ContourPoint expected : {ContourPoint{1.25, 2}, {2.75, 2}, {2, 1.25}, {2, 2.75}}) {
        EXPECT_NE(std::find(lines[0].begin(), lines[0].end(), expected), lines[0].end());
    }
    EXPECT_TRUE(contour_lines(five, five, values, 4).empty()) << "the peak alone is a point";
}

TEST(Contour, EndsBesideWhatIsNotThere) {
    auto values = heights(five, five, [](double x, double) { return x; });
    values[2 * 5 + 2] = nothing; // takes along the four cells around (2, 2)
    const auto lines = contour_lines(five, five, values, 1.5);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0], (ContourLine{{1.5, 1}, {1.5, 0}}));
    EXPECT_EQ(lines[1], (ContourLine{{1.5, 4}, {1.5, 3}}));
}

TEST(Contour, OfASaddleGoesByItsMean) {
    const std::vector<double> two{0, 1};
    const std::vector<double> high{4, 0, 0, 4}; // mean 2
    const auto joined = contour_lines(two, two, high, 1);
    ASSERT_EQ(joined.size(), 2U);
    EXPECT_EQ(joined[0], (ContourLine{{0.75, 0}, {1, 0.25}})) << "cuts off the low corner at the right";
    EXPECT_EQ(joined[1], (ContourLine{{0.25, 1}, {0, 0.75}}));
    const auto parted = contour_lines(two, two, high, 3);
    ASSERT_EQ(parted.size(), 2U);
    EXPECT_EQ(parted[0], (ContourLine{{0.25, 0}, {0, 0.25}})) << "cuts off the high corner at the left";
    EXPECT_EQ(parted[1], (ContourLine{{0.75, 1}, {1, 0.75}}));
}

TEST(Contour, OfLessThanACellIsNothing) {
    EXPECT_TRUE(contour_lines({}, {}, {}, 0).empty());
    EXPECT_TRUE(contour_lines(std::vector<double>{1}, five, five, 2).empty());
}

// Where a point of a line lies, the surface is as high as the line.
RC_GTEST_PROP(Contour, EveryVertexLiesAtItsLevelOnAnEdge, ()) {
    const auto columns = *rc::gen::inRange<std::size_t>(2, 9);
    const auto rows = *rc::gen::inRange<std::size_t>(2, 9);
    std::vector<double> x;
    std::vector<double> y;
    for (std::size_t j = 0; j < columns; ++j) {
        x.push_back((x.empty() ? 0.0 : x.back()) + *rc::gen::inRange(1, 9));
    }
    for (std::size_t i = 0; i < rows; ++i) {
        y.push_back((y.empty() ? 0.0 : y.back()) + *rc::gen::inRange(1, 9));
    }
    std::vector<double> values;
    for (std::size_t k = 0; k < columns * rows; ++k) {
        const int value = *rc::gen::inRange(-1, 8);
        values.push_back(value < 0 ? nothing : value);
    }
    const double level = *rc::gen::inRange(0, 8) + *rc::gen::element(0.0, 0.5);
    for (const ContourLine& line : contour_lines(x, y, values, level)) {
        RC_ASSERT(line.size() > 1U);
        for (const ContourPoint& point : line) {
            const auto right = std::max<std::ptrdiff_t>(1, std::lower_bound(x.begin(), x.end(), point.x) - x.begin());
            const auto over = std::max<std::ptrdiff_t>(1, std::lower_bound(y.begin(), y.end(), point.y) - y.begin());
            const auto j = static_cast<std::size_t>(right);
            const auto i = static_cast<std::size_t>(over);
            const auto at = [&](std::size_t row, std::size_t column) { return values[row * columns + column]; };
            const double across = (point.x - x[j - 1]) / (x[j] - x[j - 1]);
            const double up = (point.y - y[i - 1]) / (y[i] - y[i - 1]);
            RC_ASSERT(across == 0 || across == 1 || up == 0 || up == 1);
            const bool level_edge = up == 0 || up == 1;
            const std::size_t row = up == 1 ? i : i - 1;
            const std::size_t column = across == 1 ? j : j - 1;
            const double height = level_edge ? std::lerp(at(row, j - 1), at(row, j), across)
                                             : std::lerp(at(i - 1, column), at(i, column), up);
            RC_ASSERT(std::abs(height - level) < 1e-9 || std::isnan(height));
        }
    }
}

} // namespace
} // namespace thrashlab
