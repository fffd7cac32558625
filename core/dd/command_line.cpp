#include "dd/command_line.h"

#include "error.h"
#include "sim/parameter.h"
#include "sim/size_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace thrashlab {
namespace {

constexpr std::uint64_t default_block = 512;
constexpr std::string_view operand_names =
    "if, of, bs, ibs, obs, count, skip, seek, conv=notrunc,fsync and oflag=sync are allowed";

bool is_blank(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\n';
}

std::vector<std::string> split(std::string_view line) {
    std::vector<std::string> words;
    std::string word;
    bool in_word = false;
    char quote = 0;
    for (const char letter : line) {
        if (quote != 0 ? letter == quote : letter == '"' || letter == '\'') {
            quote = quote != 0 ? '\0' : letter;
            in_word = true;
        } else if (quote == 0 && is_blank(letter)) {
            if (in_word) {
                words.push_back(std::exchange(word, {}));
            }
            in_word = false;
        } else {
            word += letter;
            in_word = true;
        }
    }
    if (quote != 0) {
        throw Error("dd line", fmt::format("the quote {} is not closed", quote), "close it");
    }
    if (in_word) {
        words.push_back(word);
    }
    return words;
}

std::string quoted(const std::string& name) {
    const bool plain = name.find_first_of(" \t\n'\"") == std::string::npos;
    const char quote = name.find('"') == std::string::npos ? '"' : '\'';
    return plain ? name : fmt::format("{0}{1}{0}", quote, name);
}

// Bounds and allowed words are the parameters' own.
void set_operand(Scenario& scenario, std::string_view operand, std::string_view key, std::string_view value) {
    const Parameter& target = parameter(fmt::format("workload.{}", key));
    try {
        if (key == "if" || key == "of") {
            set_parameter(scenario, target, std::string(value));
        } else {
            set_parameter(scenario, target, static_cast<std::int64_t>(parse_size(value, operand)));
        }
    } catch (const Error& error) {
        throw Error(std::string(operand), error.problem(), error.remedy());
    }
}

// conv=notrunc,fsync and oflag=sync.
void set_flags(Workload& workload, const std::string& operand, const std::string& key, std::string_view words) {
    while (!words.empty()) {
        const std::string_view word = words.substr(0, words.find(','));
        words.remove_prefix(std::min(words.size(), word.size() + 1));
        if (key == "conv" && word == "notrunc") {
            workload.keep_file = true;
        } else if (key == "conv" && word == "fsync") {
            workload.fsync = true;
        } else if (key == "oflag" && word == "sync") {
            workload.synchronous = true;
        } else {
            throw Error(operand, fmt::format("{} is not simulated", word), std::string(operand_names));
        }
    }
}

std::string size_text(std::uint64_t bytes) {
    for (const auto& [unit, letter] :
         {std::pair{std::uint64_t{1} << 30, 'g'}, {std::uint64_t{1} << 20, 'm'}, {std::uint64_t{1} << 10, 'k'}}) {
        if (bytes % unit == 0 && bytes > 0) {
            return fmt::format("{}{}", bytes / unit, letter);
        }
    }
    return fmt::format("{}", bytes);
}

} // namespace

Workload parse_dd_operands(std::span<const std::string> operands, const Workload& base) {
    Scenario scenario;
    scenario.workload = {.input = base.input,
                         .output = "/dev/null",
                         .file_bytes = base.file_bytes,
                         .input_block = default_block,
                         .output_block = default_block,
                         .runs = base.runs,
                         .between = base.between,
                         .pause = base.pause};
    std::set<std::string, std::less<>> seen;
    std::string block;
    for (const std::string& operand : operands) {
        const std::size_t equals = operand.find('=');
        const std::string key = operand.substr(0, equals);
        static const std::set<std::string, std::less<>> known{"if",    "of",   "bs",   "ibs",  "obs",
                                                              "count", "skip", "seek", "conv", "oflag"};
        if (equals == std::string::npos || !known.contains(key)) {
            throw Error(operand, equals == std::string::npos ? "this is no operand" : "this operand is not simulated",
                        std::string(operand_names));
        }
        if (!seen.insert(key).second) {
            throw Error(operand, "it is given twice", "give it once");
        }
        if (key == "conv" || key == "oflag") {
            set_flags(scenario.workload, operand, key, operand.substr(equals + 1));
        } else if (key == "bs") {
            block = operand; // it overrides ibs and obs wherever it stands
        } else {
            set_operand(scenario, operand, key, std::string_view(operand).substr(equals + 1));
        }
    }
    if (!block.empty()) {
        set_operand(scenario, block, "bs", std::string_view(block).substr(3));
    }
    return scenario.workload;
}

Workload parse_dd_line(std::string_view line, const Workload& base) {
    std::vector<std::string> words = split(line);
    if (!words.empty() && words.front() == "dd") {
        words.erase(words.begin());
    }
    return parse_dd_operands(words, base);
}

std::string dd_line(const Workload& workload) {
    std::string line = fmt::format("dd if={} of={}", quoted(workload.input), quoted(workload.output));
    if (workload.input_block == workload.output_block) {
        line += workload.input_block == default_block ? "" : " bs=" + size_text(workload.input_block);
    } else {
        line += " ibs=" + size_text(workload.input_block) + " obs=" + size_text(workload.output_block);
    }
    const auto add = [&line](std::string_view key, std::uint64_t value) {
        line += value == 0 ? "" : fmt::format(" {}={}", key, value);
    };
    add("skip", workload.skip);
    add("seek", workload.seek);
    add("count", workload.count);
    if (workload.keep_file || workload.fsync) {
        line += fmt::format(" conv={}{}{}", workload.keep_file ? "notrunc" : "",
                            workload.keep_file && workload.fsync ? "," : "", workload.fsync ? "fsync" : "");
    }
    line += workload.synchronous ? " oflag=sync" : "";
    return line;
}

} // namespace thrashlab
