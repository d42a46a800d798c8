/// What a sample of a PNG means (PNG 6.1), by its number in the header.
package enum PNGColourType: UInt8, Sendable, CaseIterable {
    case greyscale = 0
    case truecolour = 2
    case indexed = 3
    case greyscaleAlpha = 4
    case truecolourAlpha = 6

    /// Samples a pixel.
    package var channels: Int {
        switch self {
        case .greyscale, .indexed: 1
        case .greyscaleAlpha: 2
        case .truecolour: 3
        case .truecolourAlpha: 4
        }
    }

    package var hasAlphaChannel: Bool {
        self == .greyscaleAlpha || self == .truecolourAlpha
    }

    /// Bits a sample may have (PNG 11.2.2).
    package func allows(bitDepth: Int) -> Bool {
        switch self {
        case .greyscale: [1, 2, 4, 8, 16].contains(bitDepth)
        case .indexed: [1, 2, 4, 8].contains(bitDepth)
        case .truecolour, .greyscaleAlpha, .truecolourAlpha: bitDepth == 8 || bitDepth == 16
        }
    }
}
