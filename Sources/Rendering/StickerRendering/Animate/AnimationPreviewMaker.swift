import Deflate
import JobModel
import PNG
import Pixels

/// Creates animated previews of a finished animation on every test background.
enum AnimationPreviewMaker {
    /// The previews in the order of the backgrounds, each as the name of the background and an animated PNG.
    ///
    /// On a background of one colour, an indexed animation only needs another palette, so its frames are compressed
    /// once for all such backgrounds. On other backgrounds, each frame is composited, and only changes are written.
    ///
    /// - Parameter animation: the animation at the scale of the preview.
    /// - Throws: `BackgroundFault`, `PNGError`.
    static func previews(of animation: EncodedAnimation, on backgrounds: [Background], backdrops: JobBackgrounds)
        throws
        -> [(name: String, bytes: [UInt8])]
    {
        var recoloured: RecolouredAPNG?
        return try backgrounds.map { background in
            let backdrop = try backdrops.backdrop(background.fill, width: animation.side, height: animation.side)
            guard case .plain(let colour) = backdrop, case .indexed(let indexed) = animation.frames else {
                return (background.name, try composited(animation, on: backdrop))
            }
            let frames = try recoloured ?? compressed(indexed)
            recoloured = frames
            return (background.name, try frames.composited(over: colour))
        }
    }

    private static func compressed(_ animation: IndexedAnimation) throws -> RecolouredAPNG {
        var frames = try RecolouredAPNG(
            width: animation.width, height: animation.height, palette: animation.palette,
            loopCount: animation.loopCount)
        try animation.forEachFrame { try frames.append($1, delay: animation.delays[$0]) }
        return frames
    }

    private static func composited(_ animation: EncodedAnimation, on backdrop: Backdrop) throws -> [UInt8] {
        let paper = backdrop.image(width: animation.side, height: animation.side)
        var writer = APNGStreamWriter(
            width: animation.side, height: animation.side, loopCount: animation.loopCount, isGrey: false, level: .fast)
        try animation.forEachFrame { place, frame in
            try writer.append(Compositor.lay(frame, on: paper).words, delay: animation.delays[place])
        }
        return try writer.finished()
    }
}
