// A list of the parameters that a scenario can be drawn against.
#pragma once

#include "sim/parameter.h"

#include <QStringList>

#include <functional>

class QComboBox;

namespace thrashlab::ui {

/// Fills the list with the numbers that make a difference to the scenario, in groups, each with its key as data, unless
/// it has them already; then its choice stays. Returns their keys.
QStringList fillParameterChooser(QComboBox& chooser, const Scenario& scenario);

/// Adds parameters in groups, each with its key as data and its reason as a tool tip.
void addParameters(QComboBox& chooser, const std::function<bool(const Parameter&)>& isWanted);

} // namespace thrashlab::ui
