import JobModel

extension FrameAnimation {
    /// The animation's properties as in Xcode's inspector: frames per second if that is a whole number, otherwise
    /// seconds per cycle.
    var properties: [String: ContentsValue] {
        let rate = 1000 / frameMilliseconds
        var properties: [String: ContentsValue] = ["repetitions": .integer(repetitions)]
        if (rate - rate.rounded()).magnitude < 0.001, rate >= 1 {
            properties["duration-type"] = .text("fps")
            properties["duration"] = .integer(Int(clamping: rate.rounded()))
        } else {
            let seconds = (frameMilliseconds * Double(frames.count)).rounded() / 1000
            properties["duration-type"] = .text("fixed")
            properties["duration"] = seconds == seconds.rounded() ? .integer(Int(clamping: seconds)) : .real(seconds)
        }
        return properties
    }
}
