import Pixels

/// Reads the pixels of a picture as numbers that can be measured.
protocol PixelReader {
    /// Red, green and blue times alpha, and alpha. These integers are exact in floating point, and so are their sums
    /// over a few hundred pixels.
    func tone(_ place: Int) -> SIMD4<Float>

    /// Whether all pixels of a block have the same stored value, which is common in drawings. If so, only one pixel
    /// must be measured.
    ///
    /// - Parameters:
    ///   - first: the index of the block's upper left pixel.
    ///   - stride: the number of pixels from one row to the next.
    func isPlain(_ first: Int, columns: Int, rows: Int, stride: Int) -> Bool
}

extension UnsafeRawPointer {
    /// Whether all pixels of a block have the same value.
    ///
    /// - Parameter unit: the number of bytes per value, 1 or 4.
    @inline(__always)
    fileprivate func isPlain(_ first: Int, bytes: Int, rows: Int, stride: Int, unit: Int) -> Bool {
        let start = self + first
        let word =
            unit == 4
            ? start.loadUnaligned(as: UInt32.self) : UInt32(start.load(as: UInt8.self)) &* 0x0101_0101
        let pair = UInt64(word) << 32 | UInt64(word)
        for row in 0..<rows {
            let line = start + row &* stride
            var offset = 0
            while offset &+ 8 <= bytes {
                if line.loadUnaligned(fromByteOffset: offset, as: UInt64.self) != pair { return false }
                offset &+= 8
            }
            while offset &+ 4 <= bytes {
                if line.loadUnaligned(fromByteOffset: offset, as: UInt32.self) != word { return false }
                offset &+= 4
            }
            while offset < bytes {
                if line.load(fromByteOffset: offset, as: UInt8.self) != UInt8(truncatingIfNeeded: word) { return false }
                offset &+= 1
            }
        }
        return true
    }
}

/// Pixels with straight alpha.
struct StraightPixels: PixelReader {
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    @inline(__always)
    func tone(_ place: Int) -> SIMD4<Float> {
        let pixel = bytes.loadUnaligned(fromByteOffset: place &* 4, as: SIMD4<UInt8>.self)
        return Self.tone(of: pixel)
    }

    @inline(__always)
    func isPlain(_ first: Int, columns: Int, rows: Int, stride: Int) -> Bool {
        guard let start = bytes.baseAddress else { return false }
        return start.isPlain(first &* 4, bytes: columns &* 4, rows: rows, stride: stride &* 4, unit: 4)
    }

    @inline(__always)
    static func tone(of pixel: SIMD4<UInt8>) -> SIMD4<Float> {
        var factor = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: pixel))
        let alpha = factor.w
        factor.w = 1
        return factor * alpha
    }
}

/// Pixels with a palette. The numbers of each palette entry are computed once.
struct PalettePixels: PixelReader {
    private let indices: UnsafePointer<UInt8>
    private let tones: UnsafePointer<SIMD4<Float>>

    @inline(__always)
    func tone(_ place: Int) -> SIMD4<Float> { tones[Int(indices[place])] }

    @inline(__always)
    func isPlain(_ first: Int, columns: Int, rows: Int, stride: Int) -> Bool {
        UnsafeRawPointer(indices).isPlain(first, bytes: columns, rows: rows, stride: stride, unit: 1)
    }

    /// Calls `body` with the pixels of a picture.
    static func with<Result>(_ image: IndexedImage, _ body: (PalettePixels) -> Result) -> Result {
        // There is one tone for each possible index, regardless of the size of the palette.
        var tones = [SIMD4<Float>](repeating: .zero, count: 256)
        for (place, colour) in image.palette.enumerated() {
            tones[place] = StraightPixels.tone(of: SIMD4(colour.red, colour.green, colour.blue, colour.alpha))
        }
        return tones.withUnsafeBufferPointer { tones in
            image.indices.withUnsafeBufferPointer { indices in
                guard let first = indices.baseAddress, let table = tones.baseAddress else {
                    preconditionFailure("a picture has pixels")
                }
                return body(PalettePixels(indices: first, tones: table))
            }
        }
    }
}
