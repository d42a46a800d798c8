import Pixels

/// Converts frames to indices of one palette without flicker: a pixel that is unchanged, or changes by no more than the
/// tolerance, keeps its index, and dithering depends only on colour and position.
struct FrameIndexer {
    private var lookup: ColourLookup
    /// The palette in the form of `RGBAImage.words`.
    private let palette: [UInt32]
    private let width: Int
    private let tolerance: Int
    private let isDithered: Bool
    /// The colour of each pixel when its index was chosen. The comparison with this colour prevents errors from adding up.
    private var references: [UInt32] = []
    private var indices: [UInt8] = []

    /// - Parameter tolerance: the maximum difference, in levels from 0 to 255.
    init(palette: [RGBAColour], width: Int, tolerance: Int, isDithered: Bool) {
        lookup = ColourLookup(palette, findsSecond: isDithered)
        self.palette = palette.map(\.word)
        self.width = width
        self.tolerance = tolerance
        self.isDithered = isDithered
    }

    /// - Parameter words: the next frame, in the form of `RGBAImage.words`.
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

    /// Whether a pixel may stay, because it hardly changes, or because its present colour is close enough.
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

    /// Bayer's matrix of four by four, in 256ths. It is small, so that deflate finds the repeated pattern.
    private static let thresholds: [UInt8] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map { $0 * 16 + 8 }
}

/// Compares pixels in the form of `RGBAImage.words`.
enum Tolerance {
    /// Whether alpha and every premultiplied channel differ by at most `tolerance` levels, on black and on white.
    @inline(__always)
    static func isWithin(_ tolerance: Int, _ one: UInt32, _ other: UInt32) -> Bool {
        let (oneAlpha, otherAlpha) = (Int(one >> 24), Int(other >> 24))
        let veil = oneAlpha - otherAlpha
        // Transparent pixels stay transparent, because a faint pixel would be visible on a photo.
        guard abs(veil) <= tolerance, (oneAlpha == 0) == (otherAlpha == 0) else { return false }
        for shift in [UInt32(0), 8, 16] {
            let (a, b) = (Int(one >> shift & 255), Int(other >> shift & 255))
            let onBlack = (a * oneAlpha - b * otherAlpha) / 255
            guard abs(onBlack) <= tolerance, abs(onBlack - veil) <= tolerance else { return false }
        }
        return true
    }

    /// Keeps every pixel of the earlier frame that is within tolerance.
    ///
    /// - Parameter shown: the earlier frame as written, which is replaced.
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
