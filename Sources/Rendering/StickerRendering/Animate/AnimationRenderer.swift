import JobModel
import Pixels
import StickerManifest

/// Renders every frame into a square at each scale. All frames are cropped equally, so that the art does not jump.
enum AnimationRenderer {
    /// - Returns: the frames by scale, and the factor by which the source's pixels were enlarged.
    /// - Throws: the errors of the source; `PNGError`.
    static func render(
        _ source: some FrameSource, content: PixelRectangle, size: StickerSize, settings: RenderSettings
    ) throws -> (stores: [Int: FrameStore], rendering: Rendering) {
        let whole = PixelRectangle(x: 0, y: 0, width: source.width, height: source.height)
        let cut = settings.trim ? content : whole
        let inner = Recipe.scales.map { Renderer.innerSide(size.pixels(scale: $0), padding: settings.padding) }
        var stores: [Int: FrameStore] = [:]
        for scale in Recipe.scales { stores[scale] = FrameStore(side: size.pixels(scale: scale)) }
        var last: (frame: [UInt8], scales: [Int: RGBAImage])?
        try source.forEachFrame { place, frame in
            let scales: [Int: RGBAImage]
            if let last, last.frame == frame.bytes {
                scales = last.scales
            } else {
                var made: [Int: RGBAImage] = [:]
                for (scale, picture) in zip(Recipe.scales, Renderer.fitRaster(frame, content: cut, inner: inner)) {
                    made[scale] = Resampler.centre(picture, inSquareOf: size.pixels(scale: scale))
                }
                scales = made
            }
            for (scale, image) in scales { try stores[scale]?.append(image, delay: source.delays[place]) }
            last = (frame.bytes, scales)
        }
        for scale in Recipe.scales { stores[scale]?.close() }
        return (
            stores,
            Rendering(
                scales: [:], enlargement: Double(inner[0]) / Double(cut.longSide), contentPixels: cut.longSide,
                targetPixels: inner[0])
        )
    }
}
