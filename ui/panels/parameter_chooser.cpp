#include "ui/panels/parameter_chooser.h"

#include "ui/number_text.h"

#include <QComboBox>

#include <optional>

namespace thrashlab::ui {
namespace {

bool isNumber(const Parameter& parameter) {
    const ParameterValue value = parameter.get(Scenario{});
    return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
}

} // namespace

QStringList fillParameterChooser(QComboBox& chooser, const Scenario& scenario) {
    const auto isWanted = [&](const Parameter& each) { return isNumber(each) && applies(each, scenario); };
    QStringList keys;
    for (const Parameter& each : parameters()) {
        if (isWanted(each)) {
            keys += fromView(each.key);
        }
    }
    QStringList present;
    for (int i = 0; i < chooser.count(); ++i) {
        if (const QString key = chooser.itemData(i).toString(); !key.isEmpty()) {
            present += key;
        }
    }
    if (keys != present) {
        chooser.clear();
        addParameters(chooser, isWanted);
    }
    return keys;
}

void addParameters(QComboBox& chooser, const std::function<bool(const Parameter&)>& isWanted) {
    std::optional<ParameterGroup> group;
    for (const Parameter& each : parameters()) {
        if (!isWanted(each)) {
            continue;
        }
        if (group.value_or(each.group) != each.group) {
            chooser.insertSeparator(chooser.count());
        }
        group = each.group;
        chooser.addItem(fromView(each.label), fromView(each.key));
        chooser.setItemData(chooser.count() - 1, fromView(each.reason), Qt::ToolTipRole);
    }
}

} // namespace thrashlab::ui
