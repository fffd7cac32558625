#include "ui/sweep/sweep_window.h"

#include "dd/command_line.h"
#include "error.h"
#include "ui/export/drawing_file.h"
#include "ui/export/export_dialog.h"
#include "ui/number_text.h"
#include "ui/panels/card.h"
#include "ui/plots/chart_view.h"
#include "ui/sweep/sweep_chart.h"
#include "ui/sweep/sweep_form.h"
#include "ui/sweep/sweep_model.h"

#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QStackedLayout>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace thrashlab::ui {
namespace {

constexpr int betweenLooks = 200; ///< milliseconds
constexpr int steps = 1000;       ///< of the progress bar
constexpr qsizetype mostEarlier = 12;
constexpr int mostRedrawn = 2000; ///< rows of a sweep that its chart grows with

QString secondsText(double seconds) {
    return durationText(Duration(std::llround(seconds * 1e9)));
}

} // namespace

SweepWindow::SweepWindow(const Scenario& bench, std::filesystem::path database, QWidget* parent)
    : QWidget(parent, Qt::Window), database_(std::move(database)), bench_(bench), form_(new SweepForm(this)),
      model_(new SweepModel(this)), sorted_(new QSortFilterProxyModel(this)), table_(new QTableView(this)),
      timer_(new QTimer(this)) {
    setWindowTitle(tr("Sweep – ThrashLab"));
    setAttribute(Qt::WA_DeleteOnClose);
    setAutoFillBackground(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 10, 10, 10);
    column->setSpacing(10);
    column->addWidget(createPlanCard());
    column->addWidget(createResultCard(), 1);
    column->addWidget(createFoot());
    resize(1000, 720);
    timer_->setInterval(betweenLooks);
    connect(timer_, &QTimer::timeout, this, &SweepWindow::takePoints);
    connect(&run_, &SweepRun::ended, this, &SweepWindow::end);
    connect(form_, &SweepForm::changed, this, &SweepWindow::showState);
    auto* close = new QShortcut(QKeySequence::Close, this);
    connect(close, &QShortcut::activated, this, &QWidget::close);
    takeBench();
}

QWidget* SweepWindow::createPlanCard() {
    auto* card = new Card(tr("What to vary"), this);
    base_ = new QLabel(card);
    base_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    base_->setAccessibleName(tr("Scenario"));
    auto* menu = new QPushButton(tr("Pla&n"), card);
    auto* items = new QMenu(menu);
    items->addAction(tr("&From the bench"), this, &SweepWindow::takeBench);
    items->addAction(tr("&Open plan…"), QKeySequence::Open, this, &SweepWindow::askOpen);
    items->addAction(tr("&Save plan as…"), QKeySequence::Save, this, &SweepWindow::askSave);
    earlier_ = items->addMenu(tr("&Earlier sweeps"));
    connect(earlier_, &QMenu::aboutToShow, this, &SweepWindow::fillEarlier);
    menu->setMenu(items);
    card->addToHeader(menu);
    card->content()->addWidget(base_);
    card->content()->addWidget(form_);
    return card;
}

QWidget* SweepWindow::createResultCard() {
    auto* card = new Card(tr("Results"), this);
    export_ = new QPushButton(tr("&Export…"), card);
    connect(export_, &QPushButton::clicked, this, &SweepWindow::askExport);
    runs_ = new QComboBox(card);
    runs_->setAccessibleName(tr("Run that the chart shows"));
    runs_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(runs_, &QComboBox::currentIndexChanged, this, &SweepWindow::drawChart);
    asChart_ = new QToolButton(card);
    asChart_->setText(tr("as a c&hart"));
    asChart_->setCheckable(true);
    connect(asChart_, &QToolButton::toggled, this, [this] {
        turnPage();
        drawChart();
    });
    card->addToHeader(runs_);
    card->addToHeader(asChart_);
    card->addToHeader(export_);
    sorted_->setSourceModel(model_);
    sorted_->setSortRole(Qt::UserRole);
    table_->setModel(sorted_);
    table_->setSortingEnabled(true);
    table_->sortByColumn(-1, Qt::AscendingOrder);
    table_->setAlternatingRowColors(false);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setShowGrid(false);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setWordWrap(false);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    table_->setTabKeyNavigation(false);
    table_->setAccessibleName(tr("Results of the sweep"));
    table_->setToolTip(tr("A double click puts a row's scenario on the bench"));
    connect(table_, &QTableView::activated, this, [this](const QModelIndex& index) {
        try {
            Q_EMIT scenarioWanted(model_->scenarioOf(sorted_->mapToSource(index).row()));
        } catch (const Error& problem) {
            QMessageBox::warning(this, windowTitle(), QString::fromUtf8(problem.what()));
        }
    });
    hint_ = new QLabel(card);
    hint_->setAlignment(Qt::AlignCenter);
    hint_->setWordWrap(true);
    chart_ = new ChartView(card);
    connect(chart_, &ChartView::exportRequested, this, [this] { runExportDialog(this, chart_->shownChart()); });
    pages_ = new QStackedLayout;
    for (QWidget* page : std::initializer_list<QWidget*>{hint_, table_, chart_}) {
        pages_->addWidget(page);
    }
    connect(model_, &QAbstractItemModel::rowsInserted, this, &SweepWindow::turnPage);
    connect(model_, &QAbstractItemModel::modelReset, this, &SweepWindow::turnPage);
    card->content()->addLayout(pages_, 1);
    return card;
}

