import Foundation
import PNG

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

    /// Writes every frame as a PNG, `0001.png` the first.
    ///
    /// - Throws: `JobError` when the fault is not the file's.
    package func run() throws -> Outcome {
        if let refusal = SourceFile.refusal(sourcePath, limits: limits) { return .refused([refusal]) }
        guard let data = FileManager.default.contents(atPath: sourcePath) else {
            throw JobError.sourceUnreadable(name)
        }
        do {
            let inspection = try Inspector.inspect([UInt8](data), name: RuleFinding.pathToken, limits: limits)
            let source = try open(inspection)
            return .frames(try takeApart(source))
        } catch let refusal as Refusal {
            return .refused(refusal.findings)
        }
    }

    private func open(_ inspection: Inspection) throws -> any FrameSource {
        let name = RuleFinding.pathToken
        if let source = try AnimationOpener.open(inspection, name: name, limits: limits) { return source }
        // An animated PNG may have a single frame, and another picture for those who do not know animations.
        guard inspection.format == .png, APNGSource.isAnimated(inspection) else {
            throw Refusal(
                Rule.unknownFormat.finding(
                    "\(name) is a still picture: it has no frames to take apart.", mend: "Name an animated file."))
        }
        return try APNGSource(inspection, name: name, limits: limits)
    }

    /// The name of a frame's file: `0001.png` for the first, whose place is 0.
    static func fileName(_ place: Int) -> String {
        let digits = String(place + 1)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ".png"
    }

    private func takeApart(_ source: any FrameSource) throws -> FrameListing {
        var listing = FrameListing(
            width: source.width, height: source.height, loopCount: source.loopCount, frames: [],
            findings: source.findings)
        try source.forEachFrame { place, picture in
            let file = FramesJob.fileName(place)
            try ContentFile.write(try PNGEncoder.encode(picture, level: .fast), to: outputFolder + "/" + file)
            let delay = source.delays[place]
            listing.frames.append(
                FrameListing.Frame(
                    file: file, delayNumerator: Int(delay.numerator), delayDenominator: Int(delay.denominator),
                    milliseconds: delay.seconds * 1000))
        }
        return listing
    }
}
