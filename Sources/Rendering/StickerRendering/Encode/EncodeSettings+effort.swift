import Deflate
import JobModel
import PNG

extension EncodeSettings.Effort {
    /// The speed setting of libimagequant, from 1 (best) to 10 (fastest).
    var quantizerSpeed: Int {
        switch self {
        case .fast: 8
        case .balanced: 4
        case .max: 1
        }
    }

    /// The quantizer's speed for stills. Their palettes are improved afterwards, so a slower quantizer does not help.
    var stillQuantizerSpeed: Int { self == .max ? quantizerSpeed : 8 }

    /// The compression level of a finished still picture.
    var level: DeflateLevel {
        switch self {
        case .fast: .balanced
        case .balanced: .high
        case .max: .exhaustive
        }
    }

    /// The number of rounds in which a palette is improved where its errors are largest.
    var refinements: Int {
        switch self {
        case .fast: 1
        case .balanced: 3
        case .max: 10
        }
    }

    /// The losses of similarity, summed over pixels, that are accepted to save one bit of a still picture, in the order
    /// in which they are tried. Empty if all pixels keep their nearest entries.
    var pricesOfBit: [Float] {
        switch self {
        case .fast: []
        case .balanced, .max: [0.0015, 0.00075, 0.000375]
        }
    }

    /// The encodings that are tried for a picture.
    var trials: EncodingTrials {
        switch self {
        case .fast: .plain
        case .balanced: .sampled
        case .max: .thorough
        }
    }

    /// The compression level of frames of an indexed animation. The frames are small, and a high level reduces many
    /// of them further.
    var animationLevel: DeflateLevel {
        switch self {
        case .fast: .high
        case .balanced: .best
        case .max: .exhaustive
        }
    }

    /// The compression level of stills in truecolour, which have four times as many bytes as stills with a palette.
    var truecolourLevel: DeflateLevel {
        switch self {
        case .fast: .balanced
        case .balanced: .strong
        case .max: .best
        }
    }

    /// The compression level of truecolour frames of an animation. `strong` takes a third of the time of `best`, and
    /// files of art with gradients are 5 % larger.
    ///
    /// - Parameter isLargest: whether this is the largest scale, for which more time is spent.
    func truecolourAnimationLevel(isLargest: Bool) -> DeflateLevel {
        switch self {
        case .fast: .balanced
        case .balanced: isLargest ? .best : .strong
        case .max: .best
        }
    }
}

extension Double {
    /// The number rounded to six decimal places, because further digits depend on the processor.
    var roundedFidelity: Double { (self * 1_000_000).rounded() / 1_000_000 }
}
