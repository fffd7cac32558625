// The line under a throughput chart that says what its marks mean.
#pragma once

#include "ui/plots/qcustomplot_wrapper.h"

#include <QColor>
#include <QFont>
#include <QString>

#include <vector>

namespace thrashlab::ui {

enum class LegendSymbol : std::uint8_t { diamond, bar, none };

struct LegendEntry {
    LegendSymbol symbol = LegendSymbol::bar;
    QColor colour;
    QString text;
};

/// A line of symbols with their meaning; the last entry is elided when the line is too short. Its height never changes.
class LegendLine : public QCPLayoutElement {
public:
    explicit LegendLine(QCustomPlot* plot) : QCPLayoutElement(plot) {}

    void setLook(const QFont& font, const QColor& text);
    void setEntries(std::vector<LegendEntry> entries) { entries_ = std::move(entries); }
    [[nodiscard]] const std::vector<LegendEntry>& entries() const { return entries_; }

protected:
    void draw(QCPPainter* painter) override;
    [[nodiscard]] QSize minimumOuterSizeHint() const override;
    [[nodiscard]] QSize maximumOuterSizeHint() const override;

private:
    std::vector<LegendEntry> entries_;
    QFont font_;
    QColor text_;
};

} // namespace thrashlab::ui
