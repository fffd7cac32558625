#include "ui/panels/parameter_chooser.h"

#include "sim/parameter.h"
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
    QStringList keys;
    for (const Parameter& each : parameters()) {
        if (isNumber(each) && applies(each, scenario)) {
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
        std::optional<ParameterGroup> group;
        for (const QString& key : keys) {
            const Parameter& each = parameter(key.toStdString());
            if (group.value_or(each.group) != each.group) {
                chooser.insertSeparator(chooser.count());
            }
            group = each.group;
            chooser.addItem(fromView(each.label), key);
            chooser.setItemData(chooser.count() - 1, fromView(each.reason), Qt::ToolTipRole);
        }
    }
    return keys;
}

} // namespace thrashlab::ui
