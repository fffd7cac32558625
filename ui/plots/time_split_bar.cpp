#include "ui/plots/time_split_bar.h"

#include "ui/number_text.h"
#include "ui/theme.h"

#include <QEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace thrashlab::ui {
namespace {

constexpr int barHeight = 26;
constexpr int barGap = 8;
constexpr int legendRows = 4;
constexpr int legendColumns = 2;
constexpr int rowPadding = 4;
constexpr int columnGap = 16;
constexpr int swatch = 9;
constexpr int swatchGap = 6;
constexpr int figureGap = 8;
constexpr int sentenceGap = 6;

int rowHeight(const QFont& font) {
    return QFontMetrics(font).height() + rowPadding;
}

// Two columns of figures have to fit a narrow panel.
QFont legendFont(const QFont& font) {
    QFont small = font;
    small.setPixelSize(QFontInfo(font).pixelSize() - 1);
    return small;
}

// Black or white, whichever stands out more from the ground (WCAG's relative luminance).
QColor readableOn(const QColor& ground) {
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    const double luminance = 0.2126 * linear(static_cast<double>(ground.redF())) +
                             0.7152 * linear(static_cast<double>(ground.greenF())) +
                             0.0722 * linear(static_cast<double>(ground.blueF()));
    constexpr double equalContrast = 0.179;
    return luminance > equalContrast ? Qt::black : Qt::white;
}

void fillPart(QPainter& painter, const QRectF& rect, const Theme& theme, TimePart part) {
    painter.fillRect(rect, theme.time(part));
    if (Theme::hatch(part) != Qt::NoBrush) {
        painter.fillRect(rect, QBrush(theme.card(), Theme::hatch(part)));
    }
}

} // namespace

TimeSplitBar::TimeSplitBar(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(title());
}

void TimeSplitBar::setRun(std::uint32_t number, const RunCounters& counters) {
    number_ = number;
    counters_ = counters;
    setAccessibleName(title());
    setAccessibleDescription(sentence());
    update();
}

void TimeSplitBar::clear() {
    counters_.reset();
    setAccessibleName(title());
    setAccessibleDescription(sentence());
    update();
}

QString TimeSplitBar::title() const {
    if (!counters_.has_value()) {
        return tr("Where the time goes");
    }
    return tr("Where run %1 spends its %2").arg(number_).arg(durationText(counters_->elapsed()));
}

QString TimeSplitBar::sentence() const {
    if (!counters_.has_value()) {
        return tr("Shown as soon as a run has finished.");
    }
    const std::uint64_t commands = counters_->commands;
    const std::uint64_t lost = counters_->lost_turns;
    if (commands == 0) {
        return tr("The drive was not asked: everything was in the cache.");
    }
    if (commands == 1) {
        return lost == 0 ? tr("The one command lost no turn.") : tr("The one command lost a turn.");
    }
    if (lost == 0) {
        return tr("None of %1 commands lost a turn.").arg(groupedText(commands));
    }
    return tr("%1 of %2 commands lost a turn.").arg(groupedText(lost), groupedText(commands));
}

std::array<TimeSplitBar::Share, all_time_parts.size()> TimeSplitBar::shares() const {
    const TimeSplit time = counters_.has_value() ? counters_->time : TimeSplit{};
    const double whole = to_seconds(time.total());
    std::array<Share, all_time_parts.size()> shares;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const Duration part = time.parts[i];
        shares[i] = {all_time_parts[i], timePartName(all_time_parts[i]), part,
                     whole > 0 ? to_seconds(part) / whole : 0};
    }
    return shares;
}

QSize TimeSplitBar::sizeHint() const {
    return {320, barHeight + barGap + (legendRows + 1) * rowHeight(font()) + sentenceGap};
}

QSize TimeSplitBar::minimumSizeHint() const {
    const QFontMetrics metrics(legendFont(font()));
    int name = 0;
    for (const Share& share : shares()) {
        name = std::max(name, metrics.horizontalAdvance(share.name));
    }
    using namespace std::chrono_literals;
    const int time = metrics.horizontalAdvance(durationText(99990ms));
    // Without the shares in per cent, which the legend can do without.
    const int corner = corner_ == nullptr ? 0 : corner_->sizeHint().width();
    const int column = std::max(corner, swatch + swatchGap + name + figureGap + time);
    return {legendColumns * column + columnGap, sizeHint().height()};
}

QRectF TimeSplitBar::barRect() const {
    return QRectF(0, 0, width(), barHeight);
}

