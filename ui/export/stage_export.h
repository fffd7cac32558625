// Pictures and animations of the theatre as files.
#pragma once

#include "ui/export/stage.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace thrashlab::ui {

/// Writes the stage's present instant as `writeDrawing` does, with the caption in the file's metadata. Throws Error.
void exportStagePicture(Stage& stage, const QString& path);

/// A stretch of simulated time as a film.
struct FilmOptions {
    SimTime from;
    SimTime to;
    double framesPerSecond = 25;
    /// Simulated time over the film's time.
    double speed = 1;

    static constexpr int most_frames = 20000;

    /// How many frames that makes, the first at `from`, the last not behind `to`.
    [[nodiscard]] std::int64_t frames() const;
    [[nodiscard]] SimTime time(std::int64_t frame) const;
};

/// The names of a sequence of pictures: "frame-%04d.png" gives "frame-0001.png" and so on; nothing when the name has no
/// place for a number.
[[nodiscard]] std::optional<QString> sequenceName(const QString& pattern, std::int64_t number);

/// Draws a film frame by frame, a little at a time from the event loop, while another thread encodes. What it writes
/// depends on recording and options alone.
class FilmExport : public QObject {
    Q_OBJECT

public:
    /// The end of `path` says what: .webp, .gif, or .png with a place for a number (a file for each frame). Throws
    /// Error for what cannot be.
    FilmExport(std::shared_ptr<const Recording> recording, const StageOptions& stage, const FilmOptions& film,
               QString path, QObject* parent = nullptr);
    /// Cancels what is under way.
    ~FilmExport() override;

    [[nodiscard]] Stage& stage() { return stage_; }
    void start();

Q_SIGNALS:
    void progress(int frame, int frames);
    /// It is written; or, with a problem in words, nothing is.
    void finished(const QString& problem);

private:
    void drawNext();
    void encode(const std::stop_token& stop);
    void encodeFrames(const std::stop_token& stop);
    void conclude(const QString& problem);

    Stage stage_;
    FilmOptions film_;
    QString path_;
    std::int64_t drawn_ = 0;
    QTimer timer_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::deque<QImage> waiting_; ///< guarded by mutex_
    QStringList written_;        ///< of the sequence; the encoder's alone
    std::jthread encoder_;
};

} // namespace thrashlab::ui
