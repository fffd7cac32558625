// The tests' program: one application, no display, its own settings, and the C locale.
#include <QApplication>
#include <QLocale>
#include <QSettings>
#include <QTemporaryDir>

#include <gtest/gtest.h>

int main(int argc, char** argv) {
    ::testing::InitGoogleTest(&argc, argv);
    // CMake asks for the list without the environment that the tests have.
    if (GTEST_FLAG_GET(list_tests)) {
        return RUN_ALL_TESTS();
    }
    qputenv("LC_ALL", "C.UTF-8");
    qputenv("QT_FONT_DPI", "96");
    QLocale::setDefault(QLocale::c());
    QTemporaryDir settings;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
    QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("thrashlab-test"));
    QApplication::setApplicationName(QStringLiteral("thrashlab-test"));
    return RUN_ALL_TESTS();
}
