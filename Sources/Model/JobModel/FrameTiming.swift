import ImageHeaders

/// The timing for a folder of frames, because picture files contain no timing.
package struct FrameTiming: Codable, Hashable, Sendable {
    /// The number of frames per second.
    package var frameRate: Double
    /// The number of plays. 0 means forever.
    package var loopCount: Int

    private enum CodingKeys: String, CodingKey {
        case frameRate, loopCount
    }

    package init(frameRate: Double = 15, loopCount: Int = 0) {
        self.frameRate = frameRate
        self.loopCount = loopCount
    }

    /// The duration of each frame. It is exact if the rate is a whole number, or if it has at most three decimals.
    package var delay: FrameDelay {
        let range = ConfigurationRange.sequenceFrameRate
        let rate = min(max(frameRate, range.lowerBound), range.upperBound)
        return rate == rate.rounded()
            ? FrameDelay(numerator: 1, denominator: UInt16(rate))
            : FrameDelay(numerator: 1_000, denominator: UInt16((rate * 1_000).rounded()))
    }
}
