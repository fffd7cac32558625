#include "ui/theatre/time_lanes_view.h"

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

TimeLanesView::TimeLanesView(const Player& player, QWidget* parent)
    : ViewCard(tr("Where the time goes"), parent), player_(player) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setCursor(Qt::SizeHorCursor);
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

double TimeLanesView::x(SimTime time) const {
    return plot().left() +
           static_cast<double>((time - begin_).count()) / static_cast<double>(span_.count()) * plot().width();
}

void TimeLanesView::caption() {
    begin_ = player_.time() - Duration(std::llround(static_cast<double>(span_.count()) * place_of_now));
    const int digits = span_ < 50ms ? 3 : 2;
    const auto seconds = [digits](SimTime time) {
        return QString::number(std::max(0.0, to_seconds(time.time_since_epoch())), 'f', digits) +
               QStringLiteral("\u202fs");
    };
    const QString stretch = tr("%1 to %2").arg(seconds(begin_), seconds(begin_ + span_));
    setCaption(width() < narrow ? stretch : stretch + tr(" · drag to scrub"));
}

void TimeLanesView::addPiece(Lane lane, SimTime from, SimTime to, bool waiting) {
    const double left = std::max<double>(plot().left(), x(from));
    const double right = std::min<double>(plot().right() + 1, x(to));
    if (right < plot().left() || left > plot().right() || to <= from) {
        return;
    }
    for (auto last = pieces_.rbegin(); last != pieces_.rend(); ++last) {
        if (last->lane == lane) {
            if (left - last->right < 0.75 && last->waiting == waiting) {
                last->right = std::max(right, last->left + 1);
                return;
            }
            break;
        }
    }
    pieces_.push_back({lane, left, right, waiting});
}

// Goes through the events of the stretch, and a little further back to learn what was under way at its start.
void TimeLanesView::collect() {
    pieces_.clear();
    const Journal& journal = player_.recording()->journal;
    const EventIndex first = journal.index_at(begin_);
    DrivePhase phase = DrivePhase::idle;
    SimTime phase_from = begin_;
    Process process = Process::absent;
    SimTime process_from = begin_;
    const EventIndex from = first > most_events_back ? first - most_events_back : 0;
    const EventIndex end = std::min(journal.size(), first + most_events);
    const SimTime stop = begin_ + span_;
    const auto close_phase = [&](SimTime time) {
        if (phase != DrivePhase::idle) {
            constexpr std::array<Lane, 6> lane_of{dd, command, seek, rotation, transfer, dd};
            addPiece(lane_of[static_cast<std::size_t>(phase)], phase_from, time);
        }
    };
    const auto close_process = [&](SimTime time) {
        if (process != Process::absent) {
            addPiece(process == Process::asleep ? dd : cpu, process_from, time, process == Process::asleep);
            if (process == Process::running) {
                addPiece(dd, process_from, time);
            }
        }
    };
    for (EventIndex index = from; index < end; ++index) {
        const Event event = journal[index];
        const SimTime time = std::min(event.time, stop);
        if (isDrive(event.kind)) {
            close_phase(time);
            phase = phaseAfter(event.kind);
            phase_from = time;
        } else if (const auto next = processAfter(event.kind)) {
            close_process(time);
            process = *next;
            process_from = time;
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
    const std::array<QColor, lanes> lane_colours{colours.accent(),
                                                 colours.time(DrivePhase::idle),
                                                 colours.time(DrivePhase::command),
                                                 colours.time(DrivePhase::seek),
                                                 colours.time(DrivePhase::rotation),
                                                 colours.time(DrivePhase::transfer)};
    const double height = std::min(16.0, std::round(pitch * bar_share));
    for (const Piece& piece : pieces_) {
        const double top = std::round(area.top() + pitch * static_cast<int>(piece.lane) + (pitch - height) / 2);
        const QColor colour = piece.waiting ? colours.accentTint() : lane_colours[piece.lane];
        painter.fillRect(QRectF(piece.left, top, std::max(1.5, piece.right - piece.left), height), colour);
    }
    const double now = std::round(x(player_.time())) + 0.5;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colours.text(), 1.5));
    painter.drawLine(QPointF(now, area.top()), QPointF(now, area.bottom()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.text());
    painter.drawPolygon(
        QPolygonF({QPointF(now, area.top()), QPointF(now - 5, area.top() - 8), QPointF(now + 5, area.top() - 8)}));
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
        drag_ = {event->position().x(), player_.time()};
    }
}

void TimeLanesView::mouseMoveEvent(QMouseEvent* event) {
    if (drag_ && event->buttons().testFlag(Qt::LeftButton)) {
        const double moved = (drag_->first - event->position().x()) / std::max(1, plot().width());
        Q_EMIT scrubbed(drag_->second + Duration(std::llround(moved * static_cast<double>(span_.count()))));
    }
}

} // namespace thrashlab::ui
