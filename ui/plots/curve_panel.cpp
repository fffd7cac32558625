#include "ui/plots/curve_panel.h"

#include "cache/policy.h"
#include "error.h"
#include "ui/models/laboratory.h"
#include "ui/number_text.h"
#include "ui/panels/parameter_chooser.h"
#include "ui/plots/curve_chart.h"
#include "ui/plots/curve_plot.h"
#include "ui/plots/curve_words.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QMenu>
#include <QPainter>
#include <QSettings>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

namespace thrashlab::ui {
namespace {

constexpr double sampleWidth = 22;
constexpr double sampleGap = 5;
constexpr double entryGap = 14;
constexpr int chooserLetters = 12;
constexpr int narrowestChooser = 50;
constexpr int buttonGap = 4;

} // namespace

/// The line over the plot: what the pens stand for, and at the right what the curve cost. What has no room is left out.
class CurveKey : public QWidget {
public:
    using QWidget::QWidget;

    void setEntries(std::vector<CurveKeyEntry> entries) {
        entries_ = std::move(entries);
        QStringList words;
        for (const CurveKeyEntry& entry : entries_) {
            words += entry.text;
        }
        setAccessibleName(words.join(QStringLiteral(", ")));
        update();
    }
    void setRemark(const QString& remark) {
        remark_ = remark;
        setAccessibleDescription(remark);
        update();
    }
    [[nodiscard]] QSize sizeHint() const override { return {200, fontMetrics().height()}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, fontMetrics().height()}; }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const QFontMetricsF metrics(font());
        const Theme theme(palette());
        const double middle = height() / 2.0;
        double left = 0;
        const auto write = [&](const QString& text, double at) {
            painter.setPen(theme.quietText());
            painter.drawText(QRectF(at, 0, metrics.horizontalAdvance(text) + 2, height()),
                             Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
        };
        const QString unit = QCoreApplication::translate("Curve", "bytes/s");
        write(unit, left);
        left += metrics.horizontalAdvance(unit) + entryGap;
        for (const CurveKeyEntry& entry : entries_) {
            const double width = sampleWidth + sampleGap + metrics.horizontalAdvance(entry.text);
            if (left + width > this->width()) {
                return;
            }
            painter.setPen(entry.pen);
            painter.drawLine(QPointF(left, middle), QPointF(left + sampleWidth, middle));
            write(entry.text, left + sampleWidth + sampleGap);
            left += width + entryGap;
        }
        const double wide = metrics.horizontalAdvance(remark_);
        if (left + wide <= width()) {
            write(remark_, width() - wide - 1);
        }
    }

private:
    std::vector<CurveKeyEntry> entries_;
    QString remark_;
};

CurvePanel::CurvePanel(Laboratory& laboratory, QWidget* parent)
    : Card(tr("What if …"), parent), laboratory_(laboratory), chooser_(new QComboBox(this)),
      curveKey_(new CurveKey(this)), plot_(new CurvePlot(this)), policies_(new QCheckBox(tr("Policies"), this)),
      menu_(new QMenu(this)), wanted_(QStringLiteral("cache.buffers")) {
    content()->setSpacing(1);
    content()->addWidget(curveKey_);
    content()->addWidget(plot_, 1);
    createMenu();
    createHeader();
    connectParts();
    plot_->setHint(tr("no scenario is open"));
}

