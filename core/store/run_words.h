// The words of a filter for runs. For the files of the store alone.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thrashlab::store_detail {

using Mask = std::uint64_t; ///< one bit for each word
inline constexpr std::size_t most_words = 60;

inline char small_letter(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

inline bool contains(std::string_view text, std::string_view word) {
    return std::search(text.begin(), text.end(), word.begin(), word.end(),
                       [](char a, char b) { return small_letter(a) == b; }) != text.end();
}

inline bool has_tag(std::string_view tags, std::string_view tag) {
    for (std::size_t begin = 0; begin < tags.size();) {
        const std::size_t end = std::min(tags.find(' ', begin), tags.size());
        const std::string_view each = tags.substr(begin, end - begin);
        if (each.size() == tag.size() && contains(each, tag)) {
            return true;
        }
        begin = end + 1;
    }
    return false;
}

/// What a person looks for, word by word: which of them does a text have?
class Words {
public:
    explicit Words(std::string_view text) {
        std::string word;
        for (const char letter : std::string(text) + ' ') {
            if (letter != ' ' && letter != '\t' && letter != '\n') {
                word += small_letter(letter);
            } else if (!word.empty() && words_.size() < most_words) {
                words_.push_back(std::exchange(word, {}));
            } else {
                word.clear();
            }
        }
        for (std::size_t i = 0; i < words_.size(); ++i) {
            all_ |= Mask{1} << i;
        }
    }

    [[nodiscard]] bool empty() const { return words_.empty(); }
    [[nodiscard]] Mask all() const { return all_; }
    /// Those that only a run's number can match.
    [[nodiscard]] Mask about_numbers() const {
        return matching([](std::string_view word) { return word.starts_with("run:"); });
    }
    /// Those that occur in a text.
    [[nodiscard]] Mask in(std::string_view text) const {
        return matching([&](std::string_view word) { return contains(text, word); });
    }
    [[nodiscard]] Mask in_tags(std::string_view tags) const {
        return matching([&](std::string_view word) {
            return contains(tags, word) || (word.starts_with("tag:") && has_tag(tags, word.substr(4)));
        });
    }
    [[nodiscard]] Mask in_number(std::int64_t number) const {
        return matching([&](std::string_view word) {
            std::int64_t wanted = -1;
            return word.starts_with("run:") &&
                   std::from_chars(word.data() + 4, word.data() + word.size(), wanted).ptr ==
                       word.data() + word.size() &&
                   wanted == number;
        });
    }

private:
    template <class Matches>
    [[nodiscard]] Mask matching(Matches matches) const {
        Mask mask = 0;
        for (std::size_t i = 0; i < words_.size(); ++i) {
            mask |= matches(words_[i]) ? Mask{1} << i : 0;
        }
        return mask;
    }

    std::vector<std::string> words_;
    Mask all_ = 0;
};

} // namespace thrashlab::store_detail
