// The theatre off screen: what an export draws from, at a size of its own, whatever the window looks like.
#pragma once

#include "ui/models/player.h"
#include "ui/models/selection.h"
#include "ui/theatre/theatre.h"

#include <QImage>
#include <QPalette>
#include <QSize>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <optional>

class QPainter;

namespace thrashlab::ui {

/// "theatre", "file", ...: as on the command line.
[[nodiscard]] QString stageViewName(TheatreView view);
/// Nothing for a name that is none of ours.
[[nodiscard]] std::optional<TheatreView> stageViewOf(const QString& name);

struct StageOptions {
    TheatreView view = TheatreView::all;
    /// Of the picture, caption included, in pixels.
    QSize size{1280, 720};
    QPalette palette;
    /// Two lines beneath: scenario, run and clock; dd line, changed parameters and version.
    bool caption = true;
};

/// Draws a recording at any instant. Two stages with equal options draw the same pixels. Needs a QApplication (no
/// display).
class Stage {
public:
    Stage(std::shared_ptr<const Recording> recording, const StageOptions& options);
    ~Stage();

    /// Goes to an instant; quick when it lies a little further on.
    void goTo(SimTime time);
    /// Lights what is chosen elsewhere.
    void choose(const Selection& selection);
    [[nodiscard]] SimTime endTime() const { return player_.endTime(); }
    [[nodiscard]] const StageOptions& options() const { return options_; }

    /// The picture of the present instant, at one pixel a unit.
    [[nodiscard]] QImage image();
    /// The same on any device, such as a PDF page, from its origin on.
    void draw(QPainter& painter);
    /// What the caption says: the first line changes with the instant.
    [[nodiscard]] QStringList caption() const;

private:
    [[nodiscard]] int captionHeight() const;

    StageOptions options_;
    Player player_;
    Selection selection_;
    std::unique_ptr<Theatre> theatre_;
};

} // namespace thrashlab::ui
