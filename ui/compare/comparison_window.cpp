#include "ui/compare/comparison_window.h"

#include "error.h"
#include "sim/comparison.h"
#include "sim/scenario_file.h"
#include "ui/icons.h"
#include "ui/number_text.h"
#include "ui/panels/card.h"
#include "ui/panels/quiet_slider.h"
#include "ui/theatre/theatre.h"
#include "ui/theatre/view_card.h"
#include "ui/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

namespace thrashlab::ui {
namespace {

constexpr int steps_of_place = 1000;
constexpr int between_sides = 14;
constexpr int theatre_margin = 10; ///< the theatre's own, which its heading keeps too
constexpr std::array<const char*, 2> side_names{"A", "B"};
constexpr std::array speeds{0.01, 0.05, 0.1, 0.5, 1.0, 2.0, 4.0, 10.0, 100.0};
constexpr int default_speed = 6;

} // namespace

ComparisonWindow::ComparisonWindow(const Scenario& bench, QWidget* parent)
    : QWidget(parent, Qt::Window), bench_(bench) {
    setWindowTitle(tr("Side by side – ThrashLab"));
    setAttribute(Qt::WA_DeleteOnClose);
    setAutoFillBackground(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 10);
    column->setSpacing(8);
    column->addWidget(createTransport());
    auto* sides = new QHBoxLayout;
    sides->setSpacing(between_sides);
    sides->addWidget(createSide(0), 1);
    sides->addWidget(createSide(1), 1);
    column->addLayout(sides, 1);
    auto* card = new Card(tr("The difference"), this);
    difference_ = new QLabel(tr("Simulating…"), card);
    difference_->setWordWrap(true);
    difference_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    difference_->setAccessibleName(tr("The difference between A and B"));
    // Room for all it ever says, so that the theatres keep their height.
    difference_->setMinimumHeight(4 * difference_->fontMetrics().lineSpacing());
    difference_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    card->content()->addWidget(difference_);
    column->addWidget(card);
    resize(1440, 860);
    for (int index = 0; index < 2; ++index) {
        Side& side = side_[static_cast<std::size_t>(index)];
        connect(&side.laboratory, &Laboratory::recordingReady, this,
                [this, index](const std::shared_ptr<const Recording>& recording) { take(index, recording); });
        connect(&side.laboratory, &Laboratory::failed, this, &ComparisonWindow::showProblem);
        connect(&side.player, &Player::moved, this, [this, index] {
            if (!following_ && index == leader_) {
                followLeader();
            }
        });
        connect(&side.player, &Player::playingChanged, this, [this](bool playing) {
            play_->setIcon(drawnIcon(playing ? Icon::pause : Icon::play, Theme(this->palette()).text()));
        });
        side.run->setValue(index + 1);
        side.laboratory.open(bench_);
    }
}

ComparisonWindow::~ComparisonWindow() {
    for (Side& side : side_) {
        side.player.pause();
    }
}

QWidget* ComparisonWindow::createTransport() {
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    play_ = new QToolButton(bar);
    play_->setIcon(drawnIcon(Icon::play, Theme(palette()).text()));
    play_->setIconSize(QSize(20, 20));
    play_->setToolTip(tr("Play and pause both (Space)"));
    play_->setAccessibleName(tr("Play"));
    connect(play_, &QToolButton::clicked, this, [this] { leader().toggle(); });
    row->addWidget(play_);
    place_ = new QuietSlider(bar);
    place_->setRange(0, steps_of_place);
    place_->setAccessibleName(tr("Place in the run"));
    connect(place_, &QSlider::valueChanged, this, [this](int value) {
        if (!following_) {
            seek(value);
        }
    });
    row->addWidget(place_, 1);
    speed_ = new QComboBox(bar);
    speed_->setAccessibleName(tr("Speed"));
    for (const double speed : speeds) {
        speed_->addItem(paceText(speed));
    }
    speed_->setCurrentIndex(default_speed);
    connect(speed_, &QComboBox::currentIndexChanged, this, [this](int index) {
        for (Side& side : side_) {
            side.player.setSpeed(speeds[static_cast<std::size_t>(index)]);
        }
    });
    row->addWidget(speed_);
    aligned_ = new QComboBox(bar);
    aligned_->setAccessibleName(tr("Aligned by"));
    aligned_->addItems({tr("on one clock"), tr("at the same block")});
    aligned_->setToolTip(tr("On one clock both have run for the same time; at the same block dd asks both for the same "
                            "block of the file"));
    connect(aligned_, &QComboBox::currentIndexChanged, this, &ComparisonWindow::align);
    row->addWidget(aligned_);
    return bar;
}

QWidget* ComparisonWindow::createSide(int index) {
    Side& side = side_[static_cast<std::size_t>(index)];
    const QString letter = QLatin1String(side_names[static_cast<std::size_t>(index)]);
    auto* box = new QWidget(this);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(theatre_margin, 0, theatre_margin, 0);
    side.title = new QLabel(QStringLiteral("<b>%1</b>").arg(letter), box);
    side.scenario = new QComboBox(box);
    side.scenario->setAccessibleName(tr("Scenario of %1").arg(letter));
    side.scenario->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    side.scenario->addItem(tr("the bench: %1").arg(titleOf(bench_)));
    for (const std::string& name : scenario_names()) {
        side.scenario->addItem(titleOf(load_scenario(name)), QString::fromStdString(name));
    }
    connect(side.scenario, &QComboBox::activated, this, [this, index] { openScenario(index); });
    side.run = new QSpinBox(box);
    side.run->setPrefix(tr("run "));
    side.run->setAccessibleName(tr("Run of %1").arg(letter));
    connect(side.run, &QSpinBox::valueChanged, this, &ComparisonWindow::align);
    side.change = new QLineEdit(box);
    side.change->setAccessibleName(tr("What is changed in %1").arg(letter));
    side.change->setPlaceholderText(tr("with … as in cache.buffers=1900"));
    side.change->setClearButtonEnabled(true);
    connect(side.change, &QLineEdit::editingFinished, this,
            [this, index, &side] { setChange(index, side.change->text()); });
    side.clock = new QLabel(box);
    side.clock->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    side.clock->setMinimumWidth(side.clock->fontMetrics().horizontalAdvance(QStringLiteral("000.000 000 s")));
    row->addWidget(side.title);
    row->addWidget(side.scenario, 3);
    row->addWidget(side.run);
    row->addWidget(side.change, 2);
    row->addWidget(side.clock);
    column->addLayout(row);
    side.theatre = new Theatre(side.player, selection_, box);
    side.player.setSpeed(speeds[default_speed]);
    column->addWidget(side.theatre, 1);
    return box;
}

void ComparisonWindow::openScenario(int index) {
    Side& side = side_[static_cast<std::size_t>(index)];
    const QString name = side.scenario->currentData().toString();
    side.change->clear();
    side.laboratory.open(name.isEmpty() ? bench_ : load_scenario(name.toStdString()));
}

bool ComparisonWindow::setChange(int index, const QString& assignment) {
    Side& side = side_[static_cast<std::size_t>(index)];
    const QString name = side.scenario->currentData().toString();
    const Scenario original = name.isEmpty() ? bench_ : load_scenario(name.toStdString());
    Scenario changed = original;
    try {
        if (!assignment.trimmed().isEmpty()) {
            set_parameter(changed, assignment.trimmed().toStdString());
        }
        changed.name = name_with_changes(original, changed);
        check(changed);
    } catch (const Error& error) {
        showProblem(QString::fromUtf8(error.what()));
        return false;
    }
    if (changed != side.laboratory.scenario()) {
        side.laboratory.open(changed);
    }
    side.change->setText(assignment.trimmed());
    return true;
}

void ComparisonWindow::setRun(int side, int number) {
    side_[static_cast<std::size_t>(side)].run->setValue(number);
}

void ComparisonWindow::setAlignment(Alignment alignment) {
    aligned_->setCurrentIndex(static_cast<int>(alignment));
}

void ComparisonWindow::take(int index, const std::shared_ptr<const Recording>& recording) {
    Side& side = side_[static_cast<std::size_t>(index)];
    leader().pause();
    const bool first = side.recording == nullptr;
    side.recording = recording;
    const int wanted = first ? index + 1 : side.run->value();
    {
        const QSignalBlocker blocker(side.run);
        side.run->setRange(1, std::max(1, static_cast<int>(recording->runs.size())));
        side.run->setValue(wanted);
    }
    following_ = true;
    side.player.setRecording(recording, false);
    side.theatre->reload();
    following_ = false;
    align();
}

RunInRecording ComparisonWindow::run(int index) const {
    const Side& side = side_[static_cast<std::size_t>(index)];
    return {side.recording.get(), static_cast<std::uint32_t>(side.run->value())};
}

void ComparisonWindow::align() {
    for (Side& side : side_) {
        side.player.pause();
        if (side.recording == nullptr || side.recording->runs.empty()) {
            return;
        }
    }
    const RunInRecording a = run(0);
    const RunInRecording b = run(1);
    leader_ = b.end() - b.begin() > a.end() - a.begin() ? 1 : 0; // the longer one, so that there is an instant for each
    alignment_.emplace(leader_ == 0 ? a : b, leader_ == 0 ? b : a, static_cast<Alignment>(aligned_->currentIndex()));
    leader().scrubTo(run(leader_).begin());
    showDifference();
    Q_EMIT ready();
}

void ComparisonWindow::seek(int permille) {
    if (alignment_) {
        const RunInRecording leading = run(leader_);
        leader().scrubTo(leading.begin() + (leading.end() - leading.begin()) * permille / steps_of_place);
    }
}

void ComparisonWindow::followLeader() {
    if (!alignment_) {
        return;
    }
    following_ = true;
    const RunInRecording leading = run(leader_);
    if (leader().time() > leading.end()) {
        leader().pause();
        leader().scrubTo(leading.end());
    }
    const SimTime time = std::max(leader().time(), leading.begin());
    side_[static_cast<std::size_t>(1 - leader_)].player.scrubTo(alignment_->follow(time));
    const Duration length = std::max<Duration>(Duration(1), leading.end() - leading.begin());
    place_->setValue(static_cast<int>((time - leading.begin()) * steps_of_place / length));
    following_ = false;
    showClocks();
}

void ComparisonWindow::showClocks() {
    for (int index = 0; index < 2; ++index) {
        Side& side = side_[static_cast<std::size_t>(index)];
        const Duration into = std::max(Duration::zero(), side.player.time() - run(index).begin());
        side.clock->setText(clockText(into.count()));
    }
}

QString ComparisonWindow::differenceText() const {
    return difference_->text();
}

void ComparisonWindow::showDifference() {
    const RunInRecording a = run(0);
    const RunInRecording b = run(1);
    QStringList lines;
    for (const std::string& sentence :
         compare({&a.recording->scenario, &a.recording->runs[a.number - 1]},
                 {&b.recording->scenario, &b.recording->runs[b.number - 1]}, side_names[0], side_names[1])) {
        lines += QString::fromStdString(sentence);
    }
    difference_->setText(lines.join(QLatin1Char('\n')));
}

void ComparisonWindow::showProblem(const QString& problem) {
    difference_->setText(problem);
}

void ComparisonWindow::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Space:
        leader().toggle();
        break;
    case Qt::Key_Home:
        seek(0);
        break;
    case Qt::Key_End:
        seek(steps_of_place);
        break;
    case Qt::Key_Escape:
        selection_.isEmpty() ? static_cast<void>(close()) : selection_.clear();
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace thrashlab::ui
