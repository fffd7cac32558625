#include "ui/theatre/drive_view.h"

#include "disk/drive.h"
#include "ui/theatre/marks.h"

#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace thrashlab::ui {
namespace {

constexpr int text_lines = 2;
constexpr int full_circle = 360 * 16;
constexpr double smallest_disc = 40;
constexpr int narrow = 200; ///< below this the drive's name has no room
// Shares of the disc's diameter.
constexpr double track_inset = 0.125;
constexpr double track_width = 0.06;

double share(Duration part, Duration whole) {
    return static_cast<double>(part.count()) / static_cast<double>(whole.count());
}

QString milliseconds(Duration time) {
    return QString::number(to_seconds(time) * 1000, 'f', 1) + QStringLiteral("\u202fms");
}

} // namespace

DriveView::DriveView(const Player& player, Selection& selection, QWidget* parent)
    : ViewCard(tr("Drive · lost turns"), parent), player_(player), selection_(selection) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    connect(&selection_, &Selection::changed, this, &DriveView::refresh);
}

// The count must never run into the title, of which the drive's name may be cut off.
QSize DriveView::minimumSizeHint() const {
    const QFontMetrics metrics(boldFont());
    return {metrics.horizontalAdvance(tr("lost turns 88 888")) + 4 * padding, 190};
}

void DriveView::refresh() {
    if (player_.recording() != nullptr) {
        const Scenario& scenario = player_.recording()->scenario;
        const QString name =
            scenario.drive_profile == "zip100" ? tr("Zip 100") : QString::fromStdString(scenario.drive_profile);
        if (width() < narrow) {
            setTitle(turns() ? tr("Lost turns") : tr("Waiting"));
        } else {
            setTitle((turns() ? tr("%1 · lost turns") : tr("%1 · commands waiting")).arg(name));
        }
        update(body().adjusted(-4, -2, 4, 4));
        const std::uint64_t count = turns() ? player_.state().run.lost_turns : player_.state().commands.size();
        if (count != shownCount_) {
            shownCount_ = count;
            update(QRect(0, 0, width(), body().top()));
        }
    }
}

void DriveView::setPresentation(const Presentation& presentation) {
    presentation_ = presentation;
    refresh();
}

SimTime DriveView::shownTime() const {
    return presentation_.reducedMotion ? player_.state().phase_started : player_.time();
}

bool DriveView::lit(const PendingCommand& command) const {
    if (const auto& chosen = selection_.command()) {
        return chosen->number == command.number;
    }
    const auto block = selection_.block();
    return block && block->is_among(command.block, command.blocks);
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
        return state.lost_turn ? tr("The sector just passed:\n%1 to wait").arg(wait)
                               : tr("The sector comes round:\n%1 to wait").arg(wait);
    }
    default:
        return tr("The wanted sectors pass under the head.");
    }
}

QRect DriveView::textRect() const {
    const int height = text_lines * QFontMetrics(smallFont()).height();
    const QRect area = body();
    return {area.left(), area.bottom() + 1 - height, area.width(), height};
}

QRectF DriveView::room() const {
    const QRect area = body();
    return QRectF(area.left(), area.top() + 8, area.width(), textRect().top() - area.top() - 14);
}

QRectF DriveView::disc() const {
    const QRectF room = this->room();
    const double side = std::min(room.width(), room.height());
    return QRectF(room.center().x() - side / 2, room.center().y() - side / 2, side, side);
}

void DriveView::paintCount(QPainter& painter, const QFont& large) const {
    painter.setFont(large);
    painter.setPen(theme().time(DrivePhase::rotation));
    painter.drawText(QRect(padding, 6, width() - 2 * padding, painter.fontMetrics().height()), Qt::AlignRight,
                     groupedText(shownCount_));
}

void DriveView::paintEvent(QPaintEvent* event) {
    QFont large = boldFont();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    reserveHeading(QFontMetrics(large).horizontalAdvance(groupedText(shownCount_)) + padding);
    ViewCard::paintEvent(event);
    if (player_.recording() == nullptr) {
        return;
    }
    QPainter painter(this);
    if (event->region().intersects(QRect(0, 0, width(), body().top() - 2))) {
        paintCount(painter, large);
    }
    painter.setFont(smallFont());
    painter.setPen(theme().quietText());
    painter.drawText(textRect(), static_cast<int>(Qt::AlignLeft | Qt::AlignTop) | Qt::TextWordWrap, phaseText());
    if (!turns()) {
        paintQueue(painter);
    } else if (disc().width() > smallest_disc) {
        painter.setRenderHint(QPainter::Antialiasing);
        paintPlatter(painter, disc());
    }
}

