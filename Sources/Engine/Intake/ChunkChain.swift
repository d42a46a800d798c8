import FileAccess
import ImageHeaders

/// Checks the sequence of chunks of a PNG (W3C PNG, 5.3). Reads only the headers of the chunks.
enum ChunkChain {
    /// The maximum number of chunks. It is large because some programs write one chunk per row of the picture.
    private static let mostChunks = 100_000

    /// Whether the chunks reach IEND. Bytes after IEND are ignored.
    static func isWhole(_ file: borrowing OpenFile, size: Int) throws(SystemCallError) -> Bool {
        var offset = ChunkScanner.signature.count
        for _ in 0..<mostChunks {
            let header = try file.bytes(at: offset, count: 8)
            guard let length = header.bigEndian32(at: 0), let code = header.bigEndian32(at: 4) else { return false }
            let name = ChunkName(code: code)
            // The sizes of the length, the name and the checksum.
            offset += Int(length) + 12
            guard name.isValid, length <= Int32.max, offset <= size else { return false }
            if name == .IEND { return true }
        }
        return false
    }
}