void SweepWindow::showChart(bool shown) {
    asChart_->setChecked(shown);
}

void SweepWindow::setRun(CurveRun run) {
    runs_->setCurrentIndex(std::max(0, runs_->findData(static_cast<int>(run))));
}

void SweepWindow::turnPage() {
    const bool any = model_->rowCount() > 0;
    pages_->setCurrentIndex(!any ? 0 : asChart_->isChecked() ? 2 : 1);
    asChart_->setEnabled(any);
    runs_->setVisible(any && asChart_->isChecked());
}

void SweepWindow::drawChart() {
    const std::vector<SweepStore::Point> points = model_->points();
    const std::vector<CurveRun> present = runsOf(points);
    if (static_cast<int>(present.size()) != runs_->count()) {
        const QSignalBlocker quiet(runs_);
        runs_->clear();
        for (const CurveRun run : present) {
            runs_->addItem(sweepRunName(run), static_cast<int>(run));
        }
        setRun(CurveRun::second);
    }
    if (asChart_->isChecked() && !present.empty()) {
        chart_->setChart(sweepChart(model_->plan(), points, static_cast<CurveRun>(runs_->currentData().toInt())));
    }
}

QWidget* SweepWindow::createFoot() {
    auto* foot = new QWidget(this);
    auto* row = new QHBoxLayout(foot);
    row->setContentsMargins(0, 0, 0, 0);
    bar_ = new QProgressBar(foot);
    bar_->setRange(0, steps);
    bar_->setTextVisible(false);
    bar_->setFixedWidth(220);
    bar_->setAccessibleName(tr("Points that are finished"));
    progress_ = new QLabel(foot);
    cancel_ = new QPushButton(tr("&Cancel"), foot);
    start_ = new QPushButton(tr("&Start"), foot);
    start_->setDefault(true);
    connect(start_, &QPushButton::clicked, this, &SweepWindow::start);
    connect(cancel_, &QPushButton::clicked, this, &SweepWindow::cancel);
    row->addWidget(bar_);
    row->addWidget(progress_, 1);
    row->addWidget(cancel_);
    row->addWidget(start_);
    return foot;
}

void SweepWindow::start() {
    if (const std::optional<SweepPlan> plan = form_->plan(); plan.has_value() && !database_.empty()) {
        begin(*plan, SweepRun::Wish::compute);
    }
}

void SweepWindow::begin(const SweepPlan& plan, SweepRun::Wish wish) {
    model_->setPlan(plan);
    sorted_->sort(0);
    run_.start(plan, database_, wish);
    timer_->start();
    showState();
}

void SweepWindow::cancel() {
    run_.cancel();
}

void SweepWindow::takePoints() {
    const bool first = model_->rowCount() == 0;
    model_->add(run_.take());
    if (first && model_->rowCount() > 0) {
        table_->resizeColumnsToContents();
    }
    if (!run_.isRunning() || model_->rowCount() <= mostRedrawn) {
        drawChart();
    }
    showProgress();
}

void SweepWindow::end(const QString& problem) {
    timer_->stop();
    takePoints();
    showState();
    Q_EMIT runsAdded();
    if (!problem.isEmpty()) {
        progress_->setText(problem);
        progress_->setToolTip(problem);
    }
}

void SweepWindow::showProgress() {
    const SweepRun::Progress now = run_.progress();
    bar_->setValue(now.points == 0 ? 0 : static_cast<int>(now.finished * steps / now.points));
    if (now.points == 0) {
        progress_->clear();
        return;
    }
    QString text =
        tr("%1 of %2 points").arg(groupedText(std::uint64_t{now.finished}), groupedText(std::uint64_t{now.points}));
    if (run_.isRunning() && now.pointsPerSecond > 0) {
        text += tr(", %1 points/s, %2 left").arg(shortText(now.pointsPerSecond), secondsText(now.secondsLeft));
    } else if (!run_.isRunning() && now.finished < now.points) {
        text += tr(", the rest can be computed at any time");
    }
    progress_->setText(text);
}

