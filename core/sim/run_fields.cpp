#include "sim/run_fields.h"

#include <fmt/format.h>

namespace thrashlab {

std::vector<RunField> run_fields(const RunResult& run) {
    const RunCounters& counters = run.counters;
    std::vector<RunField> fields{{"run", std::uint64_t{run.number}},
                                 {"bytes", counters.bytes},
                                 {"seconds", to_seconds(counters.elapsed())},
                                 {"bytes_per_second", run.bytes_per_second()},
                                 {"records_in", fmt::format("{}+{}", run.records_in.whole, run.records_in.partial)},
                                 {"records_out", fmt::format("{}+{}", run.records_out.whole, run.records_out.partial)}};
    for (const TimePart part : all_time_parts) {
        fields.emplace_back(fmt::format("{}_seconds", name(part)), to_seconds(counters.time[part]));
    }
    const std::vector<RunField> counts{{"calls", counters.calls},
                                       {"block_requests", counters.block_requests},
                                       {"buffer_hits", counters.buffer_hits},
                                       {"page_hits", counters.page_hits},
                                       {"misses", counters.misses},
                                       {"metadata_reads", counters.metadata_reads},
                                       {"commands", counters.commands},
                                       {"read_ahead_commands", counters.read_ahead_commands},
                                       {"single_block_commands", counters.single_block_commands},
                                       {"blocks_transferred", counters.blocks_transferred},
                                       {"lost_turns", counters.lost_turns},
                                       {"write_commands", counters.write_commands},
                                       {"flushes", counters.flushes},
                                       {"evictions", counters.evictions},
                                       {"wasted_read_ahead", counters.wasted_read_ahead},
                                       {"refaults", counters.refaults},
                                       {"activations", counters.activations},
                                       {"deactivations", counters.deactivations}};
    fields.insert(fields.end(), counts.begin(), counts.end());
    return fields;
}

std::string format(const RunField& field) {
    return std::visit([](const auto& value) { return fmt::format("{}", value); }, field.second);
}

std::string csv_cell(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        return std::string(text);
    }
    std::string cell;
    cell += '"';
    for (const char letter : text) {
        cell.append(letter == '"' ? 2 : 1, letter);
    }
    cell += '"';
    return cell;
}

std::string csv_line(const std::vector<std::string>& cells) {
    std::string line;
    for (const std::string& cell : cells) {
        if (&cell != &cells.front()) {
            line += ',';
        }
        line += csv_cell(cell);
    }
    line += "\r\n";
    return line;
}

} // namespace thrashlab
