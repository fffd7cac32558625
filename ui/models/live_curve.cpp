#include "ui/models/live_curve.h"

#include <exception>
#include <utility>

namespace thrashlab::ui {
namespace {

constexpr int frame_milliseconds = 16;

} // namespace

LiveCurve::LiveCurve(QObject* parent)
    : QObject(parent), worker_([this](const std::stop_token& ending) { work(ending); }) {
    frame_.setSingleShot(true);
    frame_.setInterval(frame_milliseconds);
    connect(&frame_, &QTimer::timeout, this, &LiveCurve::deliver);
}

LiveCurve::~LiveCurve() {
    stop_.request_stop();
}

void LiveCurve::request(const CurveRequest& request) {
    if (request_ == request) {
        return;
    }
    cancel();
    request_ = request;
    stop_ = std::stop_source();
    computing_ = true;
    {
        const std::lock_guard lock(mutex_);
        next_ = Job{job_, request, stop_.get_token(), Clock::now()};
    }
    wake_.notify_one();
}

void LiveCurve::cancel() {
    stop_.request_stop();
    ++job_;
    computing_ = false;
    request_.reset();
    const std::lock_guard lock(mutex_);
    next_.reset();
}

void LiveCurve::work(const std::stop_token& ending) {
    CurveCache cache;
    for (;;) {
        std::optional<Job> job;
        {
            std::unique_lock lock(mutex_);
            if (!wake_.wait(lock, ending, [this] { return next_.has_value(); })) {
                return;
            }
            job = std::exchange(next_, std::nullopt);
        }
        compute(*job, cache);
    }
}

void LiveCurve::compute(const Job& job, CurveCache& cache) {
    const auto tell = [this, &job](const Curve& known) {
        post({.job = job.id,
              .curve = std::make_shared<const Curve>(known),
              .elapsed = Clock::now() - job.asked,
              .problem = {}});
    };
    try {
        static_cast<void>(compute_curve(job.request, cache, tell, {.threads = 0, .stop = job.stop}));
    } catch (const std::exception& error) {
        post({.job = job.id, .curve = nullptr, .elapsed = {}, .problem = QString::fromUtf8(error.what())});
    }
}

// Of the results that come in before the window looks, only the last one counts.
void LiveCurve::post(Result result) {
    const std::lock_guard lock(mutex_);
    latest_ = std::move(result);
    if (!std::exchange(told_, true)) {
        QMetaObject::invokeMethod(this, &LiveCurve::deliver, Qt::QueuedConnection);
    }
}

void LiveCurve::deliver() {
    if (frame_.isActive()) {
        return; // its timeout comes back here
    }
    std::optional<Result> result;
    {
        const std::lock_guard lock(mutex_);
        told_ = false;
        result = std::exchange(latest_, std::nullopt);
    }
    if (!result || result->job != job_) {
        return;
    }
    if (!result->curve) {
        computing_ = false;
        curve_.reset();
        Q_EMIT failed(result->problem);
        return;
    }
    curve_ = std::move(result->curve);
    elapsed_ = result->elapsed;
    const bool complete = curve_->complete;
    computing_ = !complete;
    frame_.start();
    Q_EMIT changed();
    if (complete && result->job == job_) { // whoever heard of it may have asked for another
        Q_EMIT finished();
    }
}

} // namespace thrashlab::ui
