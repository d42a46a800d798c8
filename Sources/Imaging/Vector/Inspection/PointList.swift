/// The complete points in a list of points, such as that of a polygon.
struct PointList {
    /// The length in bytes of the valid beginning of the list: all complete points before the first invalid
    /// character.
    let wholeBytes: Int
    /// Whether the list contains anything other than complete points.
    let isUneven: Bool

    /// - Parameter text: the value of `points`.
    init(_ text: some Collection<UInt8>) {
        var (index, count, whole) = (0, 0, 0)
        var (isInNumber, hasPoint, hasExponent, last) = (false, false, false, UInt8(0))
        var isBroken = false
        var lastMark = UInt8(0)
        func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
        for byte in text {
            let isSign = byte == 0x2B || byte == 0x2D
            let isExponent = byte == 0x65 || byte == 0x45
            let isSeparator = byte <= 0x20 || byte == 0x2C
            let startsNumber =
                isSign && !(last == 0x65 || last == 0x45) || byte == 0x2E && (hasPoint || hasExponent)
            if isInNumber, isSeparator || startsNumber {
                isInNumber = false
                count += 1
                if count % 2 == 0 { whole = index }
            }
            if !isSeparator {
                guard isDigit(byte) || isSign || byte == 0x2E || isExponent && isInNumber else {
                    isBroken = true
                    break
                }
                if !isInNumber { (isInNumber, hasPoint, hasExponent) = (true, false, false) }
                hasPoint = hasPoint || byte == 0x2E
                hasExponent = hasExponent || isExponent
            }
            last = byte
            if byte > 0x20 { lastMark = byte }
            index += 1
        }
        if isInNumber, !isBroken {
            count += 1
            if count % 2 == 0 { whole = index }
        }
        wholeBytes = whole
        // librsvg ignores a list that ends with a comma.
        isUneven = isBroken || count % 2 != 0 || lastMark == UInt8(ascii: ",")
    }
}
