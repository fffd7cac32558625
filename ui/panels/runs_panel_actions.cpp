// What one can do to runs from their table.
#include "ui/panels/runs_panel.h"

#include "dd/transcript.h"
#include "store/run_edit.h"
#include "store/run_export.h"
#include "store/sweep_store.h"
#include "ui/compare/runs_comparison.h"
#include "ui/models/runs_model.h"
#include "ui/number_text.h"
#include "ui/panels/notice_strip.h"
#include "ui/panels/run_keeper.h"
#include "ui/panels/run_note_dialog.h"
#include "ui/panels/runs_table.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenu>
#include <QSettings>
#include <QTimer>

#include <fstream>

namespace thrashlab::ui {
namespace {

constexpr int progress_milliseconds = 1000;
constexpr std::size_t mostCompared = 50;

QString runsText(std::size_t count) {
    return count == 1 ? RunsPanel::tr("1 run") : RunsPanel::tr("%1 runs").arg(groupedText(std::uint64_t{count}));
}

// The target gets its name when all of it is there. Returns a problem.
QString writeRuns(const std::filesystem::path& database, const std::vector<std::int64_t>& ids,
                  const std::filesystem::path& target, std::atomic<std::size_t>& written, const std::stop_token& stop) {
    std::filesystem::path part = target;
    part += ".part";
    std::error_code ignored;
    QString problem;
    try {
        std::ofstream out(part, std::ios::binary);
        const RunFormat format = target.extension() == ".json" ? RunFormat::json : RunFormat::csv;
        export_runs(RunStore(database), ids, format, out, [&](std::size_t count) {
            written = count;
            return !stop.stop_requested();
        });
        out.close();
        if (!out.good()) {
            problem = RunsPanel::tr("%1 cannot be written.").arg(QString::fromStdString(target.string()));
        }
    } catch (const Error& error) {
        problem = QString::fromUtf8(error.what());
    }
    if (!problem.isEmpty() || stop.stop_requested()) {
        std::filesystem::remove(part, ignored);
        return problem;
    }
    std::error_code error;
    std::filesystem::rename(part, target, error);
    return error ? QString::fromStdString(target.string() + ": " + error.message()) : QString();
}

} // namespace

void RunsPanel::fillMenu(QMenu& menu) {
    const bool any = table_->currentRun().has_value();
    const auto add = [&](const QString& text, const auto& act, bool enabled, const QKeySequence& key = {}) {
        QAction* action = menu.addAction(text);
        action->setEnabled(enabled);
        action->setShortcut(key);
        connect(action, &QAction::triggered, this, act);
    };
    add(tr("&Repeat"), &RunsPanel::repeatSelected, any, Qt::Key_Return);
    add(tr("Co&mpare…"), &RunsPanel::compareSelected, compareLink_->isEnabled());
    add(tr("&Copy dd's lines"), &RunsPanel::copySelected, any);
    menu.addSeparator();
    add(
        tr("&Star"), [this] { table_->toggleStar(); }, any, Qt::Key_S);
    add(tr("&Note and tags…"), &RunsPanel::editSelected, any, Qt::Key_F2);
    add(tr("&Delete"), &RunsPanel::removeSelected, any, Qt::Key_Delete);
    add(tr("&Undo deleting"), &RunsPanel::undoRemove, !removed_.empty(), QKeySequence::Undo);
    menu.addSeparator();
    const std::array groups{tr("No groups"), tr("Group by scenario"), tr("Group by mount")};
    for (int grouping = 0; grouping < static_cast<int>(groups.size()); ++grouping) {
        add(
            groups[static_cast<std::size_t>(grouping)], [this, grouping] { table_->setGrouping(grouping); }, true);
        menu.actions().back()->setCheckable(true);
        menu.actions().back()->setChecked(static_cast<int>(model_->query().grouping) == grouping);
    }
    menu.addSeparator();
    fillExports(menu);
    add(tr("&Import runs…"), &RunsPanel::askImport, keeper_->storing());
}

void RunsPanel::fillExports(QMenu& menu) {
    QAction* chart = menu.addAction(tr("&Export chart…"), this, &RunsPanel::exportSelected);
    chart->setEnabled(table_->currentRun().has_value());
    QAction* runs = menu.addAction(tr("E&xport runs…"), this, &RunsPanel::askExportRuns);
    runs->setEnabled(keeper_->store() != nullptr && model_->runCount() > 0);
}

void RunsPanel::saveSettings(QSettings& settings) const {
    table_->saveSettings(settings);
}

void RunsPanel::restoreSettings(const QSettings& settings) {
    table_->restoreSettings(settings);
}

QString RunsPanel::notice() const {
    return notice_->text();
}

void RunsPanel::tell(const Error& problem) {
    notice_->showNotice(QString::fromUtf8(problem.what()));
}

void RunsPanel::copySelected() {
    QString text;
    for (const std::int64_t id : table_->selectedRuns()) {
        if (const std::optional<StoredRun> run = model_->run(id)) {
            text += QString::fromStdString(bsd_transcript(run->result));
        }
    }
    if (!text.isEmpty()) {
        QGuiApplication::clipboard()->setText(text);
    }
}

void RunsPanel::compareSelected() {
    const std::vector<std::int64_t> ids = table_->selectedRuns();
    if (ids.size() < 2) {
        return;
    }
    if (ids.size() > mostCompared) {
        notice_->showNotice(tr("At most %1 runs can be compared at once.").arg(mostCompared));
        return;
    }
    try {
        std::vector<RunWithScenario> runs;
        for (const std::int64_t id : ids) {
            runs.push_back({model_->run(id).value_or(StoredRun{}), keeper_->scenarioOf(id)});
        }
        (new RunsComparison(runs, this))->show();
    } catch (const Error& problem) {
        tell(problem);
    }
}

QString RunsPanel::subjectOf(const std::vector<std::int64_t>& runs) const {
    const std::optional<StoredRun> first = runs.empty() ? std::nullopt : model_->run(runs.front());
    return runs.size() == 1 && first.has_value()
               ? tr("%1, run %2").arg(QString::fromStdString(first->scenario)).arg(first->result.number)
               : runsText(runs.size());
}

void RunsPanel::editSelected() {
    std::vector<std::int64_t> ids = table_->selectedRuns();
    std::erase_if(ids, [](std::int64_t id) { return id < 0; });
    if (ids.empty() || keeper_->store() == nullptr) {
        return;
    }
    const StoredRun first = model_->run(ids.front()).value_or(StoredRun{});
    RunNoteDialog dialog(subjectOf(ids), QString::fromStdString(first.tags), QString::fromStdString(first.note), this);
    if (dialog.exec() != QDialog::Accepted) {
        return;
    }
    try {
        if (dialog.tagsChanged()) {
            set_tags(*keeper_->store(), ids, dialog.tags().toStdString());
        }
        if (dialog.noteChanged()) {
            set_note(*keeper_->store(), ids, dialog.note().toStdString());
        }
    } catch (const Error& problem) {
        tell(problem);
    }
    model_->refresh();
}

void RunsPanel::removeSelected() {
    std::vector<std::int64_t> ids = table_->selectedRuns();
    std::erase_if(ids, [](std::int64_t id) { return id < 0; });
    if (ids.empty() || keeper_->store() == nullptr) {
        return;
    }
    // The row that moves up to the first one of them is looked at next.
    const int row = model_->rowOf(ids.front());
    try {
        const std::size_t count = remove_runs(*keeper_->store(), ids);
        removed_.push_back(std::move(ids));
        table_->clearSelection();
        model_->reload();
        if (!model_->isReloading() && model_->rowCount() > 0) {
            table_->selectRun(model_->idAt(std::min(row, model_->rowCount() - 1)));
        }
        notice_->showNotice(tr("%1 deleted").arg(runsText(count)), tr("Undo"), [this] { undoRemove(); });
    } catch (const Error& problem) {
        tell(problem);
    }
}

void RunsPanel::undoRemove() {
    if (removed_.empty() || keeper_->store() == nullptr) {
        return;
    }
    try {
        const std::vector<std::int64_t> ids = removed_.back();
        const std::size_t count = restore_runs(*keeper_->store(), ids);
        removed_.pop_back();
        model_->reload();
        table_->selectRun(ids.front());
        notice_->showNotice(
            count == ids.size()
                ? tr("%1 brought back").arg(runsText(count))
                : tr("%1 brought back; the others are gone for good, deleted elsewhere").arg(runsText(count)));
    } catch (const Error& problem) {
        tell(problem);
    }
}

void RunsPanel::askImport() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Import runs"), {},
                                                      tr("Databases of runs (*.sqlite *.db);;All files (*)"));
    if (!file.isEmpty()) {
        importRuns(file.toStdString());
    }
}

