// What the files that make up the table of parameters share. For them alone: everybody else reads sim/parameter.h.
#pragma once

#include "sim/parameter.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace thrashlab {

/// The second kernel and the drives and file system of its time. Adds to the table.
void add_modern_parameters(std::vector<Parameter>& table);

namespace table_detail {

/// An enumerator as a scenario file spells it.
template <class Enum>
struct Word {
    std::string_view word;
    Enum value;
};
template <class Enum>
Word(const char*, Enum) -> Word<Enum>;

template <class Words, class Enum>
std::string to_word(const Words& words, Enum value) {
    return std::string(
        std::find_if(words.begin(), words.end(), [value](const auto& word) { return word.value == value; })->word);
}

template <class Words>
auto from_word(const Words& words, const ParameterValue& value) {
    const auto& text = std::get<std::string>(value);
    return std::find_if(words.begin(), words.end(), [&](const auto& word) { return word.word == text; })->value;
}

template <class Words>
std::vector<std::string_view> choices(const Words& words) {
    std::vector<std::string_view> result;
    result.reserve(words.size());
    for (const auto& word : words) {
        result.push_back(word.word);
    }
    return result;
}

template <class Number>
Number whole(const ParameterValue& value) {
    return static_cast<Number>(std::get<std::int64_t>(value));
}

inline ParameterValue from_duration(Duration duration, Duration unit) {
    return static_cast<double>(duration.count()) / static_cast<double>(unit.count());
}

inline Duration to_duration(const ParameterValue& value, Duration unit) {
    return Duration(std::llround(std::get<double>(value) * static_cast<double>(unit.count())));
}

inline constexpr Duration millisecond = std::chrono::milliseconds(1);
inline constexpr Duration microsecond = std::chrono::microseconds(1);
inline constexpr Duration second = std::chrono::seconds(1);

} // namespace table_detail
} // namespace thrashlab
