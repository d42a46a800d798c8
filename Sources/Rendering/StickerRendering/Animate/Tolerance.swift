import Pixels

/// Whether two pixels look nearly the same, as `RGBAImage.words` has them.
enum Tolerance {
    /// Whether alpha and every premultiplied channel differ by at most so many levels of 255, on black and on white.
    @inline(__always)
    static func isWithin(_ tolerance: Int, _ one: UInt32, _ other: UInt32) -> Bool {
        let (oneAlpha, otherAlpha) = (Int(one >> 24), Int(other >> 24))
        let veil = oneAlpha - otherAlpha
        // Nothing stays nothing: a faint speck on a photo is dirt.
        guard abs(veil) <= tolerance, (oneAlpha == 0) == (otherAlpha == 0) else { return false }
        for shift in [UInt32(0), 8, 16] {
            let (a, b) = (Int(one >> shift & 255), Int(other >> shift & 255))
            let onBlack = (a * oneAlpha - b * otherAlpha) / 255
            guard abs(onBlack) <= tolerance, abs(onBlack - veil) <= tolerance else { return false }
        }
        return true
    }

    /// The frame with every pixel that is within tolerance of what it was kept as it was.
    ///
    /// - Parameter shown: the frame before, as it was left; it is replaced.
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
