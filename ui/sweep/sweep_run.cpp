#include "ui/sweep/sweep_run.h"

#include "error.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <iterator>
#include <mutex>
#include <utility>

namespace thrashlab::ui {

struct SweepRun::Shared {
    std::mutex mutex;
    std::vector<SweepStore::Point> arrived; ///< guarded by mutex
    std::atomic<std::size_t> before = 0;
    std::atomic<std::size_t> done = 0;
    std::size_t points = 0;

    void put(std::vector<SweepStore::Point> points_now) {
        const std::lock_guard lock(mutex);
        std::move(points_now.begin(), points_now.end(), std::back_inserter(arrived));
    }
};

namespace {

QString computeSweep(const SweepPlan& plan, const std::filesystem::path& database, SweepRun::Wish wish,
                     const std::function<void(std::vector<SweepStore::Point>)>& known,
                     const std::function<void(SweepStore::Point)>& finished, const std::stop_token& stop) {
    try {
        RunStore store(database);
        SweepStore sweep(store, plan);
        std::vector<SweepStore::Point> before = sweep.results();
        std::vector<std::size_t> done;
        std::transform(before.begin(), before.end(), std::back_inserter(done),
                       [](const SweepStore::Point& point) { return point.point; });
        known(std::move(before));
        if (wish == SweepRun::Wish::look) {
            return {};
        }
        run_sweep(plan, unfinished_points(plan, done),
                  [&](std::size_t point, const Scenario& scenario, std::vector<RunResult> runs) {
                      sweep.add(point, scenario, runs);
                      finished({point, std::move(runs)});
                  },
                  {.stop = stop});
        return {};
    } catch (const Error& problem) {
        return QString::fromUtf8(problem.what());
    }
}

} // namespace

void SweepRun::start(const SweepPlan& plan, const std::filesystem::path& database, Wish wish) {
    job_.cancel();
    shared_ = std::make_shared<Shared>();
    shared_->points = plan.size();
    clock_.start();
    job_.start(
        [shared = shared_, plan, database, wish](const std::stop_token& stop) {
            return computeSweep(
                plan, database, wish,
                [&](std::vector<SweepStore::Point> points) {
                    shared->before = points.size();
                    shared->put(std::move(points));
                },
                [&](SweepStore::Point point) {
                    ++shared->done;
                    shared->put({std::move(point)});
                },
                stop);
        },
        [this](const QString& problem) { Q_EMIT ended(problem); });
}

void SweepRun::cancel() {
    if (isRunning()) {
        job_.cancel();
        Q_EMIT ended({});
    }
}

SweepRun::Progress SweepRun::progress() const {
    if (shared_ == nullptr) {
        return {};
    }
    constexpr double milliseconds = 1000;
    const std::size_t done = shared_->done;
    Progress progress{.finished = shared_->before + done, .points = shared_->points};
    if (done > 0 && clock_.elapsed() > 0) {
        progress.pointsPerSecond = static_cast<double>(done) * milliseconds / static_cast<double>(clock_.elapsed());
        progress.secondsLeft = static_cast<double>(progress.points - progress.finished) / progress.pointsPerSecond;
    }
    return progress;
}

std::vector<SweepStore::Point> SweepRun::take() {
    if (shared_ == nullptr) {
        return {};
    }
    const std::lock_guard lock(shared_->mutex);
    return std::exchange(shared_->arrived, {});
}

} // namespace thrashlab::ui
