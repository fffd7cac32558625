// How lively the views are, whatever they show.
#pragma once

namespace thrashlab::ui {

/// The theatre keeps one, and its views read it.
struct Presentation {
    /// Nothing fades, and the platter stands as it was when the drive began what it is doing: it moves in steps.
    bool reducedMotion = false;

    bool operator==(const Presentation&) const = default;
};

} // namespace thrashlab::ui
