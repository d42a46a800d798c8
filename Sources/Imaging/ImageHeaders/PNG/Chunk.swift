/// Where one chunk lies in a file.
struct Chunk {
    let name: ChunkName
    /// Bytes from the start of the file to the chunk's length field.
    let offset: Int
    /// The data, without length, name and checksum.
    let data: Range<Int>
    /// Whether the stored checksum is that of the name and data.
    let isIntact: Bool

    /// All of the chunk: length, name, data and checksum.
    var whole: Range<Int> { offset..<(data.upperBound + 4) }
}
