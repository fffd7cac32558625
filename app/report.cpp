#include "verbs.h"

#include "sim/run_fields.h"
#include "store/run_store.h"

#include <fmt/format.h>

#include <algorithm>

namespace thrashlab::app {
namespace {

// Characters, not bytes: the cells may hold letters beyond ASCII.
std::size_t width(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xc0) != 0x80; }));
}

} // namespace

std::string table(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        std::size_t widest = width(columns[i].title);
        for (const auto& row : rows) {
            widest = std::max(widest, width(row[i]));
        }
        widths.push_back(widest);
    }
    const auto line = [&](const auto& cell_of) {
        std::string text;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const std::string& cell = cell_of(i);
            const std::string padding(widths[i] - width(cell), ' ');
            text += columns[i].right ? padding + cell : cell + padding;
            text += i + 1 < columns.size() ? "  " : "";
        }
        text.erase(text.find_last_not_of(' ') + 1);
        return text + '\n';
    };
    std::string text = line([&](std::size_t i) -> const std::string& { return columns[i].title; });
    for (const auto& row : rows) {
        text += line([&](std::size_t i) -> const std::string& { return row[i]; });
    }
    return text;
}

std::string csv_table(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::string> titles;
    for (const Column& column : columns) {
        titles.push_back(column.title);
    }
    std::string text = csv_line(titles);
    for (const auto& row : rows) {
        text += csv_line(row);
    }
    return text;
}

std::filesystem::path database_file(const std::string& option) {
    return option.empty() || option == "default" ? default_database() : std::filesystem::path(option);
}

} // namespace thrashlab::app
