/// The frames of a GIF, each of which a GIF decoder can read as a separate picture. This type does not decode pixels.
///
/// Browsers and decoders of whole animations treat disposal to the background differently. libnsgif and FFmpeg paint
/// the background colour. Chromium, Firefox and WebKit leave the area transparent. Decoding each frame separately
/// gives the same result as browsers. Format: GIF89a, https://www.w3.org/Graphics/GIF/spec-gif89a.txt.
package struct GIFReader: Sendable {
    /// The width of the canvas in pixels: that of the logical screen, or more if the first frame extends beyond it,
    /// as in browsers.
    package let width: Int
    /// The height of the canvas, in pixels.
    package let height: Int
    /// The number of plays. 0 means forever. The file stores the number of repetitions, which is one less.
    package let loopCount: Int
    /// The frames in the order in which they are shown. There is at least one.
    package let frames: [GIFFrame]
    /// Whether the file ends in the middle of a frame, or without its trailer.
    package let isCutOff: Bool

    /// The number of frames without a palette, which were omitted.
    package let framesWithoutPalette: Int

    private let bytes: [UInt8]

    /// - Parameter frameLimit: the maximum number of frames that the file may have.
    /// - Throws: `notGIF`, `noWholeFrame`, `noPalette`, `tooManyFrames`.
    package init(_ bytes: [UInt8], frameLimit: Int) throws(GIFError) {
        var parser = try GIFParser(bytes)
        try parser.parse(frameLimit: frameLimit)
        guard let first = parser.frames.first(where: { !$0.isEmpty })?.control.rectangle else {
            throw parser.framesWithoutPalette > 0 ? .noPalette : .noWholeFrame
        }
        self.bytes = bytes
        width = max(parser.width, first.x + first.width)
        height = max(parser.height, first.y + first.height)
        loopCount = parser.loopCount
        frames = parser.frames
        isCutOff = !parser.hasEnd
        framesWithoutPalette = parser.framesWithoutPalette
    }

    /// Whether all blocks of a GIF up to its trailer are complete.
    package static func reachesEnd(_ bytes: [UInt8]) -> Bool {
        guard var parser = try? GIFParser(bytes), (try? parser.parse(frameLimit: .max)) != nil else { return false }
        return parser.hasEnd
    }

    /// A non-empty frame as a separate file with the size of the frame's rectangle.
    package func file(of frame: GIFFrame) -> [UInt8] {
        let rectangle = frame.control.rectangle
        var file = Array("GIF89a".utf8)
        file.reserveCapacity(frame.pixels.count + frame.palette.count + 64)
        // The logical screen: its size, without a common palette.
        file.appendLittleEndian(rectangle.width, rectangle.height)
        file += [0, 0, 0]
        // The pixels depend only on the transparent index of the graphic control extension.
        file += [0x21, 0xF9, 4, frame.transparentIndex == nil ? 0 : 1, 0, 0, frame.transparentIndex ?? 0, 0]
        file.append(0x2C)
        file.appendLittleEndian(0, 0, rectangle.width, rectangle.height)
        let colours = frame.palette.count / 3
        let sizeCode = UInt8(max(colours, 2).trailingZeroBitCount - 1)
        file.append(0x80 | sizeCode | (frame.isInterlaced ? 0x40 : 0))
        file += bytes[frame.palette]
        file += bytes[frame.pixels]
        file.append(0x3B)
        return file
    }
}

extension [UInt8] {
    fileprivate mutating func appendLittleEndian(_ numbers: Int...) {
        for number in numbers {
            append(UInt8(truncatingIfNeeded: number))
            append(UInt8(truncatingIfNeeded: number >> 8))
        }
    }
}

/// A complete frame of a GIF.
package struct GIFFrame: Sendable {
    /// The rectangle, disposal and delay. The rectangle may extend beyond the canvas, as in browsers.
    package let control: FrameControl
    /// Whether the width or the height of the frame is 0.
    package var isEmpty: Bool { control.rectangle.width == 0 || control.rectangle.height == 0 }
    /// The palette index of transparent pixels. Nil if there is none.
    let transparentIndex: UInt8?
    let isInterlaced: Bool
    /// The byte range of the frame's own palette, or else of the common one.
    let palette: Range<Int>
    /// The byte range of the compressed pixels, including the code size before them and the empty block after them.
    let pixels: Range<Int>
}
