# Writes data files into a C++ source file. Usage: cmake -DOUTPUT=file.cpp -DROOT=data -P embed.cmake
file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/*.json" "${ROOT}/*.csv")
list(SORT files)
set(body "")
foreach(file IN LISTS files)
  file(READ "${ROOT}/${file}" text)
  string(APPEND body "    BuiltinFile{\"${file}\", R\"~data~(${text})~data~\"},\n")
endforeach()
set(source "// Made from data/ by cmake/embed.cmake.
#include \"sim/builtin.h\"

#include <algorithm>
#include <array>

namespace thrashlab {
namespace {

constexpr std::array files{
${body}};

} // namespace

std::span<const BuiltinFile> builtin_files() {
    return files;
}

std::string_view builtin_file(std::string_view path) {
    const auto found = std::find_if(files.begin(), files.end(), [path](const auto& file) { return file.path == path; });
    return found == files.end() ? std::string_view{} : found->text;
}

} // namespace thrashlab
")
file(WRITE "${OUTPUT}" "${source}")
