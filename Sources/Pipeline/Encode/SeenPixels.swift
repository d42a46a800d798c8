import Pixels

/// The pixels of a picture as they are measured.
protocol SeenPixels {
    /// Red, green and blue times alpha, and alpha: whole numbers that floating point holds exactly, as it does their sums
    /// over some hundred pixels.
    func tone(_ place: Int) -> SIMD4<Float>
}

/// Pixels with straight alpha.
struct StraightPixels: SeenPixels {
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
    static func tone(of pixel: SIMD4<UInt8>) -> SIMD4<Float> {
        var factor = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: pixel))
        let alpha = factor.w
        factor.w = 1
        return factor * alpha
    }
}

/// Pixels in a palette: each entry's tone is made once.
struct PalettePixels: SeenPixels {
    private let indices: UnsafePointer<UInt8>
    private let tones: UnsafePointer<SIMD4<Float>>

    @inline(__always)
    func tone(_ place: Int) -> SIMD4<Float> { tones[Int(indices[place])] }

    /// Calls `body` with the pixels of a picture.
    static func with<Result>(_ image: IndexedImage, _ body: (PalettePixels) -> Result) -> Result {
        // As many as an index can name, whatever the palette holds.
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
