import ImageHeaders
import JobModel
import Pixels
import Vips
import WebP

/// An animated WebP, whose frames libwebp decodes and draws.
struct WebPSource: FrameSource {
    let width: Int
    let height: Int
    let delays: [FrameDelay]
    let loopCount: Int
    let findings: [RuleFinding]

    private let reader: WebPReader
    private let colours: Inspection.Colours
    private let facts: ArtFacts
    private let name: String

    /// - Throws: `SourceRejection` if there are too many frames or pixels, or the animation cannot be opened.
    init(_ inspection: Inspection, name: String, limits: SourceLimits) throws {
        let frames = inspection.facts.frames
        guard frames <= limits.frames else {
            throw SourceRejection(
                FrameSize.tooManyFrames(frames, limit: limits.frames, name: name), facts: inspection.facts,
                others: inspection.findings)
        }
        width = inspection.facts.width
        height = inspection.facts.height
        try FrameSize.check(
            width: width, height: height, frames: frames, name: name, limits: limits, inspection: inspection)
        do {
            reader = try WebPReader(inspection.bytes)
        } catch {
            throw SourceRejection(
                WebPSource.rejection(error, name: name), facts: inspection.facts, others: inspection.findings)
        }
        let timing = BrowserTiming(milliseconds: reader.delays, name: name)
        delays = timing.delays
        findings = timing.findings
        loopCount = reader.loopCount
        colours = inspection.colours == .profile ? .described(profile: reader.profile ?? []) : inspection.colours
        facts = inspection.facts
        self.name = name
    }

    func forEachFrame(_ body: (Int, RGBAImage) throws -> Void) throws {
        do {
            try reader.forEachFrame { place, picture in try body(place, inSRGB(picture, place)) }
        } catch let error as WebPError {
            throw SourceRejection(WebPSource.rejection(error, name: name), facts: facts)
        }
    }

    private func inSRGB(_ picture: RGBAImage, _ place: Int) throws -> RGBAImage {
        guard colours != .sRGB else { return picture }
        do {
            return try Image(picture).inSRGB(by: colours).rgba()
        } catch let error as VipsError {
            throw SourceRejection(WebPSource.damage(of: place, error.reason, name: name), facts: facts)
        }
    }

    private static func rejection(_ error: WebPError, name: String) -> RuleFinding {
        switch error {
        case .unreadable: Rule.damagedFile.finding("\(name) cannot be read as an animation.")
        case .damagedFrame(let place): damage(of: place, "its compressed pixels cannot be read", name: name)
        }
    }

    private static func damage(of place: Int, _ reason: String, name: String) -> RuleFinding {
        Rule.damagedFile.finding("Frame \(place + 1) of \(name) cannot be decoded (\(reason)).")
    }
}
