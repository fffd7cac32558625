#include "ui/theatre/theatre.h"

#include "ui/theatre/buffer_queue_view.h"
#include "ui/theatre/drive_view.h"
#include "ui/theatre/file_strip_view.h"
#include "ui/theatre/narration_bar.h"
#include "ui/theatre/pages_view.h"
#include "ui/theatre/time_lanes_view.h"
#include "ui/theatre/time_scrubber.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <array>

namespace thrashlab::ui {
namespace {

constexpr int beside_each_other = 640; ///< so wide that pages find room beside the buffers

} // namespace

Theatre::Theatre(Player& player, Selection& selection, QWidget* parent)
    : QWidget(parent), player_(player), selection_(selection), fileStrip_(new FileStripView(player, selection, this)),
      queue_(new BufferQueueView(player, selection, this)), pages_(new PagesView(player, selection, this)),
      drive_(new DriveView(player, selection, this)), lanes_(new TimeLanesView(player, selection, this)),
      narration_(new NarrationBar(player, this)), scrubber_(new TimeScrubber(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 10, 10, 6);
    column->setSpacing(9);
    column->addWidget(fileStrip_, 5);
    auto* memory = new QHBoxLayout;
    memory->setSpacing(9);
    memory->addWidget(queue_, 3);
    memory->addWidget(pages_, 2);
    column->addLayout(memory);
    auto* row = new QHBoxLayout;
    row->setSpacing(9);
    row->addWidget(drive_, 1);
    row->addWidget(lanes_, 2);
    column->addLayout(row, 5);
    column->addWidget(narration_);
    column->addWidget(scrubber_);
    pages_->hide();
    scrubber_->setFocus(); // the arrows are the transport's until somebody goes to a view that needs them
    connect(&player_, &Player::moved, this, &Theatre::refresh);
    connect(queue_, &BufferQueueView::pointedAt, fileStrip_, &FileStripView::pointedAt);
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
    queue_->reload();
    placePages();
    refresh();
}

void Theatre::setPresentation(const Presentation& presentation) {
    presentation_ = presentation;
    fileStrip_->setPresentation(presentation);
    drive_->setPresentation(presentation);
}

void Theatre::showOnly(TheatreView view) {
    shown_ = view;
    const std::array<QWidget*, 5> views{fileStrip_, queue_, pages_, drive_,
                                        lanes_}; // as TheatreView has them, behind all
    for (std::size_t i = 0; i < views.size(); ++i) {
        views[i]->setVisible(view == TheatreView::all || view == static_cast<TheatreView>(i + 1));
    }
    narration_->setVisible(view == TheatreView::all);
    scrubber_->setVisible(view == TheatreView::all);
    placePages();
}

void Theatre::placePages() {
    if (shown_ == TheatreView::all) {
        pages_->setVisible(pages_->applies() && width() >= beside_each_other);
    }
}

void Theatre::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placePages();
}

void Theatre::refresh() {
    if (player_.recording() == nullptr) {
        return;
    }
    fileStrip_->refresh();
    queue_->refresh();
    pages_->refresh();
    drive_->refresh();
    lanes_->refresh();
    narration_->refresh();
    scrubber_->showTime(player_.time());
}

} // namespace thrashlab::ui
