#include "ui/panels/message_strip.h"

#include "ui/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

namespace thrashlab::ui {
namespace {

constexpr int edge = 4;
constexpr int margin = 10;
constexpr double radius = 6;

} // namespace

MessageStrip::MessageStrip(QWidget* parent)
    : QFrame(parent), heading_(new QLabel(this)), text_(new QLabel(this)),
      retry_(new QPushButton(tr("&Try again"), this)) {
    QFont bold = font();
    bold.setBold(true);
    heading_->setFont(bold);
    for (QLabel* label : {heading_, text_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text_->setMinimumWidth(1);
    text_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(margin + edge, margin - 2, margin, margin - 2);
    layout->setVerticalSpacing(4);
    layout->addWidget(heading_, 0, 0);
    layout->addWidget(retry_, 0, 1, Qt::AlignRight | Qt::AlignTop);
    layout->addWidget(text_, 1, 0, 1, 2);
    layout->setColumnStretch(0, 1);
    connect(retry_, &QPushButton::clicked, this, &MessageStrip::retryRequested);
    hide();
}

void MessageStrip::showMessage(const QString& heading, const QString& text) {
    heading_->setText(heading);
    // A long path may be broken behind each of its folders.
    QString breakable = text;
    breakable.replace(QLatin1Char('/'), QStringLiteral("/\u200b"));
    text_->setText(breakable);
    setAccessibleName(heading);
    setAccessibleDescription(text);
    show();
}

QString MessageStrip::text() const {
    return heading_->text() + QLatin1Char('\n') + accessibleDescription();
}

void MessageStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme(palette());
    const QColor warning = theme.time(DrivePhase::command);
    painter.setPen(theme.line());
    painter.setBrush(theme.card());
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.drawRoundedRect(frame, radius, radius);
    painter.setClipRect(QRectF(0, 0, edge, height()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(warning);
    painter.drawRoundedRect(frame, radius, radius);
}

} // namespace thrashlab::ui
