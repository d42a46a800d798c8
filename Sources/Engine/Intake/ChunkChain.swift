import FileAccess
import ImageHeaders

/// Follows the chunks of a PNG from one to the next (W3C PNG, 5.3). Reads only their headers.
package enum ChunkChain {
    /// The maximum number of chunks that are followed. Some programs write one chunk per row of pixels.
    private static let mostChunks = 100_000

    /// Whether the file contains all chunks up to IEND. Bytes after IEND are ignored.
    package static func isWhole(_ file: borrowing OpenFile, size: Int) throws(SystemCallError) -> Bool {
        var offset = ChunkScanner.signature.count
        for _ in 0..<mostChunks {
            let header = try file.bytes(at: offset, count: 8)
            guard let length = header.bigEndian32(at: 0), let code = header.bigEndian32(at: 4) else { return false }
            let name = ChunkName(code: code)
            // The length, the name and the checksum have 4 bytes each.
            offset += Int(length) + 12
            guard name.isValid, length <= Int32.max, offset <= size else { return false }
            if name == .IEND { return true }
        }
        return false
    }
}
