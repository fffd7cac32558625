// Work that takes too long for the thread that draws.
#pragma once

#include <QMetaObject>
#include <QObject>

#include <cstdint>
#include <stop_token>
#include <thread>
#include <utility>

namespace thrashlab::ui {

/// Does one piece of work at a time on a thread of its own and hands the result to the thread it lives in. A new piece
/// of work, `cancel` and the end of this object stop the old one, whose result is never handed over.
class Background : public QObject {
public:
    explicit Background(QObject* parent = nullptr) : QObject(parent) {}
    ~Background() override { cancel(); }

    /// `work` takes a stop token, looks at it often and returns a value, which `done` takes.
    template <class Work, class Done>
    void start(Work work, Done done) {
        cancel();
        busy_ = true;
        thread_ = std::jthread(
            [this, job = job_, work = std::move(work), done = std::move(done)](const std::stop_token& stop) mutable {
                auto hand_over = [this, job, result = work(stop), done = std::move(done)]() mutable {
                    if (job == job_) {
                        busy_ = false;
                        done(std::move(result));
                    }
                };
                if (!stop.stop_requested()) {
                    QMetaObject::invokeMethod(this, std::move(hand_over), Qt::QueuedConnection);
                }
            });
    }
    void cancel() {
        ++job_;
        busy_ = false;
        thread_ = {}; // stops and waits
    }
    [[nodiscard]] bool isBusy() const { return busy_; }

private:
    std::uint64_t job_ = 0;
    bool busy_ = false;
    std::jthread thread_;
};

} // namespace thrashlab::ui
