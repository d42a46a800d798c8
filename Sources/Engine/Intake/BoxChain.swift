import FileAccess

/// Follows the boxes of an ISO base media file from one to the next (ISO 14496-12, 4.2).
package enum BoxChain {
    /// The maximum number of boxes that are followed. A picture has fewer at its top level.
    private static let mostBoxes = 256

    /// Whether the last box ends exactly where the file ends.
    package static func isWhole(_ file: borrowing OpenFile, size: Int) throws(SystemCallError) -> Bool {
        var offset = 0
        for _ in 0..<mostBoxes {
            if offset == size { return true }
            let header = try file.bytes(at: offset, count: 16)
            guard header.count >= 8, let length = length(header, rest: size - offset) else { return false }
            offset += length
        }
        return false
    }

    /// The length of a box in bytes. Nil if the box is longer than the rest of the file, or if its length is invalid.
    private static func length(_ header: [UInt8], rest: Int) -> Int? {
        let short = number(header[0..<4])
        // 0 means that the box extends to the end of the file. 1 means that a 64-bit length follows the type.
        if short == 0 { return rest }
        let length = short == 1 && header.count >= 16 ? number(header[8..<16]) : short
        return length >= 8 && length <= UInt64(rest) ? Int(length) : nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
