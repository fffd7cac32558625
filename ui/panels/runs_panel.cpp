#include "ui/panels/runs_panel.h"

#include "ui/export/export_dialog.h"
#include "ui/models/runs_model.h"
#include "ui/number_text.h"
#include "ui/panels/card.h"
#include "ui/panels/link_button.h"
#include "ui/panels/message_strip.h"
#include "ui/panels/notice_strip.h"
#include "ui/panels/run_keeper.h"
#include "ui/panels/runs_table.h"
#include "ui/plots/run_charts.h"
#include "ui/plots/throughput_plot.h"
#include "ui/plots/time_split_bar.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace thrashlab::ui {
namespace {

constexpr int gap = 8;
constexpr int filterWidth = 130;
constexpr int linkGap = 14;

// Above a link at the lower end of the window.
void popUp(QMenu& menu, const QWidget& link) {
    menu.exec(link.mapToGlobal(QPoint(0, 0)) - QPoint(0, menu.sizeHint().height()));
}

} // namespace

RunsPanel::RunsPanel(QWidget* parent)
    : QWidget(parent), keeper_(std::make_unique<RunKeeper>()), model_(new RunsModel(this)),
      strip_(new MessageStrip(this)), plot_(new ThroughputPlot(this)), split_(new TimeSplitBar(this)),
      filter_(new QLineEdit(this)), table_(new RunsTable(model_, this)), notice_(new NoticeStrip(this)) {
    buildCards();
    connect(strip_, &MessageStrip::retryRequested, this, &RunsPanel::retryDatabase);
    connect(plot_, &ThroughputPlot::exportRequested, this, &RunsPanel::exportPresent);
    connect(plot_, &ThroughputPlot::logarithmicChanged, this, &RunsPanel::updateScaleCaption);
    connect(filter_, &QLineEdit::textChanged, table_, &RunsTable::setFilter);
    connect(table_, &RunsTable::currentRunChanged, this, &RunsPanel::showSelectedRun);
    connect(table_, &RunsTable::selectedRunsChanged, this, &RunsPanel::updateLinks);
    connect(table_, &RunsTable::editRequested, this, &RunsPanel::editSelected);
    connect(table_, &RunsTable::removeRequested, this, &RunsPanel::removeSelected);
    connect(table_, &RunsTable::undoRequested, this, &RunsPanel::undoRemove);
    connect(table_, &RunsTable::repeatRequested, this, &RunsPanel::repeatSelected);
    connect(model_, &RunsModel::reloaded, this, &RunsPanel::takeRows);
    connect(model_, &QAbstractItemModel::rowsInserted, this, &RunsPanel::updateCount);
    connect(model_, &RunsModel::failed, notice_, qOverload<const QString&>(&NoticeStrip::showNotice));
    progressTimer_ = new QTimer(this);
    connect(progressTimer_, &QTimer::timeout, this, &RunsPanel::showTransferProgress);
    connect(table_, &QWidget::customContextMenuRequested, this, &RunsPanel::showRunMenu);
    updateScaleCaption();
    showSelectedRun();
}

RunsPanel::~RunsPanel() = default;

void RunsPanel::buildCards() {
    throughputCard_ = new Card(tr("Throughput per run"), this);
    throughputCard_->content()->addWidget(plot_);
    splitCard_ = new Card(split_->title(), this);
    splitCard_->content()->addWidget(split_);
    whyLink_ = new LinkButton(tr("&Why was this slow?"), this);
    whyLink_->setToolTip(tr("Ranks the causes of the time that this run took"));
    connect(whyLink_, &QPushButton::clicked, this, [this] { Q_EMIT whyRequested(selectedPresentRun()); });
    split_->setCornerWidget(whyLink_);
    splitCard_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    runsCard_ = new Card(tr("Runs"), this);
    buildHeader(runsCard_);
    runsCard_->content()->addWidget(notice_);
    runsCard_->content()->addWidget(table_, 1);
    buildLinks(runsCard_);
    // In a window that is too low for all three one scrolls.
    cards_ = new QWidget(this);
    auto* layout = new QVBoxLayout(cards_);
    layout->setContentsMargins(gap, gap, gap, gap);
    layout->setSpacing(gap);
    layout->addWidget(strip_);
    layout->addWidget(throughputCard_, 5);
    layout->addWidget(splitCard_);
    layout->addWidget(runsCard_, 6);
    area_ = new QScrollArea(this);
    area_->setFrameShape(QFrame::NoFrame);
    area_->setWidgetResizable(true);
    area_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area_->setFocusPolicy(Qt::NoFocus);
    area_->setWidget(cards_);
    cards_->setAutoFillBackground(false);
    area_->viewport()->setAutoFillBackground(false);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(area_);
}

