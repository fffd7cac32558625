// A chart to look into, and to word for others.
#pragma once

#include "ui/plots/chart_choices.h"
#include "ui/plots/chart_drawing.h"
#include "ui/plots/plot_widget.h"

#include <QImage>
#include <QUndoStack>

#include <array>
#include <optional>

class QLineEdit;
class QMenu;

namespace thrashlab::ui {

/// Shows any chart. The wheel zooms (over an axis, or with Ctrl or Shift, that axis alone), dragging moves it, a double
/// click or Home shows all of it again. The point under the pointer is marked and said in exact figures; arrow keys go
/// from point to point. A click on the key takes a series out or puts it back. A double click on a title edits it where
/// it stands. All of it is in the menu, too, and what changes the chart can be undone.
class ChartView : public PlotWidget {
    Q_OBJECT

public:
    explicit ChartView(QWidget* parent = nullptr);

    /// Keeps what was chosen before. The part that is shown is kept for a chart of the same axes.
    void setChart(const Chart& chart);
    /// As it is shown: worded, scaled, zoomed and without the series that were taken out. What to export.
    [[nodiscard]] Chart shownChart() const;
    [[nodiscard]] const ChartChoices& choices() const { return choices_; }
    /// Can be undone.
    void setChoices(const ChartChoices& choices);
    /// Forgets what was chosen, and how it came about.
    void resetChoices();

    void setTheme(ChartTheme theme);
    [[nodiscard]] ChartTheme theme() const { return theme_; }
    void setLogarithmic(Qt::Orientation axis, bool logarithmic);
    [[nodiscard]] bool logarithmic(Qt::Orientation axis) const;
    /// Takes a series out, or puts it back.
    void toggleSeries(std::size_t place);

    void zoom(Qt::Orientations axes, double factor, const QPointF& about);
    /// By shares of what is shown.
    void move(double right, double up);
    void showAll();

    /// Opens the editor over the title, or over an axis' title.
    void editTitle();
    void editAxisTitle(Qt::Orientation axis);
    /// What is being typed into; null when nothing is.
    [[nodiscard]] QLineEdit* editor() const { return editor_; }

    /// What is said of the marked point; empty for none.
    [[nodiscard]] QString pointText() const;
    [[nodiscard]] QImage image();
    void copyImage();
    void fillMenu(QMenu& menu);

    [[nodiscard]] QUndoStack& undoStack() { return undo_; }
    [[nodiscard]] const ChartDrawing& drawing() const { return *drawing_; }
    /// Where a place of the plot is in this widget.
    [[nodiscard]] QPoint fromPlot(const QPointF& pixel) const;

    [[nodiscard]] QSize sizeHint() const override { return {720, 450}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 240}; }

Q_SIGNALS:
    void exportRequested();
    void themeChanged(ChartTheme theme);

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    enum class Text : std::uint8_t { title, xTitle, yTitle };

    // chart_view.cpp
    void takeChoices(const ChartChoices& choices);
    void redraw();
    void retheme();
    void edit(Text text);
    void finishEditing(bool keep);
    [[nodiscard]] QString& wordOf(ChartChoices& choices, Text text) const;
    [[nodiscard]] QRectF rectOf(Text text) const;
    void setRange(Qt::Orientation axis, const ChartRange& range);

    // chart_view_input.cpp
    void hover(std::optional<ChartPoint> point, bool say);
    bool handleKey(int key, Qt::KeyboardModifiers modifiers, bool act);
    void stepPoint(int along);
    void stepSeries(int up);
    [[nodiscard]] QPointF toPlot(const QPointF& position) const;
    [[nodiscard]] Qt::Orientations axesAt(const QPointF& pixel, Qt::KeyboardModifiers modifiers) const;

    QCustomPlot* plot_;
    ChartDrawing* drawing_;
    Chart chart_;
    ChartChoices choices_;
    ChartTheme theme_ = ChartTheme::window;
    /// Horizontal and vertical; nothing where all is shown.
    std::array<std::optional<ChartRange>, 2> ranges_;
    QUndoStack undo_;
    QLineEdit* editor_ = nullptr;
    Text edited_ = Text::title;
    std::optional<QPointF> dragged_;
    std::optional<std::size_t> pressedKey_;
};

} // namespace thrashlab::ui
