#include "ui/panels/card.h"

#include "ui/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace thrashlab::ui {
namespace {

constexpr double radius = 6;
constexpr int margin = 12;
constexpr int spacing = 6;

// Gives way: what does not fit is left out of its middle, and then a tool tip has all of it.
class Caption : public QLabel {
public:
    using QLabel::QLabel;

    [[nodiscard]] QSize minimumSizeHint() const override { return {0, QLabel::minimumSizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(rect(), int(alignment()) | Qt::TextSingleLine,
                         fontMetrics().elidedText(text(), Qt::ElideMiddle, width()));
    }
    void resizeEvent(QResizeEvent* event) override {
        QLabel::resizeEvent(event);
        setToolTip(fontMetrics().horizontalAdvance(text()) > width() ? text() : QString());
    }
};

} // namespace

Card::Card(const QString& title, QWidget* parent)
    : QFrame(parent), title_(new QLabel(title, this)), caption_(new Caption(this)), header_(new QHBoxLayout),
      content_(new QVBoxLayout) {
    for (QLabel* label : {title_, caption_}) {
        label->setTextFormat(Qt::PlainText);
    }
    caption_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    header_->addWidget(title_);
    header_->addWidget(caption_, 1);
    header_->setSpacing(margin);
    content_->setSpacing(spacing);
    content_->setContentsMargins(0, 0, 0, 0);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(margin, margin - 3, margin, margin - 2);
    layout->setSpacing(spacing);
    layout->addLayout(header_);
    layout->addLayout(content_, 1);
    setAccessibleName(title);
    retheme();
}

void Card::setTitle(const QString& title) {
    title_->setText(title);
    setAccessibleName(title);
}

QString Card::title() const {
    return title_->text();
}

void Card::setCaption(const QString& caption) {
    caption_->setText(caption);
    caption_->setToolTip(caption_->fontMetrics().horizontalAdvance(caption) > caption_->width() ? caption : QString());
}

QString Card::caption() const {
    return caption_->text();
}

void Card::addBesideTitle(QWidget* widget) {
    header_->insertWidget(header_->indexOf(caption_), widget);
}

void Card::addToHeader(QWidget* widget) {
    header_->addWidget(widget);
}

void Card::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        retheme();
    }
}

void Card::retheme() {
    const Theme theme(palette());
    QFont bold = font();
    bold.setBold(true);
    title_->setFont(bold);
    QPalette strong = palette();
    strong.setColor(QPalette::WindowText, theme.text());
    title_->setPalette(strong);
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme.quietText());
    caption_->setPalette(quiet);
}

void Card::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme(palette());
    painter.setPen(theme.line());
    painter.setBrush(theme.card());
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
}

} // namespace thrashlab::ui