void RunsPanel::importRuns(const std::filesystem::path& from) {
    std::error_code ignored;
    if (!keeper_->storing() || std::filesystem::equivalent(from, keeper_->file(), ignored)) {
        notice_->showNotice(keeper_->storing() ? tr("This is the database that is open.")
                                               : tr("There is no database to import into."));
        return;
    }
    notice_->showNotice(tr("Importing runs…"));
    job_.start(
        [into = keeper_->file(), from](const std::stop_token&) {
            try {
                RunStore store(into);
                const MergeCount count = merge_runs(store, from);
                return Transfer{count.runs, count.series, {}};
            } catch (const Error& problem) {
                return Transfer{0, 0, QString::fromUtf8(problem.what())};
            }
        },
        [this, from](const Transfer& transfer) {
            model_->reload();
            endTransfer(!transfer.problem.isEmpty() ? tr("Nothing was imported. %1").arg(transfer.problem)
                                                    : tr("%1 of %2 series taken over from %3")
                                                          .arg(runsText(transfer.runs))
                                                          .arg(transfer.series)
                                                          .arg(QString::fromStdString(from.filename().string())));
        });
}

void RunsPanel::askExportRuns() {
    QString file = QFileDialog::getSaveFileName(this, tr("Export runs"), QStringLiteral("runs.csv"),
                                                tr("Comma-separated values (*.csv);;JSON (*.json)"));
    if (!file.isEmpty()) {
        exportRuns(file.toStdString());
    }
}

