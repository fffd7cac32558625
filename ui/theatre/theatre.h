// The centre of the window: all animated views of one player.
#pragma once

#include "ui/models/player.h"
#include "ui/models/selection.h"
#include "ui/theatre/presentation.h"

#include <QWidget>

namespace thrashlab::ui {

class BufferQueueView;
class DriveView;
class FileStripView;
class NarrationBar;
class PagesView;
class TimeLanesView;
class TimeScrubber;

/// All of the views, or one by itself.
enum class TheatreView : std::uint8_t { all, file, buffers, pages, drive, lanes };

/// Lays the views out and keeps them at the player's place.
class Theatre : public QWidget {
    Q_OBJECT

public:
    Theatre(Player& player, Selection& selection, QWidget* parent = nullptr);

    void reload();
    /// Leaves the whole place to one view.
    void showOnly(TheatreView view);
    void setPresentation(const Presentation& presentation);
    [[nodiscard]] const Presentation& presentation() const { return presentation_; }
    [[nodiscard]] FileStripView* fileStrip() { return fileStrip_; }
    [[nodiscard]] NarrationBar* narration() { return narration_; }
    [[nodiscard]] TimeScrubber* scrubber() { return scrubber_; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void placePages();

    Player& player_;
    Selection& selection_;
    TheatreView shown_ = TheatreView::all;
    Presentation presentation_;
    FileStripView* fileStrip_;
    BufferQueueView* queue_;
    PagesView* pages_;
    DriveView* drive_;
    TimeLanesView* lanes_;
    NarrationBar* narration_;
    TimeScrubber* scrubber_;
};

} // namespace thrashlab::ui
