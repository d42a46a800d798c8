import CDeflate

/// Inflates zlib streams, within limits.
package enum Inflater {
    package enum Failure: Error {
        /// The stream is damaged or incomplete.
        case badData
        /// The result is larger than the limit.
        case tooLarge
        case outOfMemory
    }

    /// Whether the bytes are a complete zlib stream with the right checksum that inflates to exactly `size` bytes.
    package static func inflates(_ bytes: [UInt8], to size: Int) -> Bool {
        inflated(bytes[...], to: size) != nil
    }

    /// The inflated bytes of a complete zlib stream. Nil if the stream is damaged, or does not inflate to exactly
    /// `size` bytes.
    package static func inflated(_ bytes: ArraySlice<UInt8>, to size: Int) -> [UInt8]? {
        stream(bytes, to: size)?.inflated
    }

    /// The inflated bytes and the length of the zlib stream at the start of `bytes`. Bytes after the stream are
    /// ignored. Nil if the stream is damaged, or does not inflate to exactly `size` bytes.
    package static func stream(_ bytes: ArraySlice<UInt8>, to size: Int) -> (inflated: [UInt8], length: Int)? {
        guard let handle = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(handle) }
        // Deflate expands by a factor of at most 1,032, so impossible sizes are refused before memory is allocated.
        guard size / 1_032 <= bytes.count else { return nil }
        var result = LIBDEFLATE_BAD_DATA
        var length = 0
        let inflated = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            var made = 0
            result = bytes.withUnsafeBytes {
                libdeflate_zlib_decompress_ex(
                    handle, $0.baseAddress, $0.count, buffer.baseAddress, size, &length, &made)
            }
            if made != size { result = LIBDEFLATE_SHORT_OUTPUT }
            count = result == LIBDEFLATE_SUCCESS ? size : 0
        }
        return result == LIBDEFLATE_SUCCESS ? (inflated, length) : nil
    }

    /// The inflated bytes of a deflate stream without a header, as in ZIP archives. Nil if the stream is damaged, or
    /// does not inflate to exactly `size` bytes.
    package static func raw(_ bytes: [UInt8], to size: Int) -> [UInt8]? {
        guard let handle = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(handle) }
        guard size >= 0, size / 1_032 <= bytes.count else { return nil }
        var result = LIBDEFLATE_BAD_DATA
        let inflated = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            result = bytes.withUnsafeBytes {
                libdeflate_deflate_decompress(handle, $0.baseAddress, $0.count, buffer.baseAddress, size, nil)
            }
            count = result == LIBDEFLATE_SUCCESS ? size : 0
        }
        return result == LIBDEFLATE_SUCCESS ? inflated : nil
    }

    /// Inflates the stream at the start of `bytes[range]`. Bytes after the stream are ignored.
    ///
    /// - Parameter limit: the maximum number of inflated bytes, and of bytes that are allocated at once.
    package static func inflate(_ bytes: [UInt8], in range: Range<Int>, limit: Int) throws(Failure) -> [UInt8] {
        guard let handle = libdeflate_alloc_decompressor() else { throw .outOfMemory }
        defer { libdeflate_free_decompressor(handle) }
        // Most profiles are under 64 KB. A larger one is inflated again with more capacity. All attempts together
        // allocate at most two and a half times the limit.
        var capacity = min(limit, 65_536)
        while true {
            var result = LIBDEFLATE_BAD_DATA
            let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                result = bytes[range].withUnsafeBytes { input in
                    libdeflate_zlib_decompress(
                        handle, input.baseAddress, input.count, buffer.baseAddress, capacity, &count)
                }
                if result != LIBDEFLATE_SUCCESS { count = 0 }
            }
            switch result {
            case LIBDEFLATE_SUCCESS: return output
            case LIBDEFLATE_INSUFFICIENT_SPACE where capacity < limit: capacity = min(limit, capacity * 4)
            case LIBDEFLATE_INSUFFICIENT_SPACE: throw .tooLarge
            default: throw .badData
            }
        }
    }
}
