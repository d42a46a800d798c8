import ImageHeaders
import JobModel

extension Inspector {
    /// The most pixels of one frame: larger pictures are averaged down while they are decoded, and frames must not differ.
    private static let mostFramePixels = 16_000_000

    /// Reads the headers of all frames in a folder of them.
    ///
    /// - Returns: what the first frame is, which stands for all of them.
    /// - Throws: `Refusal` with the finding that says why the folder goes no further; `JobError`.
    static func inspectFrames(of job: StickerJob) throws -> Inspection {
        let sequence = try FrameSequence(of: job)
        let name = RuleFinding.pathToken
        var first: Inspection?
        for frame in sequence.frames {
            let frameName = "\(name)/\(frame.fileName)"
            let inspection = try inspect(
                try sequence.bytes(of: frame, name: job.name), name: frameName, limits: job.recipe.limits)
            try check(inspection, like: first, name: frameName)
            first = first ?? inspection
        }
        guard let first else { throw Refusal(Rule.emptyFile.finding("\(name) contains no image.", measured: 0)) }
        var facts = first.facts
        facts.format = "frames"
        facts.frames = sequence.frames.count
        return Inspection(
            bytes: first.bytes, format: first.format, facts: facts, drawing: nil,
            orientation: first.orientation, colours: first.colours,
            findings: first.findings.filter { $0.rule != Rule.animationFlattened.id }, sequence: sequence)
    }

    private static func check(_ inspection: Inspection, like first: Inspection?, name: String) throws {
        guard inspection.drawing == nil else {
            throw Refusal(
                Rule.framesDiffer.finding("\(name) is \(inspection.format.label), which has no size in pixels."))
        }
        let (facts, wanted) = (inspection.facts, first?.facts ?? inspection.facts)
        guard facts.width == wanted.width, facts.height == wanted.height else {
            throw Refusal(
                Rule.framesDiffer.finding(
                    "\(name) is \(size(facts)) pixels, and the first frame is \(size(wanted))."))
        }
        guard facts.width * facts.height <= mostFramePixels else {
            throw Refusal(
                Rule.tooManyPixels.finding(
                    "\(name) is \(size(facts)) pixels; a frame may have \(Wording.number(mostFramePixels)) in all.",
                    measured: Double(facts.width * facts.height), limit: Double(mostFramePixels)))
        }
    }

    private static func size(_ facts: ArtFacts) -> String {
        "\(Wording.number(facts.width)) × \(Wording.number(facts.height))"
    }
}
