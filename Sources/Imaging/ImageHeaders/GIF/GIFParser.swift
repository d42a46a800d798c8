/// Parses the blocks of a GIF. Every length is checked against the file before it is used.
struct GIFParser {
    /// The size of the logical screen, in pixels.
    private(set) var width: Int
    private(set) var height: Int
    private(set) var loopCount = 1
    private(set) var frames: [GIFFrame] = []
    /// The number of frames without a palette, which were omitted.
    private(set) var framesWithoutPalette = 0
    /// Whether the trailer, which ends a GIF, was reached.
    private(set) var hasEnd = false

    private let bytes: [UInt8]
    private var position: Int
    private var sharedPalette: Range<Int>?
    /// The values of the last graphic control extension, which apply to the next frame.
    private var next = Control()

    private struct Control {
        var delay = 0
        var disposal = FrameDisposal.none
        var transparentIndex: UInt8?
    }

    /// - Throws: `notGIF`.
    init(_ bytes: [UInt8]) throws(GIFError) {
        guard bytes.count >= 13, bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8))
        else { throw .notGIF }
        self.bytes = bytes
        width = GIFParser.number(bytes, at: 6)
        height = GIFParser.number(bytes, at: 8)
        position = 13
        sharedPalette = palette(flags: bytes[10])
    }

    /// Reads up to the trailer, or up to the first error.
    mutating func parse(frameLimit: Int) throws(GIFError) {
        while let kind = byte() {
            switch kind {
            case 0x21: guard skipExtension() else { return }
            case 0x2C:
                guard frames.count < frameLimit else { throw .tooManyFrames(limit: frameLimit) }
                guard readFrame() else { return }
            case 0x3B:
                hasEnd = true
                return
            // Some programs write padding between blocks.
            case 0: continue
            default: return
            }
        }
    }

    /// Skips an extension.
    ///
    /// - Returns: whether the extension is complete.
    private mutating func skipExtension() -> Bool {
        guard let label = byte() else { return false }
        let start = position
        guard skipBlocks() else { return false }
        switch label {
        case 0xF9: readControl(at: start)
        case 0xFF: readLoops(at: start)
        default: break
        }
        return true
    }

    /// Reads a graphic control extension (GIF89a, 23).
    private mutating func readControl(at start: Int) {
        guard bytes[start] >= 4, start + 4 < bytes.count else { return }
        let flags = bytes[start + 1]
        next.delay = GIFParser.number(bytes, at: start + 2)
        next.transparentIndex = flags & 1 == 1 ? bytes[start + 4] : nil
        // Some programs write 4 instead of 3 for "previous", and browsers accept it.
        next.disposal =
            switch flags >> 2 & 7 {
            case 2: .background
            case 3, 4: .previous
            default: .none
            }
    }

    /// Reads the number of repetitions from Netscape's application extension, or from the equivalent extension of
    /// AnimExts.
    private mutating func readLoops(at start: Int) {
        let name = bytes[start...].dropFirst().prefix(11)
        guard bytes[start] == 11, name.elementsEqual("NETSCAPE2.0".utf8) || name.elementsEqual("ANIMEXTS1.0".utf8),
            start + 15 < bytes.count, bytes[start + 12] >= 3, bytes[start + 13] & 7 == 1
        else { return }
        let repeats = GIFParser.number(bytes, at: start + 14)
        loopCount = repeats == 0 ? 0 : repeats + 1
    }

    /// Reads a frame.
    ///
    /// - Returns: whether the frame is complete.
    private mutating func readFrame() -> Bool {
        guard bytes.count - position >= 9 else { return false }
        let corner = position
        let flags = bytes[position + 8]
        position += 9
        let own = palette(flags: flags)
        if flags & 0x80 != 0, own == nil { return false }
        let start = position
        position += 1
        guard skipBlocks() else { return false }
        let rectangle = FrameRectangle(
            x: GIFParser.number(bytes, at: corner), y: GIFParser.number(bytes, at: corner + 2),
            width: GIFParser.number(bytes, at: corner + 4), height: GIFParser.number(bytes, at: corner + 6))
        let control = next
        next = Control()
        // A frame without pixels needs no palette. It only extends the time for which the previous picture is shown.
        let needsPalette = rectangle.width > 0 && rectangle.height > 0
        guard let palette = own ?? sharedPalette ?? (needsPalette ? nil : 0..<0) else {
            framesWithoutPalette += 1
            return true
        }
        frames.append(
            GIFFrame(
                control: FrameControl(
                    rectangle: rectangle,
                    delay: FrameDelay(numerator: UInt16(truncatingIfNeeded: control.delay), denominator: 100),
                    disposal: control.disposal, blend: .over),
                transparentIndex: control.transparentIndex, isInterlaced: flags & 0x40 != 0, palette: palette,
                pixels: start..<position))
        return true
    }

    /// Skips a palette, and returns its byte range. Nil if the flags declare none, or the file ends inside it.
    private mutating func palette(flags: UInt8) -> Range<Int>? {
        guard flags & 0x80 != 0 else { return nil }
        let length = 3 << (Int(flags & 7) + 1)
        guard bytes.count - position >= length else { return nil }
        defer { position += length }
        return position..<position + length
    }

    /// Skips data blocks up to the empty block at their end.
    ///
    /// - Returns: whether the empty block was found.
    private mutating func skipBlocks() -> Bool {
        while let length = byte() {
            if length == 0 { return true }
            guard bytes.count - position >= Int(length) else { return false }
            position += Int(length)
        }
        return false
    }

    private mutating func byte() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    private static func number(_ bytes: [UInt8], at offset: Int) -> Int {
        Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
    }
}
