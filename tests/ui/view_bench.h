// What tests of single views share: a player at an instant of a recording, and a view of its own.
#pragma once

#include "sim/parameter.h"
#include "sim/scenario_file.h"
#include "sim/simulation.h"
#include "ui/models/player.h"
#include "ui/models/selection.h"
#include "ui/theme.h"

#include <QImage>
#include <QWidget>

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace thrashlab::ui {

/// Simulated once for each scenario with its changes.
inline std::shared_ptr<const Recording> recordingOf(const std::string& name, const std::vector<std::string>& set = {}) {
    static std::map<std::string, std::shared_ptr<const Recording>> kept;
    std::string key = name;
    for (const std::string& assignment : set) {
        key += " " + assignment;
    }
    std::shared_ptr<const Recording>& recording = kept[key];
    if (!recording) {
        Scenario scenario = load_scenario(name);
        for (const std::string& assignment : set) {
            set_parameter(scenario, assignment);
        }
        recording = record(scenario);
    }
    return recording;
}

/// Shows a view without a screen, so that neither focus nor window manager have a say, in a font that is always there.
inline void present(QWidget& view, QSize size, const QPalette& palette = lightPalette()) {
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setPointSizeF(9);
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setStyleStrategy(QFont::NoSubpixelAntialias);
    view.setFont(font);
    view.setPalette(palette);
    view.setAttribute(Qt::WA_DontShowOnScreen);
    view.resize(size);
    view.show();
}

inline QImage picture(QWidget& view) {
    return view.grab().toImage().convertToFormat(QImage::Format_RGB32);
}

/// Whether a pixel of about this colour lies within a rectangle of the widget.
inline bool hasColour(QWidget& view, const QRectF& where, const QColor& colour) {
    const QImage image = picture(view);
    const double ratio = image.devicePixelRatio();
    const QRect area = QRectF(where.topLeft() * ratio, where.size() * ratio).toAlignedRect() & image.rect();
    constexpr int tolerance = 12;
    for (int y = area.top(); y <= area.bottom(); ++y) {
        for (int x = area.left(); x <= area.right(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            if (std::abs(pixel.red() - colour.red()) < tolerance &&
                std::abs(pixel.green() - colour.green()) < tolerance &&
                std::abs(pixel.blue() - colour.blue()) < tolerance) {
                return true;
            }
        }
    }
    return false;
}

} // namespace thrashlab::ui
