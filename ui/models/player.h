// The transport: a place in a recording, and how it moves.
#pragma once

#include "sim/journal.h"
#include "sim/search.h"
#include "sim/simulation.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace thrashlab::ui {

/// By what one steps.
enum class StepUnit : std::uint8_t { event, call, block, command, run };

/// A range of time that playing goes round in.
struct Loop {
    SimTime begin;
    SimTime end;

    [[nodiscard]] bool contains(SimTime time) const { return begin <= time && time <= end; }
    bool operator==(const Loop&) const = default;
};

/// Plays a recording in either direction: simulated time goes on at a factor of real time, or as fast as it goes. All
/// state comes from the journal, so playing, playing backwards, stepping and scrubbing are one operation. Needs a
/// recording for everything but setting one.
class Player : public QObject {
    Q_OBJECT

public:
    /// What the last move changed.
    struct Changes {
        bool everything = true;       ///< it jumped: draw all of it
        std::vector<BlockNo> blocks;  ///< else these; some may be named twice, or may not have changed
        std::optional<Event> telling; ///< the last event of the move worth a sentence
    };
    /// The speed of "as fast as it goes".
    static constexpr double fastest = 0;
    static constexpr int fastest_boost = 64;

    explicit Player(QObject* parent = nullptr);

    /// Takes a recording. `keep_time`: stay at the same instant while paused; else, and while playing, go to the start.
    void setRecording(std::shared_ptr<const Recording> recording, bool keep_time);
    [[nodiscard]] const Recording* recording() const { return recording_.get(); }
    /// The same, for whoever reads it on another thread.
    [[nodiscard]] const std::shared_ptr<const Recording>& sharedRecording() const { return recording_; }

    [[nodiscard]] SimTime time() const { return time_; }
    [[nodiscard]] SimTime endTime() const;
    [[nodiscard]] EventIndex index() const { return replay_ ? replay_->index() : 0; }
    [[nodiscard]] const MachineState& state() const { return replay_->state(); }
    /// The event that led to the present state; nothing at the start.
    [[nodiscard]] std::optional<Event> lastEvent() const;
    [[nodiscard]] const Changes& changes() const { return changes_; }
    [[nodiscard]] bool isPlaying() const { return timer_.isActive(); }
    [[nodiscard]] bool atEnd() const;
    [[nodiscard]] double speed() const { return speed_; }
    /// Where it plays to, or would.
    [[nodiscard]] bool isBackward() const { return backward_; }
    /// What `shuttle` multiplies the speed by; 1 without it.
    [[nodiscard]] int boost() const { return boost_; }
    [[nodiscard]] const std::optional<Loop>& loop() const { return loop_; }

    /// Plays forward. Starts from the beginning when it is at the end, and from the loop's when it is not in it.
    void play();
    void pause();
    void toggle();
    /// Plays in a direction; asked again while it plays so, it doubles its pace, up to `fastest_boost` times.
    void shuttle(Direction direction);
    /// Simulated over real time, or `fastest`; at once when it plays.
    void setSpeed(double factor);
    /// Pauses and goes on or back by so many units.
    void step(StepUnit unit, bool forward, int count = 1);
    /// Pauses behind an event, so that what it did is seen.
    void showEvent(EventIndex event);
    /// The loop begins, or ends, at the present instant. An end that is missing or on the wrong side becomes that of
    /// the recording.
    void setLoopBegin();
    void setLoopEnd();
    void clearLoop();
    void scrubTo(SimTime time);
    void goToStart();
    void goToEnd();
    /// One frame of playing: goes on by what `wall` of real time is worth, within the budget of a frame.
    void advance(Duration wall);

Q_SIGNALS:
    /// The place has changed; at most once a frame.
    void moved();
    void playingChanged(bool playing);
    /// Speed, direction or boost are others.
    void paceChanged();
    void loopChanged();
    /// The end of a run was passed on the way forward: once for each run and recording.
    void runFinished(const thrashlab::RunResult& run);

private:
    void tick();
    void start(bool backward);
    void setPace(bool backward, int boost);
    void setLoop(const std::optional<Loop>& loop);
    [[nodiscard]] bool atLastPlace() const;
    [[nodiscard]] Loop bounds() const;
    [[nodiscard]] Duration ahead(Duration wall) const;
    [[nodiscard]] SimTime target(Duration wall) const;
    [[nodiscard]] SimTime targetBack(Duration wall) const;
    void goOn(Duration wall);
    void goBack(Duration wall);
    void moveTo(EventIndex index, SimTime time);
    void moveWithinBudget(EventIndex index, SimTime time);
    void note(const Event& event);
    void arrived();
    void reportFinishedRuns();
    void touch(BlockNo block);

    std::shared_ptr<const Recording> recording_;
    std::optional<Replay> replay_;
    SimTime time_;
    Changes changes_;
    std::vector<bool> reported_;
    std::optional<Loop> loop_;
    double speed_ = 1;
    int boost_ = 1;
    bool backward_ = false;
    QTimer timer_;
    QElapsedTimer frame_;
};

} // namespace thrashlab::ui
