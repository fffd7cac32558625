#include "ui/panels/parameter_panel.h"

#include "dd/command_line.h"
#include "error.h"
#include "ui/number_text.h"
#include "ui/panels/parameter_row.h"

#include <QEvent>
#include <QFontDatabase>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace thrashlab::ui {
namespace {

// What stands in the dd line, or changes nothing one could see.
constexpr std::array<std::string_view, 8> left_out{"workload.if",    "workload.of",   "workload.ibs",  "workload.obs",
                                                   "workload.count", "workload.skip", "workload.seek", "drive.sectors"};
// What few people touch: folded away.
constexpr std::array<std::string_view, 22> folded{
    "cache.policy_seed",       "kernel.dirty_marks",   "kernel.allocate_block",    "linux.aligned_windows",
    "linux.largest_request",   "linux.group_overhead", "linux.statistics_age",     "linux.system_call",
    "linux.copy_kibibyte",     "linux.flush_interval", "linux.dirty_expire",       "drive.kind",
    "drive.track_buffer",      "workload.pause",       "file_system.first_sector", "kernel.read_ahead_limit",
    "kernel.largest_transfer", "kernel.system_call",   "kernel.copy_kibibyte",     "drive.sectors_per_track",
    "drive.seek_base",         "drive.seek_per_track"};

template <class Keys>
bool holds(const Keys& keys, std::string_view key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

} // namespace

ParameterPanel::ParameterPanel(Laboratory& laboratory, QWidget* parent) : QScrollArea(parent), laboratory_(laboratory) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* ground = new QWidget(this);
    ground->setObjectName(QStringLiteral("panelGround"));
    auto* column = new QVBoxLayout(ground);
    column->setContentsMargins(14, 8, 14, 14);
    column->setSpacing(7);
    for (const auto group : {ParameterGroup::workload, ParameterGroup::file_system, ParameterGroup::cache,
                             ParameterGroup::kernel, ParameterGroup::drive}) {
        addGroup(group, column);
    }
    column->addStretch(1);
    setWidget(ground);
    connect(&laboratory_, &Laboratory::scenarioChanged, this, &ParameterPanel::showScenario);
    showScenario();
}

QSize ParameterPanel::minimumSizeHint() const {
    return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(), 200};
}

void ParameterPanel::addGroup(ParameterGroup group, QVBoxLayout* column) {
    const std::string_view text = name(group);
    auto* title = new QLabel(fromView(text).toUpper(), this);
    title->setProperty("role", "group");
    auto* rule = new QFrame(this);
    rule->setProperty("role", "rule");
    column->addSpacing(group == ParameterGroup::workload ? 0 : 5);
    column->addWidget(title);
    column->addWidget(rule);
    if (group == ParameterGroup::workload) {
        addDdLine(column);
    }
    auto* more = new QWidget(this);
    auto* more_column = new QVBoxLayout(more);
    more_column->setContentsMargins(0, 0, 0, 0);
    more_column->setSpacing(7);
    for (const Parameter& parameter : parameters()) {
        if (parameter.group == group && !holds(left_out, parameter.key)) {
            addRow(parameter, holds(folded, parameter.key) ? more_column : column);
        }
    }
    if (more_column->isEmpty()) {
        delete more;
        return;
    }
    auto* unfold = new QToolButton(this);
    unfold->setProperty("flat", true);
    unfold->setText(tr("more …"));
    unfold->setFocusPolicy(Qt::TabFocus);
    unfold->setAccessibleName(tr("More of %1").arg(title->text()));
    column->addWidget(unfold);
    column->addWidget(more);
    more->hide();
    connect(unfold, &QToolButton::clicked, more, [unfold, more] {
        more->setVisible(more->isHidden());
        unfold->setText(more->isHidden() ? tr("more …") : tr("less"));
    });
}

void ParameterPanel::addDdLine(QVBoxLayout* column) {
    ddLine_ = new QLineEdit(this);
    ddLine_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    ddLine_->setAccessibleName(tr("dd's command line"));
    ddProblem_ = new QLabel(this);
    ddProblem_->setProperty("role", "problem");
    ddProblem_->setWordWrap(true);
    ddProblem_->hide();
    column->addWidget(ddLine_);
    column->addWidget(ddProblem_);
    connect(ddLine_, &QLineEdit::textEdited, this, [this] { readDdLine(false); });
    connect(ddLine_, &QLineEdit::editingFinished, this, [this] { readDdLine(true); });
}

void ParameterPanel::addRow(const Parameter& parameter, QVBoxLayout* column) {
    auto* row = new ParameterRow(parameter, this);
    column->addWidget(row);
    rows_.push_back(row);
    connect(row, &ParameterRow::edited, this, [this, row](const ParameterValue& value, int gesture) {
        if (!laboratory_.setParameter(row->parameter(), value, gesture)) {
            showScenario();
        }
    });
}

void ParameterPanel::readDdLine(bool take) {
    try {
        const Workload workload = parse_dd_line(ddLine_->text().toStdString(), laboratory_.scenario().workload);
        ddProblem_->hide();
        if (take) {
            laboratory_.setWorkload(workload);
        }
    } catch (const Error& error) {
        ddProblem_->setText(QString::fromUtf8(error.what()));
        ddProblem_->show();
    }
}

void ParameterPanel::showScenario() {
    for (ParameterRow* row : rows_) {
        row->show(laboratory_.scenario(), laboratory_.original());
        row->setVisible(applies(row->parameter(), laboratory_.scenario()));
    }
    ddLine_->setText(QString::fromStdString(dd_line(laboratory_.scenario().workload)));
    ddLine_->setCursorPosition(0);
    ddLine_->setToolTip(ddLine_->text() + "\n" + tr("if, of, bs, ibs, obs, count, skip and seek, as dd takes them"));
    ddProblem_->hide();
}

ParameterRow* ParameterPanel::row(std::string_view key) const {
    const auto found = std::find_if(rows_.begin(), rows_.end(),
                                    [key](const ParameterRow* row) { return row->parameter().key == key; });
    return found == rows_.end() ? nullptr : *found;
}

void ParameterPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        for (ParameterRow* row : rows_) {
            row->updateIcon();
        }
    }
    QScrollArea::changeEvent(event);
}

} // namespace thrashlab::ui
