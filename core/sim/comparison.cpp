#include "sim/comparison.h"

#include "sim/narration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace thrashlab {
namespace {

std::string times(double factor) {
    return factor >= 10 ? fmt::format("{:.0f}", factor) : fmt::format("{:.2g}", factor);
}

std::string bytes_per_second(const RunResult& run) {
    return grouped(static_cast<std::uint64_t>(std::llround(run.bytes_per_second()))) + " bytes/s";
}

std::string speed(const ComparedRun& first, const ComparedRun& second, const std::string& first_name,
                  const std::string& second_name) {
    const double a = first.run->bytes_per_second();
    const double b = second.run->bytes_per_second();
    constexpr double alike = 0.005;
    if (a <= 0 || b <= 0) {
        return "One of the runs copied nothing.";
    }
    if (std::abs(a - b) <= alike * std::max(a, b)) {
        return fmt::format("Both run at the same pace: {}.", bytes_per_second(*first.run));
    }
    const bool second_faster = b > a;
    return fmt::format("{} is {} times as fast as {}: {} against {}.", second_faster ? second_name : first_name,
                       times(std::max(a, b) / std::min(a, b)), second_faster ? first_name : second_name,
                       bytes_per_second(second_faster ? *second.run : *first.run),
                       bytes_per_second(second_faster ? *first.run : *second.run));
}

std::string in_what(const std::vector<ParameterDifference>& differences) {
    constexpr std::size_t most = 3;
    if (differences.empty()) {
        return "All parameters are the same.";
    }
    std::string text;
    for (std::size_t i = 0; i < std::min(most, differences.size()); ++i) {
        const ParameterDifference& each = differences[i];
        text += fmt::format("{}{} is {} against {}", i == 0 ? "" : ", ", each.parameter->key, each.first, each.second);
    }
    const std::size_t more = differences.size() - std::min(most, differences.size());
    return text + (more == 0 ? "." : fmt::format(", and {} more {}.", more, more == 1 ? "differs" : "differ"));
}

std::string where(const RunCounters& first, const RunCounters& second) {
    TimePart part = TimePart::cpu;
    Duration most{};
    for (const TimePart each : all_time_parts) {
        const Duration difference = first.time[each] - second.time[each];
        if (std::chrono::abs(difference) > std::chrono::abs(most)) {
            most = difference;
            part = each;
        }
    }
    const Duration whole = first.elapsed() - second.elapsed();
    if (most == Duration::zero() || whole == Duration::zero()) {
        return {};
    }
    return fmt::format("They are {:.3f} s apart; {} alone makes {:.3f} s of that.", std::abs(to_seconds(whole)),
                       name(part), std::abs(to_seconds(most)));
}

struct Count {
    const char* name;
    std::uint64_t RunCounters::*field;
};
constexpr std::array<Count, 11> counts{{{"commands", &RunCounters::commands},
                                        {"single blocks", &RunCounters::single_block_commands},
                                        {"lost turns", &RunCounters::lost_turns},
                                        {"misses", &RunCounters::misses},
                                        {"buffer hits", &RunCounters::buffer_hits},
                                        {"page hits", &RunCounters::page_hits},
                                        {"evictions", &RunCounters::evictions},
                                        {"read ahead in vain", &RunCounters::wasted_read_ahead},
                                        {"write commands", &RunCounters::write_commands},
                                        {"flushes", &RunCounters::flushes},
                                        {"refaults", &RunCounters::refaults}}};

std::string how_often(const RunCounters& first, const RunCounters& second) {
    std::string text;
    for (const auto field : {&RunCounters::commands, &RunCounters::lost_turns, &RunCounters::evictions}) {
        if (first.*field == second.*field) {
            continue;
        }
        const auto named =
            std::find_if(counts.begin(), counts.end(), [field](const Count& count) { return count.field == field; });
        text += fmt::format("{}{} {} against {}", text.empty() ? "" : ", ", grouped(first.*field), named->name,
                            grouped(second.*field));
    }
    if (!text.empty()) {
        text += ".";
    }
    return text;
}

} // namespace

