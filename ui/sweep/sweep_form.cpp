#include "ui/sweep/sweep_form.h"

#include "error.h"
#include "sim/curve.h"
#include "ui/number_text.h"
#include "ui/panels/link_button.h"
#include "ui/panels/parameter_chooser.h"
#include "ui/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace thrashlab::ui {
namespace {

constexpr int waitForHand = 200; ///< milliseconds from the last key to the check of all points
constexpr std::size_t mostChecked = 20'000;
constexpr std::size_t mostNamed = 6;
constexpr int chooserWidth = 220;
constexpr std::array profiles{"kernel.profile", "drive.profile"};

bool isVariable(const Parameter& each, const Scenario& scenario) {
    const bool text = std::holds_alternative<std::string>(each.get(scenario)) && each.choices.empty();
    return !text && !each.derived && applies(each, scenario);
}

// "13 values: 1 000, 1 100, …, 2 200".
QString describe(const SweepAxis& axis) {
    QStringList named;
    const std::size_t count = axis.values.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (count > mostNamed && i == mostNamed - 2) {
            named += QStringLiteral("…");
            i = count - 1;
        }
        const auto* const whole = std::get_if<std::int64_t>(&axis.values[i]);
        named += whole != nullptr && *whole >= 0 ? groupedText(static_cast<std::uint64_t>(*whole))
                                                 : fromView(format(axis.values[i]));
    }
    const QString list = named.join(QStringLiteral(", "));
    return count == 1 ? SweepForm::tr("1 value: %1").arg(list)
                      : SweepForm::tr("%1 values: %2").arg(groupedText(std::uint64_t{count}), list);
}

void say(QLabel& note, const QString& text, bool wrong) {
    QPalette palette = note.palette();
    const Theme theme(palette);
    palette.setColor(QPalette::WindowText, wrong ? theme.evicted() : theme.quietText());
    note.setPalette(palette);
    note.setText(text);
}

QString textOf(const Error& error) {
    return upperFirst(QString::fromStdString(error.problem() + "; " + error.remedy()));
}

} // namespace