void CurvePanel::createHeader() {
    chooser_->setAccessibleName(tr("Parameter of the curve"));
    chooser_->setToolTip(tr("What is varied; everything else stays as it is"));
    chooser_->setFocusPolicy(Qt::TabFocus);
    chooser_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    chooser_->setMinimumContentsLength(chooserLetters);
    chooser_->setMinimumWidth(narrowestChooser); // beside the panels of the smallest window
    addBesideTitle(chooser_);
    policies_->setFocusPolicy(Qt::TabFocus);
    policies_->setToolTip(tr("The second run with other replacement policies; OPT is the ceiling"));
    auto* buttons = new QWidget(this);
    auto* row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(buttonGap);
    row->addWidget(policies_);
    addToHeader(buttons);
    const auto button = [this, row](const QString& text, const QString& name) {
        auto* made = new QToolButton(this);
        made->setProperty("flat", true);
        made->setText(text);
        made->setToolTip(name);
        made->setAccessibleName(name);
        made->setFocusPolicy(Qt::TabFocus);
        row->addWidget(made);
        return made;
    };
    QToolButton* more = button(QStringLiteral("⋯"), tr("Scales and range"));
    connect(more, &QToolButton::clicked, this,
            [this, more] { menu_->popup(more->mapToGlobal(QPoint(0, more->height()))); });
    connect(button(QStringLiteral("×"), tr("Close the curve")), &QToolButton::clicked, this,
            &CurvePanel::closeRequested);
}

void CurvePanel::createMenu() {
    logarithmicSpeed_ = menu_->addAction(tr("Logarithmic &throughput"));
    logarithmicValues_ = menu_->addAction(tr("Logarithmic &values"));
    for (QAction* action : {logarithmicSpeed_, logarithmicValues_}) {
        action->setCheckable(true);
    }
    logarithmicSpeed_->setChecked(true);
    menu_->addSeparator();
    QAction* whole = menu_->addAction(tr("&Suggested range"));
    connect(logarithmicSpeed_, &QAction::toggled, this, [this](bool on) { plot_->setLogarithmicSpeed(on); });
    connect(logarithmicValues_, &QAction::triggered, this, [this](bool on) {
        CurveRange range = range_;
        range.logarithmic = on && range.from > 0;
        rangeChosen_ = true;
        setRange(range);
    });
    connect(whole, &QAction::triggered, plot_, &CurvePlot::rangeReset);
}

void CurvePanel::connectParts() {
    connect(&laboratory_, &Laboratory::scenarioOpened, this, [this] {
        opened_ = true;
        rangeChosen_ = false;
        compared_ = {};
        shown_.clear();
    });
    connect(&laboratory_, &Laboratory::scenarioChanged, this, &CurvePanel::follow);
    connect(chooser_, &QComboBox::activated, this, [this](int index) { setKey(chooser_->itemData(index).toString()); });
    connect(policies_, &QCheckBox::toggled, this, &CurvePanel::ask);
    connect(plot_, &CurvePlot::valueWanted, this, [this](double value, int gesture) {
        const Parameter& about = parameter(shown_.toStdString());
        const bool real = std::holds_alternative<double>(about.get(Scenario{}));
        laboratory_.setParameter(
            about, real ? ParameterValue(value) : ParameterValue(static_cast<std::int64_t>(std::llround(value))),
            gesture);
    });
    connect(plot_, &CurvePlot::rangeWanted, this, [this](const CurveRange& range) {
        rangeChosen_ = true;
        setRange(range);
    });
    connect(plot_, &CurvePlot::rangeReset, this, [this] {
        rangeChosen_ = false;
        suggestRange();
    });
    connect(plot_, &CurvePlot::menuWanted, menu_, [this](const QPoint& place) { menu_->popup(place); });
    connect(plot_, &CurvePlot::lookChanged, this, [this] { curveKey_->setEntries(plot_->chart().key()); });
    connect(&live_, &LiveCurve::changed, this, &CurvePanel::showCurve);
    connect(&live_, &LiveCurve::finished, this, &CurvePanel::settled);
    connect(&live_, &LiveCurve::failed, this, [this](const QString& message) {
        plot_->setCurve(nullptr);
        plot_->setHint(message);
        Q_EMIT settled();
    });
}

void CurvePanel::setKey(const QString& key) {
    wanted_ = key;
    if (opened_) {
        follow();
    }
}

QString CurvePanel::key() const {
    return shown_;
}

void CurvePanel::setPolicies(bool shown) {
    policies_->setChecked(shown);
}

void CurvePanel::setLogarithmicSpeed(bool logarithmic) {
    logarithmicSpeed_->setChecked(logarithmic);
}

