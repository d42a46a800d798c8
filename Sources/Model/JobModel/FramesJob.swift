/// The splitting of an animation into complete frames, which the renderer sends one after the other.
package struct FramesJob: Codable, Hashable, Sendable {
    /// The path as given on the command line, for messages.
    package var name: String
    package var limits: SourceLimits

    package init(name: String, limits: SourceLimits) {
        self.name = name
        self.limits = limits
    }

    /// The frames of the animation, or the reason why the animation was rejected.
    package enum Outcome: Codable, Sendable {
        case frames(FrameListing)
        case rejected([RuleFinding])
    }

    /// The name of a frame's file, by its position from 0: `0001.png` for the first frame.
    package static func fileName(_ place: Int) -> String {
        let digits = String(place + 1)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ".png"
    }
}
