/// The reason why bytes could not be read as a GIF, or frames could not be written as one. The caller adds the name
/// of the file.
package enum GIFError: Error, Equatable, CustomStringConvertible {
    /// The first bytes are not those of a GIF, or the header is missing.
    case notGIF
    /// The file ends or becomes invalid before the first frame is complete.
    case noWholeFrame
    /// No frame has a palette.
    case noPalette
    /// There are more frames than the caller allows.
    case tooManyFrames(limit: Int)
    /// A picture without pixels, or larger than GIF allows (65,535 pixels per side).
    case unwritableSize(width: Int, height: Int)
    /// The palette is empty, or all its indices are in use and none is left for transparency.
    case unwritablePalette(colours: Int)
    /// The number of pixels of a frame differs from that of the animation.
    case otherSize
    /// cgif failed with this error code.
    case encoderFailed(code: Int)

    package var description: String {
        switch self {
        case .notGIF: "This is not a GIF file. Export it again as GIF."
        case .noWholeFrame: "No frame of the GIF is complete. Copy or export the file again."
        case .noPalette: "The GIF has no palette, so the colours of its pixels are unknown. Export it again as GIF."
        case .tooManyFrames(let limit): "The GIF has more than \(limit) frames, the limit. Remove frames."
        case .unwritableSize(let width, let height):
            "A picture of \(width) x \(height) pixels cannot be written as GIF."
        case .unwritablePalette(let colours):
            "A GIF contains 1 to 255 colours in addition to transparency, not \(colours)."
        case .otherSize: "All frames of a GIF must have the animation's size."
        case .encoderFailed(let code): "The GIF encoder failed (code \(code))."
        }
    }
}
