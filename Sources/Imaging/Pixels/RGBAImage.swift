/// A picture of 8-bit sRGB pixels with straight alpha: red, green, blue and alpha, row by row from the top, without
/// padding.
package struct RGBAImage: Equatable, Sendable {
    /// The number of pixels per row.
    package let width: Int
    /// The number of rows.
    package let height: Int
    /// `width * height * 4` bytes.
    package var bytes: [UInt8]

    package init(width: Int, height: Int, bytes: [UInt8]) {
        precondition(bytes.count == width * height * 4, "an RGBA image has four bytes per pixel")
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    package init(width: Int, height: Int, filledWith colour: RGBAColour) {
        let count = width * height * 4
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            let raw = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count])
            raw.withMemoryRebound(to: SIMD4<UInt8>.self) { pixels in
                pixels.update(repeating: SIMD4(colour.red, colour.green, colour.blue, colour.alpha))
            }
            initialized = count
        }
        self.init(width: width, height: height, bytes: bytes)
    }

    package subscript(x: Int, y: Int) -> RGBAColour {
        let offset = (y * width + x) * 4
        return RGBAColour(
            red: bytes[offset], green: bytes[offset + 1], blue: bytes[offset + 2], alpha: bytes[offset + 3])
    }
}

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

extension RGBAImage {
    /// Whether the fully transparent pixels have several colours, which may contain an erased picture.
    package var hidesColours: Bool {
        var first: UInt32?
        return bytes.withUnsafeBytes { source in
            for pixel in 0..<(width * height) {
                let word = UInt32(littleEndian: source.loadUnaligned(fromByteOffset: pixel &* 4, as: UInt32.self))
                guard word >> 24 == 0, word != first else { continue }
                if first != nil { return true }
                first = word
            }
            return false
        }
    }
}
