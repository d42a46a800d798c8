import CGIF
import ImageHeaders
import Pixels

/// Writes frames with a common palette as an animated GIF through cgif. One index is transparent, and all other
/// colours are opaque.
///
/// If no pixel of a frame becomes transparent, only the rectangle with changed pixels is written, with the unchanged
/// pixels transparent. Before any other frame the canvas is cleared, because GIF cannot remove single pixels.
package final class GIFWriter {
    /// The index of transparent pixels in the frames that `append` receives.
    package static let transparentIndex: UInt8 = 255

    private let pixels: Int
    private let output = Output()
    private let gif: OpaquePointer
    /// The index of transparent pixels in the file, which follows the indices of the colours.
    private let openPlace: UInt8
    private var previous: [UInt8]?
    private var isClosed = false

    /// - Parameters:
    ///   - width: the width of the canvas in pixels.
    ///   - height: the height of the canvas in pixels.
    ///   - palette: 1 to 255 colours, whose alpha is ignored.
    ///   - loopCount: the number of plays; 0 means forever.
    /// - Throws: `unwritableSize`, `unwritablePalette`, `encoderFailed`.
    package init(width: Int, height: Int, palette: [RGBAColour], loopCount: Int) throws(GIFError) {
        guard (1...65_535).contains(width), (1...65_535).contains(height) else {
            throw .unwritableSize(width: width, height: height)
        }
        guard (1...255).contains(palette.count) else { throw .unwritablePalette(colours: palette.count) }
        pixels = width * height
        openPlace = UInt8(palette.count)
        gif = try GIFWriter.open(width: width, height: height, palette: palette, loopCount: loopCount, output)
    }

    deinit {
        if !isClosed { cgif_close(gif) }
    }

    /// Adds a frame to the animation.
    ///
    /// - Parameters:
    ///   - indices: `width * height` palette indices, row by row; `transparentIndex` for transparent pixels.
    ///   - delay: the duration of the frame in hundredths of a second.
    /// - Throws: `otherSize`.
    package func append(_ indices: [UInt8], delay: UInt16) throws(GIFError) {
        guard indices.count == pixels else { throw .otherSize }
        let difference = previous.flatMap { changes(in: indices, since: $0) }
        var written = difference ?? whole(indices)
        written.withUnsafeMutableBufferPointer { written in
            var settings = CGIF_FrameConfig()
            settings.pImageData = written.baseAddress
            settings.delay = delay
            settings.transIndex = openPlace
            settings.attrFlags = UInt32(
                difference == nil ? CGIF_FRAME_ATTR_HAS_ALPHA : CGIF_FRAME_ATTR_HAS_SET_TRANS)
            settings.genFlags = difference == nil ? 0 : UInt32(CGIF_FRAME_GEN_USE_DIFF_WINDOW)
            // cgif stores an error and reports it when the file is closed.
            _ = cgif_addframe(gif, &settings)
        }
        previous = indices
    }

    /// Ends the file and returns its bytes. The same frames always give the same bytes.
    ///
    /// - Throws: `noWholeFrame` if no frame was added, `encoderFailed`.
    package func finished() throws(GIFError) -> [UInt8] {
        isClosed = true
        let code = cgif_close(gif)
        guard previous != nil else { throw .noWholeFrame }
        guard code == CGIF_OK.rawValue else { throw .encoderFailed(code: Int(code)) }
        return output.bytes
    }

    /// Receives the file from cgif.
    private final class Output {
        var bytes: [UInt8] = []
    }

    private static func open(
        width: Int, height: Int, palette: [RGBAColour], loopCount: Int, _ output: Output
    ) throws(GIFError) -> OpaquePointer {
        // The transparent index also needs a colour in the table, although that colour is never visible.
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

    private func whole(_ indices: [UInt8]) -> [UInt8] {
        let last = openPlace
        return indices.map { min($0, last) }
    }

    /// The changed pixels, with transparency elsewhere. Nil if a pixel became transparent.
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
