/// An animation taken apart: its canvas, its loops, and each frame as a player shows it.
package struct FrameListing: Codable, Hashable, Sendable {
    /// Pixels of the canvas.
    package var width: Int
    /// Pixels of the canvas.
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

    /// A whole picture of the canvas's size, and how long it stays.
    package struct Frame: Codable, Hashable, Sendable {
        /// The picture's file name.
        package var file: String
        /// Seconds are numerator ÷ denominator, as in the file.
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
