import ImageHeaders

/// How a folder of frames plays: what no frame can say of itself.
package struct FrameTiming: Codable, Hashable, Sendable {
    /// Frames a second.
    package var frameRate: Double
    /// How often it plays; 0 is for ever.
    package var loopCount: Int

    private enum CodingKeys: String, CodingKey {
        case frameRate, loopCount
    }

    package init(frameRate: Double = 15, loopCount: Int = 0) {
        self.frameRate = frameRate
        self.loopCount = loopCount
    }

    /// How long each frame stays; exact where a second or a thousand seconds hold a whole number of frames.
    package var delay: FrameDelay {
        let range = ConfigurationRange.sequenceFrameRate
        let rate = min(max(frameRate, range.lowerBound), range.upperBound)
        return rate == rate.rounded()
            ? FrameDelay(numerator: 1, denominator: UInt16(rate))
            : FrameDelay(numerator: 1_000, denominator: UInt16((rate * 1_000).rounded()))
    }
}
