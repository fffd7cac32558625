#include "store/sweep_table.h"

#include "sim/run_fields.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace thrashlab {

using Json = nlohmann::ordered_json;

std::vector<std::string> sweep_columns(const SweepPlan& plan) {
    std::vector<std::string> columns{"point"};
    const std::vector<std::string> keys = plan.keys();
    columns.insert(columns.end(), keys.begin(), keys.end());
    columns.insert(columns.end(), {"run", "bytes_per_second", "seconds", "commands", "misses", "block_requests",
                                   "lost_turns", "evictions", "failure"});
    return columns;
}

std::size_t sweep_speed_column(const SweepPlan& plan) {
    return plan.keys().size() + 2;
}

std::vector<std::string> sweep_row(const SweepPlan& plan, std::size_t point, const RunResult& run) {
    const std::vector<SweepSetting> settings = plan.settings(point);
    std::vector<std::string> row{fmt::format("{}", point)};
    for (const std::string& key : plan.keys()) {
        const auto found = std::find_if(settings.begin(), settings.end(),
                                        [&key](const SweepSetting& setting) { return setting.key == key; });
        row.push_back(found == settings.end() ? "" : format(found->value));
    }
    const RunCounters& counters = run.counters;
    for (const std::string& cell :
         {fmt::format("{}", run.number), fmt::format("{}", run.bytes_per_second()),
          fmt::format("{}", to_seconds(counters.elapsed())), fmt::format("{}", counters.commands),
          fmt::format("{}", counters.misses), fmt::format("{}", counters.block_requests),
          fmt::format("{}", counters.lost_turns), fmt::format("{}", counters.evictions), run.failure}) {
        row.push_back(cell);
    }
    return row;
}

std::string sweep_csv(const SweepPlan& plan, const std::vector<SweepStore::Point>& points) {
    std::string text = csv_line(sweep_columns(plan));
    for (const SweepStore::Point& point : points) {
        for (const RunResult& run : point.runs) {
            text += csv_line(sweep_row(plan, point.point, run));
        }
    }
    return text;
}

std::string sweep_json(const SweepPlan& plan, const std::vector<SweepStore::Point>& points) {
    Json json;
    json["program"] = std::string("thrashlab ") + THRASHLAB_VERSION;
    json["plan"] = Json::parse(to_json(plan));
    json["runs"] = Json::array();
    const std::vector<std::string> names = sweep_columns(plan);
    for (const SweepStore::Point& point : points) {
        for (const RunResult& run : point.runs) {
            const std::vector<std::string> row = sweep_row(plan, point.point, run);
            Json object;
            for (std::size_t i = 0; i < names.size(); ++i) {
                object[names[i]] = row[i];
            }
            json["runs"].push_back(std::move(object));
        }
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace thrashlab
