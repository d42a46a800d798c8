/// Packs pixels that are smaller than a byte into bytes. The leftmost pixel is in the highest bits (PNG 7.2).
enum BitPacking {
    /// - Parameters:
    ///   - values: one byte per pixel, row by row.
    ///   - bitDepth: 1, 2, 4 or 8.
    ///   - table: the value to store for each of the 256 values, below `1 << bitDepth`.
    static func scanlines(of values: [UInt8], width: Int, height: Int, bitDepth: Int, table: [UInt8]) -> Scanlines {
        let rowBytes = (width * bitDepth + 7) / 8
        let samples = [UInt8](unsafeUninitializedCapacity: rowBytes * height) { output, count in
            values.withUnsafeBufferPointer { values in
                table.withUnsafeBufferPointer { table in
                    guard let from = values.baseAddress, let to = output.baseAddress, let table = table.baseAddress
                    else { return }
                    for y in 0..<height {
                        packRow(from + y * width, to + y * rowBytes, width: width, bitDepth: bitDepth, table: table)
                    }
                }
            }
            count = rowBytes * height
        }
        return Scanlines(rowBytes: rowBytes, height: height, pixelBytes: 1, samples: samples)
    }

    private static func packRow(
        _ values: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, width: Int, bitDepth: Int,
        table: UnsafePointer<UInt8>
    ) {
        if bitDepth == 8 {
            for x in 0..<width {
                output[x] = table[Int(values[x])]
            }
            return
        }
        let pixelsInByte = 8 / bitDepth
        let depth = UInt8(bitDepth)
        var x = 0
        var place = 0
        while x < width {
            let end = min(x &+ pixelsInByte, width)
            var byte: UInt8 = 0
            for pixel in x..<end {
                byte = byte &<< depth | table[Int(values[pixel])]
            }
            // The missing pixels of an incomplete last byte are zeros.
            let missing = UInt8(truncatingIfNeeded: x &+ pixelsInByte &- end)
            output[place] = byte &<< (missing &* depth)
            place &+= 1
            x = end
        }
    }
}

/// Rows of samples as PNG stores them, before filtering.
struct Scanlines {
    /// The number of bytes per row.
    let rowBytes: Int
    let height: Int
    /// The number of bytes from a sample to the same sample of the pixel on its left. 1 if a pixel is smaller than a
    /// byte (PNG 9.2).
    let pixelBytes: Int
    /// `rowBytes * height` bytes.
    let samples: [UInt8]
}
