// Runs of a database for other programs.
#pragma once

#include "store/run_store.h"

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <span>

namespace thrashlab {

enum class RunFormat : std::uint8_t { csv, json };

/// Told how many runs have been written; false stops.
using ExportProgress = std::function<bool(std::size_t)>;

/// Writes runs in the order of their ids, each with its provenance, what people added, all its figures and all
/// parameters of its scenario. The columns are the same whatever is in the rows, so that files can be put together:
/// comma-separated values have one header line; JSON is {"program", "schema", "runs": [...]}, a run's scenario being
/// what `parse_scenario` reads. A row at a time is in memory. Ids that are not there are passed over. Returns how many
/// runs were written. Throws Error when the database fails; the state of `out` is for the caller to look at.
std::size_t export_runs(const RunStore& store, std::span<const std::int64_t> ids, RunFormat format, std::ostream& out,
                        const ExportProgress& progress = {});

} // namespace thrashlab
