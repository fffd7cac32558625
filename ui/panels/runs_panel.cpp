#include "ui/panels/runs_panel.h"

#include "dd/transcript.h"
#include "ui/export/export_dialog.h"
#include "ui/models/runs_model.h"
#include "ui/number_text.h"
#include "ui/panels/card.h"
#include "ui/panels/link_button.h"
#include "ui/panels/message_strip.h"
#include "ui/panels/run_keeper.h"
#include "ui/panels/runs_table.h"
#include "ui/plots/throughput_plot.h"
#include "ui/plots/time_split_bar.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace thrashlab::ui {
namespace {

constexpr int gap = 8;
constexpr int filterWidth = 130;
constexpr int linkGap = 14;

} // namespace

RunsPanel::RunsPanel(QWidget* parent)
    : QWidget(parent), keeper_(std::make_unique<RunKeeper>()), model_(new RunsModel(this)),
      strip_(new MessageStrip(this)), plot_(new ThroughputPlot(this)), split_(new TimeSplitBar(this)),
      filter_(new QLineEdit(this)), table_(new RunsTable(model_, this)) {
    model_->setScenarioFinder([this](std::int64_t run) { return keeper_->scenarioOf(run); });
    buildCards();
    connect(strip_, &MessageStrip::retryRequested, this, &RunsPanel::retryDatabase);
    connect(plot_, &ThroughputPlot::exportRequested, this, &RunsPanel::exportPresent);
    connect(plot_, &ThroughputPlot::logarithmicChanged, this, &RunsPanel::updateScaleCaption);
    connect(filter_, &QLineEdit::textChanged, table_, &RunsTable::setFilter);
    connect(table_, &RunsTable::currentRunChanged, this, &RunsPanel::showSelectedRun);
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
    auto* runsCard = new Card(tr("Runs"), this);
    filter_->setPlaceholderText(tr("filter"));
    filter_->setAccessibleName(tr("Filter runs"));
    filter_->setToolTip(tr("Shows the runs that contain each of these words, such as “ext2 run 2”"));
    filter_->setClearButtonEnabled(true);
    filter_->setMaximumWidth(filterWidth);
    runsCard->addToHeader(filter_);
    runsCard->content()->addWidget(table_, 1);
    buildLinks(runsCard);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(gap, gap, gap, gap);
    layout->setSpacing(gap);
    layout->addWidget(strip_);
    layout->addWidget(throughputCard_, 5);
    layout->addWidget(splitCard_);
    layout->addWidget(runsCard, 6);
}

void RunsPanel::buildLinks(Card* card) {
    exportLink_ = new LinkButton(tr("&Export chart…"), this);
    repeatLink_ = new LinkButton(tr("&Repeat"), this);
    copyLink_ = new LinkButton(tr("&Copy dd's lines"), this);
    repeatLink_->setToolTip(tr("Simulates the scenario of the selected run again, with all of its parameters"));
    copyLink_->setToolTip(tr("Copies what dd printed at the end of the selected run"));
    exportLink_->setToolTip(tr("Writes the chart of the selected run's series to a file"));
    connect(exportLink_, &QPushButton::clicked, this, &RunsPanel::exportSelected);
    connect(repeatLink_, &QPushButton::clicked, this, &RunsPanel::repeatSelected);
    connect(copyLink_, &QPushButton::clicked, this, &RunsPanel::copySelected);
    auto* links = new QHBoxLayout;
    links->setSpacing(linkGap);
    for (QPushButton* link : {exportLink_, repeatLink_, copyLink_}) {
        links->addWidget(link);
    }
    links->addStretch(1);
    card->content()->addLayout(links);
}

QSize RunsPanel::sizeHint() const {
    return {370, 840};
}

