#include "ui/theatre/time_lanes_view.h"

#include "ui/theatre/marks.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace thrashlab::ui {
namespace {

using namespace std::chrono_literals;

constexpr double place_of_now = 0.6;
constexpr Duration shortest_span = 1ms;
constexpr Duration longest_span = 2s;
constexpr EventIndex most_events_back = 3000;
constexpr EventIndex most_events = 60000;
constexpr int label_width = 72;
constexpr int narrow = 380; ///< below this there is room for the figures alone
constexpr double bar_share = 0.46;

bool isDrive(EventKind kind) {
    return kind >= EventKind::command_started && kind <= EventKind::command_done;
}

DrivePhase phaseAfter(EventKind kind) {
    switch (kind) {
    case EventKind::command_started:
        return DrivePhase::command;
    case EventKind::seek_started:
        return DrivePhase::seek;
    case EventKind::rotation_started:
        return DrivePhase::rotation;
    case EventKind::transfer_started:
        return DrivePhase::transfer;
    default:
        return DrivePhase::idle;
    }
}

/// What dd is about after an event that says something of it.
enum class Process : std::uint8_t { absent, running, asleep };

std::optional<Process> processAfter(EventKind kind) {
    switch (kind) {
    case EventKind::wait_started:
        return Process::asleep;
    case EventKind::run_started:
    case EventKind::wait_ended:
        return Process::running;
    case EventKind::run_ended:
        return Process::absent;
    default:
        return std::nullopt;
    }
}

} // namespace

TimeLanesView::TimeLanesView(const Player& player, Selection& selection, QWidget* parent)
    : ViewCard(tr("Where the time goes"), parent), player_(player), selection_(selection) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setCursor(Qt::SizeHorCursor);
    connect(&selection_, &Selection::changed, this, &TimeLanesView::refresh);
}

void TimeLanesView::refresh() {
    if (player_.recording() != nullptr) {
        caption();
        update(plot().adjusted(-6, -10, 6, 2));
    }
}

QRect TimeLanesView::plot() const {
    return body().adjusted(label_width, 4, 0, 0);
}

TimeAxis TimeLanesView::axis() const {
    return {begin_, span_, static_cast<double>(plot().left()), static_cast<double>(plot().width())};
}

void TimeLanesView::caption() {
    begin_ = player_.time() - Duration(std::llround(static_cast<double>(span_.count()) * place_of_now));
    const int digits = span_ < 50ms ? 3 : 2;
    const auto seconds = [digits](SimTime time) {
        return QString::number(std::max(0.0, to_seconds(time.time_since_epoch())), 'f', digits);
    };
    const QString stretch = tr("%1 to %2\u202fs").arg(seconds(begin_), seconds(begin_ + span_));
    setTitle(width() < narrow ? tr("Time") : tr("Where the time goes"));
    setCaption(width() < narrow ? stretch : stretch + tr(" · drag to scrub"));
}

void TimeLanesView::addPiece(const Piece& kind, SimTime from, SimTime to) {
    const TimeAxis time = axis();
    const double left = std::max<double>(plot().left(), time.x(from));
    const double right = std::min<double>(plot().right() + 1, time.x(to));
    if (right < plot().left() || left > plot().right() || to <= from) {
        return;
    }
    // What stands closer together than can be told apart is one piece, but for the chosen one.
    for (auto last = pieces_.rbegin(); last != pieces_.rend(); ++last) {
        if (last->lane == kind.lane) {
            if (left - last->right < 0.75 && last->waiting == kind.waiting && !lit(*last) && !lit(kind)) {
                last->right = std::max(right, last->left + 1);
                return;
            }
            break;
        }
    }
    pieces_.push_back(kind);
    pieces_.back().left = left;
    pieces_.back().right = right;
}

// Goes through the events of the stretch, and a little further back to learn what was under way at its start.
void TimeLanesView::collect() {
    pieces_.clear();
    const Journal& journal = player_.recording()->journal;
    const EventIndex first = journal.index_at(begin_);
    DrivePhase phase = DrivePhase::idle;
    Event phase_event{.time = begin_};
    Process process = Process::absent;
    Event process_event{.time = begin_};
    const EventIndex from = first > most_events_back ? first - most_events_back : 0;
    const EventIndex end = std::min(journal.size(), first + most_events);
    const SimTime stop = begin_ + span_;
    const auto close_phase = [&](SimTime time) {
        if (phase != DrivePhase::idle) {
            constexpr std::array<Lane, 6> lane_of{dd, command, seek, rotation, transfer, dd};
            addPiece({.lane = lane_of[static_cast<std::size_t>(phase)],
                      .block = phase_event.block,
                      .blocks = phase_event.count,
                      .command = phase_event.command()},
                     phase_event.time, time);
        }
    };
    const auto close_process = [&](SimTime time) {
        if (process != Process::absent) {
            const bool asleep = process == Process::asleep;
            addPiece({.lane = asleep ? dd : cpu,
                      .waiting = asleep,
                      .block = asleep ? process_event.block : BlockNo::none(),
                      .blocks = 1},
                     process_event.time, time);
            if (!asleep) {
                addPiece({.lane = dd}, process_event.time, time);
            }
        }
    };
    for (EventIndex index = from; index < end; ++index) {
        const Event event = journal[index];
        const SimTime time = std::min(event.time, stop);
        if (isDrive(event.kind)) {
            close_phase(time);
            phase = phaseAfter(event.kind);
            phase_event = event;
        } else if (const auto next = processAfter(event.kind)) {
            close_process(time);
            process = *next;
            process_event = event;
        }
        if (event.time >= stop) {
            return;
        }
    }
    close_phase(std::min(stop, journal.end_time()));
    close_process(std::min(stop, journal.end_time()));
}

