// What has become of one block or one command, from events alone.
#pragma once

#include "fs/file_layout.h"
#include "sim/journal.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace thrashlab {

/// What a moment of a block's life, or of a command's, is about.
enum class MomentKind : std::uint8_t {
    hit,          ///< dd asked for it, and it was in memory
    given_buffer, ///< it got a buffer, in order to be read or because it is new
    looked_at,    ///< the kernel found it in its buffer: for read-ahead, or as metadata
    waited_for,   ///< dd goes to sleep until it is there or written; `lasted` says for how long
    clustered,    ///< a cluster with it is as long as it gets
    left_out,     ///< a cluster ended right before it
    queued,       ///< a command with it has been issued
    was_read,     ///< that command is done; `lasted` since it was issued
    was_written,
    filled, ///< new data came in
    made_dirty,
    requeued,  ///< it got a second chance, was activated or deactivated, or was touched for the first time
    refaulted, ///< it had been in memory before
    marked,    ///< read-ahead mark set, or come to
    evicted,   ///< its buffer went to another block
    forgotten, ///< its buffer was thrown back, or the file made empty
    // Only of a command.
    started,
    seeking,
    turning,
    transferring,
};

/// One moment, small enough for a hundred thousand of them; `sentence` puts it into words.
struct Moment {
    EventIndex index = 0;
    SimTime time;
    /// How long what begins here lasted, or what ends here has lasted; zero where that means nothing.
    Duration lasted{};
    /// The block of the event, or the victim's heir, or the first block of a cluster or command.
    BlockNo block;
    BlockNo other;
    BufferId buffer;
    CommandNo command;
    std::uint16_t count = 0;
    EventKind event = EventKind::run_started;
    MomentKind kind = MomentKind::hit;
    Reason reason = Reason::none;
    /// The run it happened in, or the last one before it; 0 before the first.
    std::uint16_t run = 0;
    // Of a block, up to and including this moment.
    std::uint32_t hits = 0;
    std::uint32_t misses = 0;
    std::uint32_t evictions = 0;
    std::uint32_t reads = 0; ///< from the disk, whoever wanted it
};

/// A few plain words about a moment, without its time: "evicted for block 1702".
[[nodiscard]] std::string sentence(const Moment& moment, const FileLayout& layout);

/// All moments of a block's life, in order: one pass over the journal. Nothing when it was asked to stop.
[[nodiscard]] std::vector<Moment> block_history(const Journal& journal, BlockNo block, std::stop_token stop = {});

/// A command's life, from the queue until it is done.
struct CommandHistory {
    CommandNo number;
    BlockNo first;
    std::uint16_t blocks = 0;
    Reason purpose = Reason::none;
    bool lost_turn = false;
    /// dd's sleep while the command was on its way: zero when nobody waited for it.
    Duration waited{};
    Duration in_queue{};
    Duration command{};
    Duration seek{};
    Duration rotation{};
    Duration transfer{};
    std::vector<Moment> moments;
};

/// The life of the command that the event at `queued`, a command_queued, has put into the queue. It reads on until the
/// command is done.
[[nodiscard]] CommandHistory command_history(const Journal& journal, EventIndex queued);

/// For whom a command is: "for dd, which waits for it".
[[nodiscard]] std::string_view purpose_text(Reason purpose);

} // namespace thrashlab
