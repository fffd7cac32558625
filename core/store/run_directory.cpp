#include "store/run_directory.h"

#include "store/scan.h"

namespace thrashlab::store_detail {
namespace {

constexpr std::size_t rows_between_looks = 4096;

void read_series(const RunStore& store, RunDirectory& directory) {
    Scan scan(store, "SELECT id, scenario_id, created, program_version FROM series ORDER BY id");
    while (scan.next()) {
        if (directory.versions.empty() || scan.text(3) != directory.versions.back()) {
            directory.versions.emplace_back(scan.text(3));
        }
        directory.series.push_back({.id = scan.number(0),
                                    .scenario = scan.number(1),
                                    .mounted = directory.times.size(),
                                    .version = static_cast<std::uint32_t>(directory.versions.size() - 1)});
        directory.times.append(scan.text(2));
    }
}

} // namespace

RunDirectory read_directory(const RunStore& store, const std::stop_token& stop) {
    RunDirectory directory;
    read_series(store, directory);
    Scan runs(store, "SELECT series_id, number, id, starred FROM run INDEXED BY run_list WHERE deleted = 0 "
                     "ORDER BY series_id, number");
    // Both come by series.
    auto series = directory.series.begin();
    while (runs.next()) {
        if (directory.ids.size() % rows_between_looks == 0 && stop.stop_requested()) {
            break;
        }
        const std::int64_t id = runs.number(0);
        while (series != directory.series.end() && series->id <= id) {
            series->first_run = directory.ids.size();
            ++series;
        }
        directory.numbers.push_back(static_cast<std::uint32_t>(runs.number(1)));
        directory.ids.push_back(runs.number(2));
        directory.starred.push_back(static_cast<std::uint8_t>(runs.number(3)));
    }
    for (; series != directory.series.end(); ++series) {
        series->first_run = directory.ids.size();
    }
    directory.series.push_back({.first_run = directory.ids.size(), .mounted = directory.times.size()});
    return directory;
}

std::int64_t data_version(const RunStore& store) {
    Scan scan(store, "PRAGMA data_version");
    return scan.next() ? scan.number(0) : 0;
}

} // namespace thrashlab::store_detail
