#include "ui/export/export_dialog.h"

#include "error.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QStandardPaths>

#include <array>

namespace thrashlab::ui {
namespace {

constexpr std::array allFormats{ChartFormat::png, ChartFormat::svg, ChartFormat::pdf, ChartFormat::csv};
constexpr int smallestSide = 240;
constexpr int largestSide = 4096;
constexpr double largestScale = 8;

const QString folderKey = QStringLiteral("export/folder");
const QString formatKey = QStringLiteral("export/format");
const QString sizeKey = QStringLiteral("export/size");
const QString scaleKey = QStringLiteral("export/scale");
const QString footnoteKey = QStringLiteral("export/footnote");
const QString themeKey = QStringLiteral("export/theme");
constexpr std::array allThemes{ChartTheme::light, ChartTheme::dark, ChartTheme::print};

QString formatName(ChartFormat format) {
    switch (format) {
    case ChartFormat::png:
        return QObject::tr("PNG image");
    case ChartFormat::svg:
        return QObject::tr("SVG drawing");
    case ChartFormat::pdf:
        return QObject::tr("PDF document");
    case ChartFormat::csv:
        return QObject::tr("CSV table of the numbers");
    }
    return {};
}

QString fileFilter(ChartFormat format) {
    return QStringLiteral("%1 (*.%2)").arg(formatName(format), fileSuffix(format));
}

class ExportDialog : public QDialog {
public:
    explicit ExportDialog(QWidget* parent)
        : QDialog(parent), format_(new QComboBox(this)), width_(new QSpinBox(this)), height_(new QSpinBox(this)),
          scale_(new QDoubleSpinBox(this)), theme_(new QComboBox(this)),
          footnote_(new QCheckBox(tr("&Footnote with scenario, parameters and version"), this)) {
        setWindowTitle(tr("Export Chart"));
        for (const ChartFormat format : allFormats) {
            format_->addItem(formatName(format));
        }
        theme_->addItems({tr("Light"), tr("Dark"), tr("Print: black on white")});
        for (QSpinBox* side : {width_, height_}) {
            side->setRange(smallestSide, largestSide);
            side->setSuffix(tr(" px"));
        }
        scale_->setRange(1, largestScale);
        scale_->setDecimals(1);
        scale_->setPrefix(tr("× "));
        auto* size = new QHBoxLayout;
        size->addWidget(width_);
        size->addWidget(new QLabel(QStringLiteral("×"), this));
        size->addWidget(height_);
        size->addStretch(1);
        auto* form = new QFormLayout(this);
        form->addRow(tr("F&ormat:"), format_);
        form->addRow(tr("&Look:"), theme_);
        form->addRow(tr("&Size:"), size);
        form->addRow(tr("S&cale:"), scale_);
        form->addRow(footnote_);
        auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
        buttons->addButton(tr("Choose &File…"), QDialogButtonBox::AcceptRole)->setDefault(true);
        form->addRow(buttons);
        connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
        connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
        connect(format_, &QComboBox::currentIndexChanged, this, [this] { enableControls(); });
        restore();
    }

    [[nodiscard]] ChartExportOptions options() const {
        ChartExportOptions options;
        options.format = allFormats.at(static_cast<std::size_t>(format_->currentIndex()));
        options.size = {width_->value(), height_->value()};
        options.scale = scale_->value();
        options.footnote = footnote_->isChecked();
        options.theme = allThemes.at(static_cast<std::size_t>(theme_->currentIndex()));
        return options;
    }

    void save() const {
        QSettings settings;
        settings.setValue(formatKey, format_->currentIndex());
        settings.setValue(sizeKey, options().size);
        settings.setValue(scaleKey, scale_->value());
        settings.setValue(footnoteKey, footnote_->isChecked());
        settings.setValue(themeKey, theme_->currentIndex());
    }

private:
    void restore() {
        const QSettings settings;
        const ChartExportOptions defaults;
        format_->setCurrentIndex(qBound(0, settings.value(formatKey, 0).toInt(), format_->count() - 1));
        const QSize size = settings.value(sizeKey, defaults.size).toSize();
        width_->setValue(size.width());
        height_->setValue(size.height());
        scale_->setValue(settings.value(scaleKey, defaults.scale).toDouble());
        footnote_->setChecked(settings.value(footnoteKey, defaults.footnote).toBool());
        theme_->setCurrentIndex(qBound(0, settings.value(themeKey, 0).toInt(), theme_->count() - 1));
        enableControls();
    }

    void enableControls() {
        const ChartFormat format = options().format;
        scale_->setEnabled(format == ChartFormat::png);
        for (QWidget* widget : std::initializer_list<QWidget*>{width_, height_, footnote_, theme_}) {
            widget->setEnabled(format != ChartFormat::csv);
        }
    }

    QComboBox* format_;
    QSpinBox* width_;
    QSpinBox* height_;
    QDoubleSpinBox* scale_;
    QComboBox* theme_;
    QCheckBox* footnote_;
};

QString lastFolder() {
    const QString folder = QSettings().value(folderKey).toString();
    return !folder.isEmpty() && QDir(folder).exists()
               ? folder
               : QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
}

QString askForFile(QWidget* parent, const QString& suggestion, ChartFormat format) {
    QFileDialog dialog(parent, QObject::tr("Export Chart"), QFileInfo(suggestion).path());
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    QStringList filters;
    for (const ChartFormat each : allFormats) {
        filters += fileFilter(each);
    }
    dialog.setNameFilters(filters);
    dialog.selectNameFilter(fileFilter(format));
    // Before the dialog asks whether a file may be replaced, the name is the one that will be written.
    dialog.setDefaultSuffix(fileSuffix(format));
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, [&](const QString& filter) {
        const qsizetype chosen = filters.indexOf(filter);
        if (chosen >= 0) {
            dialog.setDefaultSuffix(fileSuffix(allFormats.at(static_cast<std::size_t>(chosen))));
        }
    });
    dialog.selectFile(QFileInfo(suggestion).fileName());
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) {
        return {};
    }
    const qsizetype chosen = filters.indexOf(dialog.selectedNameFilter());
    return withSuffix(dialog.selectedFiles().constFirst(),
                      chosen >= 0 ? allFormats.at(static_cast<std::size_t>(chosen)) : format);
}

} // namespace

QString withSuffix(const QString& fileName, ChartFormat format) {
    return formatOf(fileName).has_value() ? fileName : fileName + QLatin1Char('.') + fileSuffix(format);
}

std::optional<std::filesystem::path> runExportDialog(QWidget* parent, const Chart& chart) {
    ExportDialog dialog(parent);
    if (dialog.exec() != QDialog::Accepted) {
        return std::nullopt;
    }
    dialog.save();
    ChartExportOptions options = dialog.options();
    QString name = QDir(lastFolder()).filePath(withSuffix(chartFileName(chart), options.format));
    while (true) {
        name = askForFile(parent, name, options.format);
        if (name.isEmpty()) {
            return std::nullopt;
        }
        options.format = formatOf(name).value_or(options.format);
        QSettings().setValue(folderKey, QFileInfo(name).absolutePath());
        try {
            const std::filesystem::path path = name.toStdString();
            exportChart(chart, path, options);
            return path;
        } catch (const Error& problem) {
            QMessageBox::warning(
                parent, QObject::tr("Export Chart"),
                QString::fromStdString(problem.place() + ": " + problem.problem() + ".\n\n" + problem.remedy()));
        }
    }
}

} // namespace thrashlab::ui
