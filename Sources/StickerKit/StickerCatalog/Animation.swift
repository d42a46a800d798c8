/// How a sticker moves.
public struct Animation: Codable, Sendable, Hashable {
    /// How many frames are played.
    public var frames: Int
    /// One cycle in milliseconds.
    public var duration: Int
    /// How often it is played; 0 is for ever.
    public var loopCount: Int

    private enum CodingKeys: String, CodingKey {
        case frames, duration, loopCount
    }

    public init(frames: Int, duration: Int, loopCount: Int) {
        self.frames = frames
        self.duration = duration
        self.loopCount = loopCount
    }
}
