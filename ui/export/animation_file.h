// Animated pictures, frame by frame.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>

#include <cstdint>
#include <memory>
#include <optional>

namespace thrashlab::ui {

enum class AnimationFormat : std::uint8_t { webp, gif };

/// What a file's name asks for; nothing when it is no animation.
[[nodiscard]] std::optional<AnimationFormat> animationFormatOf(const QString& fileName);

/// Takes frames of one size and gives the file. The same frames give the same bytes. May be used on any one thread.
class AnimationFile {
public:
    virtual ~AnimationFile() = default;
    /// The next frame. Throws Error when it cannot be encoded.
    virtual void add(const QImage& frame) = 0;
    /// The content of the file, once, after the last frame; at least one was added. It plays in a loop.
    [[nodiscard]] virtual QByteArray finish() = 0;
};

/// WebP without loss; GIF with 256 colours for each frame and times rounded to hundredths of a second, so at most 50
/// frames a second. `framesPerSecond` > 0. Throws Error for a size that the format does not allow.
[[nodiscard]] std::unique_ptr<AnimationFile> makeAnimationFile(AnimationFormat format, QSize size,
                                                               double framesPerSecond);

} // namespace thrashlab::ui
