// The verbs of the command line, one file each. A verb adds itself to the program; what it is to do happens when its
// callback runs, and answers with an exit status: 0, 1 when a check failed; bad input leaves it as an Error.
#pragma once

#include "sim/simulation.h"
#include "store/run_store.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace thrashlab::app {

void add_run_verb(CLI::App& program, int& status);
void add_dd_verb(CLI::App& program, int& status);
void add_scenarios_verb(CLI::App& program);
void add_parameters_verb(CLI::App& program);
void add_runs_verb(CLI::App& program);
/// The verbs below `runs` that work on single runs: export, compare, note, tag, star, delete, restore.
void add_run_edit_verbs(CLI::App& runs);
void add_mrc_verb(CLI::App& program);
void add_progress_verb(CLI::App& program);
void add_heat_verb(CLI::App& program);
void add_sweep_verb(CLI::App& program, int& status);
void add_validate_verb(CLI::App& program, int& status);

/// What `run` and `dd` share: options that change a scenario, and what becomes of its runs.
struct RunOptions {
    std::optional<std::uint32_t> runs;
    std::vector<std::string> settings;
    std::string database;
    bool json = false;
    bool csv = false;
    bool explain = false;
};
void add_run_options(CLI::App& verb, RunOptions& options);
/// The --set option alone.
void add_settings_option(CLI::App& verb, std::vector<std::string>& settings);
/// The scenario with such settings applied, and named after them. Throws Error.
[[nodiscard]] Scenario with_settings(const Scenario& scenario, const std::vector<std::string>& settings);
/// Applies the options, simulates, keeps the runs if asked to, prints them. Throws Error and has then written nothing.
void run_and_report(Scenario scenario, const RunOptions& options);

/// The file that --db names: the program's own database for an empty text or "default".
[[nodiscard]] std::filesystem::path database_file(const std::string& option);

/// The --db option of the verbs that look into a database.
void add_database_option(CLI::App& verb, std::string& database);
/// Opens what --db names. Throws Error when it is not there.
[[nodiscard]] RunStore existing_database(const std::string& option);

/// Text cells as columns as wide as their widest cell; numbers (`right`) are flush right.
struct Column {
    std::string title;
    bool right = false;
};
[[nodiscard]] std::string table(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows);
/// The same as comma-separated values.
[[nodiscard]] std::string csv_table(const std::vector<Column>& columns,
                                    const std::vector<std::vector<std::string>>& rows);

} // namespace thrashlab::app
