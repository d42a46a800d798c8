import CDeflate

/// Bytes as a gzip file (RFC 1952), which every HTTP client unpacks.
package enum Gzip {
    /// The same bytes always give the same file: there is no time in it.
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
}
