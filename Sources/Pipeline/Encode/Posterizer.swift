import Pixels

/// Rounds channels to fewer levels, so that deflate finds more that repeats.
enum Posterizer {
    /// Colour channels with the low `bits` rounded away; alpha is kept.
    static func rounded(_ image: RGBAImage, droppingBits bits: Int) -> RGBAImage {
        guard bits > 0 else { return image }
        let table = (0...255).map { value -> UInt8 in
            let step = 1 << bits
            let level = (value * (256 / step - 1) + 127) / 255
            return UInt8(clamping: (level * 255 + (256 / step - 1) / 2) / (256 / step - 1))
        }
        var result = image
        result.bytes.withUnsafeMutableBufferPointer { bytes in
            for offset in stride(from: 0, to: bytes.count, by: 4) {
                bytes[offset] = table[Int(bytes[offset])]
                bytes[offset &+ 1] = table[Int(bytes[offset &+ 1])]
                bytes[offset &+ 2] = table[Int(bytes[offset &+ 2])]
            }
        }
        return result
    }
}
