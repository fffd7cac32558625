// A sweep under way.
#pragma once

#include "store/sweep_store.h"
#include "ui/models/background.h"

#include <QElapsedTimer>
#include <QObject>

#include <filesystem>
#include <memory>
#include <vector>

namespace thrashlab::ui {

/// Simulates what a database lacks of a sweep, on all cores and away from the window's thread. Each point is kept as
/// soon as it is finished, so a sweep that was cancelled goes on where it was.
class SweepRun : public QObject {
    Q_OBJECT

public:
    struct Progress {
        std::size_t finished = 0; ///< of the plan's points, those known before included
        std::size_t points = 0;
        double pointsPerSecond = 0; ///< since it began; 0 before the first point
        double secondsLeft = 0;     ///< at that rate
    };
    enum class Wish : std::uint8_t {
        compute, ///< what is missing
        look,    ///< read what is there, and no more
    };

    explicit SweepRun(QObject* parent = nullptr) : QObject(parent), job_(this) {}

    /// Begins; one under way is cancelled first. `ended` follows.
    void start(const SweepPlan& plan, const std::filesystem::path& database, Wish wish = Wish::compute);
    /// Waits for the points in flight, which are given up. `ended` follows at once.
    void cancel();
    [[nodiscard]] bool isRunning() const { return job_.isBusy(); }

    [[nodiscard]] Progress progress() const;
    /// Points that have come in since the last call, with those that the database had, in any order.
    [[nodiscard]] std::vector<SweepStore::Point> take();

Q_SIGNALS:
    /// Why it ended early; empty when it was finished or cancelled.
    void ended(const QString& problem);

private:
    struct Shared;

    Background job_;
    std::shared_ptr<Shared> shared_;
    QElapsedTimer clock_;
};

} // namespace thrashlab::ui
