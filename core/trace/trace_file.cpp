#include "trace/trace_file.h"

#include "error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

namespace thrashlab {
namespace {

constexpr std::size_t oracle_record = 24;
constexpr std::size_t oracle_id = 4;
constexpr std::size_t vscsi_record = 32;
constexpr std::size_t vscsi_sector = 16;

std::string read_all(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file || std::filesystem::is_directory(path)) {
        throw Error(path.string(), "the trace cannot be read", "check that the file exists and may be read");
    }
    return {std::istreambuf_iterator<char>(file), {}};
}

// Little-endian, as both formats are.
std::uint64_t number_at(const std::string& bytes, std::size_t place) {
    std::uint64_t number = 0;
    for (std::size_t i = 8; i-- > 0;) {
        number = number << 8 | static_cast<unsigned char>(bytes[place + i]);
    }
    return number;
}

std::vector<std::uint64_t> from_records(const std::string& bytes, std::size_t record, std::size_t place,
                                        const std::filesystem::path& path) {
    if (bytes.size() % record != 0) {
        throw Error(
            fmt::format("{}, record {}", path.string(), bytes.size() / record + 1), "the file ends within it",
            fmt::format("records of this format have {} bytes: the file was cut off or is of another format", record));
    }
    std::vector<std::uint64_t> ids;
    ids.reserve(bytes.size() / record);
    for (std::size_t at = 0; at < bytes.size(); at += record) {
        ids.push_back(number_at(bytes, at + place));
    }
    return ids;
}

std::vector<std::string_view> cells(std::string_view line) {
    std::vector<std::string_view> result;
    for (;;) {
        const std::size_t comma = line.find(',');
        result.push_back(line.substr(0, comma));
        if (comma == std::string_view::npos) {
            return result;
        }
        line.remove_prefix(comma + 1);
    }
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.back() == '\r' || text.back() == ' ' || text.back() == '\t')) {
        text.remove_suffix(1);
    }
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
        text.remove_prefix(1);
    }
    return text;
}

bool is_number(std::string_view text, std::uint64_t& number) {
    text = trimmed(text);
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end == text.data() + text.size() && !text.empty();
}

std::size_t id_column(const std::vector<std::string_view>& heading) {
    for (const std::string_view name : {"lbn", "id", "block", "key"}) {
        const auto found = std::find_if(heading.begin(), heading.end(),
                                        [name](std::string_view cell) { return trimmed(cell) == name; });
        if (found != heading.end()) {
            return static_cast<std::size_t>(found - heading.begin());
        }
    }
    return heading.size() - 1;
}

std::vector<std::uint64_t> from_lines(const std::string& text, bool csv, const std::filesystem::path& path) {
    std::vector<std::uint64_t> ids;
    std::size_t column = 0;
    std::size_t line_number = 0;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = trimmed(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        ++line_number;
        if (line.empty() || line.front() == '#') {
            continue;
        }
        const std::vector<std::string_view> row = csv ? cells(line) : std::vector{line};
        if (csv && ids.empty() && line_number == 1) {
            column = id_column(row);
        }
        std::uint64_t id = 0;
        if (column < row.size() && is_number(row[column], id)) {
            ids.push_back(id);
        } else if (!csv || line_number > 1) { // the first line of a table may be its heading
            throw Error(fmt::format("{}, line {}", path.string(), line_number), "there is no whole number to read",
                        csv ? "a column named lbn, id, block or key is read, or else the last one"
                            : "write one number a line");
        }
    }
    return ids;
}

} // namespace

TraceFormat trace_format(const std::filesystem::path& path) {
    const std::string end = path.extension().string();
    if (end == ".vscsi") {
        return TraceFormat::vscsi;
    }
    if (end == ".bin" || end == ".oracleGeneral") {
        return TraceFormat::oracle_general;
    }
    return end == ".csv" ? TraceFormat::csv : TraceFormat::text;
}

std::vector<std::uint64_t> read_trace(const std::filesystem::path& path) {
    const std::string bytes = read_all(path);
    std::vector<std::uint64_t> ids;
    switch (trace_format(path)) {
    case TraceFormat::oracle_general:
        ids = from_records(bytes, oracle_record, oracle_id, path);
        break;
    case TraceFormat::vscsi:
        ids = from_records(bytes, vscsi_record, vscsi_sector, path);
        break;
    case TraceFormat::csv:
    case TraceFormat::text:
        ids = from_lines(bytes, trace_format(path) == TraceFormat::csv, path);
        break;
    }
    if (ids.empty()) {
        throw Error(path.string(), "there are no requests in it", "is it the right file?");
    }
    return ids;
}

} // namespace thrashlab
