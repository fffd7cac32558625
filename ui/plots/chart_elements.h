// The parts of a chart's picture beside its axes: lines of text, and the key to its series.
#pragma once

#include "ui/plots/chart.h"
#include "ui/plots/chart_style.h"
#include "ui/plots/qcustomplot_wrapper.h"

#include <QColor>
#include <QFont>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace thrashlab::ui {

/// Paragraphs, each broken where the picture ends: between the parts that " · " separates if it has any, else between
/// words. As high as it needs to be; nothing without text.
class TextBlock : public QCPLayoutElement {
public:
    explicit TextBlock(QCustomPlot* plot) : QCPLayoutElement(plot) {}

    void setLook(const QFont& font, const QColor& colour);
    void setText(const QStringList& paragraphs) { paragraphs_ = paragraphs; }
    /// Between it and what is above and below.
    void setSpace(int above, int below);
    /// As they are drawn at the plot's present width.
    [[nodiscard]] QStringList lines() const;

protected:
    void draw(QCPPainter* painter) override;
    [[nodiscard]] QSize minimumOuterSizeHint() const override;
    [[nodiscard]] QSize maximumOuterSizeHint() const override;

private:
    QStringList paragraphs_;
    QFont font_;
    QColor colour_;
    int above_ = 0;
    int below_ = 0;
};

/// How a series is drawn, in small.
struct KeyEntry {
    std::size_t series = 0;
    ChartShape shape = ChartShape::line;
    QPen pen;
    QCPScatterStyle marker;
    ChartFill fill;
    QString text;
    bool hidden = false;
};

/// Entries beside each other, in as many rows as they need.
class ChartKey : public QCPLayoutElement {
public:
    explicit ChartKey(QCustomPlot* plot) : QCPLayoutElement(plot) {}

    void setLook(const QFont& font, const QColor& text);
    void setEntries(std::vector<KeyEntry> entries) { entries_ = std::move(entries); }
    [[nodiscard]] const std::vector<KeyEntry>& entries() const { return entries_; }
    /// Where an entry is, in pixels of the plot.
    [[nodiscard]] QRectF entryRect(std::size_t place) const;
    /// The place of the entry at that pixel.
    [[nodiscard]] std::optional<std::size_t> entryAt(const QPointF& pixel) const;

protected:
    void draw(QCPPainter* painter) override;
    [[nodiscard]] QSize minimumOuterSizeHint() const override;
    [[nodiscard]] QSize maximumOuterSizeHint() const override;

private:
    /// From the element's upper left corner.
    [[nodiscard]] std::vector<QRectF> places() const;
    void drawSymbol(QCPPainter* painter, const KeyEntry& entry, const QRectF& area) const;

    std::vector<KeyEntry> entries_;
    QFont font_;
    QColor text_;
};

} // namespace thrashlab::ui
