import CDeflate

/// Owns one libdeflate compressor. Not for two threads at once, hence not Sendable.
package struct Compressor: ~Copyable {
    private let handle: OpaquePointer

    package init(_ level: DeflateLevel) throws(DeflateError) {
        guard let handle = libdeflate_alloc_compressor(CInt(level.rawValue)) else { throw .outOfMemory }
        self.handle = handle
    }

    deinit {
        libdeflate_free_compressor(handle)
    }

    /// `bytes` as a zlib stream. The same bytes and level always give the same stream.
    ///
    /// - Parameter isKept: whether the stream is kept for long: it then takes no more memory than its bytes, and not the
    ///   room that compressing needs.
    package mutating func zlib(_ bytes: [UInt8], isKept: Bool = false) -> [UInt8] {
        let bound = libdeflate_zlib_compress_bound(handle, bytes.count)
        let stream = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            count = bytes.withUnsafeBytes { input in
                libdeflate_zlib_compress(handle, input.baseAddress, input.count, buffer.baseAddress, bound)
            }
        }
        return isKept ? stream.withUnsafeBufferPointer { [UInt8]($0) } : stream
    }
}
