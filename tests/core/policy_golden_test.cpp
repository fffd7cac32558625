// Miss counts of every policy against a table. Part of it was measured with other programs: see the table's head.
#include "cache/policy_run.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace thrashlab {
namespace {

namespace fs = std::filesystem;

const fs::path shared = fs::path(SOURCE_FOLDER) / ".." / "shared";

struct Row {
    std::string trace;
    std::string policy;
    std::uint32_t capacity = 0;
    PolicyCounts counts;
    std::optional<std::uint64_t> elsewhere;
};

std::vector<std::vector<std::string>> read_csv(const fs::path& path) {
    std::vector<std::vector<std::string>> rows;
    std::ifstream file(path);
    bool heading = true;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#' || std::exchange(heading, false)) {
            continue;
        }
        std::vector<std::string> cells(1);
        for (const char c : line) {
            if (c == ',') {
                cells.emplace_back();
            } else {
                cells.back() += c;
            }
        }
        rows.push_back(std::move(cells));
    }
    return rows;
}

std::vector<Row> table() {
    std::vector<Row> rows;
    for (const auto& cells : read_csv(fs::path(SOURCE_FOLDER) / "tests/golden/policies.csv")) {
        Row row{.trace = cells.at(0),
                .policy = cells.at(1),
                .capacity = static_cast<std::uint32_t>(std::stoul(cells.at(2))),
                .counts = {.requests = std::stoull(cells.at(3)), .misses = std::stoull(cells.at(4))}};
        if (!cells.at(5).empty()) {
            row.elsewhere = std::stoull(cells.at(5));
        }
        rows.push_back(row);
    }
    return rows;
}

DenseReferences loop() {
    std::vector<std::uint64_t> ids;
    for (int round = 0; round < 10; ++round) {
        for (std::uint64_t id = 1; id <= 1000; ++id) {
            ids.push_back(id);
        }
    }
    return dense(ids);
}

DenseReferences hotscan() {
    std::vector<std::uint64_t> ids;
    std::uint64_t fresh = 200;
    for (int round = 0; round < 10; ++round) {
        for (int again = 0; again < 3; ++again) {
            for (std::uint64_t id = 1; id <= 200; ++id) {
                ids.push_back(id);
            }
        }
        for (int i = 0; i < 2000; ++i) {
            ids.push_back(++fresh);
        }
    }
    return dense(ids);
}

// 24-byte records: time 4, id 8, size 4, next access 8, little-endian as the machines that run this.
DenseReferences cloudphysics(const fs::path& path) {
    std::vector<std::uint64_t> ids;
    std::ifstream file(path, std::ios::binary);
    for (std::array<char, 24> record{}; file.read(record.data(), record.size());) {
        std::uint64_t id = 0;
        std::memcpy(&id, record.data() + 4, sizeof id);
        ids.push_back(id);
    }
    return dense(ids);
}

void compare(const std::string& trace, const DenseReferences& given) {
    std::ostringstream paste;
    bool equal = true;
    std::size_t seen = 0;
    for (const Row& row : table()) {
        if (row.trace != trace) {
            continue;
        }
        ++seen;
        const PolicyCounts counts = run_policy(row.policy, given.references, given.keys, row.capacity);
        EXPECT_EQ(counts.misses, row.counts.misses) << row.policy << " with " << row.capacity;
        EXPECT_EQ(counts.requests, row.counts.requests);
        equal = equal && counts == row.counts;
        paste << trace << ',' << row.policy << ',' << row.capacity << ',' << counts.requests << ',' << counts.misses
              << ',' << (row.elsewhere ? std::to_string(*row.elsewhere) : "") << '\n';
    }
    EXPECT_GE(seen, 2 * policies().size()) << "the table lacks rows";
    EXPECT_TRUE(equal) << "if that is meant, paste into tests/golden/policies.csv:\n" << paste.str();
}

TEST(PolicyGolden, Loop) {
    compare("loop", loop());
}

TEST(PolicyGolden, HotBlocksAndScans) {
    compare("hotscan", hotscan());
}

TEST(PolicyGolden, CloudPhysics) {
    const fs::path path = shared / "traces/cloudPhysicsIO.oracleGeneral.bin";
    if (!fs::exists(path)) {
        GTEST_SKIP() << "the trace is not part of the project, and not in ../shared/traces";
    }
    compare("cloudphysics", cloudphysics(path));
}

// To the digit, but for the rows that lirs.h explains.
TEST(PolicyGolden, TheTableAgreesWithOtherPrograms) {
    std::size_t measured = 0;
    std::vector<std::string> different;
    for (const Row& row : table()) {
        measured += row.elsewhere ? 1U : 0U;
        if (row.elsewhere && *row.elsewhere != row.counts.misses) {
            different.push_back(row.trace + ' ' + row.policy + ' ' + std::to_string(row.capacity));
        }
    }
    EXPECT_EQ(measured, 110U);
    const std::vector<std::string> explained{"loop lirs 1000", "cloudphysics lirs 49", "cloudphysics lirs 24487"};
    EXPECT_EQ(different, explained);
}

TEST(PolicyGolden, TheTableHasWhatWasMeasured) {
    if (!fs::exists(shared / "golden")) {
        GTEST_SKIP() << "the measured files are not part of the project, and not in ../shared/golden";
    }
    const std::map<std::string, std::string> names{{"LRU", "lru"},
                                                   {"FIFO", "fifo"},
                                                   {"Clock1bit", "clock"},
                                                   {"MRU", "mru"},
                                                   {"LFU", "lfu"},
                                                   {"ARC", "arc"},
                                                   {"2Q_0.25_0.5", "2q"},
                                                   {"LIRS_1pct", "lirs"},
                                                   {"Belady", "opt"},
                                                   {"SIEVE", "sieve"},
                                                   {"S3FIFO_0.10_0.90_2", "s3-fifo"}};
    std::map<std::string, std::uint64_t> ours;
    for (const Row& row : table()) {
        if (row.elsewhere) {
            ours[row.trace + ' ' + row.policy + ' ' + std::to_string(row.capacity)] = *row.elsewhere;
        }
    }
    std::size_t rows = 0;
    for (const auto& cells : read_csv(shared / "golden/policies-cloudphysics.csv")) {
        EXPECT_EQ(ours.at("cloudphysics " + names.at(cells.at(0)) + ' ' + cells.at(1)), std::stoull(cells.at(2)));
        ++rows;
    }
    for (const auto& cells : read_csv(shared / "golden/policies-generated.csv")) {
        const std::string trace = cells.at(0).substr(0, cells.at(0).find('_'));
        EXPECT_EQ(ours.at(trace + ' ' + names.at(cells.at(1)) + ' ' + cells.at(2)), std::stoull(cells.at(3)));
        ++rows;
    }
    EXPECT_EQ(rows, ours.size());
}

} // namespace
} // namespace thrashlab
