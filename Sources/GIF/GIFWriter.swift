import CGIF
import Pixels

/// Writes frames of one palette as an animated GIF through cgif: one transparent place, everything else opaque.
///
/// A frame in which nothing becomes transparent is written as the rectangle that changed, with what stays left open.
/// Before any other the canvas is cleared, as GIF has no other way to take something away.
package struct GIFWriter {
    /// Pixels of the canvas.
    package let width: Int
    /// Pixels of the canvas.
    package let height: Int
    /// 1 to 255 opaque colours.
    package let palette: [RGBAColour]
    /// How many times the animation plays; 0 for ever.
    package let loopCount: Int

    /// A picture of the animation.
    package struct Frame: Sendable {
        /// `width * height` places in the palette, row by row; `transparentIndex` for nothing.
        package var indices: [UInt8]
        /// Hundredths of a second.
        package var delay: UInt16

        package init(indices: [UInt8], delay: UInt16) {
            self.indices = indices
            self.delay = delay
        }
    }

    /// What stands for "nothing here" in the frames.
    package static let transparentIndex: UInt8 = 255

    package init(width: Int, height: Int, palette: [RGBAColour], loopCount: Int) {
        self.width = width
        self.height = height
        self.palette = palette
        self.loopCount = loopCount
    }

    /// The finished file. The same frames always give the same bytes.
    ///
    /// - Throws: `unwritableSize`, `unwritablePalette`, `otherSize`, `noWholeFrame` without any frame, `encoderFailed`.
    package func write(_ frames: [Frame]) throws(GIFError) -> [UInt8] {
        guard (1...65_535).contains(width), (1...65_535).contains(height) else {
            throw .unwritableSize(width: width, height: height)
        }
        guard (1...255).contains(palette.count) else { throw .unwritablePalette(colours: palette.count) }
        guard frames.allSatisfy({ $0.indices.count == width * height }) else { throw .otherSize }
        guard !frames.isEmpty else { throw .noWholeFrame }
        let output = Output()
        let gif = try open(output)
        var previous: [UInt8]?
        for frame in frames {
            // Errors stay with the file, and closing tells them.
            add(frame, after: previous, to: gif)
            previous = frame.indices
        }
        let code = cgif_close(gif)
        guard code == CGIF_OK.rawValue else { throw .encoderFailed(code: Int(code)) }
        return withExtendedLifetime(output) { output.bytes }
    }

    /// Takes what the library writes.
    private final class Output {
        var bytes: [UInt8] = []
    }

    /// The place of transparency in the file: right behind the colours.
    private var openPlace: UInt8 { UInt8(palette.count) }

    private func open(_ output: Output) throws(GIFError) -> OpaquePointer {
        // The place of transparency is a colour of the table as well, though nobody sees it.
        var table: [UInt8] = palette.flatMap { [$0.red, $0.green, $0.blue] } + [0, 0, 0]
        let colours = UInt16(palette.count + 1)
        let gif = table.withUnsafeMutableBufferPointer { table in
            var settings = CGIF_Config()
            settings.pGlobalPalette = table.baseAddress
            settings.numGlobalPaletteEntries = colours
            settings.width = UInt16(width)
            settings.height = UInt16(height)
            settings.attrFlags = UInt32(CGIF_ATTR_IS_ANIMATED) | (loopCount == 1 ? UInt32(CGIF_ATTR_NO_LOOP) : 0)
            settings.numLoops = UInt16(clamping: max(0, loopCount - 1))
            settings.pContext = Unmanaged.passUnretained(output).toOpaque()
            settings.pWriteFn = { context, data, count in
                guard let context, let data else { return -1 }
                Unmanaged<Output>.fromOpaque(context).takeUnretainedValue().bytes
                    .append(contentsOf: UnsafeBufferPointer(start: data, count: count))
                return 0
            }
            return cgif_newgif(&settings)
        }
        guard let gif else { throw .encoderFailed(code: Int(CGIF_ERROR.rawValue)) }
        return gif
    }

    private func add(_ frame: Frame, after previous: [UInt8]?, to gif: OpaquePointer) {
        let difference = previous.flatMap { changes(in: frame.indices, since: $0) }
        var indices = difference ?? whole(frame.indices)
        indices.withUnsafeMutableBufferPointer { indices in
            var settings = CGIF_FrameConfig()
            settings.pImageData = indices.baseAddress
            settings.delay = frame.delay
            settings.transIndex = openPlace
            settings.attrFlags = UInt32(
                difference == nil ? CGIF_FRAME_ATTR_HAS_ALPHA : CGIF_FRAME_ATTR_HAS_SET_TRANS)
            settings.genFlags = difference == nil ? 0 : UInt32(CGIF_FRAME_GEN_USE_DIFF_WINDOW)
            _ = cgif_addframe(gif, &settings)
        }
    }

    private func whole(_ indices: [UInt8]) -> [UInt8] {
        let last = openPlace
        return indices.map { min($0, last) }
    }

    /// What changed, with the place of transparency where nothing did; nil when something became transparent.
    private func changes(in indices: [UInt8], since previous: [UInt8]) -> [UInt8]? {
        let last = openPlace
        var result = indices
        let isPossible = result.withUnsafeMutableBufferPointer { now in
            previous.withUnsafeBufferPointer { before in
                for place in 0..<now.count {
                    if now[place] == before[place] {
                        now[place] = last
                    } else if now[place] >= last {
                        return false
                    }
                }
                return true
            }
        }
        return isPossible ? result : nil
    }
}
