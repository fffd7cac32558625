#include "store/run_export.h"

#include "sim/parameter.h"
#include "sim/run_fields.h"
#include "sim/scenario_file.h"
#include "store/connection.h"
#include "store/run_query.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace thrashlab {
namespace {

using Json = nlohmann::ordered_json;
constexpr int export_schema = 1;
constexpr std::size_t runs_at_once = 256;

// What stands before a run's figures.
std::vector<RunField> provenance(const StoredRun& run) {
    return {{"id", static_cast<std::uint64_t>(run.id)},
            {"series", static_cast<std::uint64_t>(run.series)},
            {"mounted", run.created},
            {"program_version", run.program_version},
            {"starred", std::uint64_t{run.starred ? 1U : 0U}},
            {"tags", run.tags},
            {"note", run.note},
            {"failure", run.result.failure}};
}

std::string header() {
    std::vector<std::string> names;
    for (const RunField& field : provenance({})) {
        names.push_back(field.first);
    }
    for (const RunField& field : run_fields({})) {
        names.push_back(field.first);
    }
    names.insert(names.end(), {"scenario", "title", "kernel.profile", "drive.profile"});
    for (const Parameter& each : parameters()) {
        if (!each.derived) {
            names.emplace_back(each.key);
        }
    }
    return csv_line(names);
}

std::string scenario_cells(const Scenario& scenario) {
    std::string cells = csv_cell(scenario.name) + ',' + csv_cell(scenario.title) + ',' +
                        csv_cell(scenario.kernel_profile) + ',' + csv_cell(scenario.drive_profile);
    for (const Parameter& each : parameters()) {
        if (!each.derived) {
            cells += ',' + csv_cell(format(each.get(scenario)));
        }
    }
    return cells + "\r\n";
}

std::string csv_row(const StoredRun& run, const std::string& scenario) {
    std::string row;
    for (const auto& fields : {provenance(run), run_fields(run.result)}) {
        for (const RunField& field : fields) {
            row += csv_cell(format(field)) + ',';
        }
    }
    return row + scenario;
}

std::string json_row(const StoredRun& run, const std::string& scenario) {
    Json row;
    for (const auto& fields : {provenance(run), run_fields(run.result)}) {
        for (const RunField& field : fields) {
            std::visit([&](const auto& value) { row[field.first] = value; }, field.second);
        }
    }
    row["starred"] = run.starred;
    std::string text = row.dump(-1, ' ', false, Json::error_handler_t::replace);
    text.pop_back();
    return text + ",\"scenario\":" + scenario + '}';
}

// The part of a row that comes from the scenario; neighbours mostly share it.
class ScenarioText {
public:
    ScenarioText(const RunStore& store, RunFormat format)
        : store_(store), format_(format),
          query_(store.connection().database, "SELECT scenario_id, json FROM series "
                                              "JOIN scenario ON scenario.id = scenario_id WHERE series.id = ?") {}

    const std::string& of(const StoredRun& run) {
        if (run.series == series_) {
            return text_;
        }
        query_.bind(1, run.series);
        if (query_.executeStep() && query_.getColumn(0).getInt64() != scenario_) {
            scenario_ = query_.getColumn(0).getInt64();
            const std::string json = query_.getColumn(1).getString();
            text_ =
                format_ == RunFormat::json
                    ? json
                    : scenario_cells(parse_scenario(json, store_.file().string() + fmt::format(", run {}", run.id)));
        }
        query_.reset();
        series_ = run.series;
        return text_;
    }

private:
    const RunStore& store_;
    RunFormat format_;
    SQLite::Statement query_;
    std::int64_t series_ = 0;
    std::int64_t scenario_ = 0;
    std::string text_;
};

} // namespace

std::size_t export_runs(const RunStore& store, std::span<const std::int64_t> ids, RunFormat format, std::ostream& out,
                        const ExportProgress& progress) {
    return store_detail::guarded(store.file(), [&] {
        const bool json = format == RunFormat::json;
        ScenarioText scenarios(store, format);
        out << (json ? fmt::format("{{\"program\":\"thrashlab {}\",\"schema\":{},\"runs\":[", THRASHLAB_VERSION,
                                   export_schema)
                     : header());
        std::size_t written = 0;
        for (std::size_t begin = 0; begin < ids.size() && out.good(); begin += runs_at_once) {
            for (const StoredRun& run :
                 stored_runs(store, ids.subspan(begin, std::min(runs_at_once, ids.size() - begin)))) {
                const std::string& scenario = scenarios.of(run);
                if (json) {
                    out << (written == 0 ? "\n" : ",\n") << json_row(run, scenario);
                } else {
                    out << csv_row(run, scenario);
                }
                ++written;
            }
            if (progress && !progress(written)) {
                break;
            }
        }
        out << (json ? "\n]}\n" : "");
        return written;
    });
}

} // namespace thrashlab
