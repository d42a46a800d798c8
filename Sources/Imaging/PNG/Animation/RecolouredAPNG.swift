import Deflate
import ImageHeaders
import Pixels

/// Writes an indexed animation on several opaque backgrounds. The changes of each frame are compressed only once,
/// because the files differ only in their palettes.
package struct RecolouredAPNG: Sendable {
    private struct Frame: Sendable {
        let control: FrameControl
        let stream: [UInt8]
    }

    private let header: PNGHeader
    private let palette: [RGBAColour]
    private let loopCount: Int
    private var frames: [Frame] = []
    private var shown: [UInt8] = []

    /// - Parameters:
    ///   - palette: 1 to 256 colours, in any order.
    ///   - loopCount: the number of plays; 0 means forever.
    /// - Throws: `unwritableSize`.
    package init(width: Int, height: Int, palette: [RGBAColour], loopCount: Int) throws(PNGError) {
        header = try PNGHeader(
            width: width, height: height, bitDepth: APNGWriter.indexedDepth, colourType: .indexed)
        self.palette = palette
        self.loopCount = loopCount
    }

    /// Adds a frame.
    ///
    /// - Parameter indices: one palette index for each pixel of the canvas.
    /// - Throws: `outOfMemory`.
    package mutating func append(_ indices: [UInt8], delay: FrameDelay) throws(PNGError) {
        precondition(indices.count == header.width * header.height, "a frame holds one index per pixel")
        let rectangle = changes(in: indices)
        let scanlines = BitPacking.scanlines(
            of: RecolouredAPNG.cut(rectangle, of: indices, width: header.width), width: rectangle.width,
            height: rectangle.height, bitDepth: header.bitDepth, table: RecolouredAPNG.identity)
        guard var compressor = try? Compressor(.fast) else { throw PNGError.outOfMemory }
        frames.append(
            Frame(
                control: FrameControl(rectangle: rectangle, delay: delay),
                stream: compressor.zlib(FilterStrategy.fixed(.none).apply(to: scanlines))))
        shown = indices
    }

    /// The file on an opaque background of one colour.
    ///
    /// - Throws: `noWholeFrame` if no frame was added; `tooLarge`.
    package func composited(over background: RGBAColour) throws(PNGError) -> [UInt8] {
        guard !frames.isEmpty else { throw .noWholeFrame }
        var file = ChunkWriter(header, capacity: frames.reduce(2048) { $0 + $1.stream.count + 80 })
        if frames.count > 1 { file.append(.acTL, APNGWriter.animationControl(frames.count, loopCount: loopCount)) }
        file.append(palette: palette.map { $0.composited(over: background) })
        var sequence: UInt32 = 0
        for (place, frame) in frames.enumerated() {
            if frames.count > 1 {
                file.append(.fcTL, frame.control.data(sequence: sequence))
                sequence += 1
            }
            if place == 0 {
                try file.appendImageData(frame.stream)
            } else {
                try file.appendFrameData(frame.stream, sequence: sequence)
                sequence += 1
            }
        }
        return file.finished()
    }

    /// The rectangle that changes in a frame. One pixel if nothing changes.
    private func changes(in indices: [UInt8]) -> FrameRectangle {
        guard !shown.isEmpty else { return FrameRectangle(width: header.width, height: header.height) }
        return CanvasDifference(shown, indices, width: header.width, height: header.height).rectangle
            ?? FrameRectangle(width: 1, height: 1)
    }

    private static func cut(_ rectangle: FrameRectangle, of indices: [UInt8], width: Int) -> [UInt8] {
        if rectangle.width == width { return Array(indices[(rectangle.y * width)...].prefix(rectangle.height * width)) }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(rectangle.width * rectangle.height)
        for y in rectangle.y..<(rectangle.y + rectangle.height) {
            let start = y * width + rectangle.x
            pixels += indices[start..<(start + rectangle.width)]
        }
        return pixels
    }

    private static let identity = (0...255).map { UInt8($0) }
}
