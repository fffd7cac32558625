// A thin horizontal slider with a mark at a value worth coming back to.
#pragma once

#include <QSlider>

#include <optional>

namespace thrashlab::ui {

class QuietSlider : public QSlider {
    Q_OBJECT

public:
    explicit QuietSlider(QWidget* parent = nullptr);

    /// Draws a tick at this value, or none.
    void setMark(std::optional<int> value);
    [[nodiscard]] QSize sizeHint() const override { return {120, 20}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {60, 20}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    [[nodiscard]] double place(int value) const;
    [[nodiscard]] int valueAt(double x) const;

    std::optional<int> mark_;
};

} // namespace thrashlab::ui
