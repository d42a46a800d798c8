/// A name with wildcards, held against names without regard to the case of ASCII letters: `*` stands for any bytes or
/// none, `?` for one byte.
struct NamePattern: Sendable {
    /// What lies between the `*`, in lower case; the first stands at the start of the name and the last at its end.
    private let pieces: [[UInt8]]

    init(_ text: String) {
        pieces = text.utf8.map(Self.lowered)
            .split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(Array.init)
    }

    /// A name's bytes with ASCII letters in lower case, as `matches` wants them.
    static func lowered(_ name: String) -> [UInt8] {
        name.utf8.map(lowered)
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    func matches(_ name: [UInt8]) -> Bool {
        guard let first = pieces.first, let last = pieces.last else { return false }
        if pieces.count == 1 { return name.count == first.count && Self.fits(first, name, at: 0) }
        // From the end first: most patterns are endings, and most names do not have them.
        guard name.count >= first.count + last.count, Self.fits(last, name, at: name.count - last.count),
            Self.fits(first, name, at: 0)
        else { return false }
        var start = first.count
        let end = name.count - last.count
        for piece in pieces.dropFirst().dropLast() {
            // The earliest place is as good as any: it leaves the most room for what follows.
            while start + piece.count <= end, !Self.fits(piece, name, at: start) { start += 1 }
            guard start + piece.count <= end else { return false }
            start += piece.count
        }
        return true
    }

    private static func fits(_ piece: [UInt8], _ name: [UInt8], at start: Int) -> Bool {
        for index in piece.indices where piece[index] != UInt8(ascii: "?") && piece[index] != name[start + index] {
            return false
        }
        return true
    }
}
