// The list of keys, made from the window's actions.
#include "ui/main_window.h"

#include "ui/models/action_catalogue.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QMenuBar>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace thrashlab::ui {
namespace {

constexpr int columnGap = 18;
constexpr int rowGap = 5;
constexpr int margin = 16;

// One column for each half of the groups, so that all of it fits a small screen.
QWidget* makeColumn(const std::vector<NamedAction>& actions, const QStringList& groups, QWidget* parent) {
    auto* column = new QWidget(parent);
    auto* grid = new QGridLayout(column);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(columnGap);
    grid->setVerticalSpacing(rowGap);
    int row = 0;
    for (const QString& group : groups) {
        auto* title = new QLabel(group, column);
        title->setProperty("role", "group");
        title->setContentsMargins(0, row == 0 ? 0 : margin / 2, 0, 0);
        grid->addWidget(title, row++, 0, 1, 2);
        for (const NamedAction& each : actions) {
            if (each.group == group && !each.shortcuts.isEmpty()) {
                auto* keys = new QLabel(each.shortcuts, column);
                QFont bold = keys->font();
                bold.setBold(true);
                keys->setFont(bold);
                grid->addWidget(keys, row, 0);
                grid->addWidget(new QLabel(each.name, column), row++, 1);
            }
        }
    }
    grid->setRowStretch(row, 1);
    grid->setColumnStretch(1, 1);
    return column;
}

} // namespace

void MainWindow::showShortcuts() {
    const std::vector<NamedAction> actions = catalogue(*menuBar(), *this);
    QStringList groups;
    std::ptrdiff_t keyed = 0;
    for (const NamedAction& each : actions) {
        if (each.shortcuts.isEmpty()) {
            continue;
        }
        ++keyed;
        if (!groups.contains(each.group)) {
            groups += each.group;
        }
    }
    // As many rows at the left as at the right, about.
    QStringList left;
    std::ptrdiff_t taken = 0;
    for (const QString& group : groups) {
        const std::ptrdiff_t rows = std::count_if(actions.begin(), actions.end(), [&](const NamedAction& each) {
            return each.group == group && !each.shortcuts.isEmpty();
        });
        if (2 * taken + rows > keyed) {
            break;
        }
        taken += rows;
        left += group;
    }
    const QStringList right = groups.mid(left.size());
    QDialog dialog(this);
    dialog.setObjectName(QStringLiteral("shortcuts"));
    dialog.setWindowTitle(tr("Keyboard shortcuts"));
    auto* area = new QScrollArea(&dialog);
    area->setAccessibleName(tr("Keyboard shortcuts"));
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    auto* ground = new QWidget(area);
    ground->setObjectName(QStringLiteral("panelGround"));
    auto* columns = new QHBoxLayout(ground);
    columns->setContentsMargins(margin, margin, margin, margin);
    columns->setSpacing(2 * margin);
    columns->addWidget(makeColumn(actions, left, ground));
    columns->addWidget(makeColumn(actions, right, ground));
    area->setWidget(ground);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, &dialog);
    connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto* layout = new QVBoxLayout(&dialog);
    layout->addWidget(area, 1);
    layout->addWidget(buttons);
    dialog.resize(ground->sizeHint().boundedTo(QSize(960, 560)) + QSize(2 * margin, 4 * margin));
    dialog.exec();
}

} // namespace thrashlab::ui