void RunsPanel::setDatabase(const std::filesystem::path& file) {
    try {
        keeper_->open(file);
        reloadRuns();
        strip_->hide();
    } catch (const Error& problem) {
        // What can be opened but not read is not written to either.
        keeper_->close();
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

// Throws Error. The runs of the present series may have other ids when they have been stored late.
void RunsPanel::reloadRuns() {
    const std::optional<std::int64_t> selected = table_->currentRun();
    model_->setRuns(keeper_->runs());
    runIds_ = keeper_->presentIds();
    if (selected.has_value() && model_->rowOf(*selected) >= 0) {
        table_->selectRun(*selected);
    } else if (following_ && model_->rowCount() > 0) {
        table_->selectRun(model_->runAt(0).id);
    }
    showSelectedRun();
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
    model_->prepend(row);
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
    const int row = id.has_value() ? model_->rowOf(*id) : -1;
    if (row < 0) {
        split_->clear();
        splitCard_->setCaption({});
    } else {
        const StoredRun& run = model_->runAt(row);
        split_->setRun(run.result.number, run.result.counters);
        splitCard_->setCaption(QString::fromStdString(run.scenario));
        following_ = row == 0;
    }
    splitCard_->setTitle(split_->title());
    for (QPushButton* link : {exportLink_, repeatLink_, copyLink_}) {
        link->setEnabled(row >= 0);
    }
    whyLink_->setEnabled(selectedPresentRun() > 0);
}

std::uint32_t RunsPanel::selectedPresentRun() const {
    const std::optional<std::int64_t> id = table_->currentRun();
    const int row = id.has_value() ? model_->rowOf(*id) : -1;
    const bool present = row >= 0 && std::find(runIds_.begin(), runIds_.end(), *id) != runIds_.end();
    return present ? model_->runAt(row).result.number : 0;
}

void RunsPanel::showRunMenu(const QPoint& position) {
    if (!table_->currentRun().has_value()) {
        return;
    }
    QMenu menu(this);
    connect(menu.addAction(tr("&Repeat")), &QAction::triggered, this, &RunsPanel::repeatSelected);
    connect(menu.addAction(tr("&Copy dd's Lines")), &QAction::triggered, this, &RunsPanel::copySelected);
    menu.addSeparator();
    connect(menu.addAction(tr("&Export Chart…")), &QAction::triggered, this, &RunsPanel::exportSelected);
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

void RunsPanel::copySelected() {
    const std::optional<std::int64_t> id = table_->currentRun();
    if (id.has_value()) {
        const StoredRun& run = model_->runAt(model_->rowOf(*id));
        QGuiApplication::clipboard()->setText(QString::fromStdString(bsd_transcript(run.result)));
    }
}

void RunsPanel::exportSelected() {
    if (const std::optional<std::int64_t> id = table_->currentRun()) {
        exportChartOf(*id);
    }
}

void RunsPanel::exportChartOf(std::int64_t run) {
    try {
        ChartSubject subject;
        subject.scenario = keeper_->scenarioOf(run);
        subject.chart = throughputDataFor(subject.scenario);
        subject.chart.logarithmic = plot_->logarithmic();
        for (const StoredRun& each : keeper_->series(model_->runAt(model_->rowOf(run)).series)) {
            subject.chart.runs.push_back(each.result);
            subject.runIds.push_back(each.id);
        }
        runExportDialog(this, subject);
    } catch (const Error& problem) {
        Q_EMIT failed(QString::fromUtf8(problem.what()));
    }
}

ChartSubject RunsPanel::presentChart() const {
    ChartSubject subject;
    subject.scenario = scenario_.value_or(Scenario{});
    subject.chart = data_;
    subject.chart.logarithmic = plot_->logarithmic();
    // A file on paper has nothing that runs.
    subject.chart.runningRun = 0;
    subject.runIds = runIds_;
    return subject;
}

void RunsPanel::exportPresent() {
    runExportDialog(this, presentChart());
}

void RunsPanel::updateScaleCaption() {
    throughputCard_->setCaption(plot_->logarithmic() ? tr("bytes/s, log") : tr("bytes/s, linear"));
}

} // namespace thrashlab::ui