bool TimeSplitBar::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    QStringList lines;
    if (counters_.has_value()) {
        for (const Share& share : shares()) {
            lines +=
                tr("%1: %2 s, %3").arg(share.name).arg(to_seconds(share.time), 0, 'f', 6).arg(percentText(share.share));
        }
    }
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), lines.join(QLatin1Char('\n')), this);
    return true;
}

QRectF TimeSplitBar::legendCell(int place) const {
    const double columnWidth = (width() - columnGap) / static_cast<double>(legendColumns);
    const double left = (place / legendRows) * (columnWidth + columnGap);
    const double top = barHeight + barGap + (place % legendRows) * rowHeight(font());
    return {left, top, columnWidth, static_cast<double>(rowHeight(font()))};
}

void TimeSplitBar::setCornerWidget(QWidget* widget) {
    corner_ = widget;
    corner_->setParent(this);
    updateGeometry();
    placeCornerWidget();
}

void TimeSplitBar::placeCornerWidget() {
    if (corner_ != nullptr) {
        const QRect cell = legendCell(legendRows * legendColumns - 1).toRect();
        corner_->setGeometry(
            QRect(cell.topLeft(), QSize(std::min(cell.width(), corner_->sizeHint().width()), cell.height())));
    }
}

void TimeSplitBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeCornerWidget();
}

void TimeSplitBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        updateGeometry();
        placeCornerWidget();
    }
}

void TimeSplitBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    drawBar(painter);
    drawLegend(painter);
    const Theme theme(palette());
    painter.setFont(font());
    painter.setPen(counters_.has_value() ? theme.text() : theme.quietText());
    const int top = height() - rowHeight(font());
    painter.drawText(QRect(0, top, width(), rowHeight(font())), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(sentence(), Qt::ElideRight, width()));
}

void TimeSplitBar::drawBar(QPainter& painter) const {
    const Theme theme(palette());
    const QRectF bar = barRect();
    painter.fillRect(bar, theme.line());
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    const QFontMetricsF metrics(bold);
    constexpr double textMargin = 8;
    double left = bar.left();
    double end = bar.left();
    for (const Share& share : shares()) {
        // Edges on device pixels, so that neighbours neither overlap nor leave a gap.
        const double ratio = devicePixelRatioF();
        end += share.share * bar.width();
        const QRectF segment(left, bar.top(), std::round(end * ratio) / ratio - left, bar.height());
        const QColor colour = theme.time(share.part);
        fillPart(painter, segment, theme, share.part);
        QString label = share.name + QChar(0x2002) + percentText(share.share);
        if (metrics.horizontalAdvance(label) + textMargin > segment.width()) {
            label = share.name;
        }
        if (metrics.horizontalAdvance(label) + textMargin <= segment.width()) {
            painter.setPen(readableOn(colour));
            painter.drawText(segment, Qt::AlignCenter, label);
        }
        left = segment.right();
    }
}

void TimeSplitBar::drawLegend(QPainter& painter) const {
    const Theme theme(palette());
    const QFont small = legendFont(font());
    painter.setFont(small);
    const QFontMetricsF metrics(small);
    double percentRoom = metrics.horizontalAdvance(percentText(1)) + figureGap;
    const auto parts = shares();
    const bool roomForPercent = std::all_of(parts.begin(), parts.end(), [&](const Share& share) {
        const double time =
            counters_.has_value() ? metrics.horizontalAdvance(durationText(share.time, counters_->elapsed())) : 0;
        return swatch + swatchGap + metrics.horizontalAdvance(share.name) + figureGap + time + percentRoom <=
               legendCell(0).width();
    });
    percentRoom = roomForPercent ? percentRoom : 0; // they are in the tool tip, too
    int place = 0;
    for (const Share& share : parts) {
        const QRectF row = legendCell(place);
        const double left = row.left();
        fillPart(painter, QRectF(left, row.center().y() - swatch / 2.0, swatch, swatch), theme, share.part);
        painter.setPen(theme.quietText());
        painter.drawText(row.adjusted(swatch + swatchGap, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, share.name);
        if (counters_.has_value()) {
            if (roomForPercent) {
                painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, percentText(share.share));
            }
            painter.setPen(theme.text());
            painter.drawText(row.adjusted(0, 0, -percentRoom, 0), Qt::AlignRight | Qt::AlignVCenter,
                             durationText(share.time, counters_->elapsed()));
        }
        ++place;
    }
}

} // namespace thrashlab::ui
