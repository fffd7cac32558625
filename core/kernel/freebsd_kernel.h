// How FreeBSD-current of May 1997 read and wrote a file: getblk, bread, cluster_read and its read-ahead; balloc,
// delayed writes, cluster_write and the flush. Every rule carries where it comes from: [S] the kernel source of that
// spring or the following autumn, [D] deduced from published timings, [H] a hypothesis that fits them, [C] a choice of
// ours where it makes no difference.
#pragma once

#include "kernel/machine.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace thrashlab {

/// At how many dirty buffers a flush begins, and down to how many it goes. [S: both]
enum class DirtyMarks : std::uint8_t {
    spring, ///< nbuf/8 + 20 and nbuf/16 + 10
    later,  ///< nbuf/6 + 20 and nbuf/12 + 10: a later revision
};

/// The switches and costs of the kernel.
struct KernelParameters {
    PageValidity page_validity = PageValidity::first_block;
    /// Off: msdosfs, or a mount without clustered reads; one block of read-ahead remains. [S]
    bool clustered_reads = true;
    /// A cluster ends before a block any page of which has a valid bit. [S]
    bool refuse_partial_pages = true;
    /// Use counts: the head of a queue with a positive count goes to the tail instead. [S; off by choice, D] Of no
    /// effect with a replacement policy in the place of LRU.
    bool second_chance = false;
    /// Blocks that a hit on a read-ahead mark looks ahead, at most. [S]
    std::uint32_t read_ahead_limit = 32;
    /// Off: a full block is written at once, without anybody waiting for it. [S]
    bool clustered_writes = true;
    /// Writing a cluster leaves its buffers in the dirty count. [S]
    bool dirty_count_leaks = true;
    DirtyMarks dirty_marks = DirtyMarks::spring;
    /// How often the syncer has everything dirty written; zero for never. It runs when the process enters the kernel
    /// or pauses. [S: every 30 s; C: when it comes to run]
    Duration syncer_interval = std::chrono::seconds(30);
    /// Bytes of the largest transfer. [S]
    std::uint32_t largest_transfer = 65536;
    /// Processor time of one system call, without copying. A 512-byte block takes two, read and write. [D: their sum]
    Duration system_call = std::chrono::microseconds(25);
    /// Processor time to copy 1024 bytes to the process. [D: with the calls, 55 us for 512 bytes]
    Duration copy_kibibyte = std::chrono::microseconds(10);

    /// Processor time to allocate and enter one block into a file, beyond call and copying. [D]
    Duration allocate_block = std::chrono::microseconds(50);

    bool operator==(const KernelParameters&) const = default;
};

/// Reads or writes one file through the buffer cache of a machine.
///
/// What the rules make of a first read with 1 KiB blocks: a cluster from a page's start has 61 blocks, because the 61st
/// opens the 16th page. The page's other three blocks find it partly valid. The first two of them are read alone, the
/// third heads the next cluster, since nobody looks at the page of a cluster's first block: so 58 + 1 + 1 from then on.
/// Had the kernel looked there too, it would be 61 + 1 + 1 + 1, and the first read of the report would come out 7 %
/// below the published figure instead of 4 % above it.
class FreebsdKernel {
public:
    /// The machine and the layout must outlive the kernel.
    FreebsdKernel(const KernelParameters& parameters, const FileLayout& layout, Machine& machine);