void RunsPanel::buildHeader(Card* card) {
    starredOnly_ = new QToolButton(this);
    starredOnly_->setText(QStringLiteral("★"));
    starredOnly_->setCheckable(true);
    starredOnly_->setAutoRaise(true);
    starredOnly_->setAccessibleName(tr("Only runs with a star"));
    starredOnly_->setToolTip(starredOnly_->accessibleName());
    connect(starredOnly_, &QToolButton::toggled, model_, &RunsModel::setStarredOnly);
    card->addToHeader(starredOnly_);
    filter_->setPlaceholderText(tr("filter"));
    filter_->setAccessibleName(tr("Filter runs"));
    filter_->setToolTip(tr("Shows the runs that match each of these words (Ctrl+F)\n"
                           "A word is looked for in the scenario's name and title, the note, the tags, the program's "
                           "version and the time of the mount\n"
                           "run:2 – second runs; tag:slow – runs with the tag “slow”"));
    filter_->setClearButtonEnabled(true);
    filter_->setMaximumWidth(filterWidth);
    card->addToHeader(filter_);
    auto* find = new QShortcut(QKeySequence::Find, this);
    connect(find, &QShortcut::activated, this, [this] {
        filter_->setFocus(Qt::ShortcutFocusReason);
        filter_->selectAll();
    });
}

void RunsPanel::buildLinks(Card* card) {
    exportLink_ = new LinkButton(tr("&Export…"), this);
    compareLink_ = new LinkButton(tr("&Compare…"), this);
    repeatLink_ = new LinkButton(tr("&Repeat"), this);
    moreLink_ = new LinkButton(tr("&More ▾"), this);
    exportLink_->setToolTip(tr("Writes the chart of the selected run's series, or the runs themselves, to a file"));
    compareLink_->setToolTip(tr("Holds the selected runs against each other; select two or more of them"));
    repeatLink_->setToolTip(tr("Simulates the scenario of the selected run again, with all of its parameters"));
    moreLink_->setToolTip(tr("Star, note, delete, import and export"));
    connect(exportLink_, &QPushButton::clicked, this, [this] {
        QMenu menu(this);
        fillExports(menu);
        popUp(menu, *exportLink_);
    });
    connect(compareLink_, &QPushButton::clicked, this, &RunsPanel::compareSelected);
    connect(repeatLink_, &QPushButton::clicked, this, &RunsPanel::repeatSelected);
    connect(moreLink_, &QPushButton::clicked, this, [this] {
        QMenu menu(this);
        fillMenu(menu);
        popUp(menu, *moreLink_);
    });
    auto* links = new QHBoxLayout;
    links->setSpacing(linkGap);
    for (QPushButton* link : {exportLink_, compareLink_, repeatLink_, moreLink_}) {
        links->addWidget(link);
    }
    links->addStretch(1);
    card->content()->addLayout(links);
}

QSize RunsPanel::minimumSizeHint() const {
    const QSize cards = cards_->minimumSizeHint();
    const int bar = cards.height() > height() ? area_->verticalScrollBar()->sizeHint().width() : 0;
    return {cards.width() + bar, 200};
}

void RunsPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->size().height() != event->oldSize().height()) {
        updateGeometry(); // there is a scroll bar, or no longer
    }
}

QSize RunsPanel::sizeHint() const {
    return {370, 840};
}

void RunsPanel::reload() {
    model_->reload();
}

void RunsPanel::setDatabase(const std::filesystem::path& file) {
    job_.cancel();
    removed_.clear();
    model_->letGoOfStore();
    try {
        keeper_->open(file);
        strip_->hide();
        reloadRuns();
    } catch (const Error& problem) {
        reloadRuns();
        showProblem(problem);
        throw;
    }
}

bool RunsPanel::storing() const {
    return keeper_->storing();
}

void RunsPanel::retryDatabase() {
    try {
        setDatabase(std::filesystem::path(keeper_->file()));
    } catch (const Error& problem) {
        Q_EMIT failed(QString::fromUtf8(problem.what()));
    }
}

// The runs of the present series may have other ids when they have been stored late.
void RunsPanel::reloadRuns() {
    model_->setStore(keeper_->store(), keeper_->waiting());
    runIds_ = keeper_->presentIds();
    showSelectedRun();
}

void RunsPanel::takeRows() {
    if (!table_->currentRun().has_value() && following_ && model_->runCount() > 0) {
        table_->selectRun(model_->idAt(0) == 0 ? model_->idAt(1) : model_->idAt(0));
    }
    updateCount();
    showSelectedRun();
}

void RunsPanel::updateCount() {
    const auto count = static_cast<std::uint64_t>(model_->runCount());
    runsCard_->setCaption(count == 0 ? QString() : groupedText(count));
}

void RunsPanel::showProblem(const Error& problem) {
    const QString heading = tr("Runs are not being stored");
    QString text = QString::fromStdString(problem.place() + ": " + problem.problem()) + QLatin1Char('.');
    if (!problem.remedy().empty()) {
        text += QLatin1Char('\n') + upperFirst(QString::fromStdString(problem.remedy())) + QLatin1Char('.');
    }
    text += QLatin1Char('\n') + tr("Until then new runs are kept in memory only.");
    strip_->showMessage(heading, text);
}

