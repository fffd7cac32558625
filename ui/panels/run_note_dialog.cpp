#include "ui/panels/run_note_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace thrashlab::ui {

RunNoteDialog::RunNoteDialog(const QString& subject, const QString& tags, const QString& note, QWidget* parent)
    : QDialog(parent), tagsBefore_(tags), noteBefore_(note), tags_(new QLineEdit(tags, this)),
      note_(new QPlainTextEdit(note, this)) {
    setWindowTitle(tr("Note and tags"));
    auto* heading = new QLabel(subject, this);
    heading->setTextFormat(Qt::PlainText);
    heading->setWordWrap(true);
    tags_->setPlaceholderText(tr("words, such as: slow exercise-3"));
    note_->setTabChangesFocus(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QFormLayout(this);
    layout->setRowWrapPolicy(QFormLayout::WrapAllRows);
    layout->addRow(heading);
    layout->addRow(tr("&Tags"), tags_);
    layout->addRow(tr("&Note"), note_);
    layout->addRow(buttons);
    note_->setFocus();
    resize(420, 300);
}

QString RunNoteDialog::tags() const {
    return tags_->text().simplified();
}

QString RunNoteDialog::note() const {
    return note_->toPlainText();
}

} // namespace thrashlab::ui
