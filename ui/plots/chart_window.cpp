#include "ui/plots/chart_window.h"

#include "error.h"
#include "ui/export/export_dialog.h"
#include "ui/models/laboratory.h"
#include "ui/number_text.h"
#include "ui/panels/parameter_chooser.h"
#include "ui/plots/chart_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QProgressBar>
#include <QSettings>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

namespace thrashlab::ui {
namespace {

constexpr int listWidth = 170;
constexpr int margin = 10;
constexpr int settleMilliseconds = 120;
constexpr int slowMilliseconds = 400;
constexpr int progressSteps = 1000;
constexpr int mostRuns = 1000;

const QString geometryKey = QStringLiteral("charts/geometry");
const QString kindKey = QStringLiteral("charts/kind");
const QString xKey = QStringLiteral("charts/x");
const QString yKey = QStringLiteral("charts/y");
const QString runKey = QStringLiteral("charts/run");
const QString policiesKey = QStringLiteral("charts/policies");
const QString themeKey = QStringLiteral("charts/theme");

QToolButton* button(const QString& text, const QString& tip, QWidget* parent) {
    auto* result = new QToolButton(parent);
    result->setText(text);
    result->setToolTip(tip);
    return result;
}

void chooseKey(QComboBox& chooser, const std::string& key) {
    const int index = chooser.findData(QString::fromStdString(key));
    chooser.setCurrentIndex(index >= 0 ? index : 0);
}

} // namespace

ChartWindow::ChartWindow(Laboratory& laboratory, QWidget* parent)
    : QWidget(parent, Qt::Window), laboratory_(laboratory), scenario_(laboratory.scenario()),
      kinds_(new QListWidget(this)), view_(new ChartView(this)) {
    setAutoFillBackground(true);
    resize(980, 620);
    kinds_->setFixedWidth(listWidth);
    kinds_->setObjectName(QStringLiteral("kinds"));
    kinds_->setFrameShape(QFrame::NoFrame);
    kinds_->setAccessibleName(tr("Kinds of charts"));
    for (const ChartSource& each : chartSources()) {
        auto* item = new QListWidgetItem(each.title, kinds_);
        item->setToolTip(each.about);
    }
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(margin, margin, margin, margin);
    row->setSpacing(margin);
    row->addWidget(kinds_);
    auto* column = new QVBoxLayout;
    column->setSpacing(margin / 2);
    column->addWidget(createHeader());
    column->addWidget(view_, 1);
    column->addWidget(createOptions());
    column->addWidget(createProgress());
    row->addLayout(column, 1);
    settle_.setSingleShot(true);
    settle_.setInterval(settleMilliseconds);
    slow_.setSingleShot(true);
    slow_.setInterval(slowMilliseconds);
    connect(&settle_, &QTimer::timeout, this, &ChartWindow::compute);
    connect(&slow_, &QTimer::timeout, progressBox_, &QWidget::show);
    connect(&laboratory_, &Laboratory::scenarioChanged, this, &ChartWindow::follow);
    connect(&laboratory_, &Laboratory::scenarioOpened, this, &ChartWindow::follow);
    connect(view_, &ChartView::exportRequested, this, &ChartWindow::exportShown);
    connect(view_, &ChartView::themeChanged, this,
            [this](ChartTheme theme) { theme_->setCurrentIndex(static_cast<int>(theme)); });
    connect(kinds_, &QListWidget::currentRowChanged, this, [this] {
        view_->resetChoices();
        showOptions();
        ask();
    });
    kinds_->setCurrentRow(0);
}

QWidget* ChartWindow::createHeader() {
    auto* header = new QWidget(this);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(0, 0, 0, 0);
    about_ = new QLabel(header);
    about_->setProperty("role", "quiet");
    row->addWidget(about_, 1);
    pin_ = new QCheckBox(tr("&Keep this scenario"), header);
    pin_->setToolTip(tr("The chart stays as it is, whatever is changed on the bench"));
    connect(pin_, &QCheckBox::toggled, this, [this](bool pinned) {
        if (!pinned) {
            follow();
        }
    });
    row->addWidget(pin_);
    QToolButton* copy = button(tr("Copy"), tr("Copies the picture (Ctrl+C)"), header);
    connect(copy, &QToolButton::clicked, view_, &ChartView::copyImage);
    row->addWidget(copy);
    QToolButton* output = button(tr("Export…"), tr("Writes PNG, SVG, PDF or the numbers as CSV (Ctrl+E)"), header);
    connect(output, &QToolButton::clicked, this, &ChartWindow::exportShown);
    row->addWidget(output);
    return header;
}

QWidget* ChartWindow::createOptions() {
    strip_ = new QWidget(this);
    auto* row = new QHBoxLayout(strip_);
    row->setContentsMargins(0, 0, 0, 0);
    const auto add = [&](QWidget* widget, const QString& name) {
        auto* label = new QLabel(name, strip_);
        label->setProperty("role", "quiet");
        label->setBuddy(widget);
        widget->setAccessibleName(label->text().remove(QLatin1Char('&')));
        row->addWidget(label);
        row->addWidget(widget);
        // A label is there as long as what it belongs to.
        widget->setProperty("label", QVariant::fromValue<QWidget*>(label));
    };
    x_ = new QComboBox(strip_);
    y_ = new QComboBox(strip_);
    run_ = new QSpinBox(strip_);
    run_->setRange(1, mostRuns);
    policies_ = new QCheckBox(tr("other &policies"), strip_);
    policies_->setToolTip(tr("A line for each of a few replacement policies; OPT is what none can beat"));
    trace_ = new QToolButton(strip_);
    auto* traces = new QMenu(trace_);
    traces->addAction(tr("&Of the scenario"), this, [this] { setTrace({}); });
    traces->addAction(tr("Of a &trace file…"), this, &ChartWindow::askTrace);
    trace_->setMenu(traces);
    trace_->setPopupMode(QToolButton::InstantPopup);
    theme_ = new QComboBox(strip_);
    theme_->addItems({tr("as the window"), tr("light"), tr("dark"), tr("print")});
    add(x_, tr("&against"));
    add(y_, tr("an&d"));
    add(run_, tr("&run"));
    add(trace_, tr("re&ferences"));
    row->addWidget(policies_);
    row->addStretch(1);
    add(theme_, tr("&look"));
    for (QComboBox* each : {x_, y_}) {
        connect(each, &QComboBox::currentIndexChanged, this, &ChartWindow::takeOptions);
    }
    connect(run_, &QSpinBox::valueChanged, this, &ChartWindow::takeOptions);
    connect(policies_, &QCheckBox::toggled, this, &ChartWindow::takeOptions);
    connect(theme_, &QComboBox::currentIndexChanged, this,
            [this](int index) { view_->setTheme(static_cast<ChartTheme>(std::max(0, index))); });
    return strip_;
}

QWidget* ChartWindow::createProgress() {
    auto* place = new QWidget(this);
    auto* row = new QHBoxLayout(place);
    row->setContentsMargins(0, 0, 0, 0);
    problem_ = new QLabel(place);
    problem_->setProperty("role", "problem");
    problem_->setWordWrap(true);
    row->addWidget(problem_, 1);
    progressBox_ = new QWidget(place);
    auto* box = new QHBoxLayout(progressBox_);
    box->setContentsMargins(0, 0, 0, 0);
    progress_ = new QProgressBar(progressBox_);
    progress_->setRange(0, progressSteps);
    progress_->setTextVisible(false);
    progress_->setAccessibleName(tr("Chart under way"));
    box->addWidget(progress_);
    QToolButton* stop = button(tr("Cancel"), tr("Leaves the chart as it is"), progressBox_);
    connect(stop, &QToolButton::clicked, this, &ChartWindow::cancel);
    box->addWidget(stop);
    progressBox_->hide();
    row->addWidget(progressBox_);
    return place;
}

const ChartSource& ChartWindow::source() const {
    const auto row = static_cast<std::size_t>(std::max(0, kinds_->currentRow()));
    return chartSources().at(row);
}

void ChartWindow::setKind(ChartKind kind) {
    const std::vector<ChartSource>& all = chartSources();
    const auto found =
        std::find_if(all.begin(), all.end(), [kind](const ChartSource& each) { return each.kind == kind; });
    if (found != all.end()) {
        kinds_->setCurrentRow(static_cast<int>(std::distance(all.begin(), found)));
    }
}

ChartKind ChartWindow::kind() const {
    return source().kind;
}

void ChartWindow::setPinned(bool pinned) {
    pin_->setChecked(pinned);
}

bool ChartWindow::isPinned() const {
    return pin_->isChecked();
}

void ChartWindow::follow() {
    if (!isPinned() && !(scenario_ == laboratory_.scenario())) {
        scenario_ = laboratory_.scenario();
        showOptions();
        ask();
    }
}

void ChartWindow::setOptions(const ChartOptions& options) {
    if (!(options == options_)) {
        options_ = options;
        showOptions();
        ask();
    }
}

// What the present kind can be asked, and what of it is chosen.
void ChartWindow::showOptions() {
    const ChartSource& present = source();
    showingOptions_ = true;
    about_->setText(present.about);
    const QString name = titleOf(scenario_);
    setWindowTitle(tr("%1 · %2 – ThrashLab").arg(present.title, name));
    const std::array<std::pair<QWidget*, bool>, 5> fields{{{x_, present.takesX},
                                                           {y_, present.takesY},
                                                           {run_, present.takesRun},
                                                           {trace_, present.takesTrace},
                                                           {policies_, present.takesPolicies}}};
    for (const auto& [field, shown] : fields) {
        field->setVisible(shown);
        if (auto* label = field->property("label").value<QWidget*>()) {
            label->setVisible(shown);
        }
    }
    policies_->setChecked(options_.policies);
    const QString references =
        options_.trace.empty() ? tr("of the scenario") : QString::fromStdString(options_.trace.filename().string());
    trace_->setText(references + QStringLiteral("   ")); // room for the arrow of its menu
    for (QComboBox* each : {x_, y_}) {
        fillParameterChooser(*each, scenario_);
    }
    chooseKey(*x_, options_.x);
    chooseKey(*y_, options_.y);
    run_->setValue(static_cast<int>(options_.run));
    showingOptions_ = false;
}

void ChartWindow::takeOptions() {
    if (!showingOptions_) {
        setOptions({.x = x_->currentData().toString().toStdString(),
                    .y = y_->currentData().toString().toStdString(),
                    .run = static_cast<std::uint32_t>(run_->value()),
                    .policies = policies_->isChecked(),
                    .trace = options_.trace});
    }
}

void ChartWindow::setTrace(const std::filesystem::path& file) {
    ChartOptions options = options_;
    options.trace = file;
    setOptions(options);
}

void ChartWindow::askTrace() {
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Open trace"), {}, tr("Traces (*.vscsi *.bin *.oracleGeneral *.csv *.txt);;All files (*)"));
    if (!file.isEmpty()) {
        setTrace(file.toStdString());
    }
}

// Whatever is under way is of no use any more.
void ChartWindow::ask() {
    ready_ = false;
    ++job_;
    background_.cancel();
    slow_.stop();
    progressBox_->hide();
    if (isVisible()) {
        settle_.start();
    }
}

void ChartWindow::compute() {
    using Outcome = std::variant<Chart, QString>;
    const std::uint64_t job = ++job_;
    problem_->clear();
    progress_->setValue(0);
    slow_.start();
    // Both come from the other thread; what belongs to an earlier job is dropped.
    const ChartProgress progress{.share =
                                     [this, job](double share) {
                                         QMetaObject::invokeMethod(this, [this, job, share] {
                                             if (job == job_) {
                                                 progress_->setValue(static_cast<int>(share * progressSteps));
                                             }
                                         });
                                     },
                                 .partial =
                                     [this, job](const Chart& chart) {
                                         QMetaObject::invokeMethod(this,
                                                                   [this, job, chart] { take(job, chart, false); });
                                     }};
    background_.start(
        [make = source().make, scenario = scenario_, options = options_, progress](const std::stop_token& stop) {
            try {
                return Outcome(make(scenario, options, stop, progress));
            } catch (const Error& error) {
                return Outcome(QString::fromUtf8(error.what()));
            }
        },
        [this, job](const Outcome& outcome) {
            if (const Chart* chart = std::get_if<Chart>(&outcome)) {
                take(job, *chart, true);
            } else {
                showProblem(std::get<QString>(outcome));
            }
        });
}

void ChartWindow::take(std::uint64_t job, const Chart& chart, bool complete) {
    if (job != job_) {
        return;
    }
    view_->setChart(chart);
    if (complete) {
        finish();
    }
}

void ChartWindow::showProblem(const QString& problem) {
    problem_->setText(problem);
    finish();
}

void ChartWindow::finish() {
    slow_.stop();
    progressBox_->hide();
    ready_ = true;
    Q_EMIT ready();
}

void ChartWindow::cancel() {
    if (!ready_) {
        settle_.stop();
        ++job_;
        background_.cancel();
        showProblem(tr("Cancelled; another choice begins again."));
    }
}

QString ChartWindow::problem() const {
    return problem_->text();
}

void ChartWindow::exportShown() {
    runExportDialog(this, view_->shownChart());
}

void ChartWindow::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!ready_) {
        ask();
    }
}

