// Where an axis has its ticks, and what they say.
#pragma once

#include "ui/plots/qcustomplot_wrapper.h"

#include <QFont>
#include <QString>
#include <QStringList>

#include <functional>

namespace thrashlab::ui {

/// Round numbers; on a logarithmic axis 1, 2 and 5 of each decade, or its powers alone where there are many. Binary
/// axes have powers of two.
class ChartTicker : public QCPAxisTicker {
public:
    struct Options {
        bool logarithmic = false;
        bool binary = false;
        int count = 5;
        /// Of a logarithmic axis: 1, 2 and 5 of each decade as long as there are no more decades than this.
        double decadesWithFives = 1.5;
    };
    /// What a tick says: its value, how far its neighbours are away, and the axis' largest number.
    using Text = std::function<QString(double value, double step, double largest)>;

    ChartTicker(const Options& options, Text text);

protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override;
    QVector<double> createTickVector(double step, const QCPRange& range) override;

private:
    [[nodiscard]] QVector<double> binaryTicks(const QCPRange& range);
    [[nodiscard]] QVector<double> decadeTicks(const QCPRange& range);

    Options options_;
    Text text_;
    double step_ = 1; ///< of the present ticks; 0 when each has a step of its own
    double largest_ = 1;
};

/// Names at 1, 2, ...; only every second, third, ... where they would touch each other.
class CategoryTicker : public QCPAxisTicker {
public:
    CategoryTicker(QStringList names, const QFont& font, const QCPAxis* axis);

protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override;
    QVector<double> createTickVector(double step, const QCPRange& range) override;

private:
    QStringList names_;
    double widest_ = 0;
    const QCPAxis* axis_;
};

} // namespace thrashlab::ui
