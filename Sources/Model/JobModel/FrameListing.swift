/// An animation taken apart: its canvas, its loops, and each frame as a player shows it.
package struct FrameListing: Codable, Hashable, Sendable {
    /// Pixels of the canvas.
    package var width: Int
    /// Pixels of the canvas.
    package var height: Int
    /// How many times it plays; 0 for ever.
    package var loopCount: Int
    package var frames: [Frame]
    /// What is wrong with the file though its frames could be had.
    package var findings: [RuleFinding]

    /// A whole picture of the canvas's size, and how long it stays.
    package struct Frame: Codable, Hashable, Sendable {
        /// The picture's file name.
        package var file: String
        /// Seconds are numerator ÷ denominator, as the file says.
        package var delayNumerator: Int
        package var delayDenominator: Int
        package var milliseconds: Double
    }
}
