/// The content of an animation: its canvas, its number of plays, and each frame as a player shows it.
package struct FrameListing: Codable, Hashable, Sendable {
    /// The width of the canvas in pixels.
    package var width: Int
    /// The height of the canvas in pixels.
    package var height: Int
    /// The number of plays. 0 means forever.
    package var loopCount: Int
    package var frames: [Frame]
    /// The problems of a file whose frames can still be extracted.
    package var findings: [RuleFinding]

    package init(width: Int, height: Int, loopCount: Int, frames: [Frame], findings: [RuleFinding]) {
        self.width = width
        self.height = height
        self.loopCount = loopCount
        self.frames = frames
        self.findings = findings
    }

    /// The average number of frames per second, limited to the range of a sidecar's `frameRate`. Nil without frames.
    package var frameRate: Double? {
        let milliseconds = frames.reduce(0) { $0 + $1.milliseconds }
        guard milliseconds > 0 else { return nil }
        let rate = Double(frames.count) * 1000 / milliseconds
        return min(max((rate * 1000).rounded() / 1000, 0.1), 60)
    }

    /// Whether all frames are shown for the same time.
    package var hasEqualDelays: Bool { Set(frames.map(\.milliseconds)).count < 2 }

    /// A complete picture of the size of the canvas, with its duration.
    package struct Frame: Codable, Hashable, Sendable {
        /// The picture's file name.
        package var file: String
        /// The delay in seconds is numerator ÷ denominator, as the file stores it.
        package var delayNumerator: Int
        package var delayDenominator: Int
        package var milliseconds: Double

        package init(file: String, delayNumerator: Int, delayDenominator: Int, milliseconds: Double) {
            self.file = file
            self.delayNumerator = delayNumerator
            self.delayDenominator = delayDenominator
            self.milliseconds = milliseconds
        }
    }
}
