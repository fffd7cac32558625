#include "ui/export/stage.h"

#include "dd/command_line.h"
#include "sim/scenario_file.h"
#include "ui/number_text.h"
#include "ui/theme.h"

#include <QLayout>
#include <QPainter>

#include <array>

namespace thrashlab::ui {
namespace {

constexpr int captionMargin = 12;
constexpr int captionGap = 6;

// In the order of TheatreView.
constexpr std::array<const char*, 6> view_names{"theatre", "file", "buffers", "pages", "drive", "lanes"};

QFont captionFont(bool bold) {
    QFont font = QApplication::font();
    font.setPixelSize(12);
    font.setBold(bold);
    return font;
}

} // namespace

QString stageViewName(TheatreView view) {
    return QLatin1String(view_names[static_cast<std::size_t>(view)]);
}

std::optional<TheatreView> stageViewOf(const QString& name) {
    for (std::size_t i = 0; i < view_names.size(); ++i) {
        if (name == QLatin1String(view_names[i])) {
            return static_cast<TheatreView>(i);
        }
    }
    return std::nullopt;
}

Stage::Stage(std::shared_ptr<const Recording> recording, const StageOptions& options) : options_(options) {
    theatre_ = std::make_unique<Theatre>(player_, selection_);
    theatre_->setAttribute(Qt::WA_DontShowOnScreen);
    theatre_->setPalette(options.palette);
    theatre_->setAutoFillBackground(true);
    theatre_->setMinimumSize(0, 0);
    theatre_->showOnly(options.view);
    theatre_->layout()->setSizeConstraint(QLayout::SetNoConstraint);
    theatre_->resize(options.size - QSize(0, captionHeight()));
    theatre_->show();
    player_.setRecording(std::move(recording), false);
    theatre_->reload();
}

Stage::~Stage() = default;

void Stage::goTo(SimTime time) {
    player_.scrubTo(time);
}

void Stage::choose(const Selection& selection) {
    if (selection.command()) {
        selection_.choose(*selection.command());
    } else {
        selection_.choose(selection.block().value_or(BlockNo::none()));
    }
}

int Stage::captionHeight() const {
    return options_.caption ? 2 * QFontMetrics(captionFont(false)).height() + captionGap + captionMargin : 0;
}

QStringList Stage::caption() const {
    const Scenario& scenario = player_.recording()->scenario;
    const MachineState& state = player_.state();
    const QString title = titleOf(scenario);
    const QString run =
        state.run_number == 0 ? QObject::tr("just mounted") : QObject::tr("run %1").arg(state.run_number);
    const QString clock = QStringLiteral("%1 s").arg(to_seconds(player_.time().time_since_epoch()), 0, 'f', 6);
    const QString point = QStringLiteral(" · ");
    // The name of a scenario names what was changed in it.
    return {QStringList{title, run, clock}.join(point),
            QStringList{QString::fromStdString(dd_line(scenario.workload)), QString::fromStdString(scenario.name),
                        QStringLiteral("ThrashLab " THRASHLAB_VERSION)}
                .join(point)};
}

QImage Stage::image() {
    QImage image(options_.size, QImage::Format_RGB32);
    QPainter painter(&image);
    draw(painter);
    return image;
}

void Stage::draw(QPainter& painter) {
    const Theme theme(options_.palette);
    painter.fillRect(QRect(QPoint(), options_.size), theme.window());
    theatre_->render(&painter, QPoint(), QRegion(), QWidget::DrawWindowBackground | QWidget::DrawChildren);
    if (!options_.caption) {
        return;
    }
    int top = options_.size.height() - captionHeight();
    bool first = true;
    for (const QString& line : caption()) {
        painter.setFont(captionFont(first));
        painter.setPen(first ? theme.text() : theme.quietText());
        const QRect row(captionMargin, top, options_.size.width() - 2 * captionMargin, painter.fontMetrics().height());
        painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(line, Qt::ElideRight, row.width()));
        top += row.height() + captionGap / 2;
        first = false;
    }
}

} // namespace thrashlab::ui
