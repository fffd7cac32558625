// What the window has to do with the curve below the theatre.
#include "ui/main_window.h"
#include "ui/plots/curve_panel.h"
#include "ui/theme.h"

#include <QDockWidget>
#include <QMenu>
#include <QPainter>
#include <QVBoxLayout>

#include <utility>

namespace thrashlab::ui {
namespace {

constexpr int curve_height = 200;
// In a window less high than this the theatre needs the room.
constexpr int least_window_height = 760;

/// The strip by which the dock is taken and moved: the card below it says what it is.
class DockGrip : public QWidget {
public:
    explicit DockGrip(QWidget* parent) : QWidget(parent) { setCursor(Qt::SizeAllCursor); }
    [[nodiscard]] QSize sizeHint() const override { return {40, 6}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {40, 6}; }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setPen(Theme(palette()).line());
        const int middle = width() / 2;
        painter.drawLine(middle - 14, 1, middle + 14, 1);
        painter.drawLine(middle - 14, 3, middle + 14, 3);
    }
};

} // namespace

void MainWindow::createCurveDock() {
    curve_ = new CurvePanel(laboratory_, this);
    curveDock_ = new QDockWidget(tr("What if"), this);
    curveDock_->setObjectName(QStringLiteral("curve"));
    curveDock_->setTitleBarWidget(new DockGrip(curveDock_));
    auto* frame = new QWidget(curveDock_);
    auto* layout = new QVBoxLayout(frame);
    layout->setContentsMargins(10, 0, 10, 8);
    layout->addWidget(curve_);
    curveDock_->setWidget(frame);
    // The sides reach down to the bottom; the curve stands below the theatre.
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    addDockWidget(Qt::BottomDockWidgetArea, curveDock_);
    resizeDocks({curveDock_}, {curve_height}, Qt::Vertical);
    connect(curve_, &CurvePanel::closeRequested, curveDock_, &QWidget::hide);
    viewMenu_->addAction(curveDock_->toggleViewAction());
}

// What was restored is the user's own arrangement; a new window decides by its height when it is shown.
void MainWindow::showEvent(QShowEvent* event) {
    if (!std::exchange(arranged_, true) && height() < least_window_height) {
        curveDock_->hide();
    }
    QMainWindow::showEvent(event);
}

} // namespace thrashlab::ui
