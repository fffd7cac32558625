// Note and tags of runs.
#pragma once

#include <QDialog>

class QLineEdit;
class QPlainTextEdit;

namespace thrashlab::ui {

/// Asks for tags and note. Of several runs at once only what was changed is taken over: see `tagsChanged`.
class RunNoteDialog : public QDialog {
    Q_OBJECT

public:
    RunNoteDialog(const QString& subject, const QString& tags, const QString& note, QWidget* parent = nullptr);

    [[nodiscard]] QString tags() const;
    [[nodiscard]] QString note() const;
    [[nodiscard]] bool tagsChanged() const { return tags() != tagsBefore_; }
    [[nodiscard]] bool noteChanged() const { return note() != noteBefore_; }

private:
    QString tagsBefore_;
    QString noteBefore_;
    QLineEdit* tags_;
    QPlainTextEdit* note_;
};

} // namespace thrashlab::ui
