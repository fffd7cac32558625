// Where a worker's thread gets its next piece of work from.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace thrashlab::ui {

/// Room for one job: another one takes its place. For any number of threads.
template <class Job>
class Mailbox {
public:
    void put(Job job) {
        {
            const std::lock_guard lock(mutex_);
            job_ = std::move(job);
        }
        filled_.notify_one();
    }
    void clear() {
        const std::lock_guard lock(mutex_);
        job_.reset();
    }
    /// Waits for a job and takes it out; nothing when the end is asked for.
    [[nodiscard]] std::optional<Job> take(const std::stop_token& ending) {
        std::unique_lock lock(mutex_);
        if (!filled_.wait(lock, ending, [this] { return job_.has_value(); })) {
            return std::nullopt;
        }
        return std::exchange(job_, std::nullopt);
    }

private:
    std::mutex mutex_;
    std::condition_variable_any filled_;
    std::optional<Job> job_; ///< guarded by mutex_
};

} // namespace thrashlab::ui
