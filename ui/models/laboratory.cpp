#include "ui/models/laboratory.h"

#include "error.h"
#include "ui/number_text.h"

#include <QUndoCommand>

#include <fmt/format.h>

#include <exception>
#include <new>
#include <utility>

namespace thrashlab::ui {
namespace {

// A journal is kept in memory; above this the window would take the machine down with it.
constexpr double most_journal_bytes = 2.0 * 1024 * 1024 * 1024;
constexpr double events_per_call = 11;
constexpr double event_bytes = 22;
constexpr double progress_step = 0.01;

void checkMemory(const Scenario& scenario) {
    const auto calls = static_cast<double>(file_extent(scenario.workload) / scenario.workload.input_block + 1);
    const auto blocks = static_cast<double>(file_extent(scenario.workload) / scenario.file_system.block_size + 1);
    const double bytes = (calls + blocks) * events_per_call * event_bytes * scenario.workload.runs;
    if (bytes > most_journal_bytes) {
        throw Error("workload.file_bytes", fmt::format("its journal would take {:.0f} MiB of memory", bytes / 1048576),
                    "take larger records, a smaller file or fewer runs, or use thrash, which keeps no journal");
    }
}

} // namespace

/// One change of the scenario, from value to value.
class Laboratory::ChangeScenario : public QUndoCommand {
public:
    ChangeScenario(Laboratory& laboratory, Scenario after, const QString& text, std::string_view key, int gesture)
        : QUndoCommand(text), laboratory_(laboratory), before_(laboratory.scenario_), after_(std::move(after)),
          key_(key), gesture_(gesture) {}

    void undo() override { laboratory_.apply(before_); }
    void redo() override { laboratory_.apply(after_); }
    [[nodiscard]] int id() const override { return gesture_ == 0 ? -1 : 1; }
    bool mergeWith(const QUndoCommand* other) override {
        const auto* next = static_cast<const ChangeScenario*>(other);
        if (next->key_ != key_ || next->gesture_ != gesture_) {
            return false;
        }
        after_ = next->after_;
        setObsolete(after_ == before_);
        return true;
    }

private:
    Laboratory& laboratory_;
    Scenario before_;
    Scenario after_;
    std::string key_;
    int gesture_;
};

Laboratory::Laboratory(QObject* parent, Simulator simulator)
    : QObject(parent), simulator_(std::move(simulator)),
      worker_([this](const std::stop_token& ending) { work(ending); }) {
}

Laboratory::~Laboratory() {
    stop_.request_stop();
}

void Laboratory::open(const Scenario& scenario) {
    undoStack_.clear();
    original_ = scenario;
    scenario_ = scenario;
    Q_EMIT scenarioOpened();
    Q_EMIT scenarioChanged();
    start();
}

bool Laboratory::setParameter(const Parameter& parameter, const ParameterValue& value, int gesture) {
    Scenario changed = scenario_;
    try {
        set_parameter(changed, parameter, value);
    } catch (const Error& error) {
        Q_EMIT failed(QString::fromUtf8(error.what()));
        return false;
    }
    const auto label = fromView(parameter.label);
    change(changed, tr("change of %1").arg(label), parameter.key, gesture);
    return true;
}

void Laboratory::setWorkload(const Workload& workload) {
    Scenario changed = scenario_;
    changed.workload = workload;
    change(changed, tr("change of the dd line"), "workload", 0);
}

void Laboratory::change(const Scenario& scenario, const QString& text, std::string_view key, int gesture) {
    Scenario named = scenario;
    named.name = name_with_changes(original_, scenario);
    if (!(named == scenario_)) {
        undoStack_.push(new ChangeScenario(*this, named, text, key, gesture));
    }
}

void Laboratory::apply(const Scenario& scenario) {
    scenario_ = scenario;
    Q_EMIT scenarioChanged();
    start();
}

void Laboratory::cancel() {
    stop_.request_stop();
    ++job_;
    simulating_ = false;
    next_.clear();
}

void Laboratory::start() {
    cancel();
    stop_ = std::stop_source();
    simulating_ = true;
    Q_EMIT simulationStarted();
    next_.put({job_, scenario_, stop_.get_token()});
}

void Laboratory::work(const std::stop_token& ending) {
    while (const auto job = next_.take(ending)) {
        run(*job);
    }
}

void Laboratory::run(const Job& job) {
    double told = 0;
    SimulationOptions options;
    options.stop = job.stop;
    options.progress = [this, &job, &told](double share) {
        if (share >= told + progress_step) {
            told = share;
            const auto tell = [this, id = job.id, share] {
                if (id == job_) {
                    Q_EMIT progress(share);
                }
            };
            QMetaObject::invokeMethod(this, tell, Qt::QueuedConnection);
        }
    };
    std::shared_ptr<const Recording> recording;
    QString problem;
    try {
        checkMemory(job.scenario);
        recording = simulator_(job.scenario, options);
    } catch (const std::bad_alloc&) {
        problem = QStringLiteral("There is not enough memory for this scenario's journal.");
    } catch (const std::exception& error) {
        problem = QString::fromUtf8(error.what());
    }
    if (!job.stop.stop_requested()) {
        const auto hand_over = [this, id = job.id, recording, problem] { finish(id, recording, problem); };
        QMetaObject::invokeMethod(this, hand_over, Qt::QueuedConnection);
    }
}

void Laboratory::finish(std::uint64_t job, const std::shared_ptr<const Recording>& recording, const QString& problem) {
    if (job != job_) {
        return; // the scenario has changed since
    }
    simulating_ = false;
    if (!recording) {
        Q_EMIT failed(problem);
        return;
    }
    recording_ = recording;
    Q_EMIT recordingReady(recording);
}

} // namespace thrashlab::ui