void TimeLanesView::paintEvent(QPaintEvent* event) {
    ViewCard::paintEvent(event);
    if (player_.recording() == nullptr) {
        return;
    }
    caption();
    collect();
    QPainter painter(this);
    const Theme colours = theme();
    const QRect area = plot();
    const double pitch = static_cast<double>(area.height()) / lanes;
    const std::array<QString, lanes> names{tr("dd"),   tr("CPU"),      tr("command"),
                                           tr("seek"), tr("rotation"), tr("transfer")};
    painter.setFont(smallFont());
    for (int lane = 0; lane < lanes; ++lane) {
        const auto top = static_cast<int>(area.top() + pitch * lane);
        const QRect label(body().left(), top, label_width - 8, static_cast<int>(pitch));
        if (event->region().intersects(label)) {
            painter.setPen(colours.quietText());
            painter.drawText(label, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter),
                             names[static_cast<std::size_t>(lane)]);
        }
        QColor hairline = colours.line();
        hairline.setAlphaF(0.55F);
        painter.setPen(QPen(hairline, 1));
        painter.drawLine(area.left(), static_cast<int>(top + pitch) - 1, area.right(),
                         static_cast<int>(top + pitch) - 1);
    }
    paintPieces(painter);
    const double now = std::round(axis().x(player_.time())) + 0.5;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colours.text(), colours.projected() ? 2 : 1.5));
    painter.drawLine(QPointF(now, area.top()), QPointF(now, area.bottom()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.text());
    painter.drawPolygon(
        QPolygonF({QPointF(now, area.top()), QPointF(now - 5, area.top() - 8), QPointF(now + 5, area.top() - 8)}));
}

QRectF TimeLanesView::rect(const Piece& piece) const {
    const QRect area = plot();
    const double pitch = static_cast<double>(area.height()) / lanes;
    const double height = std::min(16.0, std::round(pitch * bar_share));
    const double top = std::round(area.top() + pitch * static_cast<int>(piece.lane) + (pitch - height) / 2);
    return {piece.left, top, std::max(1.5, piece.right - piece.left), height};
}

// A chosen block lights the commands that carry it.
bool TimeLanesView::lit(const Piece& piece) const {
    if (const auto& chosen = selection_.command(); chosen && piece.command.exists()) {
        return piece.command == chosen->number;
    }
    const auto block = selection_.block();
    return block && piece.block.exists() && block->value >= piece.block.value &&
           block->value - piece.block.value < piece.blocks;
}

void TimeLanesView::paintPieces(QPainter& painter) const {
    const Theme colours = theme();
    const std::array<QColor, lanes> lane_colours{colours.accent(),
                                                 colours.time(DrivePhase::idle),
                                                 colours.time(DrivePhase::command),
                                                 colours.time(DrivePhase::seek),
                                                 colours.time(DrivePhase::rotation),
                                                 colours.time(DrivePhase::transfer)};
    constexpr double dimmed = 0.45;
    const bool dim = selection_.command().has_value();
    for (const Piece& piece : pieces_) {
        const bool other = dim && !lit(piece);
        painter.setOpacity(other ? dimmed : 1);
        painter.fillRect(rect(piece), piece.waiting ? colours.accentTint() : lane_colours[piece.lane]);
    }
    painter.setOpacity(1);
    for (const Piece& piece : pieces_) {
        if (lit(piece)) {
            paintChosen(painter, rect(piece), colours);
        }
    }
}

std::vector<QRectF> TimeLanesView::commandRects(CommandNo number) const {
    std::vector<QRectF> rects;
    for (const Piece& piece : pieces_) {
        if (number.exists() && piece.command == number) {
            rects.push_back(rect(piece));
        }
    }
    return rects;
}

void TimeLanesView::choosePieceAt(const QPointF& point) {
    constexpr double reach = 2; // thin pieces can be hit, too
    for (auto piece = pieces_.rbegin(); piece != pieces_.rend(); ++piece) {
        if (!rect(*piece).adjusted(-reach, -reach, reach, reach).contains(point)) {
            continue;
        }
        const Journal& journal = player_.recording()->journal;
        if (piece->command.exists()) {
            if (const auto chosen = chosenCommand(journal, journal.index_at(axis().end()), piece->command)) {
                selection_.choose(*chosen);
                return;
            }
        } else if (piece->block.exists()) {
            selection_.choose(piece->block);
            return;
        }
    }
    selection_.clear();
}

void TimeLanesView::wheelEvent(QWheelEvent* event) {
    const double factor = std::pow(0.8, event->angleDelta().y() / 120.0);
    const Duration span(std::llround(static_cast<double>(span_.count()) * factor));
    span_ = std::clamp(span, shortest_span, longest_span);
    refresh();
    event->accept();
}

void TimeLanesView::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && player_.recording() != nullptr) {
        drag_ = {.from = event->position(), .time = player_.time()};
    }
}

void TimeLanesView::mouseMoveEvent(QMouseEvent* event) {
    if (!drag_ || !event->buttons().testFlag(Qt::LeftButton)) {
        return;
    }
    const double moved = drag_->from.x() - event->position().x();
    drag_->moved = drag_->moved || std::abs(moved) >= QApplication::startDragDistance();
    if (drag_->moved) {
        Q_EMIT scrubbed(drag_->time + axis().lasts(moved));
    }
}

void TimeLanesView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && drag_) {
        if (!drag_->moved) {
            choosePieceAt(event->position());
        }
        drag_.reset();
    }
}

} // namespace thrashlab::ui
