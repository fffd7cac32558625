// The states of a block as colour-blind readers see them.
#include "ui/theatre/cell_tiles.h"
#include "ui/theme.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace thrashlab::ui {
namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

struct Vision {
    const char* name;
    Matrix matrix;
};

// Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009:
// severity 1.0, for linear RGB.
constexpr std::array<Vision, 4> visions{
    {{"full colour vision", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
     {"protanopia",
      {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
     {"deuteranopia",
      {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
     {"tritanopia",
      {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}}}};

// A distance of 2.3 in CIE L*a*b* can just be told apart side by side; small cells apart from each other need far more.
constexpr double clearly_apart = 20;
/// Within a tile, between a pattern and its ground.
constexpr double pattern_seen = 12;

double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

Vector times(const Matrix& matrix, const Vector& vector) {
    Vector result{};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            result[i] += matrix[i][j] * vector[j];
        }
    }
    return result;
}

/// CIE L*a*b* under D65 of a colour as it is seen.
Vector seen(const QColor& colour, const Vision& vision) {
    Vector rgb = times(vision.matrix, {linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())});
    for (double& channel : rgb) {
        channel = std::min(1.0, std::max(0.0, channel));
    }
    constexpr Matrix to_xyz{
        {{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}};
    constexpr Vector white{0.95047, 1, 1.08883};
    Vector f = times(to_xyz, rgb);
    for (std::size_t i = 0; i < 3; ++i) {
        const double t = f[i] / white[i];
        f[i] = t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
    }
    return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

double distance(const QColor& one, const QColor& other, const Vision& vision) {
    const Vector a = seen(one, vision);
    const Vector b = seen(other, vision);
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

struct Look {
    const char* name;
    QPalette palette;
};

std::vector<Look> looks() {
    return {{"light", lightPalette()}, {"dark", darkPalette()}, {"projector", projectorPalette()}};
}

TEST(ColourVision, TheMatricesKeepGreys) {
    for (const Vision& vision : visions) {
        EXPECT_LT(distance(QColor(120, 120, 120), Qt::black, visions[0]) -
                      distance(QColor(120, 120, 120), Qt::black, vision),
                  0.5)
            << vision.name;
    }
}

TEST(ColourVision, EveryTwoStatesDifferByColourOrByTheirPattern) {
    for (const Look& look : looks()) {
        const Theme theme(look.palette);
        for (const Vision& vision : visions) {
            for (std::size_t i = 0; i < block_statuses; ++i) {
                for (std::size_t j = i + 1; j < block_statuses; ++j) {
                    const auto one = static_cast<BlockStatus>(i);
                    const auto other = static_cast<BlockStatus>(j);
                    EXPECT_TRUE(distance(theme.block(one), theme.block(other), vision) >= clearly_apart ||
                                Theme::hatch(one) != Theme::hatch(other))
                        << look.name << ", " << vision.name << ": states " << i << " and " << j;
                }
            }
        }
    }
}

TEST(ColourVision, APatternIsSeenOnItsColour) {
    for (const Look& look : looks()) {
        CellTiles tiles;
        tiles.prepare(Theme(look.palette), QSize(10, 8), true);
        for (const Vision& vision : visions) {
            for (std::size_t i = 0; i < block_statuses; ++i) {
                const auto status = static_cast<BlockStatus>(i);
                if (Theme::hatch(status) == Qt::NoBrush) {
                    continue;
                }
                const QImage& tile = tiles.tile(status);
                double widest = 0;
                for (int y = 0; y < tile.height(); ++y) {
                    for (int x = 0; x < tile.width(); ++x) {
                        widest = std::max(widest,
                                          distance(tile.pixelColor(x, y), Theme(look.palette).block(status), vision));
                    }
                }
                EXPECT_GE(widest, pattern_seen) << look.name << ", " << vision.name << ": state " << i;
            }
        }
    }
}

// What carries no pattern must be told by its colour alone, and a faded cell from what is on the disk only.
TEST(ColourVision, WithoutPatternsColoursAreFarApart) {
    for (const Look& look : looks()) {
        const Theme theme(look.palette);
        for (const Vision& vision : visions) {
            EXPECT_GE(distance(theme.block(BlockStatus::on_disk), theme.block(BlockStatus::in_buffer), vision),
                      clearly_apart)
                << look.name << ", " << vision.name;
            EXPECT_GE(distance(theme.accent(), theme.card(), vision), clearly_apart) << look.name;
            EXPECT_GE(distance(theme.evicted(), theme.card(), vision), clearly_apart) << look.name;
        }
    }
}

} // namespace
} // namespace thrashlab::ui
