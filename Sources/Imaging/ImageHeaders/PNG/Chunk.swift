/// Where one chunk lies in a file.
package struct Chunk {
    package let name: ChunkName
    /// Bytes from the start of the file to the chunk's length field.
    package let offset: Int
    /// The data, without length, name and checksum.
    package let data: Range<Int>
    /// Whether the stored checksum is that of the name and data.
    package let isIntact: Bool

    /// All of the chunk: length, name, data and checksum.
    package var whole: Range<Int> { offset..<(data.upperBound + 4) }
}