    /// open(2): the sequential count starts at 0. [S]
    void open();
    /// read(2) at a byte offset; the number of bytes that were there to be read, 0 at the end of the file.
    std::uint64_t read(std::uint64_t offset, std::uint64_t bytes);
    /// read(2) from a device that gives as many zeros as are asked for.
    void read_from_zero_device(std::uint64_t bytes);
    /// open(2) for writing. With `truncate` the file is empty, and no buffer or page of it is left; else what an
    /// earlier run wrote is written over in place. With `synchronous` each write call waits for the disk.
    void create(bool truncate = true, bool synchronous = false);
    /// fsync(2), and sync(8) when nothing else is dirty: everything dirty is written, and waited for.
    void sync();
    /// umount and mount: written, waited for and forgotten. The dirty count keeps what has leaked.
    void remount();
    /// write(2) at a byte offset of the file.
    void write(std::uint64_t offset, std::uint64_t bytes);
    /// Nobody calls the kernel for a while.
    void pause(Duration time);
    /// write(2) to a device that takes everything and keeps nothing.
    void write_to_null_device(std::uint64_t bytes);

private:
    /// What getblk answers.
    struct Lookup {
        BufferId buffer;
        bool cached = false;
    };
    /// Buffers gathered for one command. Empty when there is nothing to read.
    struct Cluster {
        BlockNo first;
        std::uint32_t blocks = 0;
    };
    enum class Purpose : std::uint8_t { demand, read_ahead, metadata, new_block };
    /// Blocks that cluster_write lets gather. [S]
    struct Gathering {
        BlockNo first;
        /// How many may follow the first; 0 when nothing gathers.
        std::uint32_t room = 0;
        BlockNo last;
    };

    void count_sequential(std::uint64_t offset, std::uint64_t bytes);
    BufferId read_block(BlockNo block, std::uint64_t bytes_left);
    BufferId plain_read(BlockNo block, bool one_ahead);
    BufferId cluster_read(BlockNo block, std::uint64_t bytes_left);
    std::uint32_t blocks_in_core(BlockNo block, std::uint32_t limit);
    [[nodiscard]] Cluster build_cluster(BlockNo first, std::uint32_t wanted, Purpose purpose);
    [[nodiscard]] std::optional<Reason> refusal(BlockNo block);
    [[nodiscard]] Cluster build_read_ahead(BlockNo asked, BlockNo first, std::uint64_t bytes_asked);
    Lookup get_block(BlockNo block, Purpose purpose);
    BufferId get_new_buffer(BlockNo incoming);
    void map(BlockNo block);
    void read_metadata(BlockNo block);
    void issue(const Cluster& cluster, Reason purpose);
    void mark(BufferId buffer);

    BufferId allocate(BlockNo block, bool full);
    BufferId write_over(BlockNo block, bool full);
    void run_syncer();
    void write_all_dirty();
    void wait_for_drive();
    void wait_for_free_buffers();
    [[nodiscard]] std::uint32_t free_buffers() const;
    void allocate_metadata(BlockNo block);
    void delay_write(BufferId buffer);
    void flush();
    [[nodiscard]] BufferId first_dirty() const;
    void cluster_write(BufferId buffer);
    void write_gathered();
    void write_with_neighbours(BufferId buffer, Reason purpose);
    void write_range(BlockNo first, std::uint32_t length, Reason purpose);
    std::uint32_t gather_dirty(BlockNo first, std::uint32_t length);
    void write_single(BufferId buffer, Reason purpose);
    void discount(std::uint32_t buffers);
    [[nodiscard]] bool writable_on_its_own(BlockNo block) const;
    [[nodiscard]] std::uint32_t pages_below(BlockNo first, std::uint32_t blocks) const;
    [[nodiscard]] std::uint32_t largest_cluster() const;
    [[nodiscard]] std::uint32_t high_dirty_mark() const;
    [[nodiscard]] std::uint32_t low_dirty_mark() const;
    void release(BufferId buffer, Reason why);

    [[nodiscard]] const BufferCache& cache() const { return machine_.state().cache; }
    [[nodiscard]] bool buffers_to_spare() const;
    [[nodiscard]] bool lies_whole_in_file(BlockNo block) const;

    KernelParameters parameters_;
    const FileLayout& layout_;
    Machine& machine_;
    std::uint32_t sequential_count_ = 0;
    std::uint64_t next_offset_ = 0;
    std::optional<std::uint32_t> last_block_;
    Gathering gathering_;
    bool synchronous_ = false;
    bool written_before_ = false;
    SimTime next_sync_;
    std::vector<bool> allocated_;
};

} // namespace thrashlab