std::vector<ParameterDifference> parameter_differences(const Scenario& first, const Scenario& second) {
    std::vector<ParameterDifference> differences;
    for (const Parameter* const each : changed_parameters(first, second)) {
        if (applies(*each, first) || applies(*each, second)) {
            differences.push_back({each, format(each->get(first)), format(each->get(second))});
        }
    }
    return differences;
}

namespace {

// The same ones, whatever the runs.
std::vector<ComparedFigure> all_figures(const RunResult& first, const RunResult& second) {
    std::vector<ComparedFigure> figures{
        {"bytes/s", false, first.bytes_per_second(), second.bytes_per_second()},
        {"elapsed", true, to_seconds(first.counters.elapsed()), to_seconds(second.counters.elapsed())}};
    for (const TimePart part : all_time_parts) {
        figures.push_back({std::string(name(part)), true, to_seconds(first.counters.time[part]),
                           to_seconds(second.counters.time[part])});
    }
    for (const Count& count : counts) {
        figures.push_back({count.name, false, static_cast<double>(first.counters.*count.field),
                           static_cast<double>(second.counters.*count.field)});
    }
    return figures;
}

} // namespace

std::vector<ComparedFigure> compared_figures(const RunResult& first, const RunResult& second) {
    std::vector<ComparedFigure> figures = all_figures(first, second);
    std::erase_if(figures, [](const ComparedFigure& figure) { return figure.first == 0 && figure.second == 0; });
    return figures;
}

namespace {

ComparisonRow as_row(ComparisonRow::Kind kind, std::string name, std::vector<std::string> values) {
    ComparisonRow row{kind, std::move(name), std::move(values), {}};
    for (const std::string& value : row.values) {
        row.differs.push_back(value != row.values.front());
    }
    return row;
}

std::string figure_text(const ComparedFigure& figure, double value) {
    return figure.seconds ? fmt::format("{:.6f}", value)
                          : grouped(static_cast<std::uint64_t>(std::llround(std::max(0.0, value))));
}

} // namespace

std::vector<ComparisonRow> comparison_table(const std::vector<ComparedRun>& runs) {
    std::vector<ComparisonRow> rows;
    std::set<const Parameter*> differing;
    for (const ComparedRun& run : runs) {
        for (const ParameterDifference& each : parameter_differences(*runs.front().scenario, *run.scenario)) {
            differing.insert(each.parameter);
        }
    }
    for (const Parameter& parameter : parameters()) {
        if (!differing.contains(&parameter)) {
            continue;
        }
        std::vector<std::string> values;
        values.reserve(runs.size());
        for (const ComparedRun& run : runs) {
            values.push_back(format(parameter.get(*run.scenario)));
        }
        rows.push_back(as_row(ComparisonRow::Kind::parameter, std::string(parameter.key), std::move(values)));
    }
    std::vector<std::vector<ComparedFigure>> figures;
    figures.reserve(runs.size());
    for (const ComparedRun& run : runs) {
        figures.push_back(all_figures(*run.run, *runs.front().run));
    }
    for (std::size_t place = 0; place < figures.front().size(); ++place) {
        std::vector<std::string> values;
        values.reserve(figures.size());
        bool any = false;
        for (const auto& of_run : figures) {
            values.push_back(figure_text(of_run[place], of_run[place].first));
            any = any || of_run[place].first != 0;
        }
        if (any) {
            const ComparedFigure& figure = figures.front()[place];
            rows.push_back(
                as_row(ComparisonRow::Kind::figure, figure.name + (figure.seconds ? ", s" : ""), std::move(values)));
        }
    }
    return rows;
}

std::vector<std::string> compare(const ComparedRun& first, const ComparedRun& second, const std::string& first_name,
                                 const std::string& second_name) {
    std::vector<std::string> sentences{speed(first, second, first_name, second_name),
                                       in_what(parameter_differences(*first.scenario, *second.scenario)),
                                       where(first.run->counters, second.run->counters),
                                       how_often(first.run->counters, second.run->counters)};
    std::erase(sentences, std::string());
    return sentences;
}

} // namespace thrashlab
