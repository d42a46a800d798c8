/// Facts that follow from the data of a path without drawing it.
enum PathOutline {
    /// Whether the path has an open subpath before another one. librsvg draws no marker at the end of such a subpath.
    static func hasOpenParts(_ data: some Sequence<UInt8>) -> Bool {
        var last: UInt8 = 0
        for byte in data where byte >= UInt8(ascii: "A") {
            switch byte | 0x20 {
            case UInt8(ascii: "m"):
                if last != 0, last != UInt8(ascii: "z"), last != UInt8(ascii: "m") { return true }
                last = UInt8(ascii: "m")
            // An "e" is the exponent of a number, not a command.
            case UInt8(ascii: "e"): break
            case let letter: last = letter
            }
        }
        return false
    }
}
