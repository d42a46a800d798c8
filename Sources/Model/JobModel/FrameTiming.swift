import ImageHeaders

/// The timing of a folder of frames, which the frames themselves do not contain.
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

    /// The duration of each frame. Exact if a second or a thousand seconds contain a whole number of frames.
    package var delay: FrameDelay {
        let range = ConfigurationRange.sequenceFrameRate
        let rate = min(max(frameRate, range.lowerBound), range.upperBound)
        return rate == rate.rounded()
            ? FrameDelay(numerator: 1, denominator: UInt16(rate))
            : FrameDelay(numerator: 1_000, denominator: UInt16((rate * 1_000).rounded()))
    }
}
