import CryptoPrimitives
import ImageHeaders
import JobModel
import Pixels
import StickerManifest

/// The frames of a message's animated picture before they are encoded as a film. Each is the middle square of the
/// source's frame, opaque, at @3x.
struct MessageMotion {
    /// The frames. Equal consecutive frames are merged.
    let store: FrameStore
    let loopCount: Int

    /// Returns nil if all frames are equal.
    ///
    /// - Throws: the errors of the source; `PNGError`.
    init?(_ source: any FrameSource, recipe: Recipe, message: MessageRecipe) throws {
        let side = recipe.pixels(scale: 3)
        let square = MessagePicture.middle(width: source.width, height: source.height)
        let fill = RGBAColour(hex: message.background) ?? .white
        let paper = RGBAImage(width: side, height: side, filledWith: fill)
        var store = FrameStore(side: side)
        var last: (source: [UInt8], made: RGBAImage)?
        try source.forEachFrame { place, frame in
            let made: RGBAImage
            if let last, last.source == frame.bytes {
                made = last.made
            } else {
                let resized = Resampler.resize(square, of: frame, to: [PixelSize(width: side, height: side)])
                made = Compositor.lay(resized[0], on: paper)
            }
            try store.append(made, delay: source.delays[place])
            last = (frame.bytes, made)
        }
        store.close()
        guard store.count > 1 else { return nil }
        self.store = store
        loopCount = source.loopCount
    }

    var animation: Animation {
        Animation(frames: store.count, duration: store.delays.milliseconds, loopCount: loopCount)
    }

    /// The SHA-256 of the pixels and delays of all frames, in hexadecimal.
    var digest: String {
        get throws {
            var digest = SHA256()
            var reader = store.reader
            for place in 0..<store.count {
                let delay = store.delays[place]
                digest.update(
                    try reader.image(place).bytes + Array("\(delay.numerator)/\(delay.denominator)".utf8))
            }
            return Digest.hexadecimal(digest.finalize())
        }
    }
}

extension DecodedImage {
    /// Creates the picture from the first frame of an animation with a visible pixel, or from the last frame if none
    /// has one.
    ///
    /// - Throws: the errors of the source.
    init(firstVisibleOf source: any FrameSource) throws {
        struct Found: Error {}
        var found: (frame: RGBAImage, content: PixelRectangle?, isOpaque: Bool)?
        do {
            try source.forEachFrame { _, frame in
                let bounds = ContentBounds.find(in: frame, alphaAbove: 0)
                found = (frame, bounds.rectangle, bounds.isOpaque)
                if bounds.rectangle != nil { throw Found() }
            }
        } catch is Found {}
        let pixels = found?.frame ?? RGBAImage(width: 1, height: 1, filledWith: .clear)
        self.init(
            origin: .raster(reduction: 1), pixels: pixels, content: found?.content, isOpaque: found?.isOpaque ?? false)
    }
}