// The commands in order, the one at work first: a bar each, as long as its blocks are many. Of a platter the wanted
// sectors alone can be clicked: where they are now.
std::vector<QRectF> DriveView::commandRects() const {
    constexpr double height = 12;
    constexpr double pitch = 18;
    std::vector<QRectF> rects;
    const auto& commands = player_.state().commands;
    if (turns()) {
        if (const auto arc = wanted()) {
            const double angle = (arc->from + arc->span / 2 - 0.25) * 2 * M_PI;
            const double orbit = disc().width() * (0.5 - track_inset);
            const QPointF middle = disc().center() + QPointF(std::cos(angle), std::sin(angle)) * orbit;
            const double reach = std::max(10.0, disc().width() * track_width);
            rects.push_back(QRectF(middle - QPointF(reach, reach), middle + QPointF(reach, reach)));
        }
        return rects;
    }
    double longest = 1;
    for (const PendingCommand& command : commands) {
        longest = std::max<double>(longest, command.blocks);
    }
    const QRectF area = room();
    double top = area.top();
    for (std::size_t i = 0; i < commands.size() && top + height < area.bottom(); ++i, top += pitch) {
        rects.emplace_back(area.left(), top, std::max(3.0, area.width() * commands[i].blocks / longest), height);
    }
    return rects;
}

void DriveView::paintQueue(QPainter& painter) const {
    const Theme colours = theme();
    const auto& commands = player_.state().commands;
    const std::vector<QRectF> rects = commandRects();
    const bool dim = selection_.command().has_value();
    for (std::size_t i = 0; i < rects.size(); ++i) {
        painter.setOpacity(dim && !lit(commands[i]) ? 0.45 : 1);
        painter.fillRect(rects[i],
                         i == 0 ? colours.time(player_.state().phase) : colours.block(BlockStatus::in_flight));
    }
    painter.setOpacity(1);
    for (std::size_t i = 0; i < rects.size(); ++i) {
        if (lit(commands[i])) {
            paintChosen(painter, rects[i], colours);
        }
    }
}

void DriveView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || player_.recording() == nullptr) {
        return;
    }
    const std::vector<QRectF> rects = commandRects();
    const auto hit = std::find_if(rects.begin(), rects.end(), [event](const QRectF& rect) {
        return rect.adjusted(-1, -3, 1, 3).contains(event->position());
    });
    if (hit == rects.end()) {
        selection_.clear();
        return;
    }
    const PendingCommand& command = player_.state().commands[static_cast<std::size_t>(hit - rects.begin())];
    if (const auto chosen = chosenCommand(player_.recording()->journal, player_.index(), command.number)) {
        selection_.choose(*chosen);
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
    const double ring = side * track_width;
    const double inset = side * track_inset;
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

std::optional<DriveView::Arc> DriveView::wanted() const {
    const MachineState& state = player_.state();
    const DriveProfile& profile = player_.recording()->scenario.drive;
    if (state.phase == DrivePhase::idle || state.commands.empty() || profile.kind == DriveKind::optical) {
        return std::nullopt; // a spiral's angle depends on where the head has been
    }
    const RotatingDrive drive(profile);
    const FileLayout& layout = player_.recording()->layout;
    const SectorNo first = layout.sector(state.commands.front().block);
    const double sectors = static_cast<double>(state.commands.front().blocks) * layout.sectors_per_block();
    const double turned = share(shownTime().time_since_epoch() % drive.turn(), drive.turn());
    const double from = share(drive.angle(first), drive.turn()) - turned;
    return Arc{.from = from - std::floor(from), .span = std::clamp(sectors / profile.sectors_per_track, 0.006, 1.0)};
}

void DriveView::paintWanted(QPainter& painter, const QRectF& track, double width) const {
    const Theme colours = theme();
    const MachineState& state = player_.state();
    const DriveProfile& profile = player_.recording()->scenario.drive;
    const RotatingDrive drive(profile);
    // Angles clockwise from the head at the top; Qt counts sixteenths anticlockwise from three o'clock. The sector
    // whose time has come is under the head, those to come lie clockwise before it, as the platter turns anticlockwise.
    const auto draw = [&](const Arc& arc, const QColor& colour, double thickness) {
        painter.setPen(QPen(colour, thickness, Qt::SolidLine, Qt::FlatCap));
        painter.drawArc(track, static_cast<int>(std::lround((0.25 - arc.from - arc.span) * full_circle)),
                        static_cast<int>(std::lround(arc.span * full_circle)));
    };
    const bool busy = state.phase != DrivePhase::idle && !state.commands.empty();
    QColor ground = busy ? colours.time(state.phase) : colours.line();
    ground.setAlphaF(busy ? 0.28F : 1.0F);
    painter.setBrush(Qt::NoBrush);
    draw({0, 1}, ground, width);
    // The index mark, so that one sees it turn.
    if (profile.kind != DriveKind::optical) {
        const double turned = share(shownTime().time_since_epoch() % drive.turn(), drive.turn());
        draw({1 - turned - 0.004, 0.008}, colours.quietText(), width);
    }
    const auto arc = wanted();
    if (!arc) {
        return;
    }
    if (lit(state.commands.front())) {
        const double reach = 2.5 / (M_PI * track.width());
        draw({arc->from - 2 * reach, arc->span + 4 * reach}, colours.card(), width + 8);
        draw({arc->from - reach, arc->span + 2 * reach}, colours.accent(), width + 5);
    }
    draw(*arc, colours.block(BlockStatus::in_flight), width);
    painter.setPen(QPen(colours.text(), 1.5));
    const double angle = (arc->from - 0.25) * 2 * M_PI;
    const QPointF direction(std::cos(angle), std::sin(angle));
    const double middle = track.width() / 2;
    painter.drawLine(track.center() + direction * (middle - width / 2),
                     track.center() + direction * (middle + width / 2));
}

} // namespace thrashlab::ui
