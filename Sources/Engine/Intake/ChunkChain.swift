import FileAccess
import ImageHeaders

/// The chunks that a PNG consists of, one after the other (W3C PNG, 5.3). Only their headers are read.
package enum ChunkChain {
    /// More chunks than a picture has: some programs write one for each row.
    private static let mostChunks = 100_000

    /// Whether the chunks lead to IEND, regardless of the bytes after it.
    package static func isWhole(_ file: borrowing OpenFile, size: Int) throws(SystemCallError) -> Bool {
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
