#include "sim/contour.h"

#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>

namespace thrashlab {
namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

// A piece of line through one cell, from the edge it comes in by to the one it leaves by.
struct Segment {
    std::size_t from = none;
    std::size_t to = none;
    bool joined = false;
};

// An edge has the number of its lower left corner, twice, and one more if it goes up.
class Tracer {
public:
    Tracer(std::span<const double> x, std::span<const double> y, std::span<const double> values, double level)
        : x_(x), y_(y), values_(values), level_(level), starting_(2 * values.size(), none),
          ending_(2 * values.size(), none) {}

    std::vector<ContourLine> run() {
        for (std::size_t i = 0; i + 1 < y_.size(); ++i) {
            for (std::size_t j = 0; j + 1 < x_.size(); ++j) {
                cross(i * x_.size() + j);
            }
        }
        std::vector<ContourLine> lines;
        for (std::size_t segment = 0; segment < segments_.size(); ++segment) {
            if (!segments_[segment].joined) {
                ContourLine line = join(first_of(segment));
                if (line.size() > 1) { // a peak of just this level is but a point
                    lines.push_back(std::move(line));
                }
            }
        }
        return lines;
    }

private:
    // Corners and edges counterclockwise, from the lower left corner and the edge below.
    void cross(std::size_t corner) {
        const std::array corners{corner, corner + 1, corner + x_.size() + 1, corner + x_.size()};
        const std::array edges{2 * corner, 2 * (corner + 1) + 1, 2 * (corner + x_.size()), 2 * corner + 1};
        std::array<bool, 4> above{};
        double sum = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            const double value = values_[corners[k]];
            if (!std::isfinite(value)) {
                return;
            }
            above[k] = value >= level_;
            sum += value;
        }
        std::size_t downward = 0;
        std::size_t upward = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            downward += above[k] && !above[(k + 1) % 4] ? 1U : 0U;
            upward = !above[k] && above[(k + 1) % 4] ? k : upward;
        }
        for (std::size_t k = 0; k < 4; ++k) {
            if (above[k] && !above[(k + 1) % 4]) {
                const std::size_t in_a_saddle = sum / 4 >= level_ ? k + 1 : k + 3;
                add(edges[k], edges[downward == 1 ? upward : in_a_saddle % 4]);
            }
        }
    }

    void add(std::size_t from, std::size_t to) {
        starting_[from] = segments_.size();
        ending_[to] = segments_.size();
        segments_.push_back({.from = from, .to = to});
    }

    // The beginning of the line that a segment is part of; of a ring the segment itself.
    [[nodiscard]] std::size_t first_of(std::size_t segment) const {
        std::size_t first = segment;
        for (std::size_t before = ending_[segments_[first].from]; before != none && before != segment;
             before = ending_[segments_[first].from]) {
            first = before;
        }
        return ending_[segments_[first].from] == none ? first : segment;
    }

    [[nodiscard]] ContourLine join(std::size_t segment) {
        ContourLine line{point(segments_[segment].from)};
        for (; segment != none && !segments_[segment].joined; segment = starting_[segments_[segment].to]) {
            segments_[segment].joined = true;
            const ContourPoint next = point(segments_[segment].to);
            if (next != line.back()) { // as is the case in a corner of just this level
                line.push_back(next);
            }
        }
        return line;
    }

    [[nodiscard]] ContourPoint point(std::size_t edge) const {
        const std::size_t corner = edge / 2;
        const std::size_t j = corner % x_.size();
        const std::size_t i = corner / x_.size();
        const bool up = edge % 2 != 0;
        const double here = values_[corner];
        const double there = values_[up ? corner + x_.size() : corner + 1];
        const double share = (level_ - here) / (there - here);
        return up ? ContourPoint{x_[j], std::lerp(y_[i], y_[i + 1], share)}
                  : ContourPoint{std::lerp(x_[j], x_[j + 1], share), y_[i]};
    }

    std::span<const double> x_;
    std::span<const double> y_;
    std::span<const double> values_;
    double level_;
    std::vector<Segment> segments_;
    std::vector<std::size_t> starting_; ///< by edge: the segment that comes from it
    std::vector<std::size_t> ending_;   ///< by edge: the segment that goes to it
};

} // namespace

std::vector<ContourLine> contour_lines(std::span<const double> x, std::span<const double> y,
                                       std::span<const double> values, double level) {
    assert(values.size() == x.size() * y.size());
    return Tracer(x, y, values, level).run();
}

} // namespace thrashlab
