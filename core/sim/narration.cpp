#include "sim/narration.h"

#include <fmt/format.h>

#include <array>

namespace thrashlab {
namespace {

std::string command_name(const Event& event, const FileLayout& layout) {
    if (event.count == 1) {
        return block_name(event.block, layout);
    }
    return fmt::format("blocks {} to {}", event.block.value, event.block.value + event.count - 1);
}

std::string ordinal(std::uint64_t number) {
    constexpr std::array<std::string_view, 4> endings{"th", "st", "nd", "rd"};
    const bool teen = number % 100 >= 11 && number % 100 <= 13;
    return grouped(number) + std::string(number % 10 <= 3 && !teen ? endings[number % 10] : endings[0]);
}

Narration found(const Event& event, const FileLayout& layout) {
    switch (event.reason) {
    case Reason::hit_in_buffer:
        return {fmt::format("dd asks for {}: buffer {} holds it.", block_name(event.block, layout), event.buffer.value),
                {}};
    case Reason::to_write:
        return {fmt::format("Buffer {} with {} is taken off its queue to be written.", event.buffer.value,
                            block_name(event.block, layout)),
                {}};
    case Reason::metadata_hit:
        return {fmt::format("To find the data on the disk the kernel looks at {}, which buffer {} holds.",
                            block_name(event.block, layout), event.buffer.value),
                {}};
    default:
        return {fmt::format("Read-ahead gets to {}: buffer {} holds it already.", block_name(event.block, layout),
                            event.buffer.value),
                {}};
    }
}

Narration assigned(const Event& event, const FileLayout& layout) {
    std::string why;
    switch (event.reason) {
    case Reason::hit_in_page:
        why = "its page is still in memory and counts as valid, so nothing need be read";
        break;
    case Reason::miss:
        why = "dd asked for it and it is not in memory";
        break;
    case Reason::new_block:
        why = "it is new, so there is nothing to read";
        break;
    case Reason::read_ahead:
        why = "to read it before dd asks for it";
        break;
    default:
        why = "it says where the data lies";
        break;
    }
    const std::string name = block_name(event.block, layout);
    if (!event.victim().exists()) {
        return {fmt::format("Empty buffer {} is given to {}: {}.", event.buffer.value, name, why), {}};
    }
    return {fmt::format("Buffer {} loses {}, the longest unused, to {}: {}.", event.buffer.value,
                        block_name(event.victim(), layout), name, why),
            {}};
}

Narration cluster_ended(const Event& event, const MachineState& after, const FileLayout& layout) {
    const BlockNo first{event.block.value - event.count};
    const BlockNo next = event.block;
    const std::string built = event.count == 1 ? fmt::format("Block {} is read alone", first.value)
                                               : fmt::format("A cluster is built of blocks {} to {}", first.value,
                                                             first.value + event.count - 1);
    switch (event.reason) {
    case Reason::page_partly_valid:
        return {fmt::format("{} although {} follows it on the disk: page {} already holds a valid block, so the "
                            "cluster is cut short.",
                            built, next.value, after.cache.first_page(next).value),
                {}};
    case Reason::transfer_limit:
        return {fmt::format("{}: with block {} its pages might pass the largest transfer.", built, next.value), {}};
    case Reason::end_of_run:
        return {fmt::format("{}: what follows on the disk is not block {}.", built, next.value), {}};
    case Reason::end_of_file:
        return {fmt::format("{}: the file has no further whole block.", built), {}};
    case Reason::as_long_as_wanted:
        return {fmt::format("{}: as many as the reads so far deserve.", built), {}};
    case Reason::block_in_core:
        return {fmt::format("{}: a buffer holds block {} already.", built, next.value), {}};
    case Reason::page_valid:
        return {fmt::format("{}: block {} is valid in its page already.", built, next.value), {}};
    case Reason::no_free_buffer:
        return {fmt::format("{}: there is no free buffer for block {}.", built, next.value), {}, Provenance::choice};
    default:
        return {fmt::format("{} of {}.", built, block_name(first, layout)), {}};
    }
}

Narration queued(const Event& event, const FileLayout& layout) {
    const std::string name = command_name(event, layout);
    switch (event.reason) {
    case Reason::write_cluster:
        return {fmt::format("The cluster is complete: {} are written together, and nobody waits.", name), {}};
    case Reason::write_flushed:
        return {fmt::format("The flush has {} written.", name), {}};
    case Reason::write_victim:
        return {fmt::format("A new block needs this buffer, but it is dirty: {} is written first.", name), {}};
    case Reason::write_through:
        return {fmt::format("New: {}. It is written at once, and dd waits, so that it never points at garbage.", name),
                {}};
    case Reason::write_synced:
        return {fmt::format("Everything dirty is to be written: {}.", name), {}};
    case Reason::write_at_once:
        return {fmt::format("Without clusters {} is written at once, alone.", name), {}};
    case Reason::read_ahead_command:
        return {fmt::format("The kernel asks the drive for {}, ahead of dd.", name), {}};
    case Reason::demanded_window:
        return {fmt::format("The kernel asks the drive for {}: dd waits for the first, the rest is read ahead.", name),
                {}};
    case Reason::metadata:
        return {fmt::format("The kernel asks the drive for {}, and cannot go on without it.", name), {}};
    default:
        return {fmt::format("The kernel asks the drive for {}, which dd waits for.", name), {}};
    }
}

Narration waiting(const Event& event, const FileLayout& layout) {
    if (event.reason == Reason::all_busy) {
        return {"dd sleeps: every buffer is busy.", {}};
    }
    if (event.reason == Reason::busy_buffer) {
        return {fmt::format("dd sleeps: {} is on its way already.", block_name(event.block, layout)), {}};
    }
    if (event.reason == Reason::held_back) {
        return {fmt::format("dd sleeps: too much is dirty. It goes on when {} is written.",
                            block_name(event.block, layout)),
                {}};
    }
    if (event.reason == Reason::own_write) {
        return {fmt::format("dd sleeps until {} is written.", block_name(event.block, layout)), {}};
    }
    return {fmt::format("dd sleeps until {} is there.", block_name(event.block, layout)), {}};
}

Narration drive(const Event& event, const MachineState& after, const FileLayout& layout) {
    const std::string name = command_name(event, layout);
    switch (event.kind) {
    case EventKind::command_started:
        return {fmt::format("The drive takes up the command for {}.", name), {}, Provenance::deduction};
    case EventKind::seek_started:
        return {fmt::format("The arm moves to the track of {}.", name), {}, Provenance::deduction};
    case EventKind::rotation_started:
        if (event.reason == Reason::lost_turn) {
            return {fmt::format(
                        "A lost turn: {} has just gone by under the head, so the platter must come round again.", name),
                    fmt::format("{} lost turn of this run", ordinal(after.run.lost_turns)), Provenance::deduction};
        }
        return {fmt::format("The drive waits for {} to come round.", name), {}, Provenance::deduction};
    case EventKind::transfer_started:
        return {fmt::format("Now {} {} under the head.", name, event.count == 1 ? "passes" : "pass"),
                {},
                Provenance::deduction};
    default:
        return {fmt::format("The drive is done with {}.", name), {}, Provenance::deduction};
    }
}

Narration delayed(const Event& event, const MachineState& after, const FileLayout& layout) {
    return {fmt::format("The write of {} is put off: it is dirty.", block_name(event.block, layout)),
            fmt::format("{} buffers counted as dirty, {} dirty indeed", grouped(after.dirty_count),
                        grouped(after.dirty_buffers)),
            Provenance::source};
}

// The lists of the Linux page cache.
Narration page(const Event& event, const FileLayout& layout) {
    const std::string name = block_name(event.block, layout);
    switch (event.kind) {
    case EventKind::page_accessed:
        return {event.reason == Reason::hit_in_buffer
                    ? fmt::format("dd asks for {}: it is in memory.", name)
                    : fmt::format("dd is given {}, which has been read for it.", name),
                {}};
    case EventKind::page_referenced:
        return {fmt::format("First touch of {}: it is remembered, and the page stays where it is in its list.", name),
                {}};
    case EventKind::page_activated:
        return {
            event.reason == Reason::refault
                ? fmt::format("{} joins the active list at once: it was evicted only lately.", name)
                : fmt::format("Second touch of {}: it moves to the active list, which a scan does not get at.", name),
            {}};
    case EventKind::page_deactivated:
        return {fmt::format("{} goes back to the inactive list: the active one is the longer.", name), {}};
    default:
        return {
            fmt::format("{} has been in memory before: {} evictions and activations ago{}.", name, grouped(event.other),
                        event.count > 0 ? ", no more than the active list holds" : ", more than the active list holds"),
            {}};
    }
}

Narration tell(const Event& event, const MachineState& after, const FileLayout& layout) {
    switch (event.kind) {
    case EventKind::run_started:
        return {fmt::format("Run {}: dd starts.", event.count), {}, Provenance::choice};
    case EventKind::run_ended:
        return {fmt::format("Run {}: dd has copied {} bytes.", event.count, grouped(after.run.bytes)),
                {},
                Provenance::choice};
    case EventKind::call_entered:
        if (event.reason == Reason::write_call) {
            return {fmt::format("dd writes {} bytes{}.", grouped(event.other),
                                event.block.exists() ? fmt::format(", into block {}", event.block.value)
                                                     : std::string(" to a device that keeps nothing")),
                    {}};
        }
        if (event.reason == Reason::read_zeros_call) {
            return {fmt::format("dd reads {} zeros.", grouped(event.other)), {}};
        }
        if (!event.block.exists()) {
            return {"dd reads once more and learns that the file has ended.", {}};
        }
        return {fmt::format("dd reads {} bytes, in block {}.", grouped(event.other), event.block.value), {}};
    case EventKind::call_returned:
        return {event.other == 0 ? "The call returns."
                                 : fmt::format("The call returns {} bytes.", grouped(event.other)),
                {}};
    case EventKind::buffer_found:
        return found(event, layout);
    case EventKind::buffer_assigned:
        return assigned(event, layout);
    case EventKind::buffer_released:
        return {fmt::format("{} goes to the tail of the queue: it is the last one to be evicted now.",
                            block_name(event.block, layout)),
                {}};
    case EventKind::buffer_thrown_back:
        return {
            fmt::format("Block {} is refused: another block of page {} is valid already. Its buffer is thrown back.",
                        event.block.value, after.cache.first_page(event.block).value),
            {}};
    case EventKind::buffer_requeued:
        return {
            fmt::format("{} gets a second chance and goes to the tail of the queue.", block_name(event.block, layout)),
            {}};
    case EventKind::mark_set:
        return {fmt::format("Block {} is marked: when dd comes to it, the kernel looks whether to read further ahead.",
                            event.block.value),
                {}};
    case EventKind::mark_cleared:
        return {fmt::format("dd has come to the mark on block {}: the kernel looks what else to read ahead.",
                            event.block.value),
                {}};
    case EventKind::file_truncated:
        return {"The file is made empty: its buffers and pages are forgotten.", {}};
    case EventKind::buffer_filled:
        return {fmt::format("New data is copied into buffer {} for {}.", event.buffer.value,
                            block_name(event.block, layout)),
                {}};
    case EventKind::write_delayed:
        return delayed(event, after, layout);
    case EventKind::dirty_discounted:
        return {fmt::format("{} off the dirty count, for what is written now.", grouped(event.count)),
                fmt::format("{} buffers counted as dirty", grouped(after.dirty_count))};
    case EventKind::flush_started:
        return {fmt::format("Too many buffers count as dirty, {}: whatever is dirty is flushed.", grouped(event.other)),
                fmt::format("{} dirty indeed", grouped(after.dirty_buffers))};
    case EventKind::flush_ended:
        return {fmt::format("The flush is over: {} buffers still count as dirty, {} are.", grouped(event.other),
                            grouped(after.dirty_buffers)),
                {}};
    case EventKind::cluster_ended:
        return cluster_ended(event, after, layout);
    case EventKind::command_queued:
        return queued(event, layout);
    case EventKind::wait_started:
        return waiting(event, layout);
    case EventKind::wait_ended:
        return {"dd wakes up.", {}};
    case EventKind::page_accessed:
    case EventKind::page_referenced:
    case EventKind::page_activated:
    case EventKind::page_deactivated:
    case EventKind::page_refaulted:
        return page(event, layout);
    default:
        return drive(event, after, layout);
    }
}

} // namespace

Narration narrate(const Event& event, const MachineState& after, const FileLayout& layout) {
    Narration narration = tell(event, after, layout);
    char& first = narration.sentence.front();
    const bool is_dd = narration.sentence.starts_with("dd ");
    first = !is_dd && first >= 'a' && first <= 'z' ? static_cast<char>(first - 'a' + 'A') : first;
    return narration;
}

std::string block_name(BlockNo block, const FileLayout& layout) {
    if (!block.exists()) {
        return "no block";
    }
    if (layout.is_metadata(block)) {
        return fmt::format("the metadata block at sector {}", layout.sector(block).value);
    }
    return fmt::format("block {}", block.value);
}

std::string_view provenance_text(Provenance provenance) {
    constexpr std::array<std::string_view, 4> texts{"the kernel's source", "deduced from published timings",
                                                    "a hypothesis that fits the timings", "chosen"};
    return texts[static_cast<std::size_t>(provenance)];
}

std::string grouped(std::uint64_t number) {
    const std::string digits = fmt::format("{}", number);
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) {
            text += "\u202f";
        }
        text += digits[i];
    }
    return text;
}

} // namespace thrashlab
