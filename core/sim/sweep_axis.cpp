#include "sim/sweep_axis.h"

#include "error.h"
#include "sim/curve.h"
#include "sim/scenario_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace thrashlab {
namespace {

constexpr std::string_view kernel_profile = "kernel.profile";
constexpr std::string_view drive_profile = "drive.profile";
constexpr std::string_view dots = "..";

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\n";
    const std::size_t begin = std::min(text.find_first_not_of(blanks), text.size());
    const std::size_t end = text.find_last_not_of(blanks);
    return end == std::string_view::npos ? std::string_view() : text.substr(begin, end + 1 - begin);
}

std::vector<std::string_view> parts(std::string_view text, char separator) {
    std::vector<std::string_view> result;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        if (const std::string_view part = trimmed(text.substr(begin, end - begin)); !part.empty()) {
            result.push_back(part);
        }
        begin = end + 1;
    }
    return result;
}

// One value, checked by setting it.
ParameterValue parse_value(const std::string& key, std::string_view text, const Scenario& base) {
    Scenario scratch = base;
    if (is_profile(key)) {
        ParameterValue value{std::string(text)};
        apply_setting(scratch, key, value);
        return value;
    }
    set_parameter(scratch, fmt::format("{}={}", key, text));
    return parameter(key).get(scratch);
}

double number_of(const std::string& key, const ParameterValue& value) {
    if (const auto* const whole = std::get_if<std::int64_t>(&value)) {
        return static_cast<double>(*whole);
    }
    if (const auto* const real = std::get_if<double>(&value)) {
        return *real;
    }
    throw Error(key, "only numbers have a range", "list the values, with commas between them");
}

double parse_number(const std::string& key, std::string_view text, std::string_view what) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !(number > 0)) {
        throw Error(key, fmt::format("\"{}\" is no {}", text, what), "give a number above 0");
    }
    return number;
}

// "1000..2400 step 100": the words behind the range.
SweepRange parse_range(const std::string& key, std::string_view text, const Scenario& base) {
    const std::size_t middle = text.find(dots);
    const std::vector<std::string_view> words = parts(text.substr(middle + dots.size()), ' ');
    if (middle == 0 || words.empty()) {
        throw Error(key, fmt::format("\"{}\" is no range", text), "write it as in 1000..2400 step 100");
    }
    SweepRange range{.from = number_of(key, parse_value(key, trimmed(text.substr(0, middle)), base)),
                     .to = number_of(key, parse_value(key, words[0], base))};
    bool counted = false;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const bool has_number = i + 1 < words.size();
        if (words[i] == "step" && has_number) {
            const ParameterValue kind = parameter(key).get(base);
            // A step may be a size as well, but need not be a value that the parameter can have.
            range.step =
                std::holds_alternative<std::int64_t>(kind) && words[i + 1].find_first_of("kmgKMG") != words[i + 1].npos
                    ? number_of(key, parse_value(key, words[i + 1], base))
                    : parse_number(key, words[i + 1], "step");
            ++i;
        } else if (words[i] == "count" && has_number) {
            range.count = static_cast<std::size_t>(
                std::min(parse_number(key, words[++i], "count"), static_cast<double>(largest_sweep) + 1));
            counted = true;
        } else if (words[i] == "log") {
            range.logarithmic = true;
        } else {
            throw Error(key, fmt::format("\"{}\" is not known behind a range", words[i]),
                        "\"step 100\", \"count 9\" and \"log\" are");
        }
    }
    if (range.step.has_value() && (counted || range.logarithmic)) {
        throw Error(key, "a range has a step, or else a count", "leave one of them out");
    }
    if (!range.step.has_value() && !counted) {
        if (range.logarithmic || !std::holds_alternative<std::int64_t>(parameter(key).get(base))) {
            throw Error(key, "how many values?", "add a count, as in \"count 9\"");
        }
        range.step = 1;
    }
    return range;
}

std::string plain(double number) {
    return fmt::format("{}", number);
}

} // namespace

bool is_profile(std::string_view key) {
    return key == kernel_profile || key == drive_profile;
}

void apply_setting(Scenario& scenario, const std::string& key, const ParameterValue& value) {
    if (!is_profile(key)) {
        set_parameter(scenario, parameter(key), value);
        return;
    }
    const auto* const name = std::get_if<std::string>(&value);
    if (name == nullptr) {
        throw Error(key, "the name of a profile is wanted here");
    }
    key == kernel_profile ? use_kernel_profile(scenario, *name) : use_drive_profile(scenario, *name);
}