QString RunsPanel::message() const {
    return strip_->isHidden() ? QString() : strip_->text();
}

void RunsPanel::setScenario(const Scenario& scenario) {
    scenario_ = scenario;
    data_ = throughputDataFor(scenario);
    runIds_.clear();
    keeper_->beginSeries(scenario);
    plot_->setData(data_);
    whyLink_->setEnabled(false);
}

void RunsPanel::beginSeries(const Scenario& scenario) {
    following_ = true;
    setScenario(scenario);
}

void RunsPanel::addFinishedRun(const RunResult& run) {
    const bool known = std::any_of(data_.runs.begin(), data_.runs.end(),
                                   [&](const RunResult& each) { return each.number == run.number; });
    if (known || !scenario_.has_value()) {
        return;
    }
    const bool wasStoring = keeper_->storing();
    const StoredRun row = keeper_->add(run);
    if (wasStoring && !keeper_->storing()) {
        showProblem(*keeper_->problem());
        // Rows of the database stay in view; they have been read.
        Q_EMIT failed(message());
    }
    // The chart shows what the store gave back.
    data_.runs.push_back(row.result);
    std::sort(data_.runs.begin(), data_.runs.end(),
              [](const RunResult& a, const RunResult& b) { return a.number < b.number; });
    runIds_ = keeper_->presentIds();
    if (data_.runningRun == run.number) {
        data_.runningRun = 0;
    }
    plot_->setData(data_);
    model_->add(row);
    if (following_) {
        table_->selectRun(row.id);
    }
}

void RunsPanel::setRunningRun(int number) {
    data_.runningRun = static_cast<std::uint32_t>(std::max(number, 0));
    plot_->setData(data_);
}

void RunsPanel::showSelectedRun() {
    const std::optional<std::int64_t> id = table_->currentRun();
    const std::optional<StoredRun> run = id.has_value() ? model_->run(*id) : std::nullopt;
    if (!run.has_value()) {
        split_->clear();
        splitCard_->setCaption({});
    } else {
        split_->setRun(run->result.number, run->result.counters);
        splitCard_->setCaption(QString::fromStdString(run->scenario));
        const int row = model_->rowOf(*id);
        following_ = row == 0 || (row == 1 && model_->idAt(0) == 0);
    }
    splitCard_->setTitle(split_->title());
    updateLinks();
    whyLink_->setEnabled(selectedPresentRun() > 0);
}

void RunsPanel::updateLinks() {
    const bool any = table_->currentRun().has_value();
    exportLink_->setEnabled(any);
    repeatLink_->setEnabled(any);
    const QItemSelection selection = table_->selectionModel()->selection();
    compareLink_->setEnabled(any && (selection.size() > 1 || selection.front().height() > 1));
}

std::uint32_t RunsPanel::selectedPresentRun() const {
    const std::optional<std::int64_t> id = table_->currentRun();
    const bool present = id.has_value() && std::find(runIds_.begin(), runIds_.end(), *id) != runIds_.end();
    const std::optional<StoredRun> run = present ? model_->run(*id) : std::nullopt;
    return run.has_value() ? run->result.number : 0;
}

void RunsPanel::showRunMenu(const QPoint& position) {
    QMenu menu(this);
    fillMenu(menu);
    menu.exec(table_->viewport()->mapToGlobal(position));
}

void RunsPanel::repeatSelected() {
    const std::optional<std::int64_t> id = table_->currentRun();
    if (!id.has_value()) {
        return;
    }
    try {
        const Scenario scenario = keeper_->scenarioOf(*id);
        Q_EMIT repeatRequested(scenario);
    } catch (const Error& problem) {
        Q_EMIT failed(QString::fromUtf8(problem.what()));
    }
}

void RunsPanel::exportSelected() {
    if (const std::optional<std::int64_t> id = table_->currentRun()) {
        exportChartOf(*id);
    }
}

void RunsPanel::exportChartOf(std::int64_t run) {
    try {
        RunSeries series{.scenario = keeper_->scenarioOf(run)};
        for (const StoredRun& each : keeper_->series(model_->run(run)->series)) {
            series.runs.push_back(each.result);
            series.runIds.push_back(each.id);
        }
        runExportDialog(this, throughputChart({series}, plot_->logarithmic()));
    } catch (const Error& problem) {
        Q_EMIT failed(QString::fromUtf8(problem.what()));
    }
}

Chart RunsPanel::presentChart() const {
    return throughputChart({{scenario_.value_or(Scenario{}), data_.runs, runIds_}}, plot_->logarithmic());
}

void RunsPanel::exportPresent() {
    runExportDialog(this, presentChart());
}

void RunsPanel::updateScaleCaption() {
    throughputCard_->setCaption(plot_->logarithmic() ? tr("bytes/s, log") : tr("bytes/s, linear"));
}

} // namespace thrashlab::ui
