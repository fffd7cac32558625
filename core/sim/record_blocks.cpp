#include "sim/record_blocks.h"

#include "error.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace thrashlab {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& folder, int error) {
    throw Error(folder.string(),
                "the journal is larger than its memory and its temporary file cannot grow (" +
                    std::generic_category().message(error) + ")",
                "make room there, set TMPDIR to another folder, or simulate fewer or shorter runs");
}

// A file without a name.
int open_temporary(const std::filesystem::path& folder) {
    std::string name = (folder / "thrashlab-journal-XXXXXX").string();
    const int file = mkostemp(name.data(), O_CLOEXEC);
    if (file < 0) {
        refuse(folder, errno);
    }
    static_cast<void>(unlink(name.c_str())); // at worst the file keeps its name
    return file;
}

} // namespace

RecordBlocks::RecordBlocks(SpillOptions options) : options_(std::move(options)) {
}

RecordBlocks::RecordBlocks(RecordBlocks&& other) noexcept
    : options_(std::move(other.options_)), blocks_(std::exchange(other.blocks_, {})),
      in_memory_(std::exchange(other.in_memory_, 0)), file_(std::exchange(other.file_, -1)) {
}

RecordBlocks::~RecordBlocks() {
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
        if (i < in_memory_) {
            ::operator delete (blocks_[i], std::align_val_t{block_bytes});
        } else {
            munmap(blocks_[i], block_bytes);
        }
    }
    if (file_ >= 0) {
        close(file_);
    }
}

void RecordBlocks::add() {
    if (blocks_.size() == blocks_.capacity()) {
        blocks_.reserve(std::max<std::size_t>(16, 2 * blocks_.size())); // so that no block leaks when this throws
    }
    if ((in_memory_ + 1) * block_bytes > options_.memory) {
        blocks_.push_back(map_next());
        return;
    }
    auto* const block = static_cast<std::byte*>(::operator new (block_bytes, std::align_val_t{block_bytes}));
#ifdef MADV_HUGEPAGE
    // A wish, not a need: where it is not granted the block works all the same.
    static_cast<void>(madvise(block, block_bytes, MADV_HUGEPAGE));
#endif
    blocks_.push_back(block);
    ++in_memory_;
}

std::byte* RecordBlocks::map_next() {
    if (options_.folder.empty()) {
        options_.folder = std::filesystem::temp_directory_path();
    }
    if (file_ < 0) {
        file_ = open_temporary(options_.folder);
    }
    const auto offset = static_cast<off_t>(spilled_bytes());
    if (const int error = posix_fallocate(file_, offset, block_bytes); error != 0) {
        refuse(options_.folder, error);
    }
    void* const block = mmap(nullptr, block_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, offset);
    if (block == MAP_FAILED) {
        refuse(options_.folder, errno);
    }
    return static_cast<std::byte*>(block);
}

} // namespace thrashlab
