// What happens and why, in a sentence.
#pragma once

#include "ui/models/player.h"
#include "ui/theatre/view_card.h"

#include <QElapsedTimer>

namespace thrashlab::ui {

/// Tells the last event. While playing it changes only a few times a second, and then tells the last event of weight,
/// so that it can be read. Its height never changes.
class NarrationBar : public ViewCard {
    Q_OBJECT

public:
    explicit NarrationBar(const Player& player, QWidget* parent = nullptr);

    void refresh();
    /// What went wrong, in the place of the sentence until the next `refresh` after `clearProblem`.
    void showProblem(const QString& message);
    void clearProblem();
    [[nodiscard]] const QString& sentence() const { return sentence_; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void setTexts(const QString& sentence, const QString& quiet);

    const Player& player_;
    QString sentence_;
    QString quiet_;
    QString problem_;
    QElapsedTimer shown_;
};

} // namespace thrashlab::ui
