#include "ui/theatre/narration_bar.h"

#include "sim/narration.h"

#include <QPainter>

#include <algorithm>

namespace thrashlab::ui {
namespace {

constexpr qint64 readable_milliseconds = 350;
constexpr int vertical_padding = 7;
constexpr int sentence_lines = 2; ///< always kept free, so that nothing jumps
constexpr double slow = 0.05;     ///< up to this speed every event can be read

QString fromView(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

NarrationBar::NarrationBar(const Player& player, QWidget* parent)
    : ViewCard(tr("What happens"), parent), player_(player) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize NarrationBar::sizeHint() const {
    const int lines = sentence_lines * QFontMetrics(boldFont()).height() + QFontMetrics(smallFont()).height();
    return {720, lines + 2 * vertical_padding + 3};
}

QSize NarrationBar::minimumSizeHint() const {
    return {280, sizeHint().height()};
}

void NarrationBar::refresh() {
    if (player_.recording() == nullptr) {
        return;
    }
    const bool playing = player_.isPlaying();
    const bool fast = playing && (player_.speed() == Player::fastest || player_.speed() > slow);
    if (fast && shown_.isValid() && shown_.elapsed() < readable_milliseconds) {
        return;
    }
    const auto event = fast && player_.changes().telling ? player_.changes().telling : player_.lastEvent();
    if (!event) {
        setTexts(tr("The file system has just been mounted; every buffer is empty."), tr("press Space to play"));
        return;
    }
    const Narration narration = narrate(*event, player_.state(), player_.recording()->layout);
    QString quiet = fromView(provenance_text(narration.provenance));
    if (!narration.detail.empty()) {
        quiet += tr(" · ") + QString::fromStdString(narration.detail);
    }
    quiet +=
        tr(" · event %1 of %2").arg(groupedDigits(player_.index()), groupedDigits(player_.recording()->journal.size()));
    setTexts(QString::fromStdString(narration.sentence), quiet);
    shown_.start();
}

void NarrationBar::setTexts(const QString& sentence, const QString& quiet) {
    if (sentence != sentence_ || quiet != quiet_) {
        sentence_ = sentence;
        quiet_ = quiet;
        setToolTip(sentence);
        setAccessibleDescription(sentence);
        update();
    }
}

void NarrationBar::showProblem(const QString& message) {
    problem_ = message;
    setToolTip(message);
    update();
}

void NarrationBar::clearProblem() {
    if (!problem_.isEmpty()) {
        problem_.clear();
        update();
    }
}

void NarrationBar::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const Theme colours = theme();
    const bool problem = !problem_.isEmpty();
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor stroke = problem ? colours.time(DrivePhase::rotation) : colours.accent();
    QColor frame = stroke;
    frame.setAlphaF(0.4F);
    painter.setPen(QPen(frame, 1));
    painter.setBrush(problem ? colours.card() : colours.accentTint());
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    const int second = QFontMetrics(smallFont()).height();
    const QRect all(padding, vertical_padding, width() - 2 * padding, height() - 2 * vertical_padding);
    const QString& sentence = problem ? problem_ : sentence_;
    const int flags = static_cast<int>(Qt::AlignLeft | Qt::AlignTop) | Qt::TextWordWrap;
    painter.setFont(boldFont());
    // A sentence that needs all of the bar gets it: the quiet line is in the tool tip as well.
    const bool quiet = painter.boundingRect(all, flags, sentence).height() <= all.height() - second - 3;
    const QRect room = quiet ? all.adjusted(0, 0, 0, -second - 3) : all;
    // A short sentence stands in the middle with its quiet line.
    const int used = std::min(room.height(), painter.boundingRect(room, flags, sentence).height());
    const int top = room.top() + (room.height() - used) / 2;
    painter.setPen(problem ? stroke : colours.text());
    painter.drawText(QRect(room.left(), top, room.width(), used), flags, sentence);
    painter.setFont(smallFont());
    painter.setPen(colours.quietText());
    const QString undo =
        tr("The views show the last scenario that could be simulated; undo the change to go back to it.");
    if (quiet) {
        drawElided(painter, QRect(padding, top + used + 3, room.width(), second), problem ? undo : quiet_);
    }
}

} // namespace thrashlab::ui
