// The one error type of the engine.
#pragma once

#include <stdexcept>
#include <string>

namespace thrashlab {

/// Input that cannot be used: where it stands, what is wrong with it, and what would be right. Thrown by everything
/// that takes input from outside (scenario files, dd lines, databases); whoever throws it has changed nothing.
/// Mistakes of the program itself are asserted instead.
class Error : public std::runtime_error {
public:
    /// `place` names a file, line, key or operand; `remedy` says what is allowed, and may be empty.
    Error(std::string place, std::string problem, std::string remedy = {})
        : std::runtime_error(place + ": " + problem + (remedy.empty() ? "" : "; " + remedy)), place_(std::move(place)),
          problem_(std::move(problem)), remedy_(std::move(remedy)) {}

    [[nodiscard]] const std::string& place() const { return place_; }
    [[nodiscard]] const std::string& problem() const { return problem_; }
    [[nodiscard]] const std::string& remedy() const { return remedy_; }

private:
    std::string place_;
    std::string problem_;
    std::string remedy_;
};

} // namespace thrashlab
