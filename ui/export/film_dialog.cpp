#include "ui/export/film_dialog.h"

#include "error.h"
#include "ui/export/drawing_file.h"
#include "ui/theatre/view_card.h"

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
#include <QProgressDialog>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QStandardPaths>

#include <array>

namespace thrashlab::ui {
namespace {

constexpr int smallestSide = 240;
constexpr int largestSide = 4096;

struct Kind {
    const char* text;
    const char* suffix;
    bool film;
};
constexpr std::array<Kind, 6> kinds{{{"PNG picture", "png", false},
                                     {"SVG drawing", "svg", false},
                                     {"PDF document", "pdf", false},
                                     {"Animated WebP", "webp", true},
                                     {"Animated GIF", "gif", true},
                                     {"PNG picture for each frame", "png", true}}};

constexpr std::array<const char*, 6> view_titles{"The whole theatre", "The file",  "The buffers",
                                                 "The pages",         "The drive", "Where the time goes"};

QString key(const char* name) {
    return QStringLiteral("film/") + QLatin1String(name);
}

double seconds(SimTime time) {
    return to_seconds(time.time_since_epoch());
}

SimTime instant(double time) {
    return SimTime(Duration(std::llround(time * 1e9)));
}

class FilmDialog : public QDialog {
public:
    FilmDialog(QWidget* parent, const FilmDialogSubject& subject)
        : QDialog(parent), subject_(subject), view_(new QComboBox(this)), kind_(new QComboBox(this)),
          width_(new QSpinBox(this)), height_(new QSpinBox(this)),
          caption_(new QCheckBox(tr("&Caption with scenario, clock and version"), this)),
          from_(new QDoubleSpinBox(this)), to_(new QDoubleSpinBox(this)), rate_(new QDoubleSpinBox(this)),
          speed_(new QDoubleSpinBox(this)), length_(new QLabel(this)) {
        setWindowTitle(tr("Export View"));
        for (const char* title : view_titles) {
            view_->addItem(tr(title));
        }
        for (const Kind& kind : kinds) {
            kind_->addItem(tr(kind.text));
        }
        prepareNumbers();
        layOut();
        for (QDoubleSpinBox* box : {from_, to_, rate_, speed_}) {
            connect(box, &QDoubleSpinBox::valueChanged, this, &FilmDialog::showLength);
        }
        connect(kind_, &QComboBox::currentIndexChanged, this, &FilmDialog::showLength);
        restore();
        showLength();
    }

    [[nodiscard]] const Kind& kind() const { return kinds[static_cast<std::size_t>(kind_->currentIndex())]; }
    [[nodiscard]] StageOptions stage() const {
        return {.view = static_cast<TheatreView>(view_->currentIndex()),
                .size = {width_->value(), height_->value()},
                .palette = subject_.palette,
                .caption = caption_->isChecked()};
    }
    [[nodiscard]] FilmOptions film() const {
        return {.from = instant(from_->value()),
                .to = instant(to_->value()),
                .framesPerSecond = rate_->value(),
                .speed = speed_->value()};
    }

    void save() const {
        QSettings settings;
        settings.setValue(key("view"), view_->currentIndex());
        settings.setValue(key("kind"), kind_->currentIndex());
        settings.setValue(key("size"), QSize(width_->value(), height_->value()));
        settings.setValue(key("caption"), caption_->isChecked());
        settings.setValue(key("rate"), rate_->value());
        settings.setValue(key("speed"), speed_->value());
    }

private:
    void prepareNumbers() {
        for (QSpinBox* side : {width_, height_}) {
            side->setRange(smallestSide, largestSide);
            side->setSuffix(tr(" px"));
        }
        const double end = seconds(subject_.recording->journal.end_time());
        for (QDoubleSpinBox* time : {from_, to_}) {
            time->setDecimals(6);
            time->setRange(0, end);
            time->setSingleStep(0.1);
            time->setSuffix(tr(" s"));
        }
        rate_->setRange(1, 60);
        rate_->setSuffix(tr(" frames a second"));
        speed_->setDecimals(4);
        speed_->setRange(0.0001, 10000);
        speed_->setPrefix(tr("× "));
        speed_->setToolTip(tr("Simulated time over the film's time: × 0.1 is ten times as slow as it was"));
        for (QAbstractSpinBox* box : findChildren<QAbstractSpinBox*>()) {
            box->setButtonSymbols(QAbstractSpinBox::NoButtons);
        }
        length_->setProperty("role", "quiet");
        view_->setAccessibleName(tr("What to export"));
        kind_->setAccessibleName(tr("Format"));
        width_->setAccessibleName(tr("Width"));
        height_->setAccessibleName(tr("Height"));
        from_->setAccessibleName(tr("First instant"));
        to_->setAccessibleName(tr("Last instant"));
        rate_->setAccessibleName(tr("Frames a second"));
        speed_->setAccessibleName(tr("Speed"));
    }