void SweepWindow::showState() {
    const bool running = run_.isRunning();
    const SweepRun::Progress now = run_.progress();
    const bool same = form_->plan().has_value() && *form_->plan() == model_->plan();
    const bool begun = same && now.finished > 0 && now.finished < now.points;
    start_->setText(begun ? tr("&Go on") : tr("&Start"));
    start_->setEnabled(!running && form_->plan().has_value() && !database_.empty());
    cancel_->setEnabled(running);
    form_->setEnabled(!running);
    export_->setEnabled(!running && model_->rowCount() > 0);
    hint_->setText(
        database_.empty()
            ? tr("Finished points are kept in the database of runs, and none is open: see the panel of runs.")
            : tr("Each point is a scenario of its own, simulated with all of its runs. Points that the "
                 "database has already are not computed again."));
    bar_->setVisible(now.points > 0);
    showProgress();
}

QString SweepWindow::progressText() const {
    return progress_->text();
}

void SweepWindow::fillEarlier() {
    earlier_->clear();
    std::vector<StoredSweep> sweeps;
    try {
        if (!database_.empty()) {
            sweeps = stored_sweeps(RunStore(database_));
        }
    } catch (const Error& problem) {
        earlier_->addAction(QString::fromUtf8(problem.what()))->setEnabled(false);
        return;
    }
    std::reverse(sweeps.begin(), sweeps.end()); // the newest first
    for (const StoredSweep& sweep : sweeps) {
        if (earlier_->actions().size() == mostEarlier) {
            break;
        }
        QStringList keys;
        for (const std::string& key : sweep.plan.keys()) {
            keys += QString::fromStdString(key);
        }
        earlier_->addAction(tr("%1 by %2: %3 of %4 points")
                                .arg(QString::fromStdString(sweep.name), keys.join(QStringLiteral(", ")),
                                     groupedText(std::uint64_t{sweep.finished}),
                                     groupedText(std::uint64_t{sweep.plan.size()})),
                            this, [this, plan = sweep.plan] {
                                showPlan(plan);
                                begin(plan, SweepRun::Wish::look);
                            });
    }
    if (earlier_->isEmpty()) {
        earlier_->addAction(tr("none yet"))->setEnabled(false);
    }
}

void SweepWindow::takeBench() {
    form_->setBase(bench_);
    showBase(bench_);
}

void SweepWindow::showPlan(const SweepPlan& plan) {
    form_->setPlan(plan);
    showBase(plan.base);
}

void SweepWindow::showBase(const Scenario& base) {
    base_->setText(QString::fromStdString(base.name + ": " + dd_line(base.workload)));
}

bool SweepWindow::openPlan(const QString& name) {
    QFile file(name);
    try {
        if (!file.open(QIODevice::ReadOnly)) {
            throw Error(name.toStdString(), "the plan cannot be read", "check the name");
        }
        showPlan(parse_sweep_plan(file.readAll().toStdString(), name.toStdString()));
        return true;
    } catch (const Error& problem) {
        progress_->setText(QString::fromUtf8(problem.what()));
        progress_->setToolTip(progress_->text());
        return false;
    }
}

void SweepWindow::savePlan(const QString& file) const {
    if (const std::optional<SweepPlan> plan = form_->plan()) {
        writeFile(file, QByteArray::fromStdString(to_json(*plan) + '\n'));
    }
}

void SweepWindow::exportTable(const QString& file) const {
    const bool json = QFileInfo(file).suffix() == QLatin1String("json");
    const std::vector<SweepStore::Point> points = model_->points();
    writeFile(file,
              QByteArray::fromStdString(json ? sweep_json(model_->plan(), points) : sweep_csv(model_->plan(), points)));
}

void SweepWindow::askOpen() {
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Open plan"), {}, tr("Plans of sweeps (*.json);;All files (*)"));
    if (!file.isEmpty()) {
        openPlan(file);
    }
}

void SweepWindow::askSave() {
    askAndWrite(tr("Save plan"), tr("-sweep.json"), tr("Plans of sweeps (*.json)"), &SweepWindow::savePlan);
}

void SweepWindow::askExport() {
    askAndWrite(tr("Export results"), tr("-sweep.csv"), tr("Comma-separated values (*.csv);;JSON (*.json)"),
                &SweepWindow::exportTable);
}

void SweepWindow::askAndWrite(const QString& title, const QString& suffix, const QString& filter,
                              void (SweepWindow::*write)(const QString&) const) {
    const QString file = QFileDialog::getSaveFileName(this, title, fileNameOf(bench_) + suffix, filter);
    if (file.isEmpty()) {
        return;
    }
    try {
        (this->*write)(file);
    } catch (const Error& problem) {
        QMessageBox::warning(this, title, QString::fromUtf8(problem.what()));
    }
}

} // namespace thrashlab::ui
