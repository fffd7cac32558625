// The controller: which scenario is on the bench, how it came to be, and what its simulation left behind.
#pragma once

#include "sim/parameter.h"
#include "sim/scenario.h"
#include "sim/simulation.h"
#include "ui/models/mailbox.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace thrashlab::ui {

/// Holds the present scenario, undoes and redoes changes to it, and simulates it on a thread of its own. Every change
/// cancels the simulation under way; a result that comes in late is dropped by its job's number.
class Laboratory : public QObject {
    Q_OBJECT

public:
    /// What turns a scenario into a recording, on the worker thread; tests put something else in its place.
    using Simulator = std::function<std::shared_ptr<const Recording>(const Scenario&, const SimulationOptions&)>;

    explicit Laboratory(QObject* parent = nullptr, Simulator simulator = record);
    ~Laboratory() override;

    [[nodiscard]] const Scenario& scenario() const { return scenario_; }
    /// The scenario as it was opened: what a parameter's reset goes back to.
    [[nodiscard]] const Scenario& original() const { return original_; }
    /// The last recording that was ready; null before the first one.
    [[nodiscard]] const std::shared_ptr<const Recording>& recording() const { return recording_; }
    [[nodiscard]] bool isSimulating() const { return simulating_; }
    [[nodiscard]] QUndoStack* undoStack() { return &undoStack_; }

    /// Puts another scenario on the bench; nothing before it can be undone.
    void open(const Scenario& scenario);
    /// Changes one parameter. Changes to the same parameter with the same `gesture` other than 0 (one drag of a
    /// slider) undo as one. False, with `failed` emitted, when the value is not allowed.
    bool setParameter(const Parameter& parameter, const ParameterValue& value, int gesture = 0);
    /// Changes what dd is told.
    void setWorkload(const Workload& workload);
    /// Stops the simulation under way; its result will not come.
    void cancel();

Q_SIGNALS:
    void scenarioOpened();
    void scenarioChanged();
    void simulationStarted();
    void progress(double share);
    void recordingReady(const std::shared_ptr<const thrashlab::Recording>& recording);
    /// A sentence for a person; the recording stays what it was.
    void failed(const QString& message);

private:
    class ChangeScenario;
    struct Job {
        std::uint64_t id = 0;
        Scenario scenario;
        std::stop_token stop;
    };

    void change(const Scenario& scenario, const QString& text, std::string_view key, int gesture);
    void apply(const Scenario& scenario);
    void start();
    void work(const std::stop_token& ending);
    void run(const Job& job);
    void finish(std::uint64_t job, const std::shared_ptr<const Recording>& recording, const QString& problem);

    Simulator simulator_;
    Scenario scenario_;
    Scenario original_;
    std::shared_ptr<const Recording> recording_;
    QUndoStack undoStack_;
    bool simulating_ = false;
    std::uint64_t job_ = 0;
    std::stop_source stop_;

    Mailbox<Job> next_;
    std::jthread worker_; ///< last, so that it ends before what it uses
};

} // namespace thrashlab::ui
