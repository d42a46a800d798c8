import Deflate

/// Writes the chunks of a PNG file.
package struct ChunkWriter {
    package private(set) var bytes: [UInt8]

    /// - Parameter capacity: the expected size of the file, in bytes.
    package init(_ header: PNGHeader, capacity: Int) {
        bytes = []
        bytes.reserveCapacity(capacity)
        bytes += ChunkScanner.signature
        append(.IHDR, header.data)
    }

    /// Creates a writer without the signature and the header.
    ///
    /// - Parameter capacity: the expected size of the chunks, in bytes.
    package init(capacity: Int) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Writes one chunk with short data. Use `appendImageData` for data that may be too long for a chunk.
    package mutating func append(_ name: ChunkName, _ data: some Collection<UInt8>) {
        bytes.appendBigEndian(UInt32(truncatingIfNeeded: data.count))
        let start = bytes.count
        bytes.appendBigEndian(name.code)
        bytes.append(contentsOf: data)
        bytes.appendBigEndian(Checksum.crc32(bytes, in: start..<bytes.count))
    }

    /// Writes a zlib stream as one IDAT chunk.
    ///
    /// - Throws: `tooLarge` if the stream has more than 2^31 - 1 bytes (PNG 5.3).
    package mutating func appendImageData(_ stream: some Collection<UInt8>) throws(PNGError) {
        guard stream.count <= Int(Int32.max) else { throw .tooLarge }
        append(.IDAT, stream)
    }

    /// Writes a zlib stream as one fdAT chunk, after its sequence number (APNG 1.0).
    ///
    /// - Throws: `tooLarge` if the data have more than 2^31 - 1 bytes.
    package mutating func appendFrameData(_ stream: [UInt8], sequence: UInt32) throws(PNGError) {
        guard stream.count <= Int(Int32.max) - 4 else { throw .tooLarge }
        var data: [UInt8] = []
        data.reserveCapacity(stream.count + 4)
        data.appendBigEndian(sequence)
        append(.fdAT, data + stream)
    }

    /// Copies a complete chunk, from its length to its checksum.
    package mutating func append(copy chunk: ArraySlice<UInt8>) {
        bytes += chunk
    }

    /// The whole file.
    package consuming func finished() -> [UInt8] {
        append(.IEND, [])
        return bytes
    }
}
