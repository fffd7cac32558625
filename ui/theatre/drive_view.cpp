#include "ui/theatre/drive_view.h"

#include "disk/drive.h"

#include <QPaintEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace thrashlab::ui {
namespace {

constexpr int text_lines = 2;
constexpr int full_circle = 360 * 16;

double share(Duration part, Duration whole) {
    return static_cast<double>(part.count()) / static_cast<double>(whole.count());
}

QString milliseconds(Duration time) {
    return QString::number(to_seconds(time) * 1000, 'f', 1) + QStringLiteral("\u202fms");
}

} // namespace

DriveView::DriveView(const Player& player, QWidget* parent)
    : ViewCard(tr("Drive · lost turns"), parent), player_(player) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
}

// The count must never run into the title.
QSize DriveView::minimumSizeHint() const {
    const QFontMetrics metrics(boldFont());
    return {metrics.horizontalAdvance(tr("Zip 100 · lost turns 88 888")) + 4 * padding, 190};
}

void DriveView::refresh() {
    if (player_.recording() != nullptr) {
        const Scenario& scenario = player_.recording()->scenario;
        const QString name =
            scenario.drive_profile == "zip100" ? tr("Zip 100") : QString::fromStdString(scenario.drive_profile);
        setTitle((turns() ? tr("%1 · lost turns") : tr("%1 · commands waiting")).arg(name));
        update(body().adjusted(-4, -2, 4, 4));
        const std::uint64_t count = turns() ? player_.state().run.lost_turns : player_.state().commands.size();
        if (count != shownCount_) {
            shownCount_ = count;
            update(QRect(0, 0, width(), body().top()));
        }
    }
}

bool DriveView::turns() const {
    const DriveKind kind = player_.recording()->scenario.drive.kind;
    return kind == DriveKind::rotating || kind == DriveKind::optical;
}

QString DriveView::phaseText() const {
    const MachineState& state = player_.state();
    if (state.phase == DrivePhase::idle || state.commands.empty()) {
        return tr("The drive has nothing to do.");
    }
    const Scenario& scenario = player_.recording()->scenario;
    if (!turns()) {
        return state.phase == DrivePhase::transfer ? tr("It transfers.") : tr("It takes up a command.");
    }
    switch (state.phase) {
    case DrivePhase::command:
        return tr("It takes up a command; the platter turns on meanwhile.");
    case DrivePhase::seek:
        return tr("The arm moves to another track.");
    case DrivePhase::rotation: {
        if (scenario.drive.kind == DriveKind::optical) {
            return state.lost_turn ? tr("The wanted sector has just passed.") : tr("The wanted sector comes round.");
        }
        const RotatingDrive drive(scenario.drive);
        const SectorNo wanted = player_.recording()->layout.sector(state.commands.front().block);
        const QString wait = milliseconds(drive.rotational_wait(wanted, player_.time()));
        return state.lost_turn ? tr("The wanted sector has just passed: %1 to wait").arg(wait)
                               : tr("The wanted sector comes round: %1 to wait").arg(wait);
    }
    default:
        return tr("The wanted sectors pass under the head.");
    }
}

void DriveView::paintEvent(QPaintEvent* event) {
    QFont large = boldFont();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    reserveHeading(QFontMetrics(large).horizontalAdvance(groupedDigits(shownCount_)) + padding);
    ViewCard::paintEvent(event);
    if (player_.recording() == nullptr) {
        return;
    }
    QPainter painter(this);
    const Theme colours = theme();
    if (event->region().intersects(QRect(0, 0, width(), body().top() - 2))) {
        painter.setFont(large);
        painter.setPen(colours.time(DrivePhase::rotation));
        painter.drawText(QRect(padding, 6, width() - 2 * padding, painter.fontMetrics().height()), Qt::AlignRight,
                         groupedDigits(shownCount_));
    }
    painter.setFont(smallFont());
    const int line = painter.fontMetrics().height();
    const QRect area = body();
    const QRect text(area.left(), area.bottom() + 1 - text_lines * line, area.width(), text_lines * line);
    painter.setPen(colours.quietText());
    painter.drawText(text, static_cast<int>(Qt::AlignLeft | Qt::AlignTop) | Qt::TextWordWrap, phaseText());
    const QRectF room(area.left(), area.top() + 8, area.width(), text.top() - area.top() - 14);
    const double side = std::min(room.width(), room.height());
    if (!turns()) {
        paintQueue(painter, room);
    } else if (side > 40) {
        painter.setRenderHint(QPainter::Antialiasing);
        paintPlatter(painter, QRectF(room.center().x() - side / 2, room.center().y() - side / 2, side, side));
    }
}

