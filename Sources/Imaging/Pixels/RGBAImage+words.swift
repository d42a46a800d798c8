extension RGBAImage {
    /// Each pixel as one number, with red in the lowest byte and alpha in the highest. Fully transparent pixels are
    /// 0.
    package var words: [UInt32] {
        let count = width * height
        return [UInt32](unsafeUninitializedCapacity: count) { target, filled in
            bytes.withUnsafeBytes { source in
                for pixel in 0..<count {
                    let word = UInt32(
                        littleEndian: source.loadUnaligned(fromByteOffset: pixel &* 4, as: UInt32.self))
                    target[pixel] = word >> 24 == 0 ? 0 : word
                }
            }
            filled = count
        }
    }

    /// Creates a picture from its `words`.
    package init(width: Int, height: Int, words: [UInt32]) {
        precondition(words.count == width * height, "an image holds one word per pixel")
        let bytes = [UInt8](unsafeUninitializedCapacity: words.count * 4) { target, filled in
            let raw = UnsafeMutableRawBufferPointer(target)
            for (pixel, word) in words.enumerated() {
                raw.storeBytes(of: word.littleEndian, toByteOffset: pixel &* 4, as: UInt32.self)
            }
            filled = words.count * 4
        }
        self.init(width: width, height: height, bytes: bytes)
    }
}
