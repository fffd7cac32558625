#include "ui/theatre/theatre.h"

#include "ui/theatre/buffer_queue_view.h"
#include "ui/theatre/drive_view.h"
#include "ui/theatre/file_strip_view.h"
#include "ui/theatre/narration_bar.h"
#include "ui/theatre/time_lanes_view.h"
#include "ui/theatre/time_scrubber.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace thrashlab::ui {

Theatre::Theatre(Player& player, Selection& selection, QWidget* parent)
    : QWidget(parent), player_(player), selection_(selection), fileStrip_(new FileStripView(player, this)),
      queue_(new BufferQueueView(player, this)), drive_(new DriveView(player, this)),
      lanes_(new TimeLanesView(player, this)), narration_(new NarrationBar(player, this)),
      scrubber_(new TimeScrubber(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 10, 10, 6);
    column->setSpacing(9);
    column->addWidget(fileStrip_, 5);
    column->addWidget(queue_);
    auto* row = new QHBoxLayout;
    row->setSpacing(9);
    row->addWidget(drive_, 1);
    row->addWidget(lanes_, 2);
    column->addLayout(row, 5);
    column->addWidget(narration_);
    column->addWidget(scrubber_);
    connect(&player_, &Player::moved, this, &Theatre::refresh);
    connect(&selection_, &Selection::changed, this, &Theatre::refresh);
    connect(scrubber_, &TimeScrubber::scrubbed, &player_, &Player::scrubTo);
    connect(lanes_, &TimeLanesView::scrubbed, &player_, &Player::scrubTo);
    connect(&player_, &Player::playingChanged, this, [this](bool playing) {
        if (!playing) {
            refresh(); // with what there was no time for
        }
    });
}

void Theatre::reload() {
    scrubber_->setRecording(*player_.recording());
    fileStrip_->reload();
    refresh();
}

void Theatre::refresh() {
    if (player_.recording() == nullptr) {
        return;
    }
    fileStrip_->refresh();
    queue_->refresh();
    drive_->refresh();
    lanes_->refresh();
    narration_->refresh();
    scrubber_->showTime(player_.time());
}

} // namespace thrashlab::ui
