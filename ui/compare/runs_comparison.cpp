#include "ui/compare/runs_comparison.h"

#include "sim/comparison.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace thrashlab::ui {
namespace {

constexpr int margin = 14;

QString nameOf(const StoredRun& run) {
    return QStringLiteral("%1, run %2").arg(QString::fromStdString(run.scenario)).arg(run.result.number);
}

} // namespace

RunsComparison::RunsComparison(const std::vector<RunWithScenario>& runs, QWidget* parent)
    : QDialog(parent), sentences_(new QLabel(this)), table_(new QTableWidget(this)),
      only_(new QCheckBox(tr("Only what &differs"), this)) {
    setWindowTitle(tr("%1 runs compared").arg(runs.size()));
    setAttribute(Qt::WA_DeleteOnClose);
    sentences_->setWordWrap(true);
    sentences_->setTextFormat(Qt::PlainText);
    sentences_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    sentences_->setAccessibleName(tr("The difference"));
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setAccessibleName(tr("Runs compared"));
    table_->setWordWrap(false);
    fill(runs);
    auto* copy = new QPushButton(tr("&Copy the table"), this);
    auto* close = new QPushButton(tr("Close"), this);
    close->setDefault(true);
    connect(only_, &QCheckBox::toggled, this, &RunsComparison::setOnlyDifferences);
    connect(copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(tableText()); });
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->addWidget(sentences_);
    sentences_->setVisible(!sentences_->text().isEmpty());
    layout->addWidget(table_, 1);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(only_);
    buttons->addStretch(1);
    buttons->addWidget(copy);
    buttons->addWidget(close);
    layout->addLayout(buttons);
    resize(760, 620);
}

void RunsComparison::fill(const std::vector<RunWithScenario>& runs) {
    std::vector<ComparedRun> compared;
    QStringList names;
    for (const RunWithScenario& each : runs) {
        compared.push_back({&each.scenario, &each.run.result});
        names += nameOf(each.run);
    }
    if (runs.size() == 2) {
        const bool alike = names[0] == names[1];
        const auto name = [&](int run) {
            return (alike ? tr("%1 (%2)").arg(names[run]).arg(runs[static_cast<std::size_t>(run)].run.id) : names[run])
                .toStdString();
        };
        QStringList lines;
        for (const std::string& sentence : compare(compared[0], compared[1], name(0), name(1))) {
            lines += QString::fromStdString(sentence);
        }
        sentences_->setText(lines.join(QLatin1Char('\n')));
    }
    const std::vector<ComparisonRow> rows = comparison_table(compared);
    table_->setColumnCount(static_cast<int>(runs.size()));
    table_->setRowCount(static_cast<int>(rows.size()));
    table_->setHorizontalHeaderLabels(names);
    QFont bold = font();
    bold.setBold(true);
    const Theme theme(palette());
    for (int row = 0; row < table_->rowCount(); ++row) {
        const ComparisonRow& source = rows[static_cast<std::size_t>(row)];
        table_->setVerticalHeaderItem(row, new QTableWidgetItem(QString::fromStdString(source.name)));
        for (int column = 0; column < table_->columnCount(); ++column) {
            auto* item = new QTableWidgetItem(QString::fromStdString(source.values[static_cast<std::size_t>(column)]));
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            if (source.differs[static_cast<std::size_t>(column)]) {
                item->setFont(bold);
                item->setBackground(theme.accentTint());
                item->setToolTip(tr("Differs from the first run"));
            }
            table_->setItem(row, column, item);
        }
        differing_.push_back(std::find(source.differs.begin(), source.differs.end(), true) != source.differs.end());
    }
    table_->resizeColumnsToContents();
}

QString RunsComparison::sentences() const {
    return sentences_->text();
}

void RunsComparison::setOnlyDifferences(bool only) {
    only_->setChecked(only);
    for (int row = 0; row < table_->rowCount(); ++row) {
        table_->setRowHidden(row, only && !differing_[static_cast<std::size_t>(row)]);
    }
}

QString RunsComparison::tableText() const {
    QString text;
    for (int column = 0; column < table_->columnCount(); ++column) {
        text += QLatin1Char('\t') + table_->horizontalHeaderItem(column)->text();
    }
    text += QLatin1Char('\n');
    for (int row = 0; row < table_->rowCount(); ++row) {
        text += table_->verticalHeaderItem(row)->text();
        for (int column = 0; column < table_->columnCount(); ++column) {
            text += QLatin1Char('\t') + table_->item(row, column)->text();
        }
        text += QLatin1Char('\n');
    }
    return text;
}

} // namespace thrashlab::ui
