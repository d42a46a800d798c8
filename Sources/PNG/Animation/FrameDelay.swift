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
}
