#include "ui/export/animation_file.h"

#include "error.h"

#include <QFileInfo>
#include <QVector>

#include <gif_lib.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include <array>
#include <cmath>
#include <vector>

namespace thrashlab::ui {
namespace {

[[noreturn]] void refuse(const char* format, const char* problem) {
    throw Error(format, problem, "choose a smaller size or another format");
}

class WebpFile final : public AnimationFile {
public:
    WebpFile(QSize size, double framesPerSecond) : size_(size), milliseconds_(1000 / framesPerSecond) {
        WebPAnimEncoderOptions options;
        if (WebPAnimEncoderOptionsInit(&options) == 0 || WebPConfigInit(&config_) == 0) {
            refuse("WebP", "the library is of another version");
        }
        config_.lossless = 1;
        config_.method = 1;   // frames differ in little; more effort takes long and gains little
        config_.quality = 30; // of lossless coding: the effort, too
        options.kmin = 9;     // key frames now and then, so that viewers can jump
        options.kmax = 65;
        encoder_.reset(WebPAnimEncoderNew(size.width(), size.height(), &options));
        if (!encoder_) {
            refuse("WebP", "a picture of this size cannot be encoded");
        }
    }

    void add(const QImage& frame) override {
        WebPPicture picture;
        WebPPictureInit(&picture);
        picture.use_argb = 1;
        picture.width = size_.width();
        picture.height = size_.height();
        const QImage pixels = frame.convertToFormat(QImage::Format_RGB32);
        const bool added =
            WebPPictureImportBGRX(&picture, pixels.constBits(), static_cast<int>(pixels.bytesPerLine())) != 0 &&
            WebPAnimEncoderAdd(encoder_.get(), &picture, timestamp(), &config_) != 0;
        WebPPictureFree(&picture);
        if (!added) {
            refuse("WebP", WebPAnimEncoderGetError(encoder_.get()));
        }
        ++frames_;
    }

    QByteArray finish() override {
        WebPData data;
        WebPDataInit(&data);
        if (WebPAnimEncoderAdd(encoder_.get(), nullptr, timestamp(), nullptr) == 0 ||
            WebPAnimEncoderAssemble(encoder_.get(), &data) == 0) {
            refuse("WebP", WebPAnimEncoderGetError(encoder_.get()));
        }
        QByteArray bytes(reinterpret_cast<const char*>(data.bytes), static_cast<qsizetype>(data.size));
        WebPDataClear(&data);
        return bytes;
    }

private:
    struct Delete {
        void operator()(WebPAnimEncoder* encoder) const { WebPAnimEncoderDelete(encoder); }
    };
    [[nodiscard]] int timestamp() const { return static_cast<int>(std::lround(frames_ * milliseconds_)); }

    QSize size_;
    double milliseconds_;
    WebPConfig config_{};
    std::unique_ptr<WebPAnimEncoder, Delete> encoder_;
    int frames_ = 0;
};

class GifFile final : public AnimationFile {
public:
    GifFile(QSize size, double framesPerSecond) : size_(size), hundredths_(100 / framesPerSecond) {
        int error = 0;
        file_ = EGifOpen(&bytes_, write, &error);
        if (file_ == nullptr) {
            refuse("GIF", GifErrorString(error));
        }
        EGifSetGifVersion(file_, true);
        check(EGifPutScreenDesc(file_, size.width(), size.height(), 8, 0, nullptr));
        // The extension that makes it play in a loop.
        check(EGifPutExtensionLeader(file_, APPLICATION_EXT_FUNC_CODE));
        check(EGifPutExtensionBlock(file_, 11, "NETSCAPE2.0"));
        constexpr std::array<unsigned char, 3> forever{1, 0, 0};
        check(EGifPutExtensionBlock(file_, forever.size(), forever.data()));
        check(EGifPutExtensionTrailer(file_));
    }
    ~GifFile() override {
        if (file_ != nullptr) {
            EGifCloseFile(file_, nullptr);
        }
    }
    GifFile(const GifFile&) = delete;
    GifFile& operator=(const GifFile&) = delete;

