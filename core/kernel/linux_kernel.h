// How Linux reads and writes a file through its page cache: on-demand read-ahead, an active and an inactive list with
// refault distances, dirty pages and their flusher, and the limit of a memory group. Every rule carries where it comes
// from: [S file, versions] the kernel source, told in our own words; [D] deduced from measurements; [C] a choice of
// ours where it makes no difference.
//
// A block of the machine is a page of 4096 bytes here, a buffer the memory for one page, EMPTY the memory that the
// group may still take, LRU the inactive list and ACTIVE the active one. The head of a queue is what the kernel calls
// the tail of its list: what goes next.
#pragma once

#include "kernel/machine.h"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace thrashlab {

/// The switches, limits and costs of the kernel.
struct LinuxParameters {
    /// The largest read-ahead window, in KiB; 0 reads page by page. [S mm/readahead.c; 128 is the default]
    std::uint32_t read_ahead_kib = 128;
    /// Bytes that the memory group may take, pages of files included. [S mm/memcontrol.c]
    std::uint64_t memory_limit = std::uint64_t{64} << 20;
    /// Bytes of the group that are no file's pages: dd's own memory and page tables. [D: the cliff lies 1 to 2 MiB
    /// below the limit]
    std::uint64_t group_overhead = std::uint64_t{3} << 19;
    /// Bytes of the largest request that the drive takes. [S block/blk-settings.c: 1280 KiB is the default; the drive
    /// may say more or less]
    std::uint32_t largest_request = 1280 * 1024;
    /// An asynchronous window ends at a multiple of a power of two that grows from window to window.
    /// [S mm/readahead.c, from 6.16 on; before, windows simply double]
    bool aligned_windows = false;
    /// Up to how old the lengths of the lists are that the kernel judges by. Zero: exact. [S mm/memcontrol.c,
    /// mm/vmscan.c: since 6.12 they are brought up to date every 2 s; before, they were exact but for a batch for
    /// each processor]
    Duration statistics_age{};
    /// Per cent of the pages that may be dirty before the flusher starts, and before writers must wait. The group's own
    /// pages are reckoned with, as a group of the second version's does. [S mm/page-writeback.c: 10 and 20]
    std::uint32_t dirty_background_ratio = 10;
    std::uint32_t dirty_ratio = 20;
    /// How often the flusher looks for what has been dirty for too long, and how long that is.
    /// [S mm/page-writeback.c: dirty_writeback_interval, dirty_expire_interval]
    Duration flush_interval = std::chrono::seconds(5);
    Duration dirty_expire = std::chrono::seconds(30);
    /// Processor time of one system call, without copying. [D]
    Duration system_call = std::chrono::nanoseconds(300);
    /// Processor time to find and copy 1024 bytes to the process. [D]
    Duration copy_kibibyte = std::chrono::nanoseconds(100);

    bool operator==(const LinuxParameters&) const = default;
};

/// How many pages of files the memory group has room for, at least one.
[[nodiscard]] std::uint32_t group_pages(const LinuxParameters& parameters);

/// Reads files through the page cache of a machine whose blocks are pages. Several files may lie one behind another in
/// the machine's block space; one is open at a time.
class LinuxKernel {
public:
    /// The machine and the layout, of blocks of 4096 bytes, must outlive the kernel.
    LinuxKernel(const LinuxParameters& parameters, const FileLayout& layout, Machine& machine);

