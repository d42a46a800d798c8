/// Facts about a path's data that need no drawing.
enum PathOutline {
    /// Whether an open part is followed by another one. librsvg draws no marker at its end.
    static func hasOpenParts(_ data: some Sequence<UInt8>) -> Bool {
        var last: UInt8 = 0
        for byte in data where byte >= UInt8(ascii: "A") {
            switch byte | 0x20 {
            case UInt8(ascii: "m"):
                if last != 0, last != UInt8(ascii: "z"), last != UInt8(ascii: "m") { return true }
                last = UInt8(ascii: "m")
            // An exponent.
            case UInt8(ascii: "e"): break
            case let letter: last = letter
            }
        }
        return false
    }
}
