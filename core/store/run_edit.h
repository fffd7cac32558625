// What people add to runs, and the runs they throw away.
#pragma once

#include "store/run_store.h"

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace thrashlab {

// Each of these does all of its work or none. Runs that are not there are passed over; the answer is how many runs were
// changed. They throw Error.

std::size_t set_starred(RunStore& store, std::span<const std::int64_t> runs, bool starred);
std::size_t set_note(RunStore& store, std::span<const std::int64_t> runs, std::string_view note);
/// `tags` as people write them: see `normalised_tags`.
std::size_t set_tags(RunStore& store, std::span<const std::int64_t> runs, std::string_view tags);

/// Takes runs out of every list. They can be had back until `purge_removed`.
std::size_t remove_runs(RunStore& store, std::span<const std::int64_t> runs);
/// Brings removed runs back, with all that belonged to them.
std::size_t restore_runs(RunStore& store, std::span<const std::int64_t> runs);

/// How long a removed run can be had back at least.
inline constexpr std::chrono::hours time_to_restore{24};
/// Deletes for good what was removed longer ago than `age`, and then series and scenarios that nothing belongs to any
/// more. A point of a sweep that loses a run is not finished any longer.
std::size_t purge_removed(RunStore& store, std::chrono::seconds age = time_to_restore);

/// Words apart by white space, commas or semicolons, with or without a leading #, become words apart by one space each,
/// none of them twice.
[[nodiscard]] std::string normalised_tags(std::string_view tags);

} // namespace thrashlab