    /// open(2) of the file that takes up the whole layout: read-ahead knows nothing yet.
    void open();
    /// The same of a file of `bytes` > 0 bytes that begins at block `first`.
    void open(BlockNo first, std::uint64_t bytes);
    /// read(2) at a byte offset of the open file; the number of bytes that were there to be read, 0 at its end.
    std::uint64_t read(std::uint64_t offset, std::uint64_t bytes);
    /// read(2) from a device that gives as many zeros as are asked for.
    void read_from_zero_device(std::uint64_t bytes);
    /// open(2) for writing from the start: the file is empty, and no page of it is left.
    void create();
    /// fsync(2) or sync(2): everything dirty is written, and waited for.
    void sync();
    /// write(2) at a byte offset of the open file.
    void write(std::uint64_t offset, std::uint64_t bytes);
    /// Nobody calls the kernel for a while; the flusher goes on.
    void pause(Duration time);
    /// write(2) to a device that takes everything and keeps nothing.
    void write_to_null_device(std::uint64_t bytes);

private:
    /// A page's number within the open file. Windows and marks are reckoned in these.
    using FilePage = std::uint64_t;
    /// What the kernel remembers of a reader. [S mm/readahead.c: file_ra_state]
    struct Window {
        FilePage start = 0;
        std::uint64_t size = 0;
        /// So many pages before the window's end lies the page whose touch starts the next window.
        std::uint64_t async_size = 0;
        /// Grows by 2 with each asynchronous window: binary logarithm of the boundary it should end on.
        std::uint32_t order = 0;
    };
    struct ListLengths {
        std::uint64_t inactive = 0;
        std::uint64_t active = 0;
    };

    BufferId find_or_read(FilePage page, std::uint64_t wanted, bool& hit);
    void touch(BlockNo block, BufferId buffer);
    void read_ahead_for_miss(FilePage page, std::uint64_t wanted);
    void read_ahead_at_mark(FilePage page, std::uint64_t wanted);
    void align_window(std::uint64_t most);
    void read_window(bool demanded);
    void read_pages(FilePage begin, FilePage end, FilePage mark, bool demanded);
    std::uint32_t gather(BlockNo first, std::uint64_t most, BlockNo mark, bool demanded);
    [[nodiscard]] std::uint64_t most_pages(std::uint64_t wanted) const;
    [[nodiscard]] std::uint64_t cached_before(FilePage page, std::uint64_t most) const;

    BufferId take_page(BlockNo block, Reason reason);
    void balance_lists();
    void note_refault(BlockNo block, BufferId buffer);
    void activate(BlockNo block, BufferId buffer, Reason why);
    [[nodiscard]] ListLengths list_lengths();
    void map(BlockNo block);

    void write_page(BlockNo block, std::uint64_t bytes);
    [[nodiscard]] BufferId page_to_take() const;
    void make_room();
    [[nodiscard]] std::uint64_t unwritten() const;
    [[nodiscard]] std::uint64_t share(std::uint32_t percent) const;
    void hold_back_writer();
    void run_flusher();
    void write_chunk();
    void wait_for_oldest_command(Reason why);

    [[nodiscard]] const BufferCache& cache() const { return machine_.state().cache; }
    [[nodiscard]] BlockNo block_of(FilePage page) const { return first_ + static_cast<std::uint32_t>(page); }
    [[nodiscard]] FilePage file_pages() const { return (file_bytes_ + page_bytes - 1) / page_bytes; }
    [[nodiscard]] bool cached(FilePage page) const {
        return page < file_pages() && cache().find(block_of(page)).exists();
    }

    [[nodiscard]] bool in_flight(BlockNo block) const {
        return cache().find(block).exists() && cache().buffer(cache().find(block)).in_flight;
    }

    LinuxParameters parameters_;
    const FileLayout& layout_;
    Machine& machine_;
    BlockNo first_{0};
    std::uint64_t file_bytes_;
    Window window_;
    /// The end of the last read, in bytes of the open file.
    std::optional<std::uint64_t> previous_end_;
    /// Counts evictions and activations: the clock of refault distances. [S mm/workingset.c]
    std::uint64_t age_ = 0;
    /// For each block that was evicted and has not come back, the age at which it went, plus one; 0 for the others.
    std::vector<std::uint64_t> shadows_;
    ListLengths known_lengths_;
    std::int64_t known_at_ = 0;
    /// Numbers of the blocks that are dirty and not on their way to the disk.
    std::set<std::uint32_t> dirty_;
    SimTime dirty_since_;
    std::int64_t flusher_round_ = 0;
    /// The flusher is at work on what has been dirty for too long.
    bool expired_ = false;
    /// Where the flusher goes on.
    std::uint32_t cursor_ = 0;
};

} // namespace thrashlab
