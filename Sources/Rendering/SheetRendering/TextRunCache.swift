import Pixels
import SheetModel
import Synchronization
import Texts
import Vector

/// Drawn text runs that are kept for repeated use, because drawing a run takes a tenth of a millisecond. Most text of
/// a sheet is the same in every row, and its numbers consist of ten digits.
///
/// Positions are rounded to quarters of a pixel, so that each run has only a few versions.
enum TextRunCache {
    /// A text run that is drawn dark on white, and cropped to the drawn area.
    struct Stamp {
        let picture: RGBAImage
        /// The distance from the text's position to the picture's top left corner, in pixels.
        let x: Int
        let y: Int
    }

    private struct Key: Hashable {
        var words: TextRun
        var language: Language
        var scale: Double
        /// The bytes of the text. Two Unicode forms of the same letters may look different, although the strings are
        /// equal.
        var bytes: [UInt8]
    }

    private struct Known {
        var stamps: [Key: Stamp] = [:]
        var bytes = 0
    }

    private static let known = Mutex(Known())
    /// The maximum size of the cache in bytes. It is small because workers need the memory for art.
    private static let mostBytes = 8 << 20
    /// The maximum length of a cached text, in bytes. Longer texts are rarely repeated.
    private static let longest = 48

    /// Draws a text run on a page.
    ///
    /// - Parameters:
    ///   - language: the language of the page.
    ///   - scale: the number of pixels per point.
    /// - Throws: `VectorError`.
    static func lay(_ words: TextRun, on canvas: inout Canvas, language: Language, scale: Double) throws {
        let (column, x) = split(words.x * scale)
        let (row, y) = split(words.baseline * scale)
        var key = Key(words: words, language: language, scale: scale, bytes: Array(words.text.utf8))
        (key.words.x, key.words.baseline) = (x, y)
        let stamp = try known.withLock { $0.stamps[key] } ?? make(key)
        canvas.multiply(stamp.picture, x: column + stamp.x, y: row + stamp.y)
    }

    /// Splits a length into whole pixels and a remainder, which is rounded to quarters of a pixel.
    private static func split(_ pixels: Double) -> (whole: Int, rest: Double) {
        let quarters = (pixels * 4).rounded()
        let whole = (quarters / 4).rounded(.down)
        return (Int(whole), quarters / 4 - whole)
    }

    private static func make(_ key: Key) throws -> Stamp {
        let size = key.words.size * key.scale
        let style = TextStyle(
            size: size, leading: size, weight: TextStyle.Weight(rawValue: key.words.weight) ?? .regular, ink: .text)
        // The ruler may be wrong by a few per cent, so the picture is drawn wider than the text. Its empty space is
        // removed later.
        let length = (TextRuler.width(of: key.words.text, in: style) * 1.3 + 2 * size).rounded(.up)
        let before: Double =
            switch key.words.anchor {
            case .start: size.rounded(.up)
            case .middle: (length / 2 + size).rounded(.up)
            case .end: length + size.rounded(.up)
            }
        let above = (size * 1.5).rounded(.up)
        var page = VectorPage(
            width: length + 2 * size.rounded(.up), height: above + size.rounded(.up), language: key.language)
        var words = key.words
        (words.x, words.baseline, words.size) = (before + words.x, above + words.baseline, size)
        page.add(words)
        let drawn = try VectorPicture.draw(svg: Array(page.svg.utf8), width: page.width, height: page.height, scale: 1)
        let ink = drawn.inked
        let stamp = Stamp(
            picture: drawn.cropped(x: ink.x, y: ink.y, width: ink.width, height: ink.height), x: ink.x - Int(before),
            y: ink.y - Int(above))
        if key.bytes.count <= longest {
            known.withLock { known in
                if known.bytes >= mostBytes { known = Known() }
                known.stamps[key] = stamp
                known.bytes += stamp.picture.bytes.count + 512
            }
        }
        return stamp
    }
}

extension RGBAImage {
    /// The bounding rectangle of all pixels that are not white. Empty if all are white.
    fileprivate var inked: (x: Int, y: Int, width: Int, height: Int) {
        var (left, right, top, bottom) = (width, 0, height, 0)
        bytes.withUnsafeBytes { bytes in
            for y in 0..<height {
                for x in 0..<width {
                    guard bytes.loadUnaligned(fromByteOffset: (y &* width &+ x) &* 4, as: UInt32.self) != .max
                    else { continue }
                    (left, right) = (min(left, x), max(right, x + 1))
                    (top, bottom) = (min(top, y), max(bottom, y + 1))
                }
            }
        }
        return left < right ? (left, top, right - left, bottom - top) : (0, 0, 0, 0)
    }

    fileprivate func cropped(x: Int, y: Int, width: Int, height: Int) -> RGBAImage {
        var part: [UInt8] = []
        part.reserveCapacity(width * height * 4)
        for row in y..<y + height {
            part += bytes[(row * self.width + x) * 4..<(row * self.width + x + width) * 4]
        }
        return RGBAImage(width: width, height: height, bytes: part)
    }
}
