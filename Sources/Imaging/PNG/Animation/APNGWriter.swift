import Deflate
import ImageHeaders
import Pixels

/// Writes frames as an animated PNG. Decoders without APNG show the first frame.
///
/// All frames have one colour type. Indexed frames also share one palette. A single frame is written as a still PNG.
/// The same frames and level always give the same bytes.
package struct APNGWriter: Sendable {
    /// The width of the canvas, in pixels.
    package let width: Int
    /// The height of the canvas, in pixels.
    package let height: Int
    /// The number of plays. 0 means forever.
    package let loopCount: Int
    package let level: DeflateLevel

    /// The number of bits per pixel of animations with a palette. With few colours, fewer bits would suffice, but
    /// save little. ffmpeg 5.1 also composites partial frames wrongly at 1, 2 and 4 bits.
    static let indexedDepth = 8

    package init(width: Int, height: Int, loopCount: Int = 0, level: DeflateLevel) {
        self.width = width
        self.height = height
        self.loopCount = loopCount
        self.level = level
    }

    /// Writes frames with a palette, with 8 bits per pixel. A single frame has as few bits as its colours allow.
    ///
    /// Unused and repeated colours are removed from the palette, and its order is changed, as by `PNGEncoder`. If a
    /// frame is blended over the previous one, the canvas below is visible where the frame's colour has alpha 0.
    ///
    /// - Parameter frames: frames with the same palette. The first fills the canvas.
    /// - Throws: `noWholeFrame` if there are no frames, `unusableFrame`, `indexOutsidePalette`, `unwritableSize`,
    ///   `outOfMemory`, `tooLarge`.
    package func write(_ frames: [AnimationFrame<IndexedImage>]) throws(PNGError) -> [UInt8] {
        try check(frames.map { ($0.control, $0.image.width, $0.image.height) })
        guard frames.allSatisfy({ $0.image.palette == frames[0].image.palette }) else {
            throw .unusableFrame(.otherPalette)
        }
        let images = frames.map(\.image)
        let used = try UsedColours(in: images)
        let order = PaletteOrder(used, by: .frequency, in: images)
        let depth =
            frames.count > 1
            ? APNGWriter.indexedDepth : PNGEncoder.smallestDepth(forColours: order.palette.count)
        let header = try PNGHeader(width: width, height: height, bitDepth: depth, colourType: .indexed)
        var file = ChunkWriter(header, capacity: 1 << 16)
        if frames.count > 1 { file.append(.acTL, APNGWriter.animationControl(frames.count, loopCount: loopCount)) }
        file.append(palette: order.palette)
        return try finish(file, controls: frames.map(\.control)) { (place: Int) throws(PNGError) in
            let image = images[place]
            let scanlines = BitPacking.scanlines(
                of: image.indices, width: image.width, height: image.height, bitDepth: depth, table: order.table)
            return try EncodingEvaluator.smallest(
                of: scanlines, filters: EncodingEvaluator.filters(forIndexed: level), level: level,
                isIndexed: true)
        }
    }

    /// Writes frames without a palette, in the smallest form that is lossless for all of them: grey, grey with alpha,
    /// RGB or RGBA.
    ///
    /// - Parameter frames: the frames. The first fills the canvas.
    /// - Throws: `noWholeFrame` if there are no frames, `unusableFrame`, `unwritableSize`, `outOfMemory`, `tooLarge`.
    package func write(_ frames: [AnimationFrame<RGBAImage>]) throws(PNGError) -> [UInt8] {
        try check(frames.map { ($0.control, $0.image.width, $0.image.height) })
        let form = SampleForm(smallestFor: frames.map(\.image))
        let header = try PNGHeader(
            width: width, height: height, bitDepth: form.bitDepth, colourType: form.colourType)
        var file = ChunkWriter(header, capacity: 1 << 16)
        if frames.count > 1 { file.append(.acTL, APNGWriter.animationControl(frames.count, loopCount: loopCount)) }
        return try finish(file, controls: frames.map(\.control)) { (place: Int) throws(PNGError) in
            try EncodingEvaluator.smallest(
                of: form.scanlines(of: frames[place].image), filters: EncodingEvaluator.filters(for: level),
                level: level)
        }
    }

    /// Writes fcTL and IDAT of the first frame, and fcTL and fdAT of the others, with consecutive sequence numbers.
    private func finish(
        _ start: consuming ChunkWriter, controls: [FrameControl], stream: (Int) throws(PNGError) -> [UInt8]
    ) throws(PNGError) -> [UInt8] {
        var file = start
        var sequence: UInt32 = 0
        for (place, control) in controls.enumerated() {
            if controls.count > 1 {
                file.append(.fcTL, control.data(sequence: sequence))
                sequence += 1
            }
            if place == 0 {
                try file.appendImageData(try stream(place))
            } else {
                try file.appendFrameData(try stream(place), sequence: sequence)
                sequence += 1
            }
        }
        return file.finished()
    }

    /// The data of an acTL chunk.
    static func animationControl(_ frames: Int, loopCount: Int) -> [UInt8] {
        var data: [UInt8] = []
        data.appendBigEndian(UInt32(truncatingIfNeeded: frames))
        // The largest number that PNG allows is 2^31 - 1 (PNG 7.1).
        data.appendBigEndian(UInt32(min(max(loopCount, 0), Int(Int32.max))))
        return data
    }

    private func check(_ frames: [(control: FrameControl, width: Int, height: Int)]) throws(PNGError) {
        guard let first = frames.first else { throw .noWholeFrame }
        guard first.control.rectangle == FrameRectangle(width: width, height: height) else {
            throw .unusableFrame(.firstNotWhole)
        }
        for (control, imageWidth, imageHeight) in frames {
            let rectangle = control.rectangle
            guard rectangle.fits(width: width, height: height) else { throw .unusableFrame(.outsideCanvas) }
            guard rectangle.width == imageWidth, rectangle.height == imageHeight else {
                throw .unusableFrame(.otherSize)
            }
        }
    }
}

/// A frame to write: its picture, position, blending and duration.
package struct AnimationFrame<Image: Sendable>: Sendable {
    package var control: FrameControl
    /// The picture, with the size of the control's rectangle.
    package var image: Image

    package init(control: FrameControl, image: Image) {
        self.control = control
        self.image = image
    }
}

extension AnimationFrame: Equatable where Image: Equatable {}
