/// How long a frame stays, as the fraction of a second which the file holds.
package struct FrameDelay: Hashable, Sendable {
    package let numerator: UInt16
    /// Never 0: an APNG that says 0 means 100.
    package let denominator: UInt16

    package init(numerator: UInt16, denominator: UInt16) {
        self.numerator = numerator
        self.denominator = denominator == 0 ? 100 : denominator
    }

    /// Exact up to 65,535 ms; then to the nearest hundredth of a second, and from 655 s on to the nearest second, of
    /// which there are at most 65,535.
    package init(milliseconds: Int) {
        switch max(milliseconds, 0) {
        case let short where short <= 65_535:
            self.init(numerator: UInt16(short), denominator: 1_000)
        case let long where long <= 655_350:
            self.init(numerator: UInt16((long + 5) / 10), denominator: 100)
        case let endless:
            self.init(numerator: UInt16(min(endless, 65_535_000) / 1_000), denominator: 1)
        }
    }

    /// What the file says. Players make very short delays longer.
    package var seconds: Double { Double(numerator) / Double(denominator) }

    /// Both delays together, as a fraction of the fewest parts; nil where no file could hold it exactly.
    package func adding(_ other: FrameDelay) -> FrameDelay? {
        var numerator = Int(self.numerator) * Int(other.denominator) + Int(other.numerator) * Int(denominator)
        var denominator = Int(self.denominator) * Int(other.denominator)
        if self.denominator == other.denominator {
            (numerator, denominator) = (Int(self.numerator) + Int(other.numerator), Int(self.denominator))
            if let sum = UInt16(exactly: numerator) {
                return FrameDelay(numerator: sum, denominator: self.denominator)
            }
        }
        let divisor = FrameDelay.greatestDivisor(numerator, denominator)
        guard let sum = UInt16(exactly: numerator / divisor), let parts = UInt16(exactly: denominator / divisor) else {
            return nil
        }
        return FrameDelay(numerator: sum, denominator: parts)
    }

    private static func greatestDivisor(_ one: Int, _ other: Int) -> Int {
        var (larger, smaller) = (one, other)
        while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
        return larger
    }
}
