// What a filter asks of every run, kept in memory. For the files of the store alone.
#pragma once

#include "store/connection.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace thrashlab::store_detail {

/// The mounts and the numbers of all runs that are not removed, by series and number: 13 bytes a run and about 50 a
/// series, so that a million runs are filtered without reading a million rows again.
struct RunDirectory {
    struct Series {
        std::int64_t id = 0;
        std::int64_t scenario = 0;
        std::size_t first_run = 0; ///< its runs go from here to the next one's first
        std::size_t mounted = 0;   ///< where in `times` its own begins
        std::uint32_t version = 0; ///< in `versions`
    };
    /// Ascending by id, and an empty one behind the last.
    std::vector<Series> series;
    std::string times;
    std::vector<std::string> versions;
    // Beside each other, a place for each run.
    std::vector<std::int64_t> ids;
    std::vector<std::uint32_t> numbers;
    std::vector<std::uint8_t> starred;

    [[nodiscard]] std::size_t series_count() const { return series.size() - 1; }
    [[nodiscard]] std::string_view mounted(std::size_t place) const {
        return std::string_view(times).substr(series[place].mounted, series[place + 1].mounted - series[place].mounted);
    }
};

/// Reads it. What is there when it was stopped is of no use. Throws SQLite::Exception.
[[nodiscard]] RunDirectory read_directory(const RunStore& store, const std::stop_token& stop);

/// Another number after another connection has changed the database; of the same connection always.
[[nodiscard]] std::int64_t data_version(const RunStore& store);

} // namespace thrashlab::store_detail
