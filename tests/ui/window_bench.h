// What tests of the whole window share: the real one, with settings and a database of its own.
#pragma once

#include "sim/scenario_file.h"
#include "ui/main_window.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTemporaryDir>

#include <memory>

namespace thrashlab::ui {

inline constexpr int patience = 120000;

class WindowBench : public testing::Test {
protected:
    void SetUp() override { makeWindow(); }

    /// A second time: as somebody who starts the program again.
    virtual void makeWindow() {
        WindowOptions options;
        options.settingsFile = folder.filePath("settings.ini");
        options.database = folder.filePath("runs.sqlite").toStdString();
        window = std::make_unique<MainWindow>(options);
        window->resize(1440, 900);
        window->show();
    }
    void openExhibit() {
        QSignalSpy ready(window.get(), &MainWindow::ready);
        ASSERT_TRUE(window->openScenario(QString::fromStdString(scenario_names().front())));
        ASSERT_TRUE(ready.wait(patience));
    }

    QTemporaryDir folder;
    std::unique_ptr<MainWindow> window;
};

} // namespace thrashlab::ui
