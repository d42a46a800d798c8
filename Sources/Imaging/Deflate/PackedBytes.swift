import CDeflate

/// Bytes that are kept in memory, compressed at the fastest level, such as pictures that are needed again.
package struct PackedBytes: Sendable {
    /// The number of unpacked bytes.
    package let count: Int

    private let stream: [UInt8]

    /// - Throws: `outOfMemory`.
    package init(_ bytes: [UInt8]) throws(DeflateError) {
        var compressor = try Compressor(.fast)
        count = bytes.count
        stream = compressor.zlib(bytes, isKept: true)
    }

    /// - Throws: `outOfMemory`.
    package func unpacked() throws(DeflateError) -> [UInt8] {
        guard let handle = libdeflate_alloc_decompressor() else { throw .outOfMemory }
        defer { libdeflate_free_decompressor(handle) }
        var result = LIBDEFLATE_BAD_DATA
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            result = stream.withUnsafeBytes {
                libdeflate_zlib_decompress(handle, $0.baseAddress, $0.count, buffer.baseAddress, count, nil)
            }
            filled = result == LIBDEFLATE_SUCCESS ? count : 0
        }
        precondition(result == LIBDEFLATE_SUCCESS, "what was packed here can be unpacked")
        return bytes
    }
}
