#include "verbs.h"

#include "dd/command_line.h"
#include "error.h"
#include "sim/parameter.h"
#include "sim/scenario_file.h"
#include "sim/size_text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace thrashlab::app {
namespace {

struct Wish {
    std::vector<std::string> operands;
    std::string scenario = "1997-ext2-1k";
    std::string file_system;
    std::string size;
    RunOptions options;
};

// "ext2:4k": a kind, and if wanted a block size.
void use_file_system(Scenario& scenario, const std::string& text) {
    const std::size_t colon = text.find(':');
    std::string kind = text.substr(0, colon);
    for (const auto& [brief, full] : {std::pair{"ext2", "ext2fs"}, {"msdos", "msdosfs"}, {"fat", "msdosfs"}}) {
        kind = kind == brief ? full : kind;
    }
    const auto in_option = [&](const auto& action) {
        try {
            action();
        } catch (const Error& problem) {
            throw Error("--fs " + text, problem.problem(), problem.remedy());
        }
    };
    in_option([&] { set_parameter(scenario, parameter("file_system.kind"), kind); });
    if (colon != std::string::npos) {
        in_option([&] { set_parameter(scenario, "file_system.block_size=" + text.substr(colon + 1)); });
    }
}

} // namespace

void add_dd_verb(CLI::App& program, int&) {
    auto* verb = program.add_subcommand("dd", "Simulate a dd command of your own");
    auto wish = std::make_shared<Wish>();
    verb->add_option("operands", wish->operands,
                     "dd's operands in any order: if of bs ibs obs count skip seek conv=notrunc,fsync oflag=sync, "
                     "sizes as BSD's dd reads them")
        ->type_name("OPERAND");
    verb->add_option("--fs", wish->file_system, "File system and block size, as in ext2:1k or msdos:4k")
        ->type_name("KIND[:SIZE]");
    verb->add_option("--size", wish->size, "Size of the input file, as in 1872034 or 4m")->type_name("BYTES");
    verb->add_option("--scenario", wish->scenario, "Kernel, drive and cache are taken from this one")
        ->type_name("SCENARIO|FILE")
        ->capture_default_str();
    add_run_options(*verb, wish->options);
    verb->footer("\nExamples:\n"
                 "  thrash dd if=libg++.a bs=4k\n"
                 "  thrash dd if=big bs=64k --size 8m --fs ext2:4k --runs 2\n");
    verb->callback([wish] {
        Scenario scenario = load_scenario(wish->scenario);
        scenario.workload = parse_dd_operands(wish->operands, scenario.workload);
        scenario.name = "dd";
        scenario.title.clear();
        scenario.about.clear();
        scenario.provenance.clear();
        if (!wish->size.empty()) {
            set_parameter(scenario, parameter("workload.file_bytes"),
                          static_cast<std::int64_t>(parse_size(wish->size, "--size")));
        }
        if (!wish->file_system.empty()) {
            use_file_system(scenario, wish->file_system);
        }
        run_and_report(scenario, wish->options);
    });
}

} // namespace thrashlab::app