bool CurvePanel::isSettled() const {
    return !opened_ || !isVisible() || !live_.isComputing();
}

// The numbers that make a difference to the scenario, group by group.
void CurvePanel::fillChooser() {
    const Scenario& scenario = laboratory_.scenario();
    const QStringList keys = fillParameterChooser(*chooser_, scenario);
    const bool linux = scenario.kernel_kind == KernelKind::linux_page_cache;
    policies_->setEnabled(!linux);
    const QString nearest = linux ? QStringLiteral("linux.memory_limit") : QStringLiteral("cache.buffers");
    choose(keys.contains(wanted_) ? wanted_ : keys.contains(nearest) ? nearest : keys.value(0));
}

void CurvePanel::choose(const QString& key) {
    chooser_->setCurrentIndex(chooser_->findData(key));
    if (key != shown_) {
        shown_ = key;
        rangeChosen_ = false;
        compared_ = {};
        plot_->setParameter(parameter(key.toStdString()));
        plot_->setHint(tr("simulating …"));
    }
}

void CurvePanel::follow() {
    fillChooser();
    const std::string key = shown_.toStdString();
    const Scenario& scenario = laboratory_.scenario();
    const double now = numeric_value(scenario, key);
    const Scenario others = apart_from(scenario, key);
    const bool another = !(others == compared_);
    compared_ = others;
    plot_->setNow(now);
    if (!rangeChosen_ && (another || now < range_.from || now > range_.to)) {
        suggestRange();
    } else {
        ask();
    }
}

void CurvePanel::suggestRange() {
    if (opened_) {
        setRange(suggested_range(laboratory_.scenario(), shown_.toStdString()));
    }
}

void CurvePanel::setRange(const CurveRange& range) {
    range_ = range;
    logarithmicValues_->setChecked(range.logarithmic);
    logarithmicValues_->setEnabled(range.from > 0);
    plot_->setRange(range);
    ask();
}

CurveRequest CurvePanel::makeRequest() const {
    CurveRequest request;
    request.base = compared_;
    request.key = shown_.toStdString();
    request.from = range_.from;
    request.to = range_.to;
    request.logarithmic = range_.logarithmic;
    request.budget = curve_budget(laboratory_.scenario());
    if (policies_->isChecked() && policies_->isEnabled()) {
        for (const std::string_view policy : compared_policies) {
            if (compared_.policy != policy) {
                request.policies.emplace_back(policy);
            }
        }
    }
    return request;
}

void CurvePanel::ask() {
    if (opened_ && isVisible()) {
        live_.request(makeRequest());
    }
}

void CurvePanel::showCurve() {
    const std::shared_ptr<const Curve>& curve = live_.curve();
    if (curve->request.key != shown_.toStdString()) {
        return;
    }
    plot_->setCurve(curve);
    plot_->setHint(whyEmpty(*curve));
    curveKey_->setRemark(describeCost(curve->points(), live_.elapsed()));
}

void CurvePanel::showEvent(QShowEvent* event) {
    Card::showEvent(event);
    ask();
}

void CurvePanel::hideEvent(QHideEvent* event) {
    Card::hideEvent(event);
    live_.cancel();
    Q_EMIT settled();
}

void CurvePanel::restore(const QSettings& settings) {
    wanted_ = settings.value(QStringLiteral("curve/parameter"), wanted_).toString();
    setPolicies(settings.value(QStringLiteral("curve/policies"), false).toBool());
    setLogarithmicSpeed(settings.value(QStringLiteral("curve/logarithmic"), true).toBool());
}

void CurvePanel::store(QSettings& settings) const {
    settings.setValue(QStringLiteral("curve/parameter"), wanted_);
    settings.setValue(QStringLiteral("curve/policies"), policies_->isChecked());
    settings.setValue(QStringLiteral("curve/logarithmic"), logarithmicSpeed_->isChecked());
}

} // namespace thrashlab::ui