    void add(const QImage& frame) override {
        const auto pixels = static_cast<std::size_t>(size_.width()) * static_cast<std::size_t>(size_.height());
        std::array<std::vector<GifByteType>, 3> channels;
        for (auto& channel : channels) {
            channel.reserve(pixels);
        }
        for (int y = 0; y < size_.height(); ++y) {
            for (int x = 0; x < size_.width(); ++x) {
                const QRgb pixel = frame.pixel(x, y);
                channels[0].push_back(static_cast<GifByteType>(qRed(pixel)));
                channels[1].push_back(static_cast<GifByteType>(qGreen(pixel)));
                channels[2].push_back(static_cast<GifByteType>(qBlue(pixel)));
            }
        }
        std::vector<GifByteType> indices(pixels);
        std::array<GifColorType, 256> colours{};
        int count = static_cast<int>(colours.size());
        check(GifQuantizeBuffer(static_cast<unsigned>(size_.width()), static_cast<unsigned>(size_.height()), &count,
                                channels[0].data(), channels[1].data(), channels[2].data(), indices.data(),
                                colours.data()));
        putFrame(indices, colours);
    }

    QByteArray finish() override {
        const int closed = EGifCloseFile(file_, nullptr);
        file_ = nullptr;
        if (closed == GIF_ERROR) {
            refuse("GIF", "the file cannot be completed");
        }
        return bytes_;
    }

private:
    struct FreeMap {
        void operator()(ColorMapObject* map) const { GifFreeMapObject(map); }
    };

    void putFrame(std::vector<GifByteType>& indices, const std::array<GifColorType, 256>& colours) {
        const auto end = std::lround((frames_ + 1) * hundredths_);
        GraphicsControlBlock control{};
        control.DisposalMode = DISPOSE_DO_NOT;
        control.DelayTime = static_cast<int>(end - std::lround(frames_ * hundredths_));
        control.TransparentColor = NO_TRANSPARENT_COLOR;
        std::array<GifByteType, 4> extension{};
        EGifGCBToExtension(&control, extension.data());
        check(EGifPutExtension(file_, GRAPHICS_EXT_FUNC_CODE, extension.size(), extension.data()));
        const std::unique_ptr<ColorMapObject, FreeMap> map(
            GifMakeMapObject(static_cast<int>(colours.size()), colours.data()));
        check(EGifPutImageDesc(file_, 0, 0, size_.width(), size_.height(), false, map.get()));
        for (int y = 0; y < size_.height(); ++y) {
            check(EGifPutLine(file_, indices.data() + static_cast<std::ptrdiff_t>(y) * size_.width(), size_.width()));
        }
        ++frames_;
    }

    static int write(GifFileType* file, const GifByteType* data, int length) {
        static_cast<QByteArray*>(file->UserData)->append(reinterpret_cast<const char*>(data), length);
        return length;
    }
    void check(int outcome) const {
        if (outcome == GIF_ERROR) {
            refuse("GIF", GifErrorString(file_->Error));
        }
    }

    QSize size_;
    double hundredths_;
    QByteArray bytes_;
    GifFileType* file_ = nullptr;
    int frames_ = 0;
};

} // namespace

std::optional<AnimationFormat> animationFormatOf(const QString& fileName) {
    const QString suffix = QFileInfo(fileName).suffix().toLower();
    if (suffix == QLatin1String("webp")) {
        return AnimationFormat::webp;
    }
    return suffix == QLatin1String("gif") ? std::optional(AnimationFormat::gif) : std::nullopt;
}

std::unique_ptr<AnimationFile> makeAnimationFile(AnimationFormat format, QSize size, double framesPerSecond) {
    if (format == AnimationFormat::gif) {
        return std::make_unique<GifFile>(size, framesPerSecond);
    }
    return std::make_unique<WebpFile>(size, framesPerSecond);
}

} // namespace thrashlab::ui