std::vector<ParameterValue> values_of(const SweepRange& range, const std::string& key, const std::string& place) {
    const auto most = static_cast<double>(largest_sweep);
    if (!(range.to >= range.from) || (range.logarithmic && range.from <= 0)) {
        throw Error(place, "the range is empty", "its begin must not be above its end, and above 0 on a log scale");
    }
    std::vector<double> numbers;
    if (range.step.has_value()) {
        const double step = *range.step;
        if (!(step > 0) || (range.to - range.from) / step > most) {
            throw Error(fmt::format("{}, step", place), "it is too small", "give a step above 0");
        }
        const auto steps = static_cast<std::size_t>(std::floor((range.to - range.from) / step + 1e-9));
        for (std::size_t i = 0; i <= steps; ++i) {
            numbers.push_back(range.from + static_cast<double>(i) * step);
        }
    } else {
        if (range.count < 2 || range.count > largest_sweep) {
            throw Error(fmt::format("{}, count", place), "it is out of bounds", "give at least 2");
        }
        for (std::size_t i = 0; i < range.count; ++i) {
            const double share = static_cast<double>(i) / static_cast<double>(range.count - 1);
            numbers.push_back(range.logarithmic ? range.from * std::pow(range.to / range.from, share)
                                                : range.from + (range.to - range.from) * share);
        }
    }
    const bool whole = std::holds_alternative<std::int64_t>(parameter(key).get(Scenario{}));
    if (whole) {
        std::transform(numbers.begin(), numbers.end(), numbers.begin(),
                       [](double number) { return std::round(number); });
    }
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    std::vector<ParameterValue> values;
    for (const double number : numbers) {
        if (whole) {
            values.emplace_back(static_cast<std::int64_t>(number));
        } else {
            values.emplace_back(number);
        }
    }
    return values;
}

SweepAxis parse_sweep_axis(const std::string& key, std::string_view text, const Scenario& base) {
    SweepAxis axis{.key = key, .values = {}};
    for (const std::string_view part : parts(text, ',')) {
        if (part.find(dots) == std::string_view::npos) {
            axis.values.push_back(parse_value(key, part, base));
            continue;
        }
        for (ParameterValue& value : values_of(parse_range(key, part, base), key, key)) {
            axis.values.push_back(std::move(value));
        }
    }
    if (axis.values.empty()) {
        throw Error(key, "there are no values", "write some, as in 50, 100 or 1000..2400 step 100");
    }
    return axis;
}

std::string sweep_axis_text(const SweepAxis& axis) {
    constexpr std::size_t worth_a_range = 4;
    const auto whole = [&](std::size_t i) { return std::get<std::int64_t>(axis.values[i]); };
    const bool all_whole = std::all_of(axis.values.begin(), axis.values.end(), [](const ParameterValue& value) {
        return std::holds_alternative<std::int64_t>(value);
    });
    if (all_whole && axis.values.size() >= worth_a_range) {
        const std::int64_t step = whole(1) - whole(0);
        bool even = step > 0;
        for (std::size_t i = 2; i < axis.values.size() && even; ++i) {
            even = whole(i) - whole(i - 1) == step;
        }
        if (even) {
            return fmt::format("{}..{} step {}", whole(0), whole(axis.values.size() - 1), step);
        }
    }
    std::string text;
    for (const ParameterValue& value : axis.values) {
        text += (text.empty() ? "" : ", ") + format(value);
    }
    return text;
}

std::string suggested_axis_text(const Scenario& scenario, const std::string& key) {
    const auto list = [](const auto& names) { return fmt::format("{}", fmt::join(names, ", ")); };
    if (key == kernel_profile) {
        return list(kernel_profile_names());
    }
    if (key == drive_profile) {
        return list(drive_profile_names());
    }
    const Parameter& about = parameter(key);
    if (!about.choices.empty()) {
        return list(about.choices);
    }
    const ParameterValue now = about.get(scenario);
    if (std::holds_alternative<bool>(now)) {
        return "true, false";
    }
    if (std::holds_alternative<std::string>(now)) {
        throw Error(key, "free text has no range", "list the values, with commas between them");
    }
    const CurveRange range = suggested_range(scenario, key);
    if (about.power_of_two) {
        std::string text;
        for (double value = range.from; value <= range.to; value *= 2) {
            text += (text.empty() ? "" : ", ") + plain(value);
        }
        return text;
    }
    constexpr int steps = 12;
    if (range.logarithmic) {
        return fmt::format("{}..{} count {} log", plain(range.from), plain(range.to), steps + 1);
    }
    // A round step: 1, 2 or 5 times a power of ten.
    const double least = (range.to - range.from) / steps;
    double step = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {2.0, 2.5, 2.0}) {
        if (step < least * 0.99) {
            step *= factor;
        }
    }
    if (std::holds_alternative<std::int64_t>(now)) {
        step = std::max(1.0, std::round(step));
    }
    return fmt::format("{}..{} step {}", plain(range.from), plain(range.to), plain(step));
}

} // namespace thrashlab
