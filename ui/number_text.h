// Numbers and words as the window writes them: digits in groups of three, parted by narrow no-break spaces.
#pragma once

#include "kernel/time_split.h"
#include "sim/scenario.h"
#include "units.h"

#include <QString>

#include <string_view>

namespace thrashlab::ui {

/// A whole number: "1 872 034".
[[nodiscard]] QString groupedText(std::uint64_t number);
[[nodiscard]] inline QString groupedText(std::uint32_t number) {
    return groupedText(std::uint64_t{number});
}
/// A real number that is not negative, rounded to a whole one as dd rounds it; a dash for what is no number.
[[nodiscard]] QString groupedText(double number);
/// At most four digits and a decimal prefix: "10 K", "469 K", "1.2 M".
[[nodiscard]] QString shortText(double number);
/// "29.8 s", "4.14 s", "201 ms": the unit that suits the duration itself.
[[nodiscard]] QString durationText(Duration duration);
/// In the unit that suits `whole`, and somewhat finer, so that the parts of a whole can be compared.
[[nodiscard]] QString durationText(Duration duration, Duration whole);
/// "91.7 %"; never "0.0 %" for what is not nothing.
[[nodiscard]] QString percentText(double share);
/// "512 B", "1 KiB", "1.8 MiB".
[[nodiscard]] QString bytesText(std::uint64_t bytes);
/// "7.482 913 s".
[[nodiscard]] QString clockText(std::int64_t nanoseconds);
/// Simulated over real time: "× 4", "× 1/20"; "fastest" for 0.
[[nodiscard]] QString paceText(double factor);

/// "CPU", "rotation".
[[nodiscard]] QString timePartName(TimePart part);

/// The engine's words, which are UTF-8.
[[nodiscard]] QString fromView(std::string_view text);
/// What a scenario is called for a person: its title, or else its name.
[[nodiscard]] QString titleOf(const Scenario& scenario);
/// With a capital letter in front.
[[nodiscard]] QString upperFirst(QString text);

} // namespace thrashlab::ui
