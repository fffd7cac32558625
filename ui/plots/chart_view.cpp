#include "ui/plots/chart_view.h"

#include <QActionGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QUndoCommand>

#include <algorithm>
#include <functional>
#include <utility>

namespace thrashlab::ui {
namespace {

constexpr int leastEditorWidth = 220;

class ChoicesCommand : public QUndoCommand {
public:
    using Take = std::function<void(const ChartChoices&)>;

    ChoicesCommand(ChartChoices before, ChartChoices after, Take take)
        : before_(std::move(before)), after_(std::move(after)), take_(std::move(take)) {}

    void undo() override { take_(before_); }
    void redo() override { take_(after_); }

private:
    ChartChoices before_;
    ChartChoices after_;
    Take take_;
};

std::size_t indexOf(Qt::Orientation axis) {
    return axis == Qt::Horizontal ? 0 : 1;
}

bool hasSameAxes(const Chart& a, const Chart& b) {
    return a.kind == b.kind && a.x.title == b.x.title && a.x.unit == b.x.unit && a.y.title == b.y.title &&
           a.y.unit == b.y.unit && a.x.categories == b.x.categories;
}

} // namespace

ChartView::ChartView(QWidget* parent)
    : PlotWidget(parent), plot_(new QCustomPlot(this)), drawing_(new ChartDrawing(plot_)) {
    setMouseTracking(true);
    embed(plot_);
    retheme();
}

void ChartView::setChart(const Chart& chart) {
    finishEditing(false);
    if (!hasSameAxes(chart_, chart)) {
        ranges_ = {};
    }
    chart_ = chart;
    redraw();
}

Chart ChartView::shownChart() const {
    Chart chart = withChoices(chart_, choices_);
    for (const Qt::Orientation axis : {Qt::Horizontal, Qt::Vertical}) {
        if (const std::optional<ChartRange>& range = ranges_[indexOf(axis)]) {
            ChartAxis& described = axis == Qt::Horizontal ? chart.x : chart.y;
            described.from = range->from;
            described.to = range->to;
        }
    }
    return chart;
}

void ChartView::setChoices(const ChartChoices& choices) {
    if (choices != choices_) {
        undo_.push(new ChoicesCommand(choices_, choices, [this](const ChartChoices& taken) { takeChoices(taken); }));
    }
}

void ChartView::resetChoices() {
    undo_.clear();
    takeChoices({});
    showAll();
}

void ChartView::takeChoices(const ChartChoices& choices) {
    // A range of one scale may be none of the other.
    const bool x = logarithmic(Qt::Horizontal);
    const bool y = logarithmic(Qt::Vertical);
    choices_ = choices;
    const Chart chart = withChoices(chart_, choices_);
    if (isLogarithmic(chart, Qt::Horizontal) != x) {
        ranges_[0].reset();
    }
    if (isLogarithmic(chart, Qt::Vertical) != y) {
        ranges_[1].reset();
    }
    redraw();
}

void ChartView::redraw() {
    const Chart chart = shownChart();
    drawing_->setChart(chart);
    setAccessibleName(chart.title);
    setAccessibleDescription(describeChart(chart));
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ChartView::retheme() {
    drawing_->setLook(ChartStyle(theme_, palette()), font());
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ChartView::setTheme(ChartTheme theme) {
    if (theme != theme_) {
        theme_ = theme;
        retheme();
        Q_EMIT themeChanged(theme);
    }
}

void ChartView::setLogarithmic(Qt::Orientation axis, bool logarithmic) {
    ChartChoices choices = choices_;
    (axis == Qt::Horizontal ? choices.xLogarithmic : choices.yLogarithmic) = logarithmic;
    setChoices(choices);
}

bool ChartView::logarithmic(Qt::Orientation axis) const {
    return isLogarithmic(withChoices(chart_, choices_), axis);
}

void ChartView::toggleSeries(std::size_t place) {
    const QString& name = chart_.series.at(place).name;
    ChartChoices choices = choices_;
    if (choices.hidden.removeAll(name) == 0) {
        choices.hidden += name;
    }
    setChoices(choices);
}

void ChartView::setRange(Qt::Orientation axis, const ChartRange& range) {
    ranges_[indexOf(axis)] = range;
    drawing_->setRange(axis, range);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ChartView::zoom(Qt::Orientations axes, double factor, const QPointF& about) {
    for (const Qt::Orientation axis : {Qt::Horizontal, Qt::Vertical}) {
        if (axes.testFlag(axis)) {
            const double place =
                axis == Qt::Horizontal ? plot_->xAxis->pixelToCoord(about.x()) : plot_->yAxis->pixelToCoord(about.y());
            setRange(axis, zoomed(drawing_->range(axis), place, factor, logarithmic(axis)));
        }
    }
}

void ChartView::move(double right, double up) {
    if (right != 0) {
        setRange(Qt::Horizontal, moved(drawing_->range(Qt::Horizontal), right, logarithmic(Qt::Horizontal)));
    }
    if (up != 0) {
        setRange(Qt::Vertical, moved(drawing_->range(Qt::Vertical), up, logarithmic(Qt::Vertical)));
    }
}

void ChartView::showAll() {
    ranges_ = {};
    redraw();
}

QString& ChartView::wordOf(ChartChoices& choices, Text text) const {
    return text == Text::title ? choices.title : text == Text::xTitle ? choices.xTitle : choices.yTitle;
}

QRectF ChartView::rectOf(Text text) const {
    return text == Text::title ? drawing_->titleRect()
                               : drawing_->axisTitleRect(text == Text::xTitle ? Qt::Horizontal : Qt::Vertical);
}

void ChartView::editTitle() {
    edit(Text::title);
}

void ChartView::editAxisTitle(Qt::Orientation axis) {
    edit(axis == Qt::Horizontal ? Text::xTitle : Text::yTitle);
}

void ChartView::edit(Text text) {
    finishEditing(true);
    edited_ = text;
    ChartChoices own{.title = chart_.title, .xTitle = chart_.x.title, .yTitle = chart_.y.title};
    const QString chosen = wordOf(choices_, text);
    editor_ = new QLineEdit(chosen.isEmpty() ? wordOf(own, text) : chosen, this);
    editor_->setPlaceholderText(wordOf(own, text));
    editor_->setAccessibleName(text == Text::title    ? tr("Title")
                               : text == Text::xTitle ? tr("Title of the horizontal axis")
                                                      : tr("Title of the vertical axis"));
    const QRectF place = rectOf(text);
    const int width = std::min(std::max(leastEditorWidth, static_cast<int>(place.width())), this->width());
    const int height = editor_->sizeHint().height();
    QRect rect(0, 0, width, height);
    rect.moveCenter(fromPlot(place.center()));
    rect.moveLeft(qBound(0, rect.left(), std::max(0, this->width() - width)));
    rect.moveTop(qBound(0, rect.top(), std::max(0, this->height() - height)));
    editor_->setGeometry(rect);
    editor_->installEventFilter(this);
    connect(editor_, &QLineEdit::returnPressed, this, [this] { finishEditing(true); });
    editor_->selectAll();
    editor_->show();
    editor_->setFocus();
}

// An empty text asks for the chart's own one.
void ChartView::finishEditing(bool keep) {
    if (editor_ == nullptr) {
        return;
    }
    QLineEdit* editor = std::exchange(editor_, nullptr);
    editor->removeEventFilter(this);
    const QString text = editor->text().trimmed();
    const QString own = editor->placeholderText();
    const bool hadFocus = editor->hasFocus();
    editor->hide();
    editor->deleteLater();
    if (hadFocus) {
        setFocus();
    }
    if (keep) {
        ChartChoices choices = choices_;
        wordOf(choices, edited_) = text == own ? QString() : text;
        setChoices(choices);
    }
}

QImage ChartView::image() {
    plot_->replot(QCustomPlot::rpImmediateRefresh);
    return plot_->grab().toImage();
}

void ChartView::copyImage() {
    const std::optional<ChartPoint> hovered = drawing_->hovered();
    drawing_->setHovered(std::nullopt);
    QGuiApplication::clipboard()->setImage(image());
    drawing_->setHovered(hovered);
}

QString ChartView::pointText() const {
    const std::optional<ChartPoint> point = drawing_->hovered();
    return point ? describePoint(drawing_->chart(), *point) : QString();
}

QPoint ChartView::fromPlot(const QPointF& pixel) const {
    return plot_->mapTo(this, pixel.toPoint());
}

void ChartView::fillMenu(QMenu& menu) {
    const auto add = [&](const QString& text, const QKeySequence& key, auto act) {
        QAction* action = menu.addAction(text);
        action->setShortcut(key);
        connect(action, &QAction::triggered, this, act);
        return action;
    };
    add(tr("Edit &title"), Qt::Key_F2, [this] { editTitle(); });
    add(tr("Edit title of the &horizontal axis"), {}, [this] { editAxisTitle(Qt::Horizontal); });
    add(tr("Edit title of the &vertical axis"), {}, [this] { editAxisTitle(Qt::Vertical); });
    menu.addSeparator();
    for (const Qt::Orientation axis : {Qt::Vertical, Qt::Horizontal}) {
        QAction* action = add(axis == Qt::Vertical ? tr("&Logarithmic values") : tr("Logarithmic hori&zontal axis"),
                              axis == Qt::Vertical ? QKeySequence(Qt::Key_L) : QKeySequence(Qt::SHIFT | Qt::Key_L),
                              [this, axis] { setLogarithmic(axis, !logarithmic(axis)); });
        action->setCheckable(true);
        action->setChecked(logarithmic(axis));
        Chart other = withChoices(chart_, choices_);
        (axis == Qt::Horizontal ? other.x : other.y).logarithmic = true;
        action->setEnabled(isLogarithmic(other, axis));
    }
    if (chart_.series.size() > 1) {
        QMenu* series = menu.addMenu(tr("&Series"));
        for (std::size_t i = 0; i < chart_.series.size(); ++i) {
            QAction* action = series->addAction(chart_.series[i].name);
            action->setCheckable(true);
            action->setChecked(!choices_.hidden.contains(chart_.series[i].name));
            constexpr std::size_t mostDigits = 9;
            if (i < mostDigits) {
                action->setShortcut(QKeySequence(Qt::Key_1 + static_cast<int>(i)));
            }
            connect(action, &QAction::triggered, this, [this, i] { toggleSeries(i); });
        }
    }
    QMenu* looks = menu.addMenu(tr("Loo&k"));
    auto* group = new QActionGroup(looks);
    const std::array names{tr("As the &window"), tr("&Light"), tr("&Dark"), tr("&Print: black on white")};
    for (std::size_t i = 0; i < names.size(); ++i) {
        QAction* action = looks->addAction(names[i]);
        action->setCheckable(true);
        action->setChecked(static_cast<ChartTheme>(i) == theme_);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, i] { setTheme(static_cast<ChartTheme>(i)); });
    }
    menu.addSeparator();
    add(tr("Show &all"), Qt::Key_Home, [this] { showAll(); });
    add(tr("&Undo"), QKeySequence::Undo, [this] { undo_.undo(); })->setEnabled(undo_.canUndo());
    add(tr("&Redo"), QKeySequence::Redo, [this] { undo_.redo(); })->setEnabled(undo_.canRedo());
    menu.addSeparator();
    add(tr("&Copy image"), QKeySequence::Copy, [this] { copyImage(); });
    add(tr("&Export…"), Qt::CTRL | Qt::Key_E, [this] { Q_EMIT exportRequested(); });
}

} // namespace thrashlab::ui
