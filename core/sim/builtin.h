// The files of data/, as they were when the program was built: it needs none of them at run time.
#pragma once

#include <span>
#include <string_view>

namespace thrashlab {

struct BuiltinFile {
    std::string_view path; ///< relative to data/, as in "scenarios/1997-ext2-1k.json"
    std::string_view text;
};

/// All of them, sorted by path.
[[nodiscard]] std::span<const BuiltinFile> builtin_files();
/// The text of one, or an empty view.
[[nodiscard]] std::string_view builtin_file(std::string_view path);

} // namespace thrashlab