SweepForm::SweepForm(QWidget* parent)
    : QWidget(parent), lines_(new QVBoxLayout), add_(new LinkButton(tr("+ another &parameter"), this)),
      drop_(new LinkButton(tr("leave the single points out"), this)), message_(new QLabel(this)),
      timer_(new QTimer(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    lines_->setSpacing(8);
    column->addLayout(lines_);
    auto* foot = new QHBoxLayout;
    foot->addWidget(add_);
    message_->setWordWrap(true);
    message_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    foot->addWidget(message_, 1);
    foot->addWidget(drop_);
    column->addLayout(foot);
    message_->setAccessibleName(tr("The points of the sweep"));
    timer_->setSingleShot(true);
    timer_->setInterval(waitForHand);
    connect(timer_, &QTimer::timeout, this, &SweepForm::checkPoints);
    connect(drop_, &QPushButton::clicked, this, [this] {
        plan_.list.clear();
        read();
    });
    connect(add_, &QPushButton::clicked, this, [this] {
        // The first one that is not there yet.
        QComboBox all;
        fillChooser(all);
        for (int i = 0; i < all.count(); ++i) {
            const QString key = all.itemData(i).toString();
            if (!key.isEmpty() && std::none_of(axes_.begin(), axes_.end(), [&](const Axis& axis) {
                    return axis.parameter->currentData().toString() == key;
                })) {
                addAxis(key);
                axes_.back().parameter->setFocus();
                return;
            }
        }
    });
}

void SweepForm::fillChooser(QComboBox& chooser) const {
    addParameters(chooser, [this](const Parameter& each) { return isVariable(each, plan_.base); });
    chooser.insertSeparator(chooser.count());
    const std::array names{tr("Kernel"), tr("Drive")};
    for (std::size_t i = 0; i < profiles.size(); ++i) {
        chooser.addItem(names[i], QString::fromLatin1(profiles[i]));
    }
}

void SweepForm::setBase(const Scenario& base) {
    plan_.base = base;
    plan_.name = base.name;
    plan_.list.clear();
    std::vector<std::pair<QString, QString>> lines;
    for (const Axis& axis : axes_) {
        lines.emplace_back(axis.parameter->currentData().toString(), axis.values->text());
    }
    clearAxes();
    for (const auto& [key, values] : lines) {
        const bool profile = is_profile(key.toStdString());
        if (profile || isVariable(parameter(key.toStdString()), base)) {
            createAxis(key, values);
        }
    }
    if (axes_.empty()) {
        addAxis(base.kernel_kind == KernelKind::linux_page_cache ? QStringLiteral("linux.memory_limit")
                                                                 : QStringLiteral("cache.buffers"));
    }
    read();
}

void SweepForm::setPlan(const SweepPlan& plan) {
    clearAxes();
    plan_ = plan;
    for (const SweepAxis& axis : plan.axes) {
        createAxis(QString::fromStdString(axis.key), QString::fromStdString(sweep_axis_text(axis)));
    }
    read();
}

void SweepForm::clearAxes() {
    for (const Axis& axis : axes_) {
        axis.box->deleteLater();
        axis.box->hide();
    }
    axes_.clear();
}

void SweepForm::addAxis(const QString& key) {
    createAxis(key, {});
    suggest(axes_.back());
}

void SweepForm::createAxis(const QString& key, const QString& values) {
    Axis axis{new QWidget(this), nullptr, nullptr, nullptr};
    auto* column = new QVBoxLayout(axis.box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto* row = new QHBoxLayout;
    axis.parameter = new QComboBox(axis.box);
    axis.parameter->setFixedWidth(chooserWidth);
    axis.parameter->setAccessibleName(tr("Parameter"));
    fillChooser(*axis.parameter);
    axis.parameter->setCurrentIndex(axis.parameter->findData(key));
    axis.values = new QLineEdit(values, axis.box);
    axis.values->setAccessibleName(tr("Values"));
    axis.values->setPlaceholderText(tr("50, 100 or 1000..2400 step 100 or 16..4096 count 9 log"));
    axis.values->setToolTip(tr("Values and ranges, with commas between them:\n50, 100\n1000..2400 step 100\n"
                               "16..4096 count 9 log\nlru, arc"));
    auto* remove = new QToolButton(axis.box);
    remove->setText(QStringLiteral("−"));
    remove->setAutoRaise(true);
    remove->setToolTip(tr("Leave this parameter out"));
    remove->setAccessibleName(remove->toolTip());
    axis.note = new QLabel(axis.box);
    axis.note->setIndent(chooserWidth + row->spacing() + 2);
    row->addWidget(axis.parameter);
    row->addWidget(axis.values, 1);
    row->addWidget(remove);
    column->addLayout(row);
    column->addWidget(axis.note);
    lines_->addWidget(axis.box);
    axes_.push_back(axis);
    const auto place = [this, box = axis.box] {
        return std::find_if(axes_.begin(), axes_.end(), [box](const Axis& each) { return each.box == box; });
    };
    connect(axis.parameter, &QComboBox::activated, this, [this, place] { suggest(*place()); });
    connect(axis.values, &QLineEdit::textChanged, this, &SweepForm::read);
    connect(remove, &QToolButton::clicked, this,
            [this, place] { removeAxis(static_cast<int>(place() - axes_.begin())); });
}

void SweepForm::removeAxis(int place) {
    axes_[static_cast<std::size_t>(place)].box->deleteLater();
    axes_[static_cast<std::size_t>(place)].box->hide();
    axes_.erase(axes_.begin() + place);
    read();
}

void SweepForm::suggest(const Axis& axis) {
    axis.values->setText(QString::fromStdString(
        suggested_axis_text(plan_.base, axis.parameter->currentData().toString().toStdString())));
    read();
}

void SweepForm::read() {
    plan_.axes.clear();
    good_ = true;
    for (const Axis& axis : axes_) {
        const std::string key = axis.parameter->currentData().toString().toStdString();
        try {
            SweepAxis values = parse_sweep_axis(key, axis.values->text().toStdString(), plan_.base);
            say(*axis.note, describe(values), false);
            good_ = good_ && std::none_of(plan_.axes.begin(), plan_.axes.end(),
                                          [&](const SweepAxis& each) { return each.key == key; });
            if (!good_) {
                say(*axis.note, tr("This parameter is there twice"), true);
            }
            plan_.axes.push_back(std::move(values));
        } catch (const Error& problem) {
            say(*axis.note, textOf(problem), true);
            good_ = false;
        }
    }
    drop_->setVisible(!plan_.list.empty());
    message_->setText(good_ ? QString() : tr("See above"));
    timer_->start();
    Q_EMIT changed();
}

// What one line cannot know: whether the values go together.
void SweepForm::checkPoints() {
    if (!good_) {
        return;
    }
    const double points = point_count(plan_);
    if (points > 0 && points <= static_cast<double>(mostChecked)) {
        try {
            check(plan_, plan_.name);
        } catch (const Error& problem) {
            good_ = false;
            message_->setText(QString::fromUtf8(problem.what()));
            Q_EMIT changed();
            return;
        }
    }
    if (points < 1 || points > static_cast<double>(largest_sweep)) {
        good_ = false;
        message_->setText(points < 1 ? tr("There are no points yet") : tr("There are too many points"));
        Q_EMIT changed();
        return;
    }
    const auto count = static_cast<std::uint64_t>(points);
    QString text = count == 1 ? tr("1 point") : tr("%1 points").arg(groupedText(count));
    if (!plan_.list.empty()) {
        text += tr(", %1 of them single").arg(plan_.list.size());
    }
    message_->setText(text);
    Q_EMIT changed();
}

std::optional<SweepPlan> SweepForm::plan() const {
    return good_ ? std::optional(plan_) : std::nullopt;
}

QString SweepForm::message() const {
    return message_->text();
}

} // namespace thrashlab::ui
