/// The reason why a PNG could not be read or written. The caller adds the name of the file.
package enum PNGError: Error, Equatable, CustomStringConvertible {
    /// The first eight bytes are not the PNG signature.
    case notPNG
    /// The header chunk is missing or incomplete, or has values that PNG does not allow.
    case unusableHeader(String)
    /// A required chunk is damaged.
    case damaged(ChunkDamage)
    /// The file has Apple's private variant of PNG, which only Apple's decoders can read.
    case appleOptimised
    /// The picture has no pixels, or is larger than PNG allows (2^31 - 1 pixels per side).
    case unwritableSize(width: Int, height: Int)
    /// The index of a pixel is not in the palette.
    case indexOutsidePalette(index: Int, colours: Int)
    /// The file is not animated: the acTL chunk before the pixels is missing.
    case notAnimated
    /// An animation declares more frames than the caller allows.
    case tooManyFrames(Int, limit: Int)
    /// The frames of an animation together have more pixels than the caller allows.
    case tooManyPixels(width: Int, height: Int, frames: Int, limit: Int)
    /// No frame of an animation can be read.
    case noWholeFrame
    /// The animation has a problem, and the caller accepts only intact ones.
    case damagedAnimation(APNGWarning)
    /// A frame cannot be drawn or written.
    case unusableFrame(FrameError)
    /// There is not enough memory to compress or inflate.
    case outOfMemory
    /// The compressed picture does not fit in a PNG chunk (2^31 - 1 bytes).
    case tooLarge

    package var description: String {
        switch self {
        case .notPNG:
            "This is not a PNG file. Export it again as PNG."
        case .unusableHeader(let reason):
            "The PNG header cannot be used: \(reason). Export the picture again."
        case .damaged(let damage):
            "The PNG is damaged: \(damage). Copy or export the file again."
        case .appleOptimised:
            "This PNG was rewritten by Xcode for Apple devices and cannot be read elsewhere. Use the original art."
        case .unwritableSize(let width, let height):
            "A picture of \(width) x \(height) pixels cannot be written as PNG."
        case .indexOutsidePalette(let index, let colours):
            "A pixel uses colour number \(index), but the palette has only \(colours) colours."
        case .notAnimated:
            "This PNG is a still picture, not an animation."
        case .tooManyFrames(let frames, let limit):
            "The animation has \(frames) frames; the limit is \(limit) frames. Leave out frames."
        case .tooManyPixels(let width, let height, let frames, let limit):
            "The animation has \(frames) frames of \(width) x \(height) pixels, more than the \(limit) pixels that are "
                + "read. Make it smaller or leave out frames."
        case .noWholeFrame:
            "No frame of the animation can be read. Copy or export the file again."
        case .damagedAnimation(let warning):
            "The animation is damaged: \(warning). Copy or export the file again."
        case .unusableFrame(let fault):
            "A frame of the animation cannot be used: \(fault)."
        case .outOfMemory:
            "There is not enough memory to compress the picture."
        case .tooLarge:
            "The compressed picture is too large for a PNG file. Make it smaller."
        }
    }
}
