// The transport: a place in a recording, and how it moves.
#pragma once

#include "sim/journal.h"
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

/// Plays a recording: simulated time goes on at a factor of real time, or as fast as it goes. All state comes from the
/// journal, so playing, stepping back and scrubbing are one operation. Needs a recording for everything but setting
/// one.
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

    explicit Player(QObject* parent = nullptr);

    /// Takes a recording. `keep_time`: stay at the same instant while paused; else, and while playing, go to the start.
    void setRecording(std::shared_ptr<const Recording> recording, bool keep_time);
    [[nodiscard]] const Recording* recording() const { return recording_.get(); }

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

    /// Starts from the beginning when it is at the end.
    void play();
    void pause();
    void toggle();
    /// Simulated over real time, or `fastest`.
    void setSpeed(double factor) { speed_ = factor; }
    void step(StepUnit unit, bool forward);
    void scrubTo(SimTime time);
    void goToStart();
    void goToEnd();
    /// One frame of playing: goes on by what `wall` of real time is worth, within the budget of a frame.
    void advance(Duration wall);

Q_SIGNALS:
    /// The place has changed; at most once a frame.
    void moved();
    void playingChanged(bool playing);
    /// The end of a run was passed on the way forward: once for each run and recording.
    void runFinished(const thrashlab::RunResult& run);

private:
    void tick();
    [[nodiscard]] SimTime target(Duration wall) const;
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
    double speed_ = 1;
    QTimer timer_;
    QElapsedTimer frame_;
};

} // namespace thrashlab::ui
