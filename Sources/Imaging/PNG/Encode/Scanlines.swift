/// Rows of samples as PNG stores them, before filtering.
struct Scanlines {
    /// Bytes in a row.
    let rowBytes: Int
    let height: Int
    /// Bytes from a sample to the same sample of the pixel to its left; 1 when a pixel is smaller than a byte (PNG 9.2).
    let pixelBytes: Int
    /// `rowBytes * height` bytes.
    let samples: [UInt8]
}
