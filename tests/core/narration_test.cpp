#include "sim/narration.h"

#include "sim/scenario_file.h"
#include "sim/simulation.h"

#include <gtest/gtest.h>

namespace thrashlab {
namespace {

std::shared_ptr<const Recording> exhibit() {
    static const auto recording = record(load_scenario("1997-ext2-1k"));
    return recording;
}

Narration tell(EventIndex index) {
    const Recording& recording = *exhibit();
    return narrate(recording.journal[index], recording.journal.state_at(index + 1), recording.layout);
}

template <class Predicate>
EventIndex first(EventIndex from, Predicate matches) {
    return exhibit()->journal.find_forward(from, matches).value();
}

EventIndex second_run() {
    return first(0, [](const Event& event) { return event.kind == EventKind::run_started && event.count == 2; });
}

TEST(Narration, SaysWhyAClusterIsCutShort) {
    const EventIndex index = first(second_run(), [](const Event& event) {
        return event.kind == EventKind::cluster_ended && event.block == BlockNo{387};
    });
    const Narration told = tell(index);
    EXPECT_EQ(told.sentence,
              "Block 386 is read alone although 387 follows it on the disk: page 96 already holds a valid "
              "block, so the cluster is cut short.");
    EXPECT_EQ(told.provenance, Provenance::source);
}

TEST(Narration, NamesTheVictim) {
    const EventIndex index = first(second_run(), [](const Event& event) {
        return event.kind == EventKind::buffer_assigned && event.reason == Reason::hit_in_page;
    });
    EXPECT_EQ(tell(index).sentence, "Buffer 138 loses block 137, the longest unused, to block 0: its page is still in "
                                    "memory and counts as valid, so nothing need be read.");
}

TEST(Narration, CountsLostTurns) {
    EventIndex index = second_run();
    for (int i = 0; i < 2; ++i) {
        index = first(index + 1, [](const Event& event) { return event.reason == Reason::lost_turn; });
    }
    EXPECT_EQ(tell(index).detail, "2nd lost turn of this run");
    EXPECT_EQ(tell(index).sentence.substr(0, 12), "A lost turn:");
}

void expect_sentences(const Recording& recording) {
    Replay replay(recording.journal);
    for (EventIndex index = 0; index < recording.journal.size(); ++index) {
        replay.move_to(index + 1);
        const Narration told = narrate(recording.journal[index], replay.state(), recording.layout);
        ASSERT_GT(told.sentence.size(), 10U) << index;
        ASSERT_EQ(told.sentence.back(), '.') << told.sentence;
        ASSERT_EQ(told.sentence.find("4294967295"), std::string::npos) << told.sentence;
        ASSERT_FALSE(told.sentence.front() >= 'a' && told.sentence.front() <= 'z' && !told.sentence.starts_with("dd "))
            << told.sentence;
    }
}

TEST(Narration, EveryEventIsASentence) {
    for (const char* name : {"1997-ext2-1k", "1997-msdosfs-4k", "1997-write-600", "linux-read-ahead", "linux-write"}) {
        expect_sentences(*record(load_scenario(name)));
    }
}

TEST(Narration, GroupsDigits) {
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(1872034), "1\u202f872\u202f034");
}

} // namespace
} // namespace thrashlab
