#include "ui/theme.h"

namespace thrashlab::ui {
namespace {

// Okabe and Ito's palette (2008), by their names.
const QColor orange(0xe6, 0x9f, 0x00);
const QColor bluishGreen(0x00, 0x9e, 0x73);
const QColor yellow(0xf0, 0xe4, 0x42);
const QColor blue(0x00, 0x72, 0xb2);
const QColor skyBlue(0x56, 0xb4, 0xe9);
const QColor vermillion(0xd5, 0x5e, 0x00);
const QColor reddishPurple(0xcc, 0x79, 0xa7);

constexpr int midGrey = 128;

bool blackOnWhite(const QPalette& palette) {
    return palette.color(QPalette::Base) == Qt::white && palette.color(QPalette::Window) == Qt::white &&
           palette.color(QPalette::Text) == Qt::black;
}

} // namespace

Theme::Theme(const QPalette& palette)
    : palette_(palette), dark_(palette.color(QPalette::Base).lightness() < midGrey), projected_(blackOnWhite(palette)) {
}

QColor Theme::mixed(QColor colour, double share) const {
    const QColor ground = card();
    const auto mix = [share](float over, float under) {
        return static_cast<float>(share) * over + static_cast<float>(1 - share) * under;
    };
    return QColor::fromRgbF(mix(colour.redF(), ground.redF()), mix(colour.greenF(), ground.greenF()),
                            mix(colour.blueF(), ground.blueF()));
}

QColor Theme::window() const {
    return palette_.color(QPalette::Window);
}
QColor Theme::card() const {
    return palette_.color(QPalette::Base);
}
QColor Theme::line() const {
    return mixed(text(), projected_ ? 0.4 : 0.16);
}
QColor Theme::text() const {
    return palette_.color(QPalette::Text);
}
QColor Theme::quietText() const {
    return mixed(text(), projected_ ? 0.85 : 0.64);
}
QColor Theme::accent() const {
    return dark_ ? skyBlue : blue;
}
QColor Theme::accentTint() const {
    return mixed(accent(), dark_ ? 0.25 : 0.12);
}
QColor Theme::evicted() const {
    return dark_ ? reddishPurple.lighter(115) : reddishPurple;
}

QColor Theme::faded() const {
    return mixed(text(), 0.04);
}

QColor Theme::block(BlockStatus status) const {
    switch (status) {
    case BlockStatus::on_disk:
        return mixed(text(), projected_ ? 0.2 : 0.11);
    case BlockStatus::in_page:
        return mixed(accent(), dark_ ? 0.45 : 0.35);
    case BlockStatus::in_buffer:
        return dark_ ? skyBlue.darker(125) : blue;
    case BlockStatus::in_flight:
        return yellow;
    case BlockStatus::read_ahead_unused:
        return bluishGreen;
    case BlockStatus::dirty:
        return vermillion;
    }
    return text();
}

Qt::BrushStyle Theme::hatch(BlockStatus status) {
    switch (status) {
    case BlockStatus::in_page:
        return Qt::BDiagPattern;
    case BlockStatus::in_flight:
        return Qt::Dense6Pattern;
    case BlockStatus::read_ahead_unused:
        return Qt::VerPattern;
    case BlockStatus::dirty:
        return Qt::FDiagPattern;
    default:
        return Qt::NoBrush;
    }
}

QColor Theme::time(TimePart part) const {
    switch (part) {
    case TimePart::command:
        return orange;
    case TimePart::seek:
        return reddishPurple;
    case TimePart::rotation:
        return vermillion;
    case TimePart::transfer:
        return bluishGreen;
    case TimePart::busy:
        return skyBlue;
    case TimePart::throttled:
        return yellow;
    case TimePart::cpu:
        break;
    }
    return mixed(text(), 0.64);
}

Qt::BrushStyle Theme::hatch(TimePart part) {
    switch (part) {
    case TimePart::busy:
        return Qt::BDiagPattern;
    case TimePart::throttled:
        return Qt::FDiagPattern;
    default:
        return Qt::NoBrush;
    }
}

QPalette lightPalette() {
    QPalette palette(QColor(0xf4, 0xf6, 0xf8));
    palette.setColor(QPalette::Base, Qt::white);
    palette.setColor(QPalette::AlternateBase, QColor(0xf4, 0xf6, 0xf8));
    palette.setColor(QPalette::Button, QColor(0xf4, 0xf6, 0xf8));
    for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText, QPalette::ToolTipText}) {
        palette.setColor(role, QColor(0x1c, 0x23, 0x2b));
        palette.setColor(QPalette::Disabled, role, QColor(0x9a, 0xa3, 0xad));
    }
    palette.setColor(QPalette::ToolTipBase, Qt::white);
    palette.setColor(QPalette::PlaceholderText, QColor(0x7a, 0x84, 0x8e));
    palette.setColor(QPalette::Highlight, blue);
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, blue);
    return palette;
}

QPalette darkPalette() {
    QPalette palette(QColor(0x16, 0x1a, 0x1f));
    palette.setColor(QPalette::Base, QColor(0x1f, 0x24, 0x2b));
    palette.setColor(QPalette::AlternateBase, QColor(0x25, 0x2b, 0x33));
    palette.setColor(QPalette::Button, QColor(0x29, 0x30, 0x39));
    for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText, QPalette::ToolTipText}) {
        palette.setColor(role, QColor(0xe6, 0xea, 0xee));
        palette.setColor(QPalette::Disabled, role, QColor(0x6c, 0x76, 0x80));
    }
    palette.setColor(QPalette::ToolTipBase, QColor(0x29, 0x30, 0x39));
    palette.setColor(QPalette::PlaceholderText, QColor(0x8b, 0x95, 0x9f));
    palette.setColor(QPalette::Highlight, skyBlue);
    palette.setColor(QPalette::HighlightedText, QColor(0x10, 0x14, 0x18));
    palette.setColor(QPalette::Link, skyBlue);
    return palette;
}

QPalette projectorPalette() {
    QPalette palette(Qt::white);
    for (const auto role : {QPalette::Window, QPalette::Base, QPalette::Button, QPalette::ToolTipBase}) {
        palette.setColor(role, Qt::white);
    }
    palette.setColor(QPalette::AlternateBase, QColor(0xee, 0xee, 0xee));
    for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText, QPalette::ToolTipText}) {
        palette.setColor(role, Qt::black);
        palette.setColor(QPalette::Disabled, role, QColor(0x70, 0x70, 0x70));
    }
    palette.setColor(QPalette::PlaceholderText, QColor(0x50, 0x50, 0x50));
    palette.setColor(QPalette::Highlight, blue);
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, blue);
    return palette;
}

} // namespace thrashlab::ui
