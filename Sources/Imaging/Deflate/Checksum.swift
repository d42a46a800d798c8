import CDeflate

/// The CRC-32 that ends every chunk (PNG 5.5), over the chunk's name and data.
package enum Checksum {
    package static func crc32(_ bytes: [UInt8], in range: Range<Int>) -> UInt32 {
        bytes[range].withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
    }
}
