// The curve that follows a slider: computed beside the window, and thrown away as soon as another is asked for.
#pragma once

#include "sim/curve.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace thrashlab::ui {

/// Computes curves on a thread of its own, which has all cores help. A request is a snapshot; another one cancels it,
/// and what comes in late is dropped by its job's number. However fast points come in, `changed` is emitted once a
/// frame. No function here waits, but for the destructor.
class LiveCurve : public QObject {
    Q_OBJECT

public:
    explicit LiveCurve(QObject* parent = nullptr);
    ~LiveCurve() override;

    /// Begins anew, unless the very same has been asked for already.
    void request(const CurveRequest& request);
    /// Nothing more will come of the present request.
    void cancel();
    [[nodiscard]] bool isComputing() const { return computing_; }
    /// What was asked for last; nothing before, and after `cancel`.
    [[nodiscard]] const std::optional<CurveRequest>& request() const { return request_; }
    /// What came last, perhaps of the request before; null before the first.
    [[nodiscard]] const std::shared_ptr<const Curve>& curve() const { return curve_; }
    /// From the request to the last point of `curve`.
    [[nodiscard]] std::chrono::nanoseconds elapsed() const { return elapsed_; }

Q_SIGNALS:
    /// There is more of the curve, or another one.
    void changed();
    /// The curve is complete.
    void finished();
    /// A sentence for a person; there will be no curve.
    void failed(const QString& message);

private:
    using Clock = std::chrono::steady_clock;
    struct Job {
        std::uint64_t id = 0;
        CurveRequest request;
        std::stop_token stop;
        Clock::time_point asked;
    };
    struct Result {
        std::uint64_t job = 0;
        std::shared_ptr<const Curve> curve;
        std::chrono::nanoseconds elapsed{};
        QString problem;
    };

    void work(const std::stop_token& ending);
    void compute(const Job& job, CurveCache& cache);
    void post(Result result);
    void deliver();

    std::optional<CurveRequest> request_;
    std::shared_ptr<const Curve> curve_;
    std::chrono::nanoseconds elapsed_{};
    bool computing_ = false;
    std::uint64_t job_ = 0;
    std::stop_source stop_;
    QTimer frame_; ///< runs for as long as nothing new is shown

    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::optional<Job> next_;      ///< guarded by mutex_
    std::optional<Result> latest_; ///< guarded by mutex_
    bool told_ = false;            ///< guarded by mutex_: `deliver` is on its way
    std::jthread worker_;          ///< last, so that it ends before what it uses
};

} // namespace thrashlab::ui
