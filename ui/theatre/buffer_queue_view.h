// The buffers in the order in which they will be taken.
#pragma once

#include "ui/models/player.h"
#include "ui/models/selection.h"
#include "ui/theatre/buffer_rows.h"
#include "ui/theatre/view_card.h"

#include <QElapsedTimer>

#include <vector>

namespace thrashlab::ui {

/// EMPTY, AGE and LRU one behind the other, the next victim first and framed; busy buffers apart at the right. Where a
/// policy chooses, its lists stand below each other instead, to one scale, as it describes them. A bar stands for
/// several buffers where there are more of them than room. A click chooses a bar's block, as do the arrows and Return.
class BufferQueueView : public ViewCard {
    Q_OBJECT

public:
    BufferQueueView(const Player& player, Selection& selection, QWidget* parent = nullptr);

    /// The recording is another one: the height is made for its lists, and stays.
    void reload();
    /// The player has moved. While playing, rows that are slow to make are made less often.
    void refresh();

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] const std::vector<BufferRow>& rows() const { return rows_; }
    /// Where a bar lies in the widget.
    [[nodiscard]] QRectF barRect(std::size_t row, std::size_t bar) const;

Q_SIGNALS:
    /// What the cursor of the keyboard is at.
    void pointedAt(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Place {
        std::size_t row = 0;
        std::size_t bar = 0;
    };

    // buffer_queue_view.cpp
    void measure();
    void collect();
    void collectBusy();
    void writeHeading();
    void writeTexts();
    [[nodiscard]] bool isDue() const;
    [[nodiscard]] QString lastUse(BlockNo block) const;
    [[nodiscard]] QRectF rowRect(std::size_t row) const;
    [[nodiscard]] QRectF busyRect(std::size_t bar) const;
    [[nodiscard]] double busyWidth() const;
    [[nodiscard]] double leastPitch() const;

    // buffer_queue_paint.cpp
    void paintLabel(QPainter& painter, std::size_t row) const;
    void paintBar(QPainter& painter, const QRectF& rect, const BufferBar& bar, const BufferRow& row) const;
    void paintRow(QPainter& painter, std::size_t row) const;
    void paintRowMarks(QPainter& painter, std::size_t row) const;
    void paintTexts(QPainter& painter) const;

    // buffer_queue_input.cpp
    [[nodiscard]] const BufferBar* barAt(const QPointF& point, Place* place) const;
    [[nodiscard]] QString describe(const BufferBar& bar, const BufferRow& row) const;
    void moveCursor(int key);
    void showCursor();

    const Player& player_;
    Selection& selection_;
    std::vector<BufferRow> rows_;
    BufferRow busy_; ///< its bars stand for what is busy
    std::vector<PolicyFigure> figures_;
    std::uint32_t buffersPerBar_ = 1;
    double pitch_ = 1;
    std::size_t lists_ = 0; ///< of the recording's policy; 0 without one
    int labelWidth_ = 0;
    int countWidth_ = 0;
    QString next_;
    QString latest_;
    Place cursor_;
    QElapsedTimer collected_;
    qint64 collectingTook_ = 0; ///< nanoseconds, the last time
};

} // namespace thrashlab::ui