void ChartWindow::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    if (!ready_) {
        settle_.stop();
        ++job_;
        background_.cancel();
    }
}

void ChartWindow::restoreSettings(QSettings& settings) {
    restoreGeometry(settings.value(geometryKey).toByteArray());
    setOptions({.x = settings.value(xKey, QString::fromStdString(options_.x)).toString().toStdString(),
                .y = settings.value(yKey, QString::fromStdString(options_.y)).toString().toStdString(),
                .run = settings.value(runKey, options_.run).toUInt(),
                .policies = settings.value(policiesKey, options_.policies).toBool()});
    theme_->setCurrentIndex(qBound(0, settings.value(themeKey, 0).toInt(), theme_->count() - 1));
    if (const ChartSource* kind = chartSourceOf(settings.value(kindKey).toString())) {
        setKind(kind->kind);
    }
}

void ChartWindow::saveSettings(QSettings& settings) const {
    settings.setValue(geometryKey, saveGeometry());
    settings.setValue(kindKey, chartKindName(kind()));
    settings.setValue(xKey, QString::fromStdString(options_.x));
    settings.setValue(yKey, QString::fromStdString(options_.y));
    settings.setValue(runKey, options_.run);
    settings.setValue(policiesKey, options_.policies);
    settings.setValue(themeKey, theme_->currentIndex());
}

} // namespace thrashlab::ui
