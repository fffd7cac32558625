// The arrows between the parts of the program, read off the source itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path root = SOURCE_FOLDER;

struct Include {
    fs::path file;
    std::string target;
};

std::vector<Include> includes_below(const std::string& folder) {
    std::vector<Include> found;
    const std::regex directive(R"(^\s*#\s*include\s*[<"]([^>"]+)[>"])");
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
        const fs::path extension = entry.path().extension();
        if (extension != ".h" && extension != ".cpp") {
            continue;
        }
        std::ifstream file(entry.path());
        std::smatch match;
        for (std::string line; std::getline(file, line);) {
            if (std::regex_search(line, match, directive)) {
                found.push_back({fs::relative(entry.path(), root), match[1]});
            }
        }
    }
    return found;
}

std::string first_part(const fs::path& path) {
    return path.begin()->string();
}

TEST(Layers, CoreIncludesNoQt) {
    const std::vector<Include> includes = includes_below("core");
    ASSERT_GT(includes.size(), 50U) << "the test looks at the wrong place";
    const std::regex qt("^(Q[A-Z].*|Qt.*/.*|qcustomplot.*|.*\\bui/.*)$");
    for (const Include& include : includes) {
        EXPECT_FALSE(std::regex_match(include.target, qt)) << include.file << " includes " << include.target;
    }
}

TEST(Layers, TheCommandLineIncludesNoQt) {
    const std::regex qt("^(Q[A-Z].*|Qt.*/.*|ui/.*)$");
    for (const Include& include : includes_below("app")) {
        if (!include.file.filename().string().starts_with("thrashlab")) {
            EXPECT_FALSE(std::regex_match(include.target, qt)) << include.file << " includes " << include.target;
        }
    }
}

TEST(Layers, NoArrowRunsBackInsideCore) {
    // Each part with the parts that it may know.
    const std::map<std::string, std::set<std::string>> allowed{
        {"disk", {}},
        {"fs", {}},
        {"cache", {}},
        {"kernel", {"cache", "fs", "disk"}},
        {"sim", {"kernel", "cache", "fs", "disk"}},
        {"dd", {"sim"}},
        {"trace", {"sim", "cache"}},
        {"store", {"sim"}},
    };
    for (const Include& include : includes_below("core")) {
        const std::string part = include.file.string().substr(5, include.file.string().find('/', 5) - 5);
        const std::string target = first_part(include.target);
        const bool inner = allowed.contains(target);
        if (allowed.contains(part) && inner && target != part) {
            EXPECT_TRUE(allowed.at(part).contains(target)) << include.file << " includes " << include.target;
        }
    }
}

TEST(Layers, NobodyIncludesTheProgramsAndOnlyTheyIncludeTheWindow) {
    for (const std::string folder : {"core", "ui"}) {
        for (const Include& include : includes_below(folder)) {
            EXPECT_NE(first_part(include.target), "app") << include.file;
            EXPECT_TRUE(folder == "ui" || first_part(include.target) != "ui") << include.file;
        }
    }
}

TEST(Layers, FilesStayReadable) {
    for (const std::string folder : {"core", "ui", "app", "tests"}) {
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            if (entry.path().extension() == ".h" || entry.path().extension() == ".cpp") {
                std::ifstream file(entry.path());
                const auto lines = std::count(std::istreambuf_iterator<char>(file), {}, '\n');
                EXPECT_LE(lines, 600) << entry.path();
            }
        }
    }
}

} // namespace
