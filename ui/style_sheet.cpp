#include "ui/style_sheet.h"

#include <QPair>

#include <array>

namespace thrashlab::ui {
namespace {

// Names in braces stand for colours of the theme.
constexpr const char* rules = R"(
QMainWindow, QMainWindow::separator { background: {window}; }
QMainWindow::separator { width: 4px; height: 4px; }
QToolBar { background: {card}; border: 0; border-bottom: 1px solid {line}; padding: 5px 10px; spacing: 5px; }
QMenuBar { background: {card}; border: 0; padding: 2px 6px; }
QMenuBar::item { padding: 4px 8px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: {tint}; color: {text}; }
QStatusBar { background: {card}; border-top: 1px solid {line}; color: {quiet}; }
QStatusBar::item { border: 0; }
QDockWidget { color: {quiet}; }
QDockWidget::title { background: {card}; padding: 5px 12px; border: 0; text-align: left; }
QDockWidget::close-button, QDockWidget::float-button { border: 0; background: transparent; padding: 0; }
QToolButton { background: {field}; border: 1px solid {line}; border-radius: 6px; padding: 4px; color: {text}; }
QToolButton:hover { border-color: {accent}; }
QToolButton:pressed, QToolButton:checked { background: {accent}; border-color: {accent}; }
QToolButton:focus { border-color: {accent}; }
QToolButton[flat="true"] { background: transparent; border: 0; padding: 1px; color: {accent}; }
QToolButton[flat="true"]:focus { border: 1px solid {accent}; }
QComboBox { background: {field}; border: 1px solid {line}; border-radius: 6px; padding: 4px 8px; color: {text}; }
QComboBox:hover, QComboBox:focus { border-color: {accent}; }
QComboBox::drop-down { border: 0; width: 20px; }
QComboBox::down-arrow { image: url(:/thrashlab/down-{mode}.svg); width: 12px; height: 12px; }
QComboBox QAbstractItemView { background: {card}; color: {text}; border: 1px solid {line};
  selection-background-color: {tint}; selection-color: {text}; outline: 0; }
QLineEdit, QDoubleSpinBox { background: {field}; border: 1px solid {line}; border-radius: 5px; padding: 2px 6px;
  color: {text}; selection-background-color: {accent}; }
QLineEdit:focus, QDoubleSpinBox:focus { border-color: {accent}; }
QCheckBox { spacing: 8px; color: {text}; }
QCheckBox::indicator { width: 14px; height: 14px; border: 1px solid {quiet}; border-radius: 4px; background: {card}; }
QCheckBox::indicator:hover, QCheckBox::indicator:focus { border-color: {accent}; }
QCheckBox:focus { color: {accent}; }
QCheckBox::indicator:checked { background: {accent}; border-color: {accent};
  image: url(:/thrashlab/check-{mode}.svg); }
QListWidget#kinds { background: {card}; border: 0; outline: 0; }
QListWidget#kinds::item { padding: 7px 10px; border-left: 2px solid transparent; }
QListWidget#kinds::item:selected { background: {tint}; color: {text}; border-left: 2px solid {accent}; }
QScrollArea, QWidget#panelGround { background: {card}; border: 0; }
QLabel[role="group"] { color: {quiet}; font-weight: 600; }
QLabel[role="pill"] { color: {quiet}; border: 1px solid {line}; border-radius: 6px; padding: 0px 6px; min-height: 14px; }
QLabel[role="quiet"] { color: {quiet}; }
QLabel[role="problem"] { color: {problem}; }
QFrame[role="rule"] { background: {line}; border: 0; max-height: 1px; min-height: 1px; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar::handle:vertical { background: {line}; border-radius: 4px; min-height: 30px; margin: 1px; }
QScrollBar::handle:vertical:hover { background: {quiet}; }
QScrollBar::add-line, QScrollBar::sub-line { height: 0; width: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QProgressBar { background: {line}; border: 0; border-radius: 3px; max-height: 6px; }
QProgressBar::chunk { background: {accent}; border-radius: 3px; }
QToolTip { background: {card}; color: {text}; border: 1px solid {line}; padding: 4px; }
)";

} // namespace

QString windowStyleSheet(const Theme& theme) {
    const std::array<QPair<QString, QString>, 10> values{{
        {QStringLiteral("{window}"), theme.window().name()},
        {QStringLiteral("{card}"), theme.card().name()},
        {QStringLiteral("{field}"), theme.window().name()},
        {QStringLiteral("{line}"), theme.line().name()},
        {QStringLiteral("{text}"), theme.text().name()},
        {QStringLiteral("{quiet}"), theme.quietText().name()},
        {QStringLiteral("{accent}"), theme.accent().name()},
        {QStringLiteral("{tint}"), theme.accentTint().name()},
        {QStringLiteral("{problem}"), theme.time(DrivePhase::rotation).name()},
        {QStringLiteral("{mode}"), theme.dark() ? QStringLiteral("dark") : QStringLiteral("light")},
    }};
    QString sheet = QString::fromLatin1(rules);
    for (const auto& [name, value] : values) {
        sheet.replace(name, value);
    }
    return sheet;
}

} // namespace thrashlab::ui
