// Memory for a journal's records: blocks that never move, the first ones in memory, the later ones in a temporary file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <new>
#include <vector>

namespace thrashlab {

/// How much memory a journal's events may take, and where the rest goes.
struct SpillOptions {
    /// Bytes of events kept in memory; those behind go to a temporary file. [C]
    std::size_t memory = std::size_t{1} << 30;
    /// Where the temporary file is made; empty for the system's own place. The file has no name from the start, so that
    /// nothing is left behind however the program ends.
    std::filesystem::path folder;
};

/// Blocks of equal size, uninitialised, owned here. Read by any number of threads once no more are added.
class RecordBlocks {
public:
    /// As large as a huge page of the usual machines: first touches of small pages would cost more than the simulation
    /// does.
    static constexpr std::size_t block_bytes = std::size_t{2} << 20;

    explicit RecordBlocks(SpillOptions options = {});
    ~RecordBlocks();
    RecordBlocks(RecordBlocks&& other) noexcept;
    RecordBlocks& operator=(RecordBlocks&&) = delete;

    /// Adds a block. Throws Error (place: the folder) when the temporary file cannot be made or has no room; room is
    /// reserved here, so that writing to a block never fails.
    void add();
    [[nodiscard]] std::byte* operator[](std::size_t block) const { return blocks_[block]; }
    [[nodiscard]] std::size_t size() const { return blocks_.size(); }
    /// Bytes that lie in the temporary file.
    [[nodiscard]] std::size_t spilled_bytes() const { return (blocks_.size() - in_memory_) * block_bytes; }

private:
    [[nodiscard]] std::byte* map_next();

    SpillOptions options_;
    std::vector<std::byte*> blocks_;
    std::size_t in_memory_ = 0;
    int file_ = -1;
};

} // namespace thrashlab
