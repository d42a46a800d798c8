import Pixels

/// Converts frames to indices of one palette without flicker. A pixel keeps its index if its colour changes by no
/// more than the tolerance. Dithering depends only on the colour and the position.
struct FrameIndexer {
    private var lookup: ColourLookup
    /// The palette in the form of `RGBAImage.words`.
    private let palette: [UInt32]
    private let width: Int
    private let tolerance: Int
    private let isDithered: Bool
    /// The colour of each pixel when its index was chosen. Colours are compared with it, so that small changes do not
    /// add up.
    private var references: [UInt32] = []
    private var indices: [UInt8] = []

    /// - Parameter tolerance: the maximum difference of an unchanged pixel, in levels from 0 to 255.
    init(palette: [RGBAColour], width: Int, tolerance: Int, isDithered: Bool) {
        lookup = ColourLookup(palette, findsSecond: isDithered)
        self.palette = palette.map(\.word)
        self.width = width
        self.tolerance = tolerance
        self.isDithered = isDithered
    }

    /// The palette indices of the next frame.
    ///
    /// - Parameter words: the frame, in the form of `RGBAImage.words`.
    mutating func next(_ words: [UInt32]) -> [UInt8] {
        let isFirst = references.isEmpty
        if isFirst {
            references = words
            indices = [UInt8](repeating: 0, count: words.count)
        }
        for pixel in words.indices {
            let word = words[pixel]
            if !isFirst {
                let reference = references[pixel]
                if word == reference || tolerance > 0 && stays(word, reference, at: pixel) { continue }
                references[pixel] = word
            }
            indices[pixel] = place(of: word, at: pixel)
        }
        return indices
    }

    /// Whether a pixel may keep its index, because its colour hardly changes, or is close enough to the palette
    /// entry.
    @inline(__always)
    private func stays(_ word: UInt32, _ reference: UInt32, at pixel: Int) -> Bool {
        Tolerance.isWithin(tolerance, word, reference)
            || Tolerance.isWithin(tolerance, word, palette[Int(indices[pixel])])
    }

    private mutating func place(of word: UInt32, at pixel: Int) -> UInt8 {
        let entry = lookup.entry(of: word)
        guard isDithered, entry.share > 0 else { return entry.nearest }
        let threshold = FrameIndexer.thresholds[(pixel / width & 3) &* 4 &+ (pixel % width & 3)]
        return entry.share > threshold ? entry.second : entry.nearest
    }

    /// Bayer's matrix of four by four pixels, in 256ths. It is small, so that deflate finds the repeated pattern.
    private static let thresholds: [UInt8] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map { $0 * 16 + 8 }
}

/// Compares pixels in the form of `RGBAImage.words`.
enum Tolerance {
    /// Whether alpha and every premultiplied channel differ by at most `tolerance` levels, on black and on white.
    @inline(__always)
    static func isWithin(_ tolerance: Int, _ one: UInt32, _ other: UInt32) -> Bool {
        let (oneAlpha, otherAlpha) = (Int(one >> 24), Int(other >> 24))
        let veil = oneAlpha - otherAlpha
        // A transparent pixel must not become faintly visible, because it would be visible on a photo.
        guard abs(veil) <= tolerance, (oneAlpha == 0) == (otherAlpha == 0) else { return false }
        for shift in [UInt32(0), 8, 16] {
            let (a, b) = (Int(one >> shift & 255), Int(other >> shift & 255))
            let onBlack = (a * oneAlpha - b * otherAlpha) / 255
            guard abs(onBlack) <= tolerance, abs(onBlack - veil) <= tolerance else { return false }
        }
        return true
    }

    /// Replaces the earlier frame with the next one, except for pixels that are within the tolerance.
    ///
    /// - Parameter words: the next frame.
    /// - Parameter shown: the earlier frame as it was written. Contains the result afterwards.
    static func settle(_ words: [UInt32], over shown: inout [UInt32], within tolerance: Int) {
        guard shown.count == words.count, tolerance > 0 else {
            shown = words
            return
        }
        for pixel in words.indices where words[pixel] != shown[pixel] {
            if !isWithin(tolerance, words[pixel], shown[pixel]) { shown[pixel] = words[pixel] }
        }
    }
}
