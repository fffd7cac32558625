// Bars with a hatch of their own, which end where their values are.
#pragma once

#include "ui/plots/chart_style.h"
#include "ui/plots/qcustomplot_wrapper.h"

#include <algorithm>

namespace thrashlab::ui {

class HatchedBars : public QCPBars {
public:
    HatchedBars(QCPAxis* key, QCPAxis* value) : QCPBars(key, value) {
        setPen(Qt::NoPen); // bars on top of each other stand apart by the pen's width
        setStackingGap(0);
    }

    void setFill(const ChartFill& fill) { fill_ = fill; }
    [[nodiscard]] const ChartFill& fill() const { return fill_; }
    /// Where a bar is, in pixels. Its end is at its value: QCPBars adds the base value, which a logarithmic axis has.
    [[nodiscard]] QRectF rectOf(double key, double value) const {
        QRectF rect = getBarRect(key, value).normalized();
        if (barBelow() == nullptr) {
            const double base = valueAxis()->coordToPixel(baseValue());
            const double end = valueAxis()->coordToPixel(value);
            rect.setTop(std::min(base, end));
            rect.setBottom(std::max(base, end));
        }
        return rect;
    }

protected:
    void draw(QCPPainter* painter) override {
        // A bar may reach far beyond what is shown: only a hatch that can be seen is drawn.
        const QRectF shown = QRectF(clipRect()).adjusted(-2, -2, 2, 2);
        for (const QCPBarsData& bar : *data()) {
            drawFill(*painter, rectOf(bar.key, bar.value).intersected(shown), fill_);
        }
    }

private:
    ChartFill fill_;
};

} // namespace thrashlab::ui
