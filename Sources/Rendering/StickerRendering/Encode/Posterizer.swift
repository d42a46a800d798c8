import Pixels

/// Rounds channels to fewer levels, so that deflate finds more that repeats.
enum Posterizer {
    /// Colour channels with the low `bits` rounded away; alpha is kept.
    static func rounded(_ image: RGBAImage, droppingBits bits: Int) -> RGBAImage {
        rounded(image, dropping: DroppedBits(bits))
    }

    /// Colour channels with low bits rounded away, of each its own number; alpha is kept.
    static func rounded(_ image: RGBAImage, dropping bits: DroppedBits) -> RGBAImage {
        guard bits != .nothing else { return image }
        let (red, green, blue) = (table(bits.red), table(bits.green), table(bits.blue))
        var result = image
        result.bytes.withUnsafeMutableBufferPointer { bytes in
            for offset in stride(from: 0, to: bytes.count, by: 4) {
                bytes[offset] = red[Int(bytes[offset])]
                bytes[offset &+ 1] = green[Int(bytes[offset &+ 1])]
                bytes[offset &+ 2] = blue[Int(bytes[offset &+ 2])]
            }
        }
        return result
    }

    /// For each of 256 levels the nearest of those that are left.
    private static func table(_ bits: Int) -> [UInt8] {
        let most = (256 >> bits) - 1
        return (0...255).map { value in
            let level = (value * most + 127) / 255
            return UInt8(clamping: (level * 255 + most / 2) / most)
        }
    }
}
