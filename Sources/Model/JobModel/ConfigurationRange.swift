/// The valid ranges of numbers in sidecars and pack.json, and of limits that workers share with keys of pipeline.json.
/// The readers and the schemas use them.
package enum ConfigurationRange {
    /// The margin on each side, as a share of the square's side. At a quarter, half of the side is left for the art.
    package static let padding = 0...0.25
    /// The side of a game piece in points, from hardly visible to the width of a phone.
    package static let box = 8...512
    /// A share of the side of a piece's square.
    package static let anchor = 0.0...1.0
    /// The frames of an animation. Memory grows slowly with their number.
    package static let frames = 2...10_000
    /// Frames per second. The maximum is that of common screens.
    package static let sequenceFrameRate = 0.1...60.0
    /// The range that every format of animations supports; 0 is endless.
    package static let loops = 0...65_535
}
