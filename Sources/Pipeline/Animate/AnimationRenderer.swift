import PNG
import Pixels
import StickerCatalog

/// Brings every frame into the square, once for each scale: all with the same cut, so that nothing hops.
enum AnimationRenderer {
    /// - Returns: the frames by scale, and how the source's pixels were enlarged.
    /// - Throws: what the source throws; `VipsError`, `PNGError`.
    static func render(
        _ source: some FrameSource, content: PixelRectangle, size: StickerSize, settings: RenderSettings
    ) throws -> (stores: [Int: FrameStore], rendering: Rendering) {
        let whole = PixelRectangle(x: 0, y: 0, width: source.width, height: source.height)
        let cut = settings.trim ? content : whole
        var stores: [Int: FrameStore] = [:]
        for scale in Renderer.scales { stores[scale] = FrameStore(side: size.pixels(scale: scale)) }
        var last: (frame: [UInt8], scales: [Int: RGBAImage])?
        try source.forEachFrame { place, frame in
            let scales: [Int: RGBAImage]
            if let last, last.frame == frame.bytes {
                scales = last.scales
            } else {
                let resampler = try Resampler(frame)
                var made: [Int: RGBAImage] = [:]
                for scale in Renderer.scales {
                    let side = size.pixels(scale: scale)
                    made[scale] = Resampler.centre(
                        try Renderer.fitRaster(
                            resampler, content: cut, inner: Renderer.innerSide(side, padding: settings.padding)),
                        inSquareOf: side)
                }
                scales = made
            }
            for (scale, image) in scales { try stores[scale]?.append(image, delay: source.delays[place]) }
            last = (frame.bytes, scales)
        }
        for scale in Renderer.scales { stores[scale]?.close() }
        let inner = Renderer.innerSide(size.pixels(scale: 3), padding: settings.padding)
        return (
            stores,
            Rendering(
                scales: [:], enlargement: Double(inner) / Double(cut.longSide), contentPixels: cut.longSide,
                targetPixels: inner)
        )
    }
}