    void layOut() {
        const auto pair = [this](QWidget* first, const QString& between, QWidget* second) {
            auto* row = new QHBoxLayout;
            row->addWidget(first);
            row->addWidget(new QLabel(between, this));
            row->addWidget(second);
            row->addStretch(1);
            return row;
        };
        // A key of a label that stands before two fields leads to the first one.
        const auto label = [this](const QString& text, QWidget* field) {
            auto* made = new QLabel(text, this);
            made->setBuddy(field);
            return made;
        };
        form_ = new QFormLayout(this);
        form_->addRow(tr("&View:"), view_);
        form_->addRow(tr("F&ormat:"), kind_);
        form_->addRow(label(tr("Si&ze:"), width_), pair(width_, QStringLiteral("×"), height_));
        form_->addRow(caption_);
        firstOfFilm_ = form_->rowCount();
        form_->addRow(label(tr("&From:"), from_), pair(from_, tr("to"), to_));
        form_->addRow(tr("&Rate:"), rate_);
        form_->addRow(tr("&Speed:"), speed_);
        behindFilm_ = form_->rowCount();
        form_->addRow(length_);
        auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
        choose_ = buttons->addButton(tr("Choose F&ile…"), QDialogButtonBox::AcceptRole);
        choose_->setDefault(true);
        form_->addRow(buttons);
        connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
        connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    }

    void restore() {
        const QSettings settings;
        view_->setCurrentIndex(qBound(0, settings.value(key("view"), 0).toInt(), view_->count() - 1));
        kind_->setCurrentIndex(qBound(0, settings.value(key("kind"), 0).toInt(), kind_->count() - 1));
        const QSize size = settings.value(key("size"), StageOptions{}.size).toSize();
        width_->setValue(size.width());
        height_->setValue(size.height());
        caption_->setChecked(settings.value(key("caption"), true).toBool());
        rate_->setValue(settings.value(key("rate"), FilmOptions{}.framesPerSecond).toDouble());
        speed_->setValue(settings.value(key("speed"), 1.0).toDouble());
        const bool range = subject_.to > subject_.from;
        from_->setValue(range ? seconds(subject_.from) : std::max(0.0, seconds(subject_.now) - 0.5));
        to_->setValue(range ? seconds(subject_.to) : seconds(subject_.now) + 0.5);
    }

    void showLength() {
        for (int row = firstOfFilm_; row < behindFilm_; ++row) {
            form_->setRowVisible(row, kind().film);
        }
        adjustSize();
        const FilmOptions options = film();
        const bool forward = options.to >= options.from;
        const std::int64_t frames = forward ? options.frames() : 0;
        const bool allowed = forward && frames <= FilmOptions::most_frames;
        length_->setText(
            !kind().film
                ? tr("A picture of the present instant, %1.").arg(clockText(subject_.now.time_since_epoch().count()))
            : !forward ? tr("The range ends before it begins.")
            : !allowed ? tr("That makes %1 frames; %2 are allowed. Choose a shorter range or a higher speed.")
                             .arg(groupedText(static_cast<std::uint64_t>(frames)),
                                  groupedText(std::uint64_t{FilmOptions::most_frames}))
                       : tr("%1 frames, %2 s of film.")
                             .arg(groupedText(static_cast<std::uint64_t>(frames)))
                             .arg(static_cast<double>(frames) / options.framesPerSecond, 0, 'f', 1));
        choose_->setEnabled(!kind().film || allowed);
    }