void RunsPanel::exportRuns(const std::filesystem::path& to) {
    if (keeper_->store() == nullptr) {
        return;
    }
    const std::vector<std::int64_t> selected = table_->selectedRuns();
    std::vector<std::int64_t> ids = selected.size() > 1 ? selected : model_->ids();
    std::erase_if(ids, [](std::int64_t id) { return id < 0; });
    runsToTransfer_ = ids.size();
    transferredRuns_ = std::make_shared<std::atomic<std::size_t>>(0);
    progressTimer_->start(progress_milliseconds);
    job_.start(
        [file = keeper_->file(), ids = std::move(ids), to, written = transferredRuns_](const std::stop_token& stop) {
            const QString problem = writeRuns(file, ids, to, *written, stop);
            return Transfer{ids.size(), 0, problem};
        },
        [this, to](const Transfer& transfer) {
            const QString name = QString::fromStdString(to.filename().string());
            endTransfer(!transfer.problem.isEmpty() ? transfer.problem
                                                    : tr("%1 written to %2").arg(runsText(transfer.runs), name));
        });
}

void RunsPanel::showTransferProgress() {
    notice_->showNotice(tr("Writing runs: %1 of %2")
                            .arg(groupedText(std::uint64_t{*transferredRuns_}))
                            .arg(groupedText(std::uint64_t{runsToTransfer_})),
                        tr("Cancel"), [this] {
                            job_.cancel();
                            endTransfer(tr("The export was cancelled; nothing was written."));
                        });
}

void RunsPanel::endTransfer(const QString& text) {
    progressTimer_->stop();
    notice_->showNotice(text);
    Q_EMIT transferred();
}

} // namespace thrashlab::ui
