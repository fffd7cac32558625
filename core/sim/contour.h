// Lines of equal height over a grid.
#pragma once

#include <span>
#include <vector>

namespace thrashlab {

struct ContourPoint {
    double x = 0;
    double y = 0;
    bool operator==(const ContourPoint&) const = default;
};

/// Points joined in order; closed when the last one equals the first.
using ContourLine = std::vector<ContourPoint>;

/// Where a surface is as high as `level`, by marching squares: `values[i * x.size() + j]` stands at x[j] and y[i], both
/// ascending. Between two neighbours it is linear, so whoever wants it linear in the logarithm of a coordinate or of
/// the values hands over logarithms. A value that is equal to the level counts as above it. Of the two ways to join the
/// four points of a saddle, the mean of its corners decides. A cell with a corner that is not a number has no line: the
/// line ends there. Lines come in the order of their first cells, with the higher ground on the left.
[[nodiscard]] std::vector<ContourLine> contour_lines(std::span<const double> x, std::span<const double> y,
                                                     std::span<const double> values, double level);

} // namespace thrashlab
