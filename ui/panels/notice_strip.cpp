#include "ui/panels/notice_strip.h"

#include "ui/panels/link_button.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include <utility>

namespace thrashlab::ui {
namespace {

constexpr int margin = 10;
constexpr double radius = 6;

} // namespace

NoticeStrip::NoticeStrip(QWidget* parent) : QFrame(parent), text_(new QLabel(this)), link_(new LinkButton({}, this)) {
    text_->setTextFormat(Qt::PlainText);
    text_->setWordWrap(true);
    text_->setMinimumWidth(1);
    link_->setAccessibleName(tr("What can be done about the notice"));
    auto* close = new QToolButton(this);
    close->setText(QStringLiteral("×"));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Close this notice"));
    close->setToolTip(close->accessibleName());
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(margin, 3, 4, 3);
    layout->addWidget(text_, 1);
    layout->addWidget(link_);
    layout->addWidget(close);
    connect(link_, &QPushButton::clicked, this, &NoticeStrip::act);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    hide();
}

void NoticeStrip::showNotice(const QString& text) {
    showNotice(text, {}, {});
}

void NoticeStrip::showNotice(const QString& text, const QString& link, std::function<void()> act) {
    act_ = std::move(act);
    text_->setText(text);
    link_->setText(link);
    link_->setVisible(!link.isEmpty());
    if (!link.isEmpty()) {
        link_->setAccessibleName(link);
    }
    setAccessibleName(text);
    show();
}

QString NoticeStrip::text() const {
    return isHidden() ? QString() : text_->text();
}

void NoticeStrip::act() {
    if (const auto act = act_) { // it may show another notice
        act();
    }
}

void NoticeStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme(palette());
    painter.setPen(theme.line());
    painter.setBrush(theme.accentTint());
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
}

} // namespace thrashlab::ui
