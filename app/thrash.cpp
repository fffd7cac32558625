// thrash: the engine on the command line.
#include "verbs.h"

#include "error.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace {

constexpr int bad_input = 2;

// One line, whatever CLI11 puts into its message.
int complain(std::string text) {
    while (!text.empty() && text.back() == '\n') {
        text.pop_back();
    }
    std::replace(text.begin(), text.end(), '\n', ' ');
    fmt::print(stderr, "thrash: {}\n", text);
    return bad_input;
}

} // namespace

int main(int argc, char** argv) {
    CLI::App program{"ThrashLab on the command line: simulates dd through a buffer cache, a file system and a drive.\n"
                     "Begin with: thrash run 1997-ext2-1k\n"};
    program.name("thrash");
    program.set_version_flag("--version", std::string("thrash ") + THRASHLAB_VERSION);
    program.require_subcommand(1);
    program.footer("\nExit status: 0 well; 1 a published figure is out of its band (validate); 2 bad input, nothing "
                   "was written.\nEach verb explains itself: thrash run --help");
    int status = 0;
    thrashlab::app::add_run_verb(program, status);
    thrashlab::app::add_dd_verb(program, status);
    thrashlab::app::add_scenarios_verb(program);
    thrashlab::app::add_parameters_verb(program);
    thrashlab::app::add_runs_verb(program);
    thrashlab::app::add_sweep_verb(program, status);
    thrashlab::app::add_progress_verb(program);
    thrashlab::app::add_heat_verb(program);
    thrashlab::app::add_mrc_verb(program);
    thrashlab::app::add_validate_verb(program, status);
    try {
        program.parse(argc, argv);
    } catch (const CLI::Success& wish) { // --help and --version
        return program.exit(wish);
    } catch (const CLI::ParseError& problem) {
        return complain(std::string(problem.what()) + "; see thrash --help");
    } catch (const thrashlab::Error& problem) {
        return complain(problem.what());
    }
    return status;
}
