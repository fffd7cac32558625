// Where an instant lies: times to pixels and back, without a window.
#pragma once

#include "units.h"

#include <algorithm>
#include <cmath>

namespace thrashlab::ui {

/// A stretch of time laid over a stretch of pixels. A stretch without length has everything at its left end.
struct TimeAxis {
    SimTime begin;
    Duration span{};
    double left = 0; ///< of `begin`
    double width = 1;

    [[nodiscard]] double x(SimTime time) const {
        return span <= Duration::zero() ? left : left + ratio(time - begin, span) * width;
    }
    /// The instant at a pixel, to the nanosecond; outside the stretch too.
    [[nodiscard]] SimTime at(double x) const { return begin + lasts(x - left); }
    /// The same, kept within the stretch.
    [[nodiscard]] SimTime within(double x) const {
        return std::clamp(at(x), begin, begin + std::max(span, Duration::zero()));
    }
    /// How long so many pixels last.
    [[nodiscard]] Duration lasts(double pixels) const {
        return Duration(std::llround(pixels / std::max(1.0, width) * static_cast<double>(span.count())));
    }
    [[nodiscard]] SimTime end() const { return begin + span; }

private:
    [[nodiscard]] static double ratio(Duration part, Duration whole) {
        return static_cast<double>(part.count()) / static_cast<double>(whole.count());
    }
};

} // namespace thrashlab::ui
