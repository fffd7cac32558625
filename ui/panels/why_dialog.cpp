#include "ui/panels/why_dialog.h"

#include "ui/number_text.h"
#include "ui/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace thrashlab::ui {
namespace {

constexpr int margin = 16;
constexpr int rowGap = 14;
constexpr int barHeight = 6;

// A share of a whole as a bar on a quiet track.
class ShareBar : public QWidget {
public:
    ShareBar(double share, QWidget* parent) : QWidget(parent), share_(share) {
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        setFixedHeight(barHeight);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        const Theme theme(palette());
        const double round = barHeight / 2.0;
        painter.setBrush(theme.line());
        painter.drawRoundedRect(QRectF(rect()), round, round);
        painter.setBrush(theme.accent());
        painter.drawRoundedRect(QRectF(0, 0, std::max<double>(barHeight, share_ * width()), height()), round, round);
    }

private:
    double share_;
};

} // namespace

WhyDialog::WhyDialog(QWidget* parent)
    : QDialog(parent), heading_(new QLabel(this)), note_(new QLabel(this)), area_(new QScrollArea(this)),
      rows_(new QVBoxLayout), progress_(new QProgressBar(this)), button_(new QPushButton(tr("Close"), this)),
      reader_(this) {
    setWindowTitle(tr("Why was this slow?"));
    QFont large = font();
    large.setBold(true);
    heading_->setFont(large);
    note_->setProperty("role", "quiet");
    note_->setWordWrap(true);
    progress_->setRange(0, 0);
    progress_->setTextVisible(false);
    progress_->setAccessibleName(tr("The journal is being read"));
    auto* ground = new QWidget(area_);
    ground->setObjectName(QStringLiteral("panelGround"));
    rows_->setContentsMargins(margin, margin, margin, margin);
    rows_->setSpacing(rowGap);
    ground->setLayout(rows_);
    area_->setWidget(ground);
    area_->setWidgetResizable(true);
    area_->setFrameShape(QFrame::NoFrame);
    area_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area_->setAccessibleName(tr("Causes"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(margin / 2);
    layout->addWidget(heading_);
    layout->addWidget(note_);
    layout->addWidget(progress_);
    layout->addWidget(area_, 1);
    auto* last = new QHBoxLayout;
    last->addStretch(1);
    last->addWidget(button_);
    layout->addLayout(last);
    connect(button_, &QPushButton::clicked, this, &QDialog::reject);
    connect(this, &QDialog::finished, this, [this] { reader_.cancel(); });
    resize(560, 460);
}

QString WhyDialog::heading() const {
    return heading_->text();
}

void WhyDialog::ask(std::shared_ptr<const Recording> recording, const QString& subject, SimTime from, SimTime to) {
    clearRows();
    causes_.clear();
    heading_->setText(tr("Where the %1 of %2 went").arg(durationText(running_time(*recording, from, to)), subject));
    const EventIndex events = recording->journal.size();
    if (events <= longestAtOnce_) {
        takeAnswer(explain(*recording, from, to));
        return;
    }
    showBusy(true);
    note_->setText(tr("Reading %1 events…").arg(groupedText(std::uint64_t{events})));
    reader_.start([recording = std::move(recording), from,
                   to](const std::stop_token& stop) { return explain(*recording, from, to, stop); },
                  [this](std::vector<Cause> causes) { takeAnswer(std::move(causes)); });
}

void WhyDialog::showBusy(bool busy) {
    progress_->setVisible(busy);
    button_->setText(busy ? tr("Cancel") : tr("Close"));
}

void WhyDialog::takeAnswer(std::vector<Cause> causes) {
    showBusy(false);
    causes_ = std::move(causes);
    note_->setText(causes_.empty() ? tr("dd was not running then.")
                                   : tr("Each moment is given to the processor while dd runs, and to the command that "
                                        "the drive is at work on while dd waits. The costs add up exactly."));
    Duration whole{};
    for (const Cause& cause : causes_) {
        whole += cause.cost;
    }
    for (const Cause& cause : causes_) {
        addCause(cause, whole);
    }
    rows_->addStretch(1);
    Q_EMIT answered();
}

void WhyDialog::addCause(const Cause& cause, Duration whole) {
    const double share = whole > Duration::zero() ? to_seconds(cause.cost) / to_seconds(whole) : 0;
    auto* row = new QWidget(area_->widget());
    auto* sentence = new QLabel(QString::fromStdString(cause.sentence), row);
    sentence->setTextFormat(Qt::PlainText);
    sentence->setWordWrap(true);
    auto* figure = new QLabel(tr("%1 · %2").arg(durationText(cause.cost, whole), percentText(share)), row);
    figure->setAlignment(Qt::AlignRight | Qt::AlignTop);
    QFont bold = figure->font();
    bold.setBold(true);
    figure->setFont(bold);
    auto* source = new QLabel(fromView(provenance_text(cause.provenance)), row);
    source->setProperty("role", "quiet");
    auto* top = new QHBoxLayout;
    top->setSpacing(margin);
    top->addWidget(sentence, 1);
    top->addWidget(figure);
    auto* column = new QVBoxLayout(row);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(top);
    column->addWidget(new ShareBar(share, row));
    column->addWidget(source);
    rows_->addWidget(row);
}

void WhyDialog::clearRows() {
    while (QLayoutItem* item = rows_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

void WhyDialog::changeEvent(QEvent* event) {
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        update();
    }
}

} // namespace thrashlab::ui
