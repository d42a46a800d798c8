/// A sticker's animation as pictures, for a `.stickersequence`.
package struct FrameAnimation: Sendable, Equatable {
    /// Absolute paths of the frames, PNG, in order, all of one size.
    package var frames: [String]
    /// How long each frame stays, in milliseconds: a sequence has one rhythm.
    package var frameMilliseconds: Double
    /// How often it plays; 0 is for ever.
    package var repetitions: Int

    package init(frames: [String], frameMilliseconds: Double, repetitions: Int) {
        self.frames = frames
        self.frameMilliseconds = frameMilliseconds
        self.repetitions = repetitions
    }

    /// Frames a second where that is a whole number, else seconds a cycle: what Xcode's inspector offers.
    var properties: [String: ContentsValue] {
        let rate = 1000 / frameMilliseconds
        var properties: [String: ContentsValue] = ["repetitions": .integer(repetitions)]
        if (rate - rate.rounded()).magnitude < 0.001, rate >= 1 {
            properties["duration-type"] = .text("fps")
            properties["duration"] = .integer(Int(rate.rounded()))
        } else {
            let seconds = (frameMilliseconds * Double(frames.count)).rounded() / 1000
            properties["duration-type"] = .text("fixed")
            properties["duration"] = seconds == seconds.rounded() ? .integer(Int(seconds)) : .real(seconds)
        }
        return properties
    }
}
