/// The valid ranges of numbers in sidecars and pack.json, and of the limits in pipeline.json that workers also check.
/// The parsers and the schemas use these ranges.
package enum ConfigurationRange {
    /// The margin on each side, as a fraction of the square's side. With a quarter, half of the side is left for the
    /// art.
    package static let padding = 0...0.25
    /// The side of a game piece in points, from hardly visible to the width of a phone.
    package static let box = 8...512
    /// The coordinates of an anchor, as fractions of the side of a piece's square.
    package static let anchor = 0.0...1.0
    /// The number of frames of an animation. Memory use grows slowly with it.
    package static let frames = 2...10_000
    /// Frames per second. The maximum is the rate of common screens.
    package static let sequenceFrameRate = 0.1...60.0
    /// The number of plays, in the range that every animation format supports. 0 means forever.
    package static let loops = 0...65_535
}
