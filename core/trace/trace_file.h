// Traces that people have, as sequences of references.
#pragma once

#include "cache/policy_run.h"

#include <filesystem>
#include <string>
#include <vector>

namespace thrashlab {

enum class TraceFormat : std::uint8_t {
    oracle_general, ///< libCacheSim: 24-byte records with the request's id
    vscsi,          ///< VMware vscsiStats, version 2: 32-byte records with the first sector
    csv,            ///< comma-separated, a column named lbn, id, block or key, or the last one if there is no heading
    text,           ///< one whole number a line
};

/// The ids of the requests of a trace, in order; sizes are left out of account. The format follows from the name's end:
/// .vscsi; .bin and .oracleGeneral; .csv; anything else is text. Throws Error with file, record or line.
[[nodiscard]] std::vector<std::uint64_t> read_trace(const std::filesystem::path& path);
[[nodiscard]] TraceFormat trace_format(const std::filesystem::path& path);

} // namespace thrashlab
