#include "ui/plots/chart_elements.h"

#include "ui/plots/chart_words.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace thrashlab::ui {
namespace {

constexpr double lineSymbolWidth = 26;
constexpr double symbolGap = 6;
constexpr double entryGap = 18;
constexpr double rowPadding = 4;
constexpr double keySpaceBelow = 4;
constexpr double swatch = 11;
constexpr float hiddenOpacity = 0.35F;

double symbolWidth(const KeyEntry& entry) {
    return entry.shape == ChartShape::line || entry.shape == ChartShape::steps ? lineSymbolWidth : swatch;
}

// How wide an element of the plot's layout may be.
double roomIn(const QCPLayoutElement& element) {
    const QCustomPlot* plot = element.parentPlot();
    const QMargins margins = plot->plotLayout()->margins();
    return std::max(1, plot->viewport().width() - margins.left() - margins.right());
}

QStringList wrapped(const QString& paragraph, const QFontMetricsF& metrics, double room) {
    const bool inParts = paragraph.contains(provenanceSeparator);
    const QString between = inParts ? provenanceSeparator : QStringLiteral(" ");
    QStringList lines;
    QString present;
    for (const QString& part : paragraph.split(between)) {
        const QString longer = present.isEmpty() ? part : present + between + part;
        if (!present.isEmpty() && metrics.horizontalAdvance(longer) > room) {
            lines += present;
            present = part;
        } else {
            present = longer;
        }
    }
    lines += present;
    // A part that is too long by itself is broken between its words, and a word is elided.
    QStringList result;
    for (const QString& line : lines) {
        if (metrics.horizontalAdvance(line) <= room) {
            result += line;
        } else if (inParts && !line.contains(provenanceSeparator)) {
            result += wrapped(line, metrics, room);
        } else {
            result += metrics.elidedText(line, Qt::ElideRight, room);
        }
    }
    return result;
}

} // namespace

void TextBlock::setLook(const QFont& font, const QColor& colour) {
    font_ = font;
    colour_ = colour;
}

void TextBlock::setSpace(int above, int below) {
    above_ = above;
    below_ = below;
}

QStringList TextBlock::lines() const {
    const QFontMetricsF metrics(font_);
    QStringList lines;
    for (const QString& paragraph : paragraphs_) {
        lines += wrapped(paragraph, metrics, roomIn(*this));
    }
    return lines;
}

void TextBlock::draw(QCPPainter* painter) {
    const QFontMetricsF metrics(font_);
    painter->setFont(font_);
    painter->setPen(colour_);
    double top = rect().top() + above_;
    for (const QString& line : lines()) {
        painter->drawText(QRectF(rect().left(), top, roomIn(*this) + 1, metrics.height()),
                          Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, line);
        top += metrics.height();
    }
}

QSize TextBlock::minimumOuterSizeHint() const {
    const QStringList present = lines();
    if (present.isEmpty()) {
        return {0, 0};
    }
    const double height = static_cast<double>(present.size()) * QFontMetricsF(font_).height();
    return {0, static_cast<int>(std::ceil(height)) + above_ + below_};
}

QSize TextBlock::maximumOuterSizeHint() const {
    return {QWIDGETSIZE_MAX, minimumOuterSizeHint().height()};
}

void ChartKey::setLook(const QFont& font, const QColor& text) {
    font_ = font;
    text_ = text;
}

std::vector<QRectF> ChartKey::places() const {
    const QFontMetricsF metrics(font_);
    const double room = roomIn(*this);
    const double height = std::ceil(metrics.height() + rowPadding);
    std::vector<QRectF> places;
    QPointF next(0, 0);
    for (const KeyEntry& entry : entries_) {
        const double width =
            std::min(room, symbolWidth(entry) + symbolGap + std::ceil(metrics.horizontalAdvance(entry.text)));
        if (next.x() > 0 && next.x() + width > room) {
            next = {0, next.y() + height};
        }
        places.emplace_back(next, QSizeF(width, height));
        next.rx() += width + entryGap;
    }
    return places;
}

QRectF ChartKey::entryRect(std::size_t place) const {
    return places().at(place).translated(rect().topLeft());
}

std::optional<std::size_t> ChartKey::entryAt(const QPointF& pixel) const {
    const std::vector<QRectF> present = places();
    const auto found = std::find_if(present.begin(), present.end(), [&](const QRectF& place) {
        return place.translated(rect().topLeft()).contains(pixel);
    });
    return found == present.end() ? std::nullopt
                                  : std::optional(static_cast<std::size_t>(std::distance(present.begin(), found)));
}

void ChartKey::drawSymbol(QCPPainter* painter, const KeyEntry& entry, const QRectF& area) const {
    const QPointF middle = area.center();
    if (entry.shape == ChartShape::bars || entry.shape == ChartShape::stacked) {
        // On whole pixels, as the bars are.
        const QPointF corner(std::round(middle.x() - swatch / 2), std::round(middle.y() - swatch / 2));
        drawFill(*painter, {corner, QSizeF(swatch, swatch)}, entry.fill);
        return;
    }
    painter->setAntialiasing(true);
    if (entry.shape != ChartShape::marks) {
        painter->setPen(entry.pen);
        painter->drawLine(QLineF(area.left(), middle.y(), area.right(), middle.y()));
    }
    if (!entry.marker.isNone()) {
        entry.marker.applyTo(painter, entry.pen);
        entry.marker.drawShape(painter, middle);
    }
}

void ChartKey::draw(QCPPainter* painter) {
    const QFontMetricsF metrics(font_);
    const std::vector<QRectF> present = places();
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const QRectF place = present[i].translated(rect().topLeft());
        painter->save();
        painter->setOpacity(entries_[i].hidden ? hiddenOpacity : 1);
        drawSymbol(painter, entries_[i], QRectF(place.topLeft(), QSizeF(symbolWidth(entries_[i]), place.height())));
        painter->setFont(font_);
        painter->setPen(text_);
        const QRectF words = place.adjusted(symbolWidth(entries_[i]) + symbolGap, 0, 1, 0);
        painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          metrics.elidedText(entries_[i].text, Qt::ElideRight, words.width()));
        painter->restore();
    }
}

QSize ChartKey::minimumOuterSizeHint() const {
    const std::vector<QRectF> present = places();
    return {0, present.empty() ? 0 : static_cast<int>(std::ceil(present.back().bottom() + keySpaceBelow))};
}

QSize ChartKey::maximumOuterSizeHint() const {
    return {QWIDGETSIZE_MAX, minimumOuterSizeHint().height()};
}

} // namespace thrashlab::ui
