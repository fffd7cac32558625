#include "ui/panels/parameter_row.h"

#include "sim/narration.h"
#include "ui/icons.h"
#include "ui/number_text.h"
#include "ui/panels/quiet_slider.h"
#include "ui/panels/unit_spin_box.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cmath>

namespace thrashlab::ui {
namespace {

constexpr int slider_steps = 1000;
constexpr double byte_step = 1024; ///< of a slider for a size
constexpr int spin_width = 98;

/// Where a slider begins and ends; the spin box goes to the table's bounds.
struct SliderRange {
    std::string_view key;
    double low;
    double high;
    bool doubling = false;
};
constexpr std::array ranges{SliderRange{"workload.file_bytes", 65536, 16777216},
                            SliderRange{"workload.bs", 512, 65536, true},
                            SliderRange{"workload.runs", 1, 10},
                            SliderRange{"workload.pause", 0, 10},
                            SliderRange{"file_system.block_size", 512, 8192, true},
                            SliderRange{"cache.buffers", 100, 5000},
                            SliderRange{"kernel.read_ahead_limit", 1, 256, true},
                            SliderRange{"kernel.largest_transfer", 4096, 1048576, true},
                            SliderRange{"kernel.system_call", 0, 200},
                            SliderRange{"kernel.copy_kibibyte", 0, 100},
                            SliderRange{"drive.rpm", 300, 15000},
                            SliderRange{"drive.sectors_per_track", 8, 512},
                            SliderRange{"drive.command_cost", 0, 10},
                            SliderRange{"drive.seek_base", 0, 30},
                            SliderRange{"drive.seek_per_track", 0, 0.2}};

const SliderRange* rangeOf(std::string_view key) {
    const auto* found =
        std::find_if(ranges.begin(), ranges.end(), [key](const SliderRange& r) { return r.key == key; });
    return found == ranges.end() ? nullptr : found;
}

double asNumber(const ParameterValue& value) {
    const auto* whole = std::get_if<std::int64_t>(&value);
    return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
}

} // namespace

ParameterRow::ParameterRow(const Parameter& parameter, QWidget* parent)
    : QWidget(parent), parameter_(parameter), doubling_(parameter.power_of_two) {
    const ParameterValue example = parameter.get(Scenario{});
    original_ = example;
    if (const SliderRange* range = rangeOf(parameter.key)) {
        doubling_ = doubling_ || range->doubling;
    }
    if (std::holds_alternative<bool>(example)) {
        buildCheck();
    } else if (std::holds_alternative<std::string>(example)) {
        buildChoice();
    } else {
        real_ = std::holds_alternative<double>(example);
        buildNumber();
    }
    setToolTip(QStringLiteral("<p>%1</p><p>%2 · %3</p>")
                   .arg(fromView(parameter.reason).toHtmlEscaped(), fromView(provenance_text(parameter.provenance)),
                        fromView(parameter.key)));
}

QLabel* ParameterRow::makeLabel() {
    auto* label = new QLabel(fromView(parameter_.label), this);
    label->setWordWrap(true);
    return label;
}

QToolButton* ParameterRow::makeReset() {
    reset_ = new QToolButton(this);
    reset_->setProperty("flat", true);
    reset_->setToolTip(tr("Back to the scenario's own value"));
    reset_->setAccessibleName(tr("Reset %1").arg(fromView(parameter_.label)));
    reset_->setIconSize(QSize(14, 14));
    reset_->setFocusPolicy(Qt::TabFocus);
    QSizePolicy policy = reset_->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // nothing jumps
    reset_->setSizePolicy(policy);
    reset_->hide();
    connect(reset_, &QToolButton::clicked, this, [this] { Q_EMIT edited(original_, 0); });
    updateIcon();
    return reset_;
}

void ParameterRow::updateIcon() {
    reset_->setIcon(drawnIcon(Icon::reset, Theme(palette()).accent()));
}

QLabel* ParameterRow::makePill() {
    constexpr std::array<const char*, 4> words{"src", "ded", "hyp", ""};
    auto* pill = new QLabel(QLatin1String(words[static_cast<std::size_t>(parameter_.provenance)]), this);
    pill->setProperty("role", "pill");
    pill->setAccessibleName(fromView(provenance_text(parameter_.provenance)));
    QFont small = pill->font();
    small.setPointSizeF(small.pointSizeF() * 0.85);
    pill->setFont(small);
    pill->setVisible(parameter_.provenance != Provenance::choice);
    return pill;
}

void ParameterRow::buildNumber() {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(1);
    spin_ = new UnitSpinBox(fromView(parameter_.unit), real_, doubling_, this);
    spin_->setRange(parameter_.minimum, parameter_.maximum);
    spin_->setFixedWidth(spin_width);
    spin_->setAccessibleName(fromView(parameter_.label));
    slider_ = new QuietSlider(this);
    slider_->setAccessibleName(tr("%1, slider").arg(fromView(parameter_.label)));
    grid->addWidget(makeLabel(), 0, 0);
    grid->addWidget(makeReset(), 0, 1);
    grid->addWidget(spin_, 0, 2);
    grid->addWidget(slider_, 1, 0, 1, 3);
    grid->setColumnStretch(0, 1);
    connect(spin_, &QDoubleSpinBox::valueChanged, this, [this](double value) { Q_EMIT edited(fromNumber(value), 0); });
    connect(slider_, &QSlider::sliderPressed, this, [this] {
        static int gestures = 0;
        gesture_ = ++gestures;
    });
    connect(slider_, &QSlider::valueChanged, this, [this](int position) {
        Q_EMIT edited(fromNumber(toValue(position)), slider_->isSliderDown() ? gesture_ : 0);
    });
}

void ParameterRow::buildChoice() {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(3);
    combo_ = new QComboBox(this);
    combo_->setFocusPolicy(Qt::TabFocus);
    combo_->setAccessibleName(fromView(parameter_.label));
    for (const auto& word : parameter_.choices) {
        combo_->addItem(fromView(word));
    }
    grid->addWidget(makeLabel(), 0, 0);
    grid->addWidget(makeReset(), 0, 1);
    grid->addWidget(combo_, 0, 2);
    grid->addWidget(makePill(), 0, 3, Qt::AlignVCenter);
    grid->setColumnStretch(0, 1);
    connect(combo_, &QComboBox::activated, this,
            [this](int) { Q_EMIT edited(combo_->currentText().toStdString(), 0); });
}

void ParameterRow::buildCheck() {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    check_ = new QCheckBox(fromView(parameter_.label), this);
    check_->setFocusPolicy(Qt::TabFocus);
    row->addWidget(check_, 1);
    row->addWidget(makeReset());
    row->addWidget(makePill(), 0, Qt::AlignVCenter);
    connect(check_, &QCheckBox::clicked, this, [this](bool on) { Q_EMIT edited(on, 0); });
}

double ParameterRow::toValue(int position) const {
    if (doubling_) {
        return low_ * std::pow(2.0, position);
    }
    const double share = static_cast<double>(position) / slider_steps;
    const double value = parameter_.logarithmic ? low_ * std::pow(high_ / low_, share) : low_ + share * (high_ - low_);
    if (parameter_.unit == "bytes") {
        return std::round(value / byte_step) * byte_step;
    }
    const double grain = real_ ? std::pow(10.0, std::floor(std::log10(std::max(high_, 1e-9))) - 2) : 1;
    return std::round(value / grain) * grain;
}

int ParameterRow::toPosition(double value) const {
    const double inside = std::clamp(value, low_, high_);
    if (doubling_) {
        return static_cast<int>(std::lround(std::log2(inside / low_)));
    }
    const double share =
        parameter_.logarithmic ? std::log(inside / low_) / std::log(high_ / low_) : (inside - low_) / (high_ - low_);
    return static_cast<int>(std::lround(share * slider_steps));
}

ParameterValue ParameterRow::fromNumber(double number) const {
    return real_ ? ParameterValue(number) : ParameterValue(static_cast<std::int64_t>(std::llround(number)));
}

void ParameterRow::findRange(double original) {
    if (const SliderRange* range = rangeOf(parameter_.key)) {
        low_ = std::max(parameter_.minimum, std::min(range->low, original));
        high_ = std::min(parameter_.maximum, std::max(range->high, original));
    } else {
        low_ = parameter_.logarithmic ? std::max({parameter_.minimum, original / 16, 1.0}) : parameter_.minimum;
        high_ = std::min(parameter_.maximum, std::max(original * 16, low_ + 1));
    }
    slider_->setRange(0, doubling_ ? static_cast<int>(std::lround(std::log2(high_ / low_))) : slider_steps);
    slider_->setPageStep(doubling_ ? 1 : slider_steps / 20);
    slider_->setSingleStep(doubling_ ? 1 : slider_steps / 200);
}

void ParameterRow::show(const Scenario& now, const Scenario& original) {
    const ParameterValue value = parameter_.get(now);
    original_ = parameter_.get(original);
    reset_->setVisible(value != original_);
    if (check_ != nullptr) {
        check_->setChecked(std::get<bool>(value));
    } else if (combo_ != nullptr) {
        combo_->setCurrentText(QString::fromStdString(std::get<std::string>(value)));
    } else {
        const QSignalBlocker quiet_spin(spin_);
        const QSignalBlocker quiet_slider(slider_);
        findRange(asNumber(original_));
        slider_->setMark(toPosition(asNumber(original_)));
        spin_->setValue(asNumber(value));
        if (!slider_->isSliderDown()) {
            slider_->setValue(toPosition(asNumber(value)));
        }
    }
}

} // namespace thrashlab::ui
