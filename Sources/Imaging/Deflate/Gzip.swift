import CDeflate

/// Compresses and unpacks gzip files (RFC 1952), which every HTTP client can unpack.
package enum Gzip {
    /// Compresses bytes. The same bytes always give the same file, because it contains no time.
    ///
    /// - Throws: `outOfMemory`.
    package static func compress(_ bytes: [UInt8]) throws(DeflateError) -> [UInt8] {
        guard let handle = libdeflate_alloc_compressor(9) else { throw .outOfMemory }
        defer { libdeflate_free_compressor(handle) }
        let bound = libdeflate_gzip_compress_bound(handle, bytes.count)
        return [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            count = bytes.withUnsafeBytes { input in
                libdeflate_gzip_compress(handle, input.baseAddress, input.count, buffer.baseAddress, bound)
            }
        }
    }

    /// The unpacked bytes of a gzip file. Nil if the file is damaged, its content has more than `limit` bytes, or
    /// memory is insufficient.
    package static func decompress(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        guard let handle = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(handle) }
        var capacity = min(limit, 1 << 18)
        while true {
            var result = LIBDEFLATE_BAD_DATA
            let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                result = bytes.withUnsafeBytes { input in
                    libdeflate_gzip_decompress(
                        handle, input.baseAddress, input.count, buffer.baseAddress, capacity, &count)
                }
                if result != LIBDEFLATE_SUCCESS { count = 0 }
            }
            switch result {
            case LIBDEFLATE_SUCCESS: return output
            case LIBDEFLATE_INSUFFICIENT_SPACE where capacity < limit: capacity = min(limit, capacity * 4)
            default: return nil
            }
        }
    }
}
