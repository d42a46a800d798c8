/// One animation to be taken apart into whole frames.
package struct FramesJob: Codable, Hashable, Sendable {
    /// Where the animation is: an absolute path.
    package var sourcePath: String
    /// What the person called it, for messages.
    package var name: String
    package var limits: SourceLimits
    /// An existing folder that takes the frames.
    package var outputFolder: String

    package init(sourcePath: String, name: String, limits: SourceLimits, outputFolder: String) {
        self.sourcePath = sourcePath
        self.name = name
        self.limits = limits
        self.outputFolder = outputFolder
    }

    /// What the animation is made of, or why it goes no further.
    package enum Outcome: Codable, Sendable {
        case frames(FrameListing)
        case refused([RuleFinding])
    }

    /// The name of a frame's file: `0001.png` for the first, whose place is 0.
    package static func fileName(_ place: Int) -> String {
        let digits = String(place + 1)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ".png"
    }
}
