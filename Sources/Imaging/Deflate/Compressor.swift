import CDeflate

/// Owns one libdeflate compressor. Not Sendable, because it must not be used by two threads at the same time.
package struct Compressor: ~Copyable {
    private let handle: OpaquePointer

    package init(_ level: DeflateLevel) throws(DeflateError) {
        guard let handle = libdeflate_alloc_compressor(CInt(level.rawValue)) else { throw .outOfMemory }
        self.handle = handle
    }

    deinit {
        libdeflate_free_compressor(handle)
    }

    /// Compresses `bytes` to a zlib stream. The same bytes and level always give the same stream.
    ///
    /// - Parameter isKept: whether the caller keeps the stream in memory. If so, the result has no spare capacity.
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

/// A compression level: 1 (fastest) to 12 (smallest) for libdeflate, 13 for zopfli. For palette indices, the PNG module
/// replaces libdeflate from level 9 on.
package struct DeflateLevel: RawRepresentable, Sendable, Hashable, Comparable {
    package let rawValue: Int

    /// Nil unless the level is from 1 to 13.
    package init?(rawValue: Int) {
        guard DeflateLevel.range.contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// The nearest valid level.
    package init(clamping level: Int) {
        rawValue = min(max(level, DeflateLevel.range.lowerBound), DeflateLevel.range.upperBound)
    }

    package static let fast = DeflateLevel(clamping: 1)
    package static let balanced = DeflateLevel(clamping: 6)
    package static let high = DeflateLevel(clamping: 9)
    /// The fastest level at which libdeflate searches for the optimal matches.
    package static let strong = DeflateLevel(clamping: 10)
    package static let best = DeflateLevel(clamping: 12)
    /// Zopfli. Files of indexed drawings are 2 to 4 % smaller than at `best`, and compression takes about a hundred
    /// times as long.
    package static let exhaustive = DeflateLevel(clamping: 13)

    package static func < (left: DeflateLevel, right: DeflateLevel) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The level at which encodings of the same pixels are compared. Only the smallest of them is then compressed at
    /// `self`.
    package var comparison: DeflateLevel { min(self, .best) }

    private static let range = 1...13
}

extension DeflateLevel {
    /// The version of libdeflate at build time, for example `1.14`. The library does not report its version at run
    /// time.
    package static var libraryVersion: String { LIBDEFLATE_VERSION_STRING }
}

/// The reason why bytes could not be compressed or unpacked.
package enum DeflateError: Error, Equatable, CustomStringConvertible {
    case outOfMemory

    package var description: String {
        switch self {
        case .outOfMemory: "There is not enough memory to compress or unpack the bytes."
        }
    }
}
