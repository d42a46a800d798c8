import Deflate
import GIF
import ImageHeaders
import Pixels

/// A finished animation with one palette. Every visible frame is stored as palette indices, compressed in memory.
///
/// Two consecutive frames are equal only if the sum of their delays cannot be stored exactly.
package struct IndexedAnimation: Sendable {
    /// The width of the canvas, in pixels.
    package let width: Int
    /// The height of the canvas, in pixels.
    package let height: Int
    /// 1 to 256 different colours. A fully transparent colour, if there is one, is the first. Other colours with an
    /// alpha below 255 follow.
    package let palette: [RGBAColour]
    /// The number of plays. 0 means forever.
    package let loopCount: Int
    /// The delay of each frame.
    package private(set) var delays: [FrameDelay] = []

    private var frames = PackedFrames()

    package init(width: Int, height: Int, palette: [RGBAColour], loopCount: Int) {
        precondition((1...256).contains(palette.count), "a palette holds 1 to 256 colours")
        self.width = width
        self.height = height
        self.palette = palette
        self.loopCount = loopCount
    }

    /// Adds a frame. If it equals the last frame, and the sum of both delays can be stored exactly, the last frame is
    /// shown for longer instead.
    ///
    /// - Parameter indices: `width * height` indices of `palette`.
    /// - Throws: `PNGError.outOfMemory`.
    package mutating func append(_ indices: [UInt8], delay: FrameDelay) throws(PNGError) {
        precondition(indices.count == width * height, "a frame holds one byte per pixel")
        if let shown = delays.last, indices == frames.last, let longer = shown.adding(delay) {
            delays[delays.count - 1] = longer
            return
        }
        do { try frames.append(indices) } catch { throw .outOfMemory }
        delays.append(delay)
    }

    /// Calls `body` in order with the number and the palette indices of each frame.
    ///
    /// - Throws: `PNGError.outOfMemory`; the errors of `body`.
    package func forEachFrame(_ body: (Int, [UInt8]) throws -> Void) throws {
        var reader = frames.reader
        for place in 0..<frames.count {
            guard let indices = try? reader.frame(place) else { throw PNGError.outOfMemory }
            try body(place, indices)
        }
    }

    /// The palette indices of a frame.
    ///
    /// - Throws: `PNGError.outOfMemory`.
    package func indices(of frame: Int) throws(PNGError) -> [UInt8] {
        var reader = frames.reader
        guard let indices = try? reader.frame(frame) else { throw .outOfMemory }
        return indices
    }
}

extension IndexedAnimation {
    /// The animation as a GIF, with delays rounded to hundredths of a second.
    ///
    /// - Throws: `GIFError`, `PNGError.outOfMemory`.
    func gif() throws -> [UInt8] {
        let colours = palette.filter { $0.alpha >= 128 }.map { RGBAColour(red: $0.red, green: $0.green, blue: $0.blue) }
        var places = [UInt8](repeating: GIFWriter.transparentIndex, count: 256)
        var next: UInt8 = 0
        for (index, colour) in palette.enumerated() where colour.alpha >= 128 {
            places[index] = next
            next &+= 1
        }
        let writer = try GIFWriter(
            width: width, height: height, palette: colours.isEmpty ? [.black] : colours, loopCount: loopCount)
        try forEachFrame { frame, indices in
            let delay = delays[frame]
            let hundredths = (Int(delay.numerator) * 100 + Int(delay.denominator) / 2) / Int(delay.denominator)
            try writer.append(indices.map { places[Int($0)] }, delay: UInt16(clamping: hundredths))
        }
        return try writer.finished()
    }
}
