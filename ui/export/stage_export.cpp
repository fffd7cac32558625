#include "ui/export/stage_export.h"

#include "error.h"
#include "ui/export/animation_file.h"
#include "ui/export/drawing_file.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <cmath>
#include <utility>

namespace thrashlab::ui {
namespace {

constexpr std::size_t most_waiting = 3;

[[noreturn]] void refuse(const QString& path, const QString& problem, const char* remedy) {
    throw Error(path.toStdString(), problem.toStdString(), remedy);
}

const QRegularExpression& numberPlace() {
    static const QRegularExpression place(QStringLiteral("%(0\\d)?d"));
    return place;
}

} // namespace

void exportStagePicture(Stage& stage, const QString& path) {
    writeDrawing({.size = stage.options().size,
                  .title = stage.caption().value(0),
                  .description = stage.caption().value(1),
                  .draw = [&stage](QPainter& painter) { stage.draw(painter); }},
                 path);
}

std::int64_t FilmOptions::frames() const {
    const double stretch = to_seconds(to - from);
    // The last frame may lie at the end exactly, whatever the division makes of it.
    return 1 + static_cast<std::int64_t>(std::floor(stretch / speed * framesPerSecond + 1e-9));
}

SimTime FilmOptions::time(std::int64_t frame) const {
    return from + Duration(std::llround(static_cast<double>(frame) / framesPerSecond * speed * 1e9));
}

std::optional<QString> sequenceName(const QString& pattern, std::int64_t number) {
    const QRegularExpressionMatch place = numberPlace().match(pattern);
    if (!place.hasMatch() || !pattern.endsWith(QLatin1String(".png"), Qt::CaseInsensitive)) {
        return std::nullopt;
    }
    const int digits = place.captured(1).isEmpty() ? 1 : place.captured(1).toInt();
    QString name = pattern;
    name.replace(place.capturedStart(), place.capturedLength(),
                 QStringLiteral("%1").arg(number, digits, 10, QLatin1Char('0')));
    return name;
}

FilmExport::FilmExport(std::shared_ptr<const Recording> recording, const StageOptions& stage, const FilmOptions& film,
                       QString path, QObject* parent)
    : QObject(parent), stage_(std::move(recording), stage), film_(film), path_(std::move(path)) {
    if (!animationFormatOf(path_) && !sequenceName(path_, 1)) {
        refuse(path_, QStringLiteral("its end names no kind of animation"),
               "end it in .webp or .gif, or write a place for the number of a frame, as in frame-%04d.png");
    }
    film_.to = std::min(film_.to, stage_.endTime());
    if (film_.to < film_.from) {
        refuse(path_,
               QStringLiteral("there is nothing to see from %1 s on").arg(to_seconds(film_.from.time_since_epoch())),
               "the range must begin before the series ends, and before its own end");
    }
    if (film_.frames() > FilmOptions::most_frames) {
        refuse(path_, QStringLiteral("it would take %1 frames").arg(film_.frames()),
               "choose a shorter range, fewer frames a second or a higher speed: 20000 frames are allowed");
    }
    connect(&timer_, &QTimer::timeout, this, &FilmExport::drawNext);
}

FilmExport::~FilmExport() {
    encoder_.request_stop();
    if (encoder_.joinable()) {
        encoder_.join();
    }
}

void FilmExport::start() {
    encoder_ = std::jthread([this](const std::stop_token& stop) { encode(stop); });
    timer_.start(0);
}

void FilmExport::drawNext() {
    {
        const std::lock_guard lock(mutex_);
        if (waiting_.size() >= most_waiting) {
            timer_.setInterval(5);
            return;
        }
    }
    timer_.setInterval(0);
    stage_.goTo(film_.time(drawn_));
    QImage image = stage_.image();
    ++drawn_;
    if (drawn_ == film_.frames()) {
        timer_.stop();
    }
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(std::move(image));
    }
    wake_.notify_one();
}

void FilmExport::encode(const std::stop_token& stop) {
    QString problem;
    try {
        encodeFrames(stop);
    } catch (const std::exception& error) {
        problem = QString::fromUtf8(error.what());
    }
    if (stop.stop_requested() || !problem.isEmpty()) {
        for (const QString& name : written_) {
            QFile::remove(name);
        }
    }
    if (!stop.stop_requested()) {
        QMetaObject::invokeMethod(this, [this, problem] { conclude(problem); });
    }
}

void FilmExport::encodeFrames(const std::stop_token& stop) {
    const auto format = animationFormatOf(path_);
    const auto file = format ? makeAnimationFile(*format, stage_.options().size, film_.framesPerSecond) : nullptr;
    const std::int64_t frames = film_.frames();
    for (std::int64_t frame = 0; frame < frames; ++frame) {
        QImage image;
        {
            std::unique_lock lock(mutex_);
            if (!wake_.wait(lock, stop, [this] { return !waiting_.empty(); })) {
                return;
            }
            image = std::move(waiting_.front());
            waiting_.pop_front();
        }
        if (file) {
            file->add(image);
        } else {
            const QString name = sequenceName(path_, frame + 1).value_or(path_);
            writeFile(name, pngBytes(image));
            written_ += name;
        }
        QMetaObject::invokeMethod(
            this, [this, frame, frames] { Q_EMIT progress(static_cast<int>(frame) + 1, static_cast<int>(frames)); });
    }
    if (file && !stop.stop_requested()) {
        writeFile(path_, file->finish());
    }
}

void FilmExport::conclude(const QString& problem) {
    timer_.stop();
    Q_EMIT finished(problem);
}

} // namespace thrashlab::ui