    FilmDialogSubject subject_;
    QComboBox* view_;
    QComboBox* kind_;
    QSpinBox* width_;
    QSpinBox* height_;
    QCheckBox* caption_;
    QDoubleSpinBox* from_;
    QDoubleSpinBox* to_;
    QDoubleSpinBox* rate_;
    QDoubleSpinBox* speed_;
    QLabel* length_;
    QPushButton* choose_ = nullptr;
    QFormLayout* form_ = nullptr;
    int firstOfFilm_ = 0; ///< row of the form
    int behindFilm_ = 0;
};

QString suggestedName(const FilmDialog& dialog, const Scenario& scenario) {
    const QString name = fileNameOf(scenario) + QLatin1Char('-') + stageViewName(dialog.stage().view);
    const Kind& kind = dialog.kind();
    const bool sequence = kind.film && QLatin1String(kind.suffix) == QLatin1String("png");
    return name + (sequence ? QStringLiteral("-%04d.") : QStringLiteral(".")) + QLatin1String(kind.suffix);
}

QString askForFile(QWidget* parent, const FilmDialog& dialog, const Scenario& scenario) {
    const QString folder =
        QSettings().value(key("folder"), QStandardPaths::writableLocation(QStandardPaths::PicturesLocation)).toString();
    const QString suffix = QLatin1String(dialog.kind().suffix);
    QString name = QFileDialog::getSaveFileName(
        parent, QObject::tr("Export View"), QDir(folder).filePath(suggestedName(dialog, scenario)),
        QStringLiteral("%1 (*.%2)").arg(QObject::tr(dialog.kind().text), suffix));
    if (!name.isEmpty()) {
        QSettings().setValue(key("folder"), QFileInfo(name).absolutePath());
        if (QFileInfo(name).suffix().compare(suffix, Qt::CaseInsensitive) != 0) {
            name += QLatin1Char('.') + suffix;
        }
    }
    return name;
}

/// True when it was written; false when the user stopped it. Throws Error.
bool makeFilm(QWidget* parent, FilmExport& film, const QString& path) {
    QProgressDialog waiting(QObject::tr("Drawing and writing %1").arg(QFileInfo(path).fileName()),
                            QObject::tr("Cancel"), 0, 1, parent);
    waiting.setWindowModality(Qt::WindowModal);
    waiting.setMinimumDuration(300);
    waiting.setAutoClose(false);
    waiting.setAutoReset(false);
    QEventLoop loop;
    QString problem;
    bool written = false;
    QObject::connect(&film, &FilmExport::progress, &waiting, [&waiting](int frame, int frames) {
        waiting.setMaximum(frames);
        waiting.setValue(frame);
    });
    QObject::connect(&film, &FilmExport::finished, &loop, [&](const QString& message) {
        problem = message;
        written = message.isEmpty();
        loop.quit();
    });
    QObject::connect(&waiting, &QProgressDialog::canceled, &loop, &QEventLoop::quit);
    film.start();
    loop.exec();
    if (!problem.isEmpty()) {
        throw Error(path.toStdString(), problem.toStdString());
    }
    return written;
}

/// Writes what the dialog asks for. False when the user stopped it. Throws Error.
bool write(QWidget* parent, const FilmDialog& dialog, const FilmDialogSubject& subject, const QString& path) {
    if (dialog.kind().film) {
        FilmExport film(subject.recording, dialog.stage(), dialog.film(), path);
        if (subject.selection != nullptr) {
            film.stage().choose(*subject.selection);
        }
        return makeFilm(parent, film, path);
    }
    Stage stage(subject.recording, dialog.stage());
    stage.goTo(subject.now);
    if (subject.selection != nullptr) {
        stage.choose(*subject.selection);
    }
    exportStagePicture(stage, path);
    return true;
}

} // namespace

QString runFilmDialog(QWidget* parent, const FilmDialogSubject& subject) {
    FilmDialog dialog(parent, subject);
    while (dialog.exec() == QDialog::Accepted) {
        dialog.save();
        const QString path = askForFile(parent, dialog, subject.recording->scenario);
        if (path.isEmpty()) {
            continue;
        }
        try {
            if (write(parent, dialog, subject, path)) {
                return path;
            }
        } catch (const Error& problem) {
            QMessageBox::warning(parent, QObject::tr("Export View"), QString::fromUtf8(problem.what()));
        }
    }
    return {};
}

} // namespace thrashlab::ui
