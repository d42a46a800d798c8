/// The primaries and the white point of a cHRM chunk (PNG 11.3.2.1), as x and y of CIE 1931.
package struct PNGChromaticities: Hashable, Sendable {
    package let white: SIMD2<Double>
    package let red: SIMD2<Double>
    package let green: SIMD2<Double>
    package let blue: SIMD2<Double>

    /// Nil if the chunk is not 32 bytes long.
    init?(_ bytes: [UInt8], in data: Range<Int>) {
        guard data.count == 32 else { return nil }
        let numbers = (0..<8).compactMap { bytes.bigEndian32(at: data.lowerBound + $0 * 4) }.map {
            Double($0) / 100_000
        }
        guard numbers.count == 8 else { return nil }
        white = SIMD2(numbers[0], numbers[1])
        red = SIMD2(numbers[2], numbers[3])
        green = SIMD2(numbers[4], numbers[5])
        blue = SIMD2(numbers[6], numbers[7])
    }
}

/// The code points of ITU-T H.273 that describe colours, stored in a cICP chunk of a PNG (PNG 11.3.2.6), and in an
/// `nclx` box of an AVIF.
package struct ColourCodePoints: Hashable, Sendable {
    /// The value of ColourPrimaries: 1 for sRGB, 12 for Display P3.
    package let primaries: Int
    /// The value of TransferCharacteristics: 8 for linear, 13 for sRGB, 16 for PQ, 18 for HLG.
    package let transfer: Int

    package init(primaries: Int, transfer: Int) {
        self.primaries = primaries
        self.transfer = transfer
    }

    /// Nil if the chunk is not 4 bytes long, or does not describe red, green and blue samples.
    init?(_ bytes: [UInt8], in data: Range<Int>) {
        guard data.count == 4, bytes[data.lowerBound + 2] == 0, bytes[data.lowerBound + 3] <= 1 else { return nil }
        self.init(primaries: Int(bytes[data.lowerBound]), transfer: Int(bytes[data.lowerBound + 1]))
    }
}