// The commands in order, the one at work first: a bar each, as long as its blocks are many.
void DriveView::paintQueue(QPainter& painter, const QRectF& room) const {
    constexpr double height = 12;
    constexpr double pitch = 18;
    const Theme colours = theme();
    const auto& commands = player_.state().commands;
    double longest = 1;
    for (const PendingCommand& command : commands) {
        longest = std::max<double>(longest, command.blocks);
    }
    painter.setPen(Qt::NoPen);
    double top = room.top();
    for (std::size_t i = 0; i < commands.size() && top + height < room.bottom(); ++i, top += pitch) {
        painter.setBrush(i == 0 ? colours.time(player_.state().phase) : colours.block(BlockStatus::in_flight));
        painter.drawRect(QRectF(room.left(), top, std::max(3.0, room.width() * commands[i].blocks / longest), height));
    }
}

void DriveView::paintPlatter(QPainter& painter, const QRectF& disc) const {
    const Theme colours = theme();
    const double side = disc.width();
    painter.setPen(QPen(colours.line(), 1));
    painter.setBrush(colours.window());
    painter.drawEllipse(disc);
    painter.setBrush(Qt::NoBrush);
    for (const double inset : {0.22, 0.30}) {
        painter.drawEllipse(disc.adjusted(side * inset, side * inset, -side * inset, -side * inset));
    }
    const double hub = side * 0.43;
    painter.setBrush(colours.line());
    painter.drawEllipse(disc.adjusted(hub, hub, -hub, -hub));
    const double ring = side * 0.06;
    const double inset = side * 0.125;
    const QRectF track = disc.adjusted(inset, inset, -inset, -inset);
    paintWanted(painter, track, ring);
    // The head stands still at the top.
    const QPointF head(disc.center().x(), track.top());
    painter.setPen(QPen(colours.text(), 2));
    painter.drawLine(QPointF(head.x(), disc.top() - 3), head + QPointF(0, ring / 2 + 2));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.text());
    const QPointF tip(head.x(), disc.top() + 4);
    painter.drawPolygon(QPolygonF({tip, tip + QPointF(-6, -9), tip + QPointF(6, -9)}));
}

void DriveView::paintWanted(QPainter& painter, const QRectF& track, double width) const {
    const Theme colours = theme();
    const MachineState& state = player_.state();
    const DriveProfile& profile = player_.recording()->scenario.drive;
    const RotatingDrive drive(profile);
    const bool optical = profile.kind == DriveKind::optical;
    const double turned = share(player_.time().time_since_epoch() % drive.turn(), drive.turn());
    // Angles clockwise from the head at the top; Qt counts sixteenths anticlockwise from three o'clock. The sector
    // whose time has come is under the head, those to come lie clockwise before it, as the platter turns anticlockwise.
    const auto arc = [&](double from, double span, const QColor& colour) {
        painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::FlatCap));
        painter.drawArc(track, static_cast<int>(std::lround((0.25 - from - span) * full_circle)),
                        static_cast<int>(std::lround(span * full_circle)));
    };
    const bool busy = state.phase != DrivePhase::idle && !state.commands.empty();
    QColor ground = busy ? colours.time(state.phase) : colours.line();
    ground.setAlphaF(busy ? 0.28F : 1.0F);
    painter.setBrush(Qt::NoBrush);
    arc(0, 1, ground);
    // The index mark, so that one sees it turn.
    if (!optical) {
        arc(1 - turned - 0.004, 0.008, colours.quietText());
    }
    if (!busy || optical) { // a spiral's angle depends on where the head has been
        return;
    }
    const FileLayout& layout = player_.recording()->layout;
    const SectorNo first = layout.sector(state.commands.front().block);
    const double sectors = static_cast<double>(state.commands.front().blocks) * layout.sectors_per_block();
    const double span = std::clamp(sectors / profile.sectors_per_track, 0.006, 1.0);
    double from = share(drive.angle(first), drive.turn()) - turned;
    from -= std::floor(from);
    arc(from, span, colours.block(BlockStatus::in_flight));
    painter.setPen(QPen(colours.text(), 1.5));
    const double angle = (from - 0.25) * 2 * M_PI;
    const QPointF direction(std::cos(angle), std::sin(angle));
    const double middle = track.width() / 2;
    painter.drawLine(track.center() + direction * (middle - width / 2),
                     track.center() + direction * (middle + width / 2));
}

} // namespace thrashlab::ui
